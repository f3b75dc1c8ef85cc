import HTTPContract

/// A member of a request: its name, and the longest text that it may have.
struct GatewayField: Sendable {
    let name: String
    /// In Unicode scalars.
    let limit: Int
    let isSecret: Bool
    let example: String?
    let description: String

    private init(
        _ name: String, _ limit: Int, isSecret: Bool = false, example: String? = nil, _ description: String
    ) {
        (self.name, self.limit, self.isSecret) = (name, limit, isSecret)
        (self.example, self.description) = (example, description)
    }

    func declaration(isRequired: Bool = false) -> ObjectSchema.Member {
        ObjectSchema.Member(
            name: name, kind: self.name == Self.userFields.name ? .anything : .string, isRequired: isRequired,
            isSecret: isSecret, maximumLength: limit, example: example, description: description)
    }

    static let merchant = GatewayField("merchid", 16, example: "496160873888", "The merchant's number.")
    static let account = GatewayField(
        "account", 19 + 6, isSecret: true, example: "9418594164541111",
        "A CardSecure token, or the number of a card, with or without spaces.")
    static let expiry = GatewayField(
        "expiry", 8, example: "1228", "MMYY, YYYYM, YYYYMM or YYYYMMDD; not needed for a wallet or a profile.")
    static let amount = GatewayField(
        "amount", 14, example: "106.00",
        "With a decimal point, or in minor units without one. 0 verifies the account.")
    static let currency = GatewayField("currency", 3, example: "USD", "The merchant's currency, ISO 4217.")
    static let capture = GatewayField("capture", 4, example: "Y", "Y captures what is approved; N if absent.")
    static let tokenize = GatewayField(
        "tokenize", 1, example: "Y", "Y shows the account masked; otherwise the account is the token.")
    static let order = GatewayField("orderid", 50, example: "A1B2C3D4", "The merchant's own number of the order.")
    static let securityCode = GatewayField("cvv2", 4, isSecret: true, example: "112", "The code on the card.")
    static let origin = GatewayField("ecomind", 1, example: "E", "T by telephone, R recurring, E in an app or a page.")
    static let onFile = GatewayField(
        "cof", 1, example: "C", "With a stored card: C by the customer, M by the merchant.")
    static let onFileIsScheduled = GatewayField(
        "cofscheduled", 1, example: "N", "Y for a payment that recurs on a schedule.")
    static let onFilePermission = GatewayField(
        "cofpermission", 1, example: "Y", "Y if the customer allows to store it.")
    static let profile = GatewayField(
        "profile", 24, example: "Y", "Y makes a profile; profileid/acctid charges a stored account.")
    static let accountNumber = GatewayField("acctid", 3, example: "1", "The account of the profile.")
    static let makesDefault = GatewayField("defaultacct", 1, example: "Y", "Y makes it the profile's default account.")
    static let updatesProfile = GatewayField(
        "profileupdate", 1, example: "Y", "Y keeps what the request leaves out; otherwise the account is replaced.")
    static let updaterOptOut = GatewayField("auoptout", 1, example: "N", "Y takes the account out of the updater.")
    static let accountType = GatewayField("accttype", 6, example: "PDEBIT", "ECHK and ESAV are accounts of banks.")
    static let socialSecurity = GatewayField(
        "ssnl4", 4, isSecret: true, example: nil, "The last digits of the holder's social security number, of a check.")
    static let license = GatewayField(
        "license", 40, isSecret: true, example: nil, "The holder's driving license, of a check: UT:98989898.")
    static let signature = GatewayField(
        "signature", 32_768, isSecret: true, example: nil,
        "The customer's signature: a bitmap of 200 by 100, compressed by gzip, in Base64. Without it, there is none.")
    static let bankRouting = GatewayField("bankaba", 9, example: "036001808", "The routing number of a bank.")
    static let receipt = GatewayField("receipt", 4, example: "Y", "Y or json adds what to print on a receipt.")
    static let bin = GatewayField("bin", 1, example: "Y", "Y adds what is known about the card's issuer.")
    static let authorizationCode = GatewayField(
        "authcode", 6, example: "046221", "Of an approval by telephone, which the issuer confirms.")
    static let reference = GatewayField("retref", 14, example: "343005123105", "The payment's retrieval reference.")
    static let name = GatewayField("name", 30, example: "Ada Byron", "The name of the account's holder.")
    static let company = GatewayField("company", 128, example: "Byron Ltd", "The company of the account's holder.")
    static let address = GatewayField("address", 128, example: "123 Main St", "The street, for address verification.")
    static let address2 = GatewayField("address2", 128, example: "Suite 300", "The second line of the address.")
    static let city = GatewayField("city", 30, example: "Philadelphia", "The city.")
    static let region = GatewayField("region", 20, example: "PA", "The state or the province.")
    static let country = GatewayField("country", 2, example: "US", "ISO 3166-1; US if absent.")
    static let phone = GatewayField("phone", 20, example: "777-777-7777", "The telephone number.")
    static let postal = GatewayField("postal", 10, example: "19355", "The postal code; 5 or 9 digits in the US.")
    static let email = GatewayField("email", 128, example: "ada@example.com", "The address for e-mail.")
    static let secureFlag = GatewayField("secureflag", 8, example: "05", "The indicator of 3-D Secure.")
    static let secureValue = GatewayField(
        "securevalue", 64, isSecret: true, example: nil, "The value that 3-D Secure has proven the customer with.")
    static let secureTransaction = GatewayField("securedstid", 64, example: nil, "The directory server's transaction.")
    static let userFields = GatewayField("userfields", 4000, "The merchant's own fields, as an object or an array.")

    static let secureAccount = GatewayField(
        "account", 40, isSecret: true, example: nil, "The number of a card, or a token, to ask whether it exists.")
    static let deviceData = GatewayField(
        "devicedata", 2 * AppleDeviceData.limitBytes, isSecret: true, example: nil,
        "What a wallet gave: Apple's token as a string of members joined by &, or Google's token in JSON.")
    static let encryptionHandler = GatewayField(
        "encryptionhandler", 20, example: "EC_APPLE_PAY", "EC_APPLE_PAY or EC_GOOGLE_PAY.")
    static let secureCode = GatewayField("cvv", 4, isSecret: true, example: nil, "The code on the card; not kept.")
    static let unique = GatewayField("unique", 5, example: "N", "true makes a token that nobody else gets.")
    static let message = GatewayField("message", 250, example: "Hello?", "Any text; the answer repeats it.")

    /// Whose account it is, as authorizations and profiles take it.
    static let holder = [name, company, address, address2, city, region, country, postal, phone, email]
}

extension ObjectSchema {
    /// A request of the gateway. Members that it does not declare are ignored.
    static func gatewayRequest(
        _ name: String, required: [GatewayField], _ optional: [GatewayField]
    ) -> ObjectSchema {
        ObjectSchema(
            name: name,
            members: required.map { $0.declaration(isRequired: true) } + optional.map { $0.declaration() })
    }
}
