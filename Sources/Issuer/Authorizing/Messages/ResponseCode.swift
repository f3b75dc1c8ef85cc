/// An issuer's response code to a message: field 39 of ISO 8583, two characters.
///
/// ISO 8583 and the rules of the networks are not public. The meanings are those that acquirers and processors print
/// (myPOS, TabaPay, Nexi).
public enum ResponseCode: String, CaseIterable, Sendable {
    case approved = "00"
    case referToIssuer = "01"
    case invalidMerchant = "03"
    case pickUp = "04"
    case doNotHonor = "05"
    case pickUpSpecial = "07"
    /// Approved for a smaller amount than the requested one. The terminal collects the rest in another way.
    case approvedInPart = "10"
    case invalidTransaction = "12"
    case invalidAmount = "13"
    case noSuchCard = "14"
    case noSuchIssuer = "15"
    case formatError = "30"
    case lostCard = "41"
    case stolenCard = "43"
    case closedAccount = "46"
    case insufficientFunds = "51"
    case expiredCard = "54"
    case wrongPIN = "55"
    case notAllowedToCard = "57"
    case notAllowedAtTerminal = "58"
    case suspectedFraud = "59"
    case amountLimit = "61"
    case restrictedCard = "62"
    /// Mastercard's answer to a wrong CVV2, too.
    case securityViolation = "63"
    /// In Mastercard's European region also a request for strong customer authentication.
    case countLimit = "65"
    case pinTriesUsedUp = "75"
    /// The card is not activated yet, or its account does not exist.
    case notActivated = "78"
    /// Visa's answer to a wrong cryptogram or a wrong CVV of the chip.
    case wrongCryptogram = "82"
    case lifeCycle = "84"
    /// The answer to a request that moves no money: the card could pay.
    case noReasonToDecline = "85"
    case pinNotVerifiable = "86"
    /// Mastercard's answer to a wrong cryptogram.
    case cryptographicFailure = "88"
    case issuerUnreachable = "91"
    case cannotRoute = "92"
    /// The reference was used for another message.
    case duplicate = "94"
    case malfunction = "96"
    /// Visa's request for strong customer authentication.
    case authenticationNeeded = "1A"
    /// Visa's answer to a wrong CVV2.
    case wrongSecurityCode = "N7"

    /// Whether the merchant gets the money now or later.
    public var isApproval: Bool {
        self == .approved || self == .approvedInPart || self == .noReasonToDecline
    }
}

extension ResponseCode {
    /// The meaning of the code, for a reader. Continues "The issuer answered: …".
    public var meaning: String {
        switch self {
        case .approved: "approved"
        case .referToIssuer: "call the issuer"
        case .invalidMerchant: "the merchant is not valid"
        case .pickUp: "keep the card"
        case .doNotHonor: "declined without a reason"
        case .pickUpSpecial: "keep the card, it is used for fraud"
        case .approvedInPart: "approved for a smaller amount"
        case .invalidTransaction: "the issuer does not know this kind of transaction"
        case .invalidAmount: "the amount is not valid"
        case .noSuchCard: "there is no such card"
        case .noSuchIssuer: "there is no such issuer"
        case .formatError: "the message is malformed"
        case .lostCard: "the card is reported as lost"
        case .stolenCard: "the card is reported as stolen"
        case .closedAccount: "the card is cancelled"
        case .insufficientFunds: "the account does not have enough money"
        case .expiredCard: "the card has expired, or another expiry was sent"
        case .wrongPIN: "the PIN is wrong or missing"
        case .notAllowedToCard: "the card does not allow this transaction"
        case .notAllowedAtTerminal: "the terminal does not allow this transaction"
        case .suspectedFraud: "the issuer suspects fraud"
        case .amountLimit: "an amount limit would be exceeded"
        case .restrictedCard: "the card is locked or suspended"
        case .securityViolation: "a security value is wrong"
        case .countLimit: "a limit on the number of transactions would be exceeded, or authentication is needed"
        case .pinTriesUsedUp: "too many wrong PINs"
        case .notActivated: "the card is not activated, or there is no account"
        case .wrongCryptogram, .cryptographicFailure: "the cryptogram is wrong"
        case .lifeCycle: "the transaction is not in a state that allows this"
        case .noReasonToDecline: "no reason to decline"
        case .pinNotVerifiable: "the PIN cannot be verified"
        case .issuerUnreachable: "the issuer did not answer in time"
        case .cannotRoute: "the network cannot route the message to the issuer"
        case .duplicate: "the reference was used for another message"
        case .malfunction: "the issuer has a malfunction"
        case .authenticationNeeded: "the customer must authenticate"
        case .wrongSecurityCode: "the security code is wrong"
        }
    }
}
