import Foundation

/// One action on a card, and the obstacle to it now. The rules are those of the operation itself, so the two cannot
/// differ.
public struct Possibility: Sendable {
    public enum Request: Equatable, Sendable {
        /// By the customer.
        case status(CardStatus)
        case pin(PINRule.Call)
        case activation
        case replacement(Replacement)
        case resettingTries
        /// Details in the response itself.
        case details
        case view(SecureView.Content)
        case tokenization(WalletType)
        /// By the program manager.
        case statusByBusiness(CardStatus)
        case event(CardEvent)
    }

    public let request: Request
    /// Nil if nothing prevents it.
    public let obstacle: Refusal?

    /// All actions, on the assumption that all further input is right.
    ///
    /// - Parameters:
    ///   - tokenizations: the card's tokenizations that are not deleted.
    ///   - isConnected: whether keys are shared with the card's network.
    public static func all(
        of card: Card, of customer: Customer, tokenizations: [Tokenization], isConnected: Bool, at now: Date
    ) -> [Possibility] {
        requests.map { request in
            do throws(Refusal) {
                try request.check(card, customer, tokenizations, isConnected, now)
                return Possibility(request: request, obstacle: nil)
            } catch {
                return Possibility(request: request, obstacle: error)
            }
        }
    }

    private static let requests: [Request] =
        TransitionMatrix.targets(by: .customer, on: .update).map(Request.status)
        + PINRule.Call.allCases.map(Request.pin) + [.activation]
        + Replacement.allCases.map(Request.replacement) + [.resettingTries, .details]
        + SecureView.Content.allCases.map(Request.view) + WalletType.allCases.map(Request.tokenization)
        + BusinessUpdate.statuses.map(Request.statusByBusiness) + CardEvent.allCases.map(Request.event)
}

extension Possibility.Request {
    fileprivate func check(
        _ card: Card, _ customer: Customer, _ tokenizations: [Tokenization], _ isConnected: Bool, _ now: Date
    ) throws(Refusal) {
        switch self {
        case .status(let status):
            try card.checkUpdate(to: status)
        case .pin(let call):
            try PINRule.check(call, on: card, of: customer)
        case .activation:
            try Activation.check(card)
        case .replacement(let reason):
            try reason.check(card)
        case .resettingTries:
            try card.checkTriesAreUsedUp()
        case .details:
            try SecureView.Content.details.check(card)
        case .view(let content):
            try content.check(card)
        case .tokenization(let wallet):
            let application = TokenizationApplication(wallet: wallet, device: nil, profile: nil, apple: .none)
            _ = try application.place(in: wallet, for: card, besides: tokenizations, at: now)
            guard isConnected else { throw .tokenization(.networkNotConnected(card.scheme)) }
        case .statusByBusiness(let status):
            try TransitionMatrix.check(card.standing, to: status, by: .business, on: .update)
        case .event(let event):
            _ = try event.effect(on: card)
        }
    }

    /// The name in availableActions; nil if it has none there.
    public func action(on card: Card, of customer: Customer) -> CardAction? {
        switch self {
        case .status(.cancelled): .cancel
        case .status(.locked): .lock
        case .status(let status): status == card.standing.returnsTo ?? .active ? .unlock : nil
        case .pin(let call): call == PINRule.Call(for: customer) ? .setPIN : nil
        case .activation: .activate
        case .resettingTries: .resetTries
        case .details, .view(.details): .showDetails
        case .view(.pin): .showPIN
        case .replacement, .view, .tokenization, .statusByBusiness, .event: nil
        }
    }
}
