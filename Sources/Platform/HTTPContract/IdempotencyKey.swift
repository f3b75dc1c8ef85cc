import HTTPTypes
import Validation

/// The rule for the value of an `Idempotency-Key`.
public enum IdempotencyKey {
    public static let maximumLength = 255

    /// The request's key, if it has one.
    ///
    /// A key may contain any visible ASCII, including quotes, because keys are only compared. A key is stored
    /// unencrypted, so one that looks like a card number is refused.
    public static func read(from fields: HTTPFields) throws(RequestError) -> String? {
        let keys = fields[values: .idempotencyKey]
        guard let key = keys.first else { return nil }
        guard keys.count == 1, 1...maximumLength ~= key.utf8.count, key.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            let expected = "must be one key of 1 to \(maximumLength) visible ASCII characters"
            throw RequestError(.idempotencyKeyNotValid, "The \(HTTPField.Name.idempotencyKey) header \(expected).")
        }
        guard !CardNumber.isIn(key) else {
            throw RequestError(
                .idempotencyKeyNotValid,
                "The \(HTTPField.Name.idempotencyKey) header \(CardNumber.violation); a UUID is a good key.")
        }
        return key
    }
}
