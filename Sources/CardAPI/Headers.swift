import HTTPTypes
import Validation

/// The header fields of this service that HTTP itself does not know.
extension HTTPField.Name {
    /// Makes a POST safe to repeat for a day: the first answer is given again.
    public static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
    /// `true` on an answer that was given before.
    public static let idempotentReplayed = HTTPField.Name("Idempotent-Replayed")!
    /// Names the request in the log.
    public static let requestID = HTTPField.Name("X-Request-Id")!
    /// The event by which strong customer authentication lets a request through.
    public static let scaAuthorization = HTTPField.Name("SCA-Authorization")!
    /// A trusted device's signature of the request.
    public static let scaDevice = HTTPField.Name("SCA-Device")!
    /// The faults that an answer was touched by, because the sandbox was asked for them.
    public static let fault = HTTPField.Name("Tessera-Fault")!
    // Of the pages that people open; the others of their kind HTTP's own list has.
    public static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy")!
    public static let permissionsPolicy = HTTPField.Name("Permissions-Policy")!
    public static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
    public static let robots = HTTPField.Name("X-Robots-Tag")!
    public static let walletVersion = HTTPField.Name("Paysafe-Wallet-Version")!
    public static let walletPlatform = HTTPField.Name("Paysafe-Wallet-Platform")!
    public static let partnerApplicationVersion = HTTPField.Name("Partner-Application-Version")!
}

/// The rule for what may stand in an `Idempotency-Key`.
public enum IdempotencyKey {
    public static let maximumLength = 255

    /// The request's key, if it has one.
    ///
    /// Any visible ASCII is a key, quotes included: what matters is only whether two are equal. A key is stored as it
    /// is, so one that looks like a card number is refused.
    public static func read(from fields: HTTPFields) throws(Problem) -> String? {
        let keys = fields[values: .idempotencyKey]
        guard let key = keys.first else { return nil }
        guard keys.count == 1, 1...maximumLength ~= key.utf8.count, key.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            let expected = "must be one key of 1 to \(maximumLength) visible ASCII characters"
            throw Problem(.idempotencyKeyShouldBeValid, "The \(HTTPField.Name.idempotencyKey) header \(expected).")
        }
        guard !CardNumber.isIn(key) else {
            throw Problem(
                .idempotencyKeyShouldBeValid,
                "The \(HTTPField.Name.idempotencyKey) header \(CardNumber.violation); a UUID is a good key.")
        }
        return key
    }
}
