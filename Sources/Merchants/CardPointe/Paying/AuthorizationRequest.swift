import CardSecrets
import HTTPContract
import Ledger
import Payments
import Validation

/// A merchant's `auth` request, apart from the account.
struct AuthorizationRequest: Sendable {
    let amount: Money
    let capturesAtOnce: Bool
    let order: String?
    let expiry: PaymentInstrument.Expiry?
    let securityCode: String?
    let postal: String?
    let street: String?
    let name: String?
    let origin: String?
    let onFile: String?
    let isScheduled: Bool
    let showsMaskedAccount: Bool
    let storesProfile: Bool
    let addsBIN: Bool
    let receipt: ReceiptForm
    let userFields: JSONValue?
    /// The code that the issuer gave the merchant by telephone.
    let voiceCode: String?

    enum ReceiptForm: Sendable {
        case none, list, object
    }

    /// - Throws: ``Refused`` with the gateway's own code for the first member that it does not accept.
    ///
    /// - Parameters:
    ///   - currencies: those in which the merchant sells. The first one is meant if the request names none.
    ///   - isCheck: whether the account is a bank's.
    init(_ fields: RequestFields, in currencies: [Currency], isCheck: Bool) throws(Refused) {
        amount = try Self.amount(fields, in: Self.currency(fields, currencies, isCheck))
        voiceCode = try fields.text(.authorizationCode)
        guard voiceCode == nil || amount.isPositive else {
            throw Refused(.invalidAmount, "an approval by telephone is of an amount above zero")
        }
        capturesAtOnce = try fields.isYes(.capture)
        order = try fields.text(.order).map { CardNumber.hidden(inIdentifier: $0) }
        expiry = try Self.expiry(fields)
        securityCode = try Self.securityCode(fields)
        (postal, street) = (try Self.postal(fields), try fields.text(.address))
        name = try fields.text(.name).map { CardNumber.hidden(in: $0) }
        origin = try fields.text(.origin)?.uppercased()
        onFile = try fields.text(.onFile)?.uppercased()
        isScheduled = try fields.isYes(.onFileIsScheduled)
        showsMaskedAccount = try fields.isYes(.tokenize)
        storesProfile = try fields.isYes(.profile)
        addsBIN = try fields.isYes(.bin)
        receipt = switch try fields.text(.receipt)?.uppercased() {
        case "Y": .list
        case "JSON": .object
        default: .none
        }
        userFields = try fields.userFields()
    }

    /// Without one, a check is in dollars, and everything else in the merchant's own currency.
    private static func currency(
        _ fields: RequestFields, _ currencies: [Currency], _ isCheck: Bool
    ) throws(Refused) -> Currency {
        let named = try fields.text(.currency)?.uppercased() ?? (isCheck ? BankAccount.currencyCode : nil)
        guard let code = named ?? currencies.first?.code, let currency = Currency(code) else {
            throw Refused(.invalidCurrency)
        }
        guard currencies.contains(currency) else {
            throw Refused(.wrongCurrency, "The merchant sells in \(currencies.map(\.code).joined(separator: ", ")).")
        }
        return currency
    }

    private static func amount(_ fields: RequestFields, in currency: Currency) throws(Refused) -> Money {
        guard let text = try fields.text(.amount), let amount = GatewayAmount.read(text, in: currency) else {
            throw Refused(.invalidAmount, "amount must be like 12.34, or in minor units like 1234")
        }
        guard !amount.isNegative else { throw Refused(.noCreditWithoutReference) }
        return amount
    }

    static func expiry(_ fields: RequestFields) throws(Refused) -> PaymentInstrument.Expiry? {
        guard let text = try fields.text(.expiry) else { return nil }
        guard let expiry = GatewayExpiry.read(text) else {
            throw Refused(.nonNumericExpiry, "expiry must be MMYY, YYYYM, YYYYMM or YYYYMMDD")
        }
        return expiry
    }

    private static func securityCode(_ fields: RequestFields) throws(Refused) -> String? {
        guard let code = try fields.text(.securityCode) else { return nil }
        guard (3...4).contains(code.utf8.count), code.utf8.allSatisfy(isASCIIDigit) else {
            throw Refused(.nonNumericCVV, "cvv2 must be 3 or 4 digits")
        }
        return code
    }

    /// In the US 5 or 9 digits, also with a hyphen between; elsewhere anything.
    static func postal(_ fields: RequestFields) throws(Refused) -> String? {
        guard let postal = try fields.text(.postal) else { return nil }
        guard try fields.text(.country)?.uppercased() ?? "US" == "US" else { return postal }
        let digits = postal.filter { $0 != "-" && $0 != " " }
        guard [5, 9].contains(digits.utf8.count), digits.utf8.allSatisfy(isASCIIDigit) else {
            throw Refused(.invalidPostalCode, "postal must be 5 or 9 digits in the US")
        }
        return digits
    }

    /// `entrymode`.
    func entryMode(of instrument: PaymentInstrument) -> String {
        if instrument.wallet != nil { return "Digital Wallet" }
        return switch origin {
        case "E": "ECommerce"
        case "T": "Moto"
        case "R": "Recurring"
        default: "Keyed"
        }
    }
}

/// The kinds of Apple Pay payments that the gateway does not take. Source: CardPointe, "Apple Pay developer guide".
enum UnsupportedAppleTransaction: String, CaseIterable {
    /// One payment that is charged in parts as its goods are sent; the second part comes with a used token.
    case partialShipment = "partial shipment"
    case fixedSubscription = "fixed subscription"
    case flexibleFrequencySubscription = "flexible frequency subscription"
    case managedSubscription = "managed subscription"

    /// Nil if the payment is one that the gateway takes.
    init?(_ request: AuthorizationRequest, isUsed: Bool) {
        if isUsed {
            self = .partialShipment
        } else if request.onFile == "M" {
            self = request.isScheduled ? .fixedSubscription : .flexibleFrequencySubscription
        } else if request.isScheduled || request.origin == "R" {
            self = .managedSubscription
        } else {
            return nil
        }
    }

    /// A used token cannot be charged again, so it is refused like a text that is no token.
    var refusal: Refused {
        Refused(
            self == .partialShipment ? .invalidToken : .invalidField,
            "Apple Pay: the gateway does not support the transaction type \(rawValue).")
    }
}
