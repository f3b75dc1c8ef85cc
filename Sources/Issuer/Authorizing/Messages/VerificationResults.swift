/// The results of the checks that the caller has made on a message, before a rule looks at it.
///
/// This target handles no keys and no secrets: no card number, no PIN, no cryptogram. It sees only the results.
public struct VerificationResults: Hashable, Sendable {
    public var token: Token
    public var cryptogram: Cryptogram
    public var securityCode: SecurityCode
    public var pin: PIN
    public var authentication: Authentication

    public init(
        token: Token = .asSent, cryptogram: Cryptogram = .notSent, securityCode: SecurityCode = .notSent,
        pin: PIN = .notSent, authentication: Authentication = .none
    ) {
        self.token = token
        self.cryptogram = cryptogram
        self.securityCode = securityCode
        self.pin = pin
        self.authentication = authentication
    }

    /// The network's finding about a token, besides its cryptogram.
    public enum Token: String, CaseIterable, Sendable {
        /// The token is right, or there is none.
        case asSent = "AS_SENT"
        case wrongExpiry = "WRONG_EXPIRY"
        /// The token belongs to another requestor.
        case wrongRequestor = "WRONG_REQUESTOR"
    }

    /// The cryptogram of a chip (field 55) or of a phone, or the code on the magnetic stripe.
    public enum Cryptogram: String, CaseIterable, Sendable {
        case notSent = "NOT_SENT"
        case valid = "VALID"
        case wrong = "WRONG"
        /// It is genuine, but it was used before, or its counter (ATC) is too far behind.
        case replayed = "REPLAYED"
    }

    /// The code that is printed on the card (CVV2, CVC2).
    public enum SecurityCode: String, CaseIterable, Sendable {
        case notSent = "NOT_SENT"
        case right = "RIGHT"
        case wrong = "WRONG"
    }

    /// The PIN that the terminal sent (field 52).
    public enum PIN: String, CaseIterable, Sendable {
        case notSent = "NOT_SENT"
        case right = "RIGHT"
        case wrong = "WRONG"
        /// Its block cannot be opened, or the card has no PIN.
        case notVerifiable = "NOT_VERIFIABLE"
    }

    /// How the customer has authenticated to a merchant on the internet.
    public enum Authentication: String, CaseIterable, Sendable {
        case none = "NONE"
        /// By 3-D Secure.
        case authenticated = "AUTHENTICATED"
        /// The merchant tried, and the issuer's server took no part.
        case attempted = "ATTEMPTED"
        case failed = "FAILED"
        /// The merchant asks for an exemption, and this issuer grants it.
        case exempted = "EXEMPTED"
    }
}
