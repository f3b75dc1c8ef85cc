/// Gets the session that Apple requires of a merchant before the sheet opens on a web page. The program provides the
/// implementation.
public protocol WalletSessions: Sendable {
    /// Apple's answer as JSON; nil if Apple gives none.
    func appleSession(_ request: AppleSessionRequest) async -> String?
}

/// A request whose merchant and whose address of Apple were checked.
public struct AppleSessionRequest: Hashable, Sendable {
    public let merchantIdentifier: String
    public let validationURL: String
    public let displayName: String
    /// `web` or `messaging`.
    public let initiative: String
    /// The domain of the page.
    public let initiativeContext: String

    package init(
        merchantIdentifier: String, validationURL: String, displayName: String, initiative: String,
        initiativeContext: String
    ) {
        (self.merchantIdentifier, self.validationURL) = (merchantIdentifier, validationURL)
        (self.displayName, self.initiative, self.initiativeContext) = (displayName, initiative, initiativeContext)
    }

    /// The hosts that Apple names for merchants' servers ("Setting Up Your Server"): a merchant's server must call no
    /// other one, because the address comes from a browser.
    package static func isApples(_ url: String) -> Bool {
        let gateway = /https:\/\/(cn-)?apple-pay-gateway(-(nc|pr|sh|tj)-pod[1-9](-dr)?|-cert)?\.apple\.com/
        guard let match = url.prefixMatch(of: gateway) else { return false }
        let path = url[match.range.upperBound...]
        return path.hasPrefix("/") && path.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
