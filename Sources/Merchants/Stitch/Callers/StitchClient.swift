import Gateways
import HTTPService
import Payments
import Validation

/// A client of Stitch's API: the credentials of a merchant's server, and its agreed settings.
public struct StitchClient: Hashable, Sendable {
    public static let redirectURILimit = 16

    /// As ``ClientCredentials/isName(_:)`` says.
    public let id: String
    public let merchant: MerchantID
    public let scopes: Set<StitchScope>
    /// Where customers may be sent after 3-D Secure: with https, or to their own machine.
    public let redirectURIs: [String]
    /// Whether its payments are only trials: amounts decide their outcome, and no issuer is asked.
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
        guard ClientCredentials.isName(id), redirectURIs.count <= Self.redirectURILimit,
            redirectURIs.allSatisfy(ReturnURL.isPage)
        else { return nil }
        (self.id, self.merchant, self.scopes) = (id, merchant, scopes)
        self.redirectURIs = redirectURIs.map(ReturnURL.listed)
        (self.isTest, self.requiresSecure3d, self.assertionKey) = (isTest, requiresSecure3d, assertionKey)
        (self.requiresDeviceInformation, self.isScopeStrict) = (requiresDeviceInformation, isScopeStrict)
    }

    /// Payments of a test client have a gateway of their own, so that they are not cleared.
    var gateway: Gateway { isTest ? .stitchTest : .stitch }
}

/// A permitted use of a client's token (docs.stitch.money, client tokens).
public enum StitchScope: String, CaseIterable, Hashable, Sendable {
    case transactionInitiate = "transaction_initiate"
    case transactionCancel = "transaction_cancel"
    case refund = "client_refund"
    case paymentRequest = "client_paymentrequest"
    case disbursement = "client_disbursement"
    case webhooksDashboard = "client_webhooks_dashboard"
}
