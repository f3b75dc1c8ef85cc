import Authorizing
import Cards
import Foundation
import Identifiers
import Issuing
import Ledger
import Scenarios
import Validation

/// A payment that a scenario has made.
public struct ScenarioPayment: Sendable {
    public let name: String
    public let authorization: AuthorizationID
    /// The response code that the network got for the purchase.
    public let code: ResponseCode
}

extension Sandbox {
    func load(
        _ planned: ScenarioPlan.PlannedLoad, among customers: [(name: String, id: CustomerID)]
    ) async throws(IssuingFailure) -> TransactionID {
        let owner = planned.item["customer"] ?? ""
        guard let customer = customers.first(where: { $0.name == owner })?.id ?? CustomerID(owner) else {
            throw .refused(.customer(.notFound))
        }
        return try await load(planned.amount, for: customer).id
    }

    /// Makes a purchase with the card itself, and then its clearing and its refund, or its reversal.
    func pay(
        _ planned: ScenarioPlan.PlannedPayment, with card: Card
    ) async throws(IssuingFailure) -> ScenarioPayment {
        var order = PaymentOrder()
        (order.fields.amount, order.fields.currency) = (planned.amount, Sent(planned.item["currency"]))
        order.fields.merchantName = planned.item["merchant.name"]
        order.fields.category = Sent(planned.item["merchant.mcc"])
        order.fields.country = Sent(planned.item["merchant.country"])
        order.fields.city = planned.item["merchant.city"]
        let played = try await message(order, with: card)
        let id = try IssuingFailure.requiring(played.authorization?.id, "the authorization of a purchase")
        let payment = ScenarioPayment(
            name: planned.item.name, authorization: id, code: played.answered.answer.code)
        guard payment.code.isApproval else { return payment }
        switch planned.walk {
        case .approved, .declined: break
        case .settled:
            _ = try await message(Self.later(.clearing, id), with: card)
            if let refunded = planned.refunded {
                _ = try await message(Self.later(.refund, id, refunded), with: card)
            }
            if let disputed = planned.disputed { try await dispute(id, of: card, until: disputed) }
        case .reversed: _ = try await message(Self.later(.reversal, id), with: card)
        }
        return payment
    }

    private static func later(
        _ kind: MessageKind, _ authorization: AuthorizationID, _ amount: Int64? = nil
    ) -> PaymentOrder {
        var order = PaymentOrder()
        (order.kind, order.authorization) = (kind.rawValue, authorization.description)
        order.fields.amount = amount
        return order
    }

    private func message(_ order: PaymentOrder, with card: Card) async throws(IssuingFailure) -> PlayedMessage {
        do throws(PhoneFailure) {
            return try await play(order, with: card.id)
        } catch {
            switch error {
            case .failed(let failure): throw failure
            case .refused(let refusal): throw .damaged("a card pays without a phone: \(refusal.message)")
            }
        }
    }
}
