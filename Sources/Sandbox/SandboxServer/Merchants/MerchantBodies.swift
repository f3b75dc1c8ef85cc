import Authorizing
import CardSecrets
import Gateways
import HTTPContract
import Identifiers
import Ledger
import Payments
import Validation

/// A merchant to make. No member is required: a tester needs a merchant, and seldom a certain one.
struct MerchantBody: RequestBody {
    var merchantId: String?
    var name: String?
    var mcc: String?
    var country: String?
    var city: String?
    var currencyCode: String?
    var dayEnds: String?

    static let members: [BodyMember<MerchantBody>] = [
        .string(
            "merchantId", \.merchantId, example: "700000000001",
            "The merchant's number at its gateways: 1 to 32 letters and digits; a new one if absent."),
        .string("name", \.name, example: "Corner Shop", "What the customer reads, 1 to 100 characters."),
        .string("mcc", \.mcc, example: "5411", "What the merchant sells: four digits of ISO 18245; 5999 if absent."),
        .string("country", \.country, example: "DE", "ISO 3166-1 alpha-2; DE if absent."),
        .string("city", \.city, example: "Berlin", "1 to 40 characters; Berlin if absent."),
        .string("currencyCode", \.currencyCode, example: "EUR", "The usual currency, ISO 4217; EUR if absent."),
        .string(
            "dayEnds", \.dayEnds, example: "22:00",
            "When the merchant's day ends, in UTC: captures are cleared then; 00:00 if absent."),
    ]

    /// - Parameter freshID: the number of a merchant that names none.
    func draft(freshID: String) -> Draft<Merchant?> {
        var wrong = Violations()
        let id = MerchantID(merchantId ?? freshID)
        wrong.check("merchantId", id == nil ? "must be 1 to 32 ASCII letters and digits" : nil)
        if let merchantId, CardNumber.isIn(identifier: merchantId) { wrong.check("merchantId", CardNumber.violation) }
        let category = MerchantCategory(mcc ?? "5999")
        wrong.check("mcc", category == nil ? "must be four digits" : nil)
        let country = CountryCode(country ?? "DE")
        wrong.check("country", country == nil ? "must be two capital letters" : nil)
        let currency = Currency(currencyCode ?? "EUR")
        wrong.check("currencyCode", currency == nil ? "must be a currency of ISO 4217" : nil)
        let dayEnds = Self.minutes(of: dayEnds ?? "00:00")
        wrong.check("dayEnds", dayEnds == nil ? "must be a time from 00:00 to 23:59" : nil)
        wrong.check("name", Self.violation(of: name ?? "Corner Shop", limit: 100))
        wrong.check("city", Self.violation(of: city ?? "Berlin", limit: 40))
        guard wrong.list.isEmpty, let id, let category, let country, let currency, let dayEnds else {
            return Draft(nil, errors: wrong.list)
        }
        return Draft(
            Merchant(
                id: id, name: name ?? "Corner Shop", category: category.number, country: country.letters,
                city: city ?? "Berlin", currency: currency, dayEnds: dayEnds))
    }

    private static func minutes(of text: String) -> Int? {
        guard let match = text.wholeMatch(of: /([01][0-9]|2[0-3]):([0-5][0-9])/), let hours = Int(match.1),
            let minutes = Int(match.2)
        else { return nil }
        return hours * 60 + minutes
    }

    /// The issuer reads the text in every message, so it has the network's rules.
    private static func violation(of text: String, limit: Int) -> String? {
        guard (1...limit).contains(text.unicodeScalars.count), !ControlCharacters.areIn(text) else {
            return "must be 1 to \(limit) characters without control characters"
        }
        return CardNumber.isIn(text) ? CardNumber.violation : nil
    }
}

/// Settings of a merchant at a gateway. The gateway knows its members.
struct MerchantSettingsBody: RequestBody {
    static let isClosed = false
    static let members: [BodyMember<MerchantSettingsBody>] = []
}

/// A merchant with everything that its clients and its customers' phones need.
struct MerchantAnswer: AnswerBody {
    let merchant: Merchant
    /// Nil in a list.
    let gateways: [MerchantGatewayAnswer]?

    static let members: [AnswerMember<MerchantAnswer>] = [
        .member(
            "merchantId", \.merchant.id.rawValue, example: "496160873888", "The merchant's number at its gateways."),
        .member("name", \.merchant.name, example: "Corner Shop", "What the customer reads."),
        .member("mcc", \.category, example: "5411", "What the merchant sells, ISO 18245."),
        .member("country", \.merchant.country, example: "DE", "ISO 3166-1 alpha-2."),
        .member("city", \.merchant.city, example: "Berlin", "The merchant's city."),
        .member("currencyCode", \.merchant.currency.code, example: "EUR", "The usual currency, ISO 4217."),
        .member("dayEnds", \.dayEnds, example: "22:00", "When the merchant's day ends, in UTC."),
        .member("gateways", \.gateways, "The merchant at each gateway; absent in a list."),
    ]

    private var category: String { Self.digits(merchant.category, count: 4) }

    private var dayEnds: String {
        Self.digits(merchant.dayEnds / 60, count: 2) + ":" + Self.digits(merchant.dayEnds % 60, count: 2)
    }

    private static func digits(_ number: Int, count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

/// A merchant's credentials and keys at one gateway.
struct MerchantGatewayAnswer: AnswerBody {
    let gateway: GatewayService
    /// The beginning of a tenant's paths; empty for the installation's own service.
    let pathPrefix: String
    let credentials: [GatewayCredential]?
    let keys: [MerchantPublicKey]

    static let members: [AnswerMember<MerchantGatewayAnswer>] = [
        .member("name", \.gateway.gateway.name, example: "stitch", "The gateway."),
        .member(
            "path", { $0.pathPrefix + $0.gateway.path }, example: "/stitch",
            "What its paths begin with on the merchants' listener, where it is not called by its host name."),
        .member(
            "hosts", { $0.gateway.hosts.map(\.description) }, example: "api.stitch.money",
            "The host names at which its clients call it."),
        .member(
            "credentials", { $0.credentials?.map(GatewayCredentialAnswer.init) },
            "What the merchant's clients identify themselves with; only when they are made."),
        .member(
            "keys", { $0.keys.map(MerchantKeyAnswer.init) }, "The keys to which the wallets of phones seal payments."),
    ]
}

struct GatewayCredentialAnswer: AnswerBody {
    let credential: GatewayCredential

    static let members: [AnswerMember<GatewayCredentialAnswer>] = [
        .member("name", \.credential.name, example: "client_id", "The gateway's name for it."),
        .member(
            "value", \.credential.value, isSecret: true, example: "test-6f1c",
            "The value."),
    ]
}

struct MerchantListAnswer: AnswerBody {
    let merchants: [Merchant]

    static let members: [AnswerMember<MerchantListAnswer>] = [
        .member(
            "merchants", { $0.merchants.map { MerchantAnswer(merchant: $0, gateways: nil) } },
            "The merchants, by their numbers; at most 1,000.")
    ]
}
