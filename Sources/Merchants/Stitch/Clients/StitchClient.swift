import HTTPService
import Payments
import Validation

/// A client of Stitch's API: the credentials of a merchant's server, and what was agreed with it.
public struct StitchClient: Hashable, Sendable {
    public static let redirectURILimit = 16

    /// 1 to 64 letters, digits, `-` and `_`.
    public let id: String
    public let merchant: MerchantID
    public let scopes: Set<StitchScope>
    /// Where customers may be sent after 3-D Secure: with https, or to their own machine.
    public let redirectURIs: [String]
    /// Whether its payments are only tried out: amounts decide how they end, and no issuer is asked.
    public let isTest: Bool
    /// Whether each of its transactions needs 3-D Secure.
    public let requiresSecure3d: Bool
    /// Whether each of its transactions needs `deviceInformation`, as Stitch's guide says. Stitch's own SDK never sends
    /// it.
    public let requiresDeviceInformation: Bool
    /// Whether `initiateTransaction` needs exactly the scope `transaction_initiate`. Otherwise `client_paymentrequest`
    /// is enough, which is what Stitch's own SDK asks for.
    public let isScopeStrict: Bool
    /// SubjectPublicKeyInfo in DER of the RSA key that signs its assertions; nil if it has none.
    public let assertionKey: [UInt8]?

    /// - Returns: nil if a part is not as described.
    public init?(
        id: String, merchant: MerchantID, scopes: Set<StitchScope>, redirectURIs: [String] = [], isTest: Bool = false,
        requiresSecure3d: Bool = false, requiresDeviceInformation: Bool = false, isScopeStrict: Bool = false,
        assertionKey: [UInt8]? = nil
    ) {
        guard Self.isName(id), redirectURIs.count <= Self.redirectURILimit,
            redirectURIs.allSatisfy(RedirectURI.isAcceptable)
        else { return nil }
        (self.id, self.merchant, self.scopes) = (id, merchant, scopes)
        self.redirectURIs = redirectURIs.map(RedirectURI.listed)
        (self.isTest, self.requiresSecure3d, self.assertionKey) = (isTest, requiresSecure3d, assertionKey)
        (self.requiresDeviceInformation, self.isScopeStrict) = (requiresDeviceInformation, isScopeStrict)
    }

    static func isName(_ id: String) -> Bool { (1...64).contains(id.utf8.count) && id.utf8.allSatisfy(\.isPlain) }

    /// Payments of a test client have a gateway of their own, so that nobody clears them.
    var gateway: Gateway { isTest ? .stitchTest : .stitch }
}

/// What a client's token may be used for (docs.stitch.money, client tokens).
public enum StitchScope: String, CaseIterable, Hashable, Sendable {
    case transactionInitiate = "transaction_initiate"
    case transactionCancel = "transaction_cancel"
    case refund = "client_refund"
    case paymentRequest = "client_paymentrequest"
    case disbursement = "client_disbursement"
    case webhooksDashboard = "client_webhooks_dashboard"
}

/// Where a customer may be sent back to.
enum RedirectURI {
    static let limit = 2048

    /// An absolute https URL without user, fragment and spaces. On the customer's own machine, http is enough (RFC
    /// 8252, section 7.3).
    static func isAcceptable(_ text: String) -> Bool {
        let isPrintable = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#"\"<>^`{|}"#.utf8.contains($0) }
        guard text.utf8.count <= limit, isPrintable, !text.contains("#") else { return false }
        if Loopback(text) != nil { return true }
        guard text.hasPrefix("https://") else { return false }
        let authority = text.dropFirst(8).prefix { !"/?".contains($0) }
        return RequestAddress.isAuthority(authority)
    }

    /// The URI as a client lists it. On the customer's own machine, the port does not count: a shop that is tried out
    /// there takes one that is free (RFC 8252, section 7.3).
    static func listed(_ uri: String) -> String { Loopback(uri)?.listed ?? uri }

    /// The scheme, the host and the port of a page on the customer's own machine; nil for any other.
    static func loopbackOrigin(of uri: String) -> String? { Loopback(uri)?.origin }

    /// The URI with a query parameter more.
    static func adding(_ name: String, _ value: String, to uri: String) -> String {
        uri + (uri.contains("?") ? "&" : "?") + "\(name)=\(value)"
    }

    /// A page on the customer's own machine. All of 127.0.0.0/8 is that machine (RFC 1122, section 3.2.1.3).
    private struct Loopback {
        let origin: String
        /// Without the port, and at 127.0.0.1 if the host is an address.
        let listed: String

        init?(_ uri: String) {
            let form = /(https?:\/\/)(localhost|127(?:\.[0-9]{1,3}){3})((?::[0-9]{1,5})?)((?:[\/?].*)?)/
            guard let (_, scheme, host, port, path) = uri.wholeMatch(of: form)?.output,
                !HostSpelling.isNoAddress(host), port.isEmpty || HostSpelling.isPort(port.dropFirst())
            else { return nil }
            origin = "\(scheme)\(host)\(port)"
            listed = "\(scheme)\(host == "localhost" ? host : "127.0.0.1")\(path)"
        }
    }
}
