/// The means that a customer can authenticate with.
public struct AuthenticationMeans: Equatable, Sendable {
    public let mobile: String
    public let email: String?
    public let hasPassword: Bool
    public let hasAuthenticator: Bool
    /// The wallet's PIN; a card's PIN is not a factor.
    public let hasPIN: Bool
    public let hasPasskey: Bool
    public let hasTrustedDevice: Bool

    public init(
        mobile: String, email: String?, hasPassword: Bool, hasAuthenticator: Bool, hasPIN: Bool, hasPasskey: Bool,
        hasTrustedDevice: Bool
    ) {
        self.mobile = mobile
        self.email = email
        self.hasPassword = hasPassword
        self.hasAuthenticator = hasAuthenticator
        self.hasPIN = hasPIN
        self.hasPasskey = hasPasskey
        self.hasTrustedDevice = hasTrustedDevice
    }

    /// The usable methods, in the order to offer them in. They are the same in every mode; if the partner authenticates
    /// the customer, it may also use a method that this service knows nothing about.
    public var offers: [AuthenticationOffer] {
        var offers = [AuthenticationOffer(.smsCode, target: Self.masked(phone: mobile))]
        if let email { offers.append(AuthenticationOffer(.emailCode, target: Self.masked(email: email))) }
        if hasAuthenticator { offers.append(AuthenticationOffer(.authenticatorCode)) }
        offers.append(AuthenticationOffer(.push))
        if hasPasskey { offers.append(AuthenticationOffer(.passkey)) }
        if hasTrustedDevice { offers.append(AuthenticationOffer(.biometric)) }
        if hasPassword { offers.append(AuthenticationOffer(.password)) }
        if hasPIN { offers.append(AuthenticationOffer(.pin)) }
        return offers
    }

    /// Where the message of a challenge is sent; nil if the method sends none.
    public func target(of verification: Verification) -> String? {
        switch verification {
        case .smsCode: mobile
        case .emailCode: email
        case .push: "the customer's devices"
        case .password, .pin, .authenticatorCode, .passkey, .biometric: nil
        }
    }

    /// The prefix up to the space and the last two digits: `+359 *******67`.
    static func masked(phone: String) -> String {
        let shown = phone.firstIndex(of: " ").map { phone.distance(from: phone.startIndex, to: $0) + 1 } ?? 3
        return masked(phone, first: min(shown, 5), last: 2)
    }

    /// The first letter and the domain: `i****@example.com`.
    static func masked(email: String) -> String {
        guard let at = email.lastIndex(of: "@") else { return masked(email, first: 1, last: 0) }
        return masked(String(email[..<at]), first: 1, last: 0) + email[at...]
    }

    private static func masked(_ text: String, first: Int, last: Int) -> String {
        let hidden = max(0, text.count - first - last)
        return text.prefix(first) + String(repeating: "*", count: hidden) + text.suffix(hidden == 0 ? 0 : last)
    }
}
