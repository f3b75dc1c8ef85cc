import Cards
import Issuing
import Postgres

extension Sandbox {
    /// Whether a nonce of an Apple device was used for a card. Only the sandbox may look this up, because it does so
    /// without a customer.
    public func isUsed(nonce: [UInt8], for card: CardID) async throws(IssuingFailure) -> Bool {
        try await reading(SandboxStatements.nonceUse(.id(card), .bytes(nonce))).first ?? false
    }
}
