/// A card sealed for a mobile wallet, with what the wallet shows of it.
public struct CardTokenizationBody: Sendable, Hashable, Decodable {
    public var cardNetwork: String
    public var tokenProvider: String
    public var cardLastDigits: String
    public var customer: Cardholder
    /// Google and Samsung: handed to the wallet as it is.
    public var opaquePaymentCard: String?
    /// Apple, as are the two below; all in Base64.
    public var encryptedPassData: String?
    public var ephemeralPublicKey: String?
    public var activationData: String?

    /// Whom the wallet asks the network to verify.
    public struct Cardholder: Sendable, Hashable, Decodable {
        public var address1: String?
        public var address2: String?
        public var address3: String?
        public var city: String?
        public var countryCode: String?
        public var state: String?
        public var postalCode: String?
        public var name: String
        public var mobile: String

        public init(_ address: DeliveryAddressBody?, name: String, mobile: String) {
            address1 = address?.address1
            address2 = address?.address2
            address3 = address?.address3
            city = address?.city
            countryCode = address?.countryCode
            state = address?.state
            postalCode = address?.postalCode
            self.name = name
            self.mobile = mobile
        }
    }

    public init(
        cardNetwork: String, tokenProvider: String, cardLastDigits: String, customer: Cardholder,
        opaquePaymentCard: String? = nil, encryptedPassData: String? = nil, ephemeralPublicKey: String? = nil,
        activationData: String? = nil
    ) {
        self.cardNetwork = cardNetwork
        self.tokenProvider = tokenProvider
        self.cardLastDigits = cardLastDigits
        self.customer = customer
        self.opaquePaymentCard = opaquePaymentCard
        self.encryptedPassData = encryptedPassData
        self.ephemeralPublicKey = ephemeralPublicKey
        self.activationData = activationData
    }
}

extension CardTokenizationBody: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("cardNetwork", cardNetwork)
            json.member("tokenProvider", tokenProvider)
            json.member("cardLastDigits", cardLastDigits)
            json.member("customer", customer)
            json.member("opaquePaymentCard", opaquePaymentCard)
            json.member("encryptedPassData", encryptedPassData)
            json.member("ephemeralPublicKey", ephemeralPublicKey)
            json.member("activationData", activationData)
        }
    }
}

extension CardTokenizationBody.Cardholder: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("address1", address1)
            json.member("address2", address2)
            json.member("address3", address3)
            json.member("city", city)
            json.member("countryCode", countryCode)
            json.member("state", state)
            json.member("postalCode", postalCode)
            json.member("name", name)
            json.member("mobile", mobile)
        }
    }
}
