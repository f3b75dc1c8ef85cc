import Authorizing
import Cards
import Issuing
import Ledger

/// The answer that a purchase would get, and the reasons.
public struct ExplainedPurchase: Sendable {
    public let card: Card
    public let decision: Decision

    /// The response code that the network would get, unless a partner that must be asked decides otherwise.
    public var code: ResponseCode {
        switch decision.outcome {
        case .approved(let approval), .partnerMustBeAsked(let approval): approval.code
        case .declined(let code): code
        }
    }

    /// In the merchant's currency; nil for a decline.
    public var approved: Money? {
        switch decision.outcome {
        case .approved(let approval), .partnerMustBeAsked(let approval): approval.quote?.transaction
        case .declined: nil
        }
    }
}

extension Sandbox {
    /// Asks every check about a message that is not sent, by the same rules as ``play(_:with:)``. Nothing is written.
    ///
    /// - Parameter order: without a token, because a phone counts each payment that it makes.
    /// - Throws: a refusal that names every wrong field.
    public func explain(
        _ order: PaymentOrder, with id: CardID
    ) async throws(IssuingFailure) -> ExplainedPurchase {
        var order = order
        order.token = nil
        let (message, card, _) = try await prepare(order, with: id)
        return ExplainedPurchase(card: card, decision: try await issuing.explain(message))
    }
}
