import Authorizing
import Cards
import CardSecrets
import Issuing
import Ledger

extension Sandbox {
    /// Answers a message whose number is a token's, as a network and its issuer do together: the network finds the card
    /// and verifies the cryptogram, and the issuer decides with both.
    ///
    /// - Parameters:
    ///   - message: with the token's number in place of the card's.
    ///   - requestor: the user of the token, according to the merchant; nil if the merchant does not say.
    ///   - cryptogram: nil if none was sent.
    public func authorize(
        _ message: NetworkMessage, requestor: String?, cryptogram: [UInt8]?
    ) async throws(IssuingFailure) -> AnsweredMessage {
        var message = message
        // A message that cannot be read, or has no number, is answered by the issuer, which names the fault.
        guard let request = try? message.fields.read(), let dpan = message.pan else {
            return try await ask(message)
        }
        message.fields.token = .init(requestorID: requestor ?? WalletType.apple.requestorID)
        let found = try await detokenize(
            PresentedToken(
                dpan: dpan, expiry: request.expiry.map { Expiry(month: $0.month, year: $0.year) },
                requestorID: requestor, cryptogram: request.kind.carriesCryptogram ? cryptogram : nil,
                amount: request.amount, entryMode: request.entryMode, message: request.reference))
        message.pan = found?.pan
        guard let found else { return try await ask(message) }
        message.tokenReference = found.reference
        message.token = TokenFacts(
            status: found.status.facts, wallet: SentToken.Wallet(rawValue: found.wallet.rawValue))
        message.fields.token = .init(
            requestorID: requestor ?? found.requestorID, wallet: Sent(found.wallet.rawValue), counter: found.counter)
        // The network keeps the token's expiry to itself: the issuer knows the card's.
        (message.fields.expiryMonth, message.fields.expiryYear) = (nil, nil)
        message.fields.verification.cryptogram = found.cryptogram
        message.fields.verification.token =
            found.isExpiryRight ? (found.isRequestorRight ? .asSent : .wrongRequestor) : .wrongExpiry
        return try await ask(message)
    }
}

extension MessageKind {
    /// Whether the message carries a new cryptogram, because the phone takes part. A later message is about a payment
    /// that had one.
    fileprivate var carriesCryptogram: Bool { isRequest && !isFollowUp && self != .refundAuthorization }
}

extension PhoneToken.State {
    /// A token whose cardholder was not identified cannot pay yet.
    fileprivate var facts: TokenFacts.Status {
        switch self {
        case .active: .active
        case .deleted: .deleted
        case .suspended, .needsIdentityVerification: .suspended
        }
    }
}
