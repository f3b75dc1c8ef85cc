/// A method by which the cardholder authenticates.
///
/// On the wire, each has a method and, if the method has several, a channel (Paysafe's documentation of strong customer
/// authentication, "Methods", "Channels"). PUSH_NOTIFICATION is listed as both. It is accepted as both, and offered as
/// a way of delivering a one-time confirmation, with the method OTP [decided].
public enum Verification: String, CaseIterable, Sendable {
    case password = "PASSWORD"
    case pin = "PIN"
    case smsCode = "SMS"
    case emailCode = "EMAIL"
    /// A time-based code (RFC 6238).
    case authenticatorCode = "AUTHENTICATOR"
    case push = "PUSH_NOTIFICATION"
    /// A WebAuthn assertion.
    case passkey = "PASSKEYS"
    /// A signature by a key that a trusted device releases only for a fingerprint or a face.
    case biometric = "BIOMETRIC"

    public var method: String {
        switch self {
        case .password, .pin, .passkey, .biometric: rawValue
        case .smsCode, .emailCode, .authenticatorCode, .push: "OTP"
        }
    }

    public var channel: String? { method == "OTP" ? rawValue : nil }

    /// The method with this name on the wire; PUSH_NOTIFICATION alone is accepted.
    public init?(method: String, channel: String?) {
        switch (method, channel) {
        case ("OTP", let channel?):
            self.init(rawValue: channel)
            guard self.method == "OTP" else { return nil }
        case ("PUSH_NOTIFICATION", nil), ("PUSH_NOTIFICATION", "PUSH_NOTIFICATION"):
            self = .push
        case (let method, nil):
            self.init(rawValue: method)
            guard self.method == method else { return nil }
        default:
            return nil
        }
    }

    /// Whether the challenge sends a message to the cardholder.
    public var sendsMessage: Bool {
        switch self {
        case .smsCode, .emailCode, .push: true
        case .password, .pin, .authenticatorCode, .passkey, .biometric: false
        }
    }

    /// Whether the challenge contains bytes to sign.
    public var isSigned: Bool { self == .passkey || self == .biometric }

    /// The name in error messages.
    public var name: String { channel.map { "\(method) by \($0)" } ?? method }
}
