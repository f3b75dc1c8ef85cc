/// What is configured about Stitch's API.
public struct StitchSettings: Sendable {
    /// The address of the token call as clients know it. Assertions are meant for it.
    public var tokenURL: String
    /// The address of the pages for 3-D Secure, without a slash at its end; a transaction's id follows it.
    public var interactionURL: String
    /// Whether `initiateTransaction` needs the fingerprint or the three others. Stitch's own SDK never sends them.
    public var isDeviceInformationRequired = false
    /// Whether `initiateTransaction` needs exactly the scope `transaction_initiate`. Otherwise `client_paymentrequest`
    /// is enough, which is what Stitch's own SDK asks for.
    public var isScopeStrict = false
    /// Where merchants' sessions with wallets come from; nil if there are none.
    public var walletSessions: (any WalletSessions)?

    public init(tokenURL: String, interactionURL: String) {
        (self.tokenURL, self.interactionURL) = (tokenURL, interactionURL)
    }
}

/// Gets the session that a wallet wants of a merchant before its sheet opens on a web page. The composition fulfils it.
public protocol WalletSessions: Sendable {
    /// Apple's answer as JSON; nil if Apple does not know the merchant.
    func appleSession(_ request: AppleSessionRequest) async -> String?
    /// Nil if Samsung does not know the merchant.
    func samsungSession(_ request: SamsungSessionRequest) async -> SamsungSession?
}

public struct AppleSessionRequest: Hashable, Sendable {
    public let merchantIdentifier: String
    public let validationURL: String
    public let displayName: String
    /// `web` or `messaging`.
    public let initiative: String
    /// The domain of the page.
    public let initiativeContext: String
}

public struct SamsungSessionRequest: Hashable, Sendable {
    /// In major units, such as `12.34`.
    public let amount: String
    public let currency: String
    public let callbackURL: String
    public let displayName: String
    public let initiativeContext: String
}

public struct SamsungSession: Hashable, Sendable {
    public let id: String
    public let href: String
    /// The RSA key that the page seals to: its id, and modulus and exponent in hexadecimal.
    public let keyID: String
    public let modulus: String
    public let exponent: String

    public init(id: String, href: String, keyID: String, modulus: String, exponent: String) {
        (self.id, self.href, self.keyID) = (id, href, keyID)
        (self.modulus, self.exponent) = (modulus, exponent)
    }
}
