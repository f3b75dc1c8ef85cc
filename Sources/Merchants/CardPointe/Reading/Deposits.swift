import Foundation
import HTTPContract
import Identifiers
import Ledger
import Payments

extension CardPointe {
    /// The deposits to the merchant's bank account for a day. Source: public recordings of the test environment.
    func deposit(_ settled: [SteppedPayment], _ account: CardPointeAccount) throws -> JSONValue? {
        guard let last = settled.last?.step.settledAt else { return .array([]) }
        let day = GatewayDate.day(last)
        let parts = try Dictionary(grouping: settled) { try DepositedPart($0) }
        return .array(
            try parts.sorted { $0.key < $1.key }.map { part, settled in
                [
                    "depositid": .number(day), "merchid": .string(account.merchant.rawValue),
                    "respproc": .string(part.processor), "accttype": .string(part.accountType), "action": "",
                    "actdate": .string(day), "postdate": .string(GatewayDate.day(last + 86_400)),
                    "currency": .string(part.currency.code),
                    "amount": .string(try Sums(settled, in: part.currency).total), "feeamnt": "0.00",
                    "cbakamnt": "0.00", "resptext": "", "txns": .array(settled.map(Self.depositedTransaction)),
                ]
            })
    }

    private static func depositedTransaction(_ stepped: SteppedPayment) -> JSONValue {
        let (step, isRefund) = (stepped.step, stepped.step.kind == .refund)
        let batch = Batch.id(of: step.at)
        return [
            "merchbatch": .number(batch), "hostbatch": .string(batch),
            "retref": .string(isRefund ? step.reference : stepped.payment.reference),
            "action": isRefund ? "REF" : "DEB", "depamnt": .string(step.amount.majorUnits), "feeamnt": "0.00",
        ]
    }

    /// The key of one deposit: payments with the same key are deposited together.
    private struct DepositedPart: Hashable, Comparable {
        let currency: Currency
        let processor: String
        /// The letter of a network, or ECHK.
        let accountType: String

        init(_ stepped: SteppedPayment) throws {
            let processor = try PaymentAnswer(stepped.payment).note.processor
            (currency, self.processor) = (stepped.step.amount.currency, processor.rawValue)
            accountType = processor == .profitStars ? "ECHK" : String(stepped.payment.scheme.rawValue.prefix(1))
        }

        static func < (one: DepositedPart, other: DepositedPart) -> Bool {
            (one.currency.code, one.processor, one.accountType)
                < (other.currency.code, other.processor, other.accountType)
        }
    }
}
