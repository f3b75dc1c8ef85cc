import HTTPContract

/// A card sealed for a mobile wallet, with the data that the wallet shows.
public struct CardTokenizationBody: Sendable, Hashable, Decodable {
    public var cardNetwork: String
    public var tokenProvider: String
    public var cardLastDigits: String
    public var customer: Cardholder
    /// Google: passed to the wallet unchanged.
    public var opaquePaymentCard: String?
    /// Samsung: the same, by the name in Samsung's SDK.
    public var provisionPayload: String?
    /// This and the next two are for Apple, in Base64.
    public var encryptedPassData: String?
    public var ephemeralPublicKey: String?
    public var activationData: String?

    /// The person whom the wallet asks the network to verify.
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
        opaquePaymentCard: String? = nil, provisionPayload: String? = nil, encryptedPassData: String? = nil,
        ephemeralPublicKey: String? = nil, activationData: String? = nil
    ) {
        self.cardNetwork = cardNetwork
        self.tokenProvider = tokenProvider
        self.cardLastDigits = cardLastDigits
        self.customer = customer
        self.opaquePaymentCard = opaquePaymentCard
        self.provisionPayload = provisionPayload
        self.encryptedPassData = encryptedPassData
        self.ephemeralPublicKey = ephemeralPublicKey
        self.activationData = activationData
    }

    /// The data that an app pushes to Google's or Samsung's wallet.
    public var pushed: String? { opaquePaymentCard ?? provisionPayload }
}

extension CardTokenizationBody: AnswerBody {
    public static let members: [AnswerMember<CardTokenizationBody>] = [
        .member(
            "cardNetwork", \.cardNetwork, as: .enumeration(Vocabulary.cardNetworks), example: "CARD_NETWORK_VISA",
            "The card's network, by Google's name."),
        .member(
            "tokenProvider", \.tokenProvider, as: .enumeration(Vocabulary.tokenProviders),
            example: "TOKEN_PROVIDER_VISA", "The token service, by Google's name."),
        .member("cardLastDigits", \.cardLastDigits, example: "1234", "The last four digits of the card number."),
        .member("customer", \.customer, "The cardholder whom the wallet asks the network to verify."),
        .member(
            "opaquePaymentCard", \.opaquePaymentCard, isSecret: true, example: "eyJraWQiOiIxIn0…",
            "Google: the encrypted card; pass it to the wallet unchanged."),
        .member(
            "provisionPayload", \.provisionPayload, isSecret: true,
            "Samsung: the encrypted card; pass it to the wallet unchanged."),
        .member("encryptedPassData", \.encryptedPassData, isSecret: true, "Apple: the encrypted card; Base64."),
        .member(
            "ephemeralPublicKey", \.ephemeralPublicKey, isSecret: true,
            "Apple: the ephemeral public key of the encryption; Base64."),
        .member("activationData", \.activationData, isSecret: true, "Apple: activation data for the network; Base64."),
    ]
}

extension CardTokenizationBody.Cardholder: AnswerBody {
    public static let members: [AnswerMember<CardTokenizationBody.Cardholder>] = [
        .member("address1", \.address1, example: "Tsarigradsko Shose 73", "Street and number."),
        .member("address2", \.address2, "Second address line."),
        .member("address3", \.address3, "Third address line."),
        .member("city", \.city, example: "Sofia", "City."),
        .member("countryCode", \.countryCode, example: "BG", "Country, ISO 3166-1 alpha-2."),
        .member("state", \.state, "State or province."),
        .member("postalCode", \.postalCode, example: "1000", "Postal code."),
        .member("name", \.name, example: "Ivana Petrova", "First and last name."),
        .member("mobile", \.mobile, example: "+359 881234567", "The cardholder's mobile number."),
    ]
}
