import Cards
import CardSecrets
import Validation

extension SentPIN<PIN> {
    /// Reads the digits that came with a request.
    public init(_ digits: String) {
        guard digits.utf8.count == PINRule.digitCount, let pin = PIN(digits) else {
            self = .malformed
            return
        }
        self = .wellFormed(pin, isWeak: PINRule.isWeak(digits))
    }
}
