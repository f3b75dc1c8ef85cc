import Ledger

/// The network that carries a card's messages.
public typealias Scheme = LedgerAccount.Scheme

// The codes that differ between the networks.
extension Scheme {
    /// The printed security code (CVV2, CVC2) is wrong, or missing where the issuer demands it.
    public var wrongSecurityCode: ResponseCode {
        switch self {
        case .visa: .wrongSecurityCode
        case .mastercard: .securityViolation
        }
    }

    /// The cryptogram of a chip, a phone or a magnetic stripe's own code is wrong.
    public var wrongCryptogram: ResponseCode {
        switch self {
        case .visa: .wrongCryptogram
        case .mastercard: .cryptographicFailure
        }
    }

    /// The customer must authenticate (PSD2's strong customer authentication).
    public var authenticationNeeded: ResponseCode {
        switch self {
        case .visa: .authenticationNeeded
        case .mastercard: .countLimit
        }
    }
}
