import CardSecrets
import Foundation
import HTTPContract
import HTTPService
import Identifiers
import Payments
import Postgres
import Validation

/// The next operations of an app: the addresses to which it sends the wallet's data.
struct OperationsAnswer: AnswerBody {
    let operations: [ApplePayOperation]

    static let members: [AnswerMember<OperationsAnswer>] = [
        .member("operations", \.operations, "What the app can do.")
    ]
}

struct ApplePayOperation: AnswerBody {
    let rel: String
    let href: String
    var networks: [String]?
    var country: String?

    static let members: [AnswerMember<ApplePayOperation>] = [
        .member(
            "href", \.href, isSecret: true,
            example: "https://payments.psp.dintero.com/apple-pay/v1/T12345678/payments/1/transactions?access_token=…",
            "Where it is sent. The access_token belongs into Authorization, and not into the address."),
        .member("method", { _ in "POST" }, example: "POST", "Always POST."),
        .member("rel", \.rel, example: "submit-dintero-psp-applepay", "What it does."),
        .member("content_type", { _ in "application/json" }, example: "application/json", "Always application/json."),
        .member("supported_networks", \.networks, example: "VISA", "The networks to offer in the sheet."),
        .member("merchant_country", \.country, example: "NO", "The merchant's country, for the sheet."),
    ]
}

extension Dintero {
    /// - Parameters:
    ///   - isNew: whether a new payment begins; the token that was submitted for the earlier one is deleted.
    ///   - base: the address of the wallet's service for this caller.
    func operations(of found: FoundSession, isNew: Bool, at base: String) async throws -> OperationsAnswer {
        try found.requireOpen(at: clock.now())
        var session = found.session
        if isNew {
            _ = try await database.write(
                SessionStatements.renew(
                    .id(session.id.object), .id(entropy.id(ApplePayPaymentID.self)), .timestamp(clock.now())))
            session = try await self.session(named: session.id.description).session
        }
        let token = operationToken(for: session)
        let path = "\(base)/apple-pay/v1/\(session.id.account)/payments/\(session.paymentID)"
        func href(_ name: String) -> String { "\(path)/\(name)?access_token=\(token)" }
        return OperationsAnswer(operations: [
            ApplePayOperation(
                rel: "submit-dintero-psp-applepay", href: href("transactions"), networks: ["VISA", "MASTERCARD"],
                country: try await payments.merchant(session.merchant)?.country),
            ApplePayOperation(rel: "validate-dintero-psp-applepay-merchant", href: href("validate-merchant")),
        ])
    }
}
