import Gateways
import HTTPContract
import Identifiers
import Payments
import Postgres
import Validation

/// The outcome of a merchant's payments at the simulated providers, unless a tester decides that of a single payment.
struct ProviderSettings: RequestBody {
    var paymentMethod: String?
    var outcome: String?

    private static let methods = PaymentMethod.allCases.filter { $0.provider != nil }.map(\.rawValue)

    static let members: [BodyMember<ProviderSettings>] = [
        .enumeration(
            "paymentMethod", \.paymentMethod, of: methods, example: "CASH_OUTLET",
            "The method without a card that this applies to; all of them if absent."),
        .enumeration(
            "outcome", \.outcome, of: ProviderOutcome.allCases.map(\.rawValue), example: "SUCCESS",
            "The result that its payments get at once; PENDING leaves them open until a result is set."),
    ]

    func writes(for merchant: MerchantID) -> Draft<[Query<Void>]> {
        guard let outcome else { return Draft([]) }
        return Draft([
            ProviderStatements.agree(
                .text(merchant.rawValue), .textArray(paymentMethod.map { [$0] } ?? Self.methods), .text(outcome))
        ])
    }
}
