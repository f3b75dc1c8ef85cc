import Ledger

/// The issuer of a card, as an acquirer reaches it through the card network. The program provides the implementation.
public protocol PaymentIssuer: Sendable {
    /// Asks for money. The same request sent twice gets the same answer, and holds the money once.
    func authorize(_ request: IssuerRequest) async -> IssuerAnswer

    /// Gives an authorization, or a part of it, back. It may arrive before its authorization or although there is none;
    /// then the issuer remembers it, and answers `approved` or `declined`. A reversal is sent again only after
    /// `unreachable`, which is also the answer if the issuer could not book it.
    func reverse(_ request: IssuerRequest) async -> IssuerAnswer
}

/// A request to an issuer.
public struct IssuerRequest: Sendable {
    /// Unique for each request; 12 digits. A repeated request has the same reference.
    public let reference: String
    public let instrument: PaymentInstrument
    /// Zero verifies the account.
    public let amount: Money
    public let merchant: Merchant
    /// Whether the merchant accepts an approval of a part of the amount.
    public let canApproveInPart: Bool
    /// The reference of the authorization that a reversal takes back; nil for an authorization.
    public let originalReference: String?
    /// Whether the customer has authenticated to this merchant for this amount.
    public let isAuthenticated: Bool
    /// Whether a reversal takes the whole payment back. Then the issuer releases everything that it holds for the
    /// payment, even if it approved another amount.
    public let isComplete: Bool

    public init(
        reference: String, instrument: PaymentInstrument, amount: Money, merchant: Merchant,
        canApproveInPart: Bool = false, isAuthenticated: Bool = false, originalReference: String? = nil,
        isComplete: Bool = false
    ) {
        (self.isAuthenticated, self.isComplete) = (isAuthenticated, isComplete)
        (self.reference, self.instrument, self.amount, self.merchant) = (reference, instrument, amount, merchant)
        (self.canApproveInPart, self.originalReference) = (canApproveInPart, originalReference)
    }
}

public enum IssuerAnswer: Equatable, Sendable {
    /// - Parameters:
    ///   - amount: in the currency of the request; less than asked only if the request allows that.
    ///   - code: the approval code, at most 6 characters.
    case approved(amount: Money, code: String)
    case declined(DeclineReason)
    /// It is unknown whether the issuer acted on the request.
    case unreachable
}

/// Why an issuer does not pay. Each gateway has its own words for these.
public enum DeclineReason: String, CaseIterable, Sendable {
    case insufficientFunds = "INSUFFICIENT_FUNDS"
    case suspended = "SUSPENDED"
    case closed = "CLOSED"
    case lost = "LOST"
    case stolen = "STOLEN"
    case expired = "EXPIRED"
    case amountLimit = "AMOUNT_LIMIT"
    case countLimit = "COUNT_LIMIT"
    case notPermitted = "NOT_PERMITTED"
    case cryptogramRefused = "CRYPTOGRAM_REFUSED"
    case unknownCard = "UNKNOWN_CARD"
    case wrongCVV2 = "WRONG_CVV2"
    case wrongPIN = "WRONG_PIN"
    case doNotHonor = "DO_NOT_HONOR"
    /// The customer did not authenticate. The gateway that asked the customer gives this reason; issuers do not.
    case notAuthenticated = "NOT_AUTHENTICATED"
    /// The issuer or the way to it failed, so the payment was taken back.
    case malfunction = "MALFUNCTION"
}
