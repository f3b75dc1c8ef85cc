import CardAPI
import HTTPContract

extension Wallet {
    public enum MobileWalletType: String, WalletWord {
        case applePay = "APPLE_PAY"
        case googlePay = "GOOGLE_PAY"
        case samsungPay = "SAMSUNG_PAY"
        case unknown = "UNKNOWN"
    }

    public enum MobileWalletStatus: String, WalletWord {
        case completed = "COMPLETED"
        case initiated = "INITIATED"
        case unknown = "UNKNOWN"
    }

    public enum CardNetworkType: String, WalletWord {
        case cardNetworkVisa = "CARD_NETWORK_VISA"
        case cardNetworkMastercard = "CARD_NETWORK_MASTERCARD"
        case unknown = "UNKNOWN"
    }

    public enum CardTokenProvider: String, WalletWord {
        case tokenProviderVisa = "TOKEN_PROVIDER_VISA"
        case tokenProviderMastercard = "TOKEN_PROVIDER_MASTERCARD"
        case unknown = "UNKNOWN"
    }

    /// The data that a mobile wallet sends to the issuer.
    public struct CardTokenizationRequest: Sendable, Hashable {
        public let walletType: MobileWalletType
        public private(set) var clientDeviceID: String?
        public private(set) var clientWalletAccountID: String?
        public private(set) var leafCertificate: String?
        public private(set) var subordinateCertificate: String?
        public private(set) var nonce: String?
        public private(set) var nonceSignature: String?

        /// For Google and Samsung, which need both ids for a Visa card.
        public init(
            walletType: MobileWalletType, clientDeviceID: String? = nil, clientWalletAccountID: String? = nil
        ) {
            self.walletType = walletType
            self.clientDeviceID = clientDeviceID
            self.clientWalletAccountID = clientWalletAccountID
        }

        /// For Apple, with the values from PassKit's delegate, all in Base64.
        public init(leafCertificate: String, subordinateCertificate: String, nonce: String, nonceSignature: String) {
            walletType = .applePay
            self.leafCertificate = leafCertificate
            self.subordinateCertificate = subordinateCertificate
            self.nonce = nonce
            self.nonceSignature = nonceSignature
        }
    }

    /// A card encrypted for a mobile wallet, with the data that the wallet shows.
    public struct CardTokenization: Sendable, Hashable {
        public let cardNetwork: CardNetworkType
        public let tokenProvider: CardTokenProvider
        public let cardLastDigits: String
        public let customer: Customer
        /// Google: pass it to the wallet unchanged.
        public let opaquePaymentCard: String?
        /// Samsung: pass it to the wallet unchanged.
        public let provisionPayload: String?
        /// This and the next two are for Apple, in Base64.
        public let encryptedPassData: String?
        public let ephemeralPublicKey: String?
        public let activationData: String?

        public init(
            cardNetwork: CardNetworkType, tokenProvider: CardTokenProvider, cardLastDigits: String, customer: Customer,
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

        /// The cardholder whom the wallet asks the network to verify.
        public struct Customer: Sendable, Hashable {
            public let address1: String?
            public let address2: String?
            public let address3: String?
            public let city: String?
            public let countryCode: String?
            public let state: String?
            public let postalCode: String?
            public let name: String
            public let mobile: String

            public init(
                address1: String? = nil, address2: String? = nil, address3: String? = nil, city: String? = nil,
                countryCode: String? = nil, state: String? = nil, postalCode: String? = nil, name: String,
                mobile: String
            ) {
                self.address1 = address1
                self.address2 = address2
                self.address3 = address3
                self.city = city
                self.countryCode = countryCode
                self.state = state
                self.postalCode = postalCode
                self.name = name
                self.mobile = mobile
            }
        }
    }

    /// A card in a mobile wallet.
    public struct MobileWalletTokenization: Sendable, Hashable {
        /// The network's reference of the token; nil until it is known.
        public let dpanRef: String?
        /// Google only.
        public let walletID: String?
        public let walletType: MobileWalletType
        public let status: MobileWalletStatus

        public init(
            dpanRef: String, walletID: String? = nil, walletType: MobileWalletType = .applePay,
            status: MobileWalletStatus
        ) {
            self.dpanRef = dpanRef
            self.walletID = walletID
            self.walletType = walletType
            self.status = status
        }

        /// A tokenization that the wallet has not completed yet, as the service lists it.
        public init(initiatedIn walletType: MobileWalletType, walletID: String? = nil) {
            dpanRef = nil
            self.walletID = walletID
            self.walletType = walletType
            status = .initiated
        }
    }

    public struct MobileWalletTokenizationList: Sendable, Hashable {
        public let tokenizations: [MobileWalletTokenization]

        public init(tokenizations: [MobileWalletTokenization]) {
            self.tokenizations = tokenizations
        }
    }

    /// A token that the customer began in Google Wallet. In the state `TOKEN_STATE_NEEDS_IDENTITY_VERIFICATION`, it
    /// waits for the app to confirm that the card is the customer's. Apps on iOS have no use for it; a test of the
    /// service may.
    public struct CardManualTokenizationConfiguration: Sendable, Equatable {
        /// The `issuerTokenId` of the token.
        public let tokenRefID: String

        public init(tokenRefID: String) {
            self.tokenRefID = tokenRefID
        }

        /// The report with which the app completes the token, once Google Wallet has verified the customer. No
        /// `tokenize` is needed before it.
        public func completed(walletID: String? = nil) -> MobileWalletTokenization {
            MobileWalletTokenization(
                dpanRef: tokenRefID, walletID: walletID, walletType: .googlePay, status: .completed)
        }
    }
}

extension Wallet.CardTokenizationRequest {
    var body: TokenizeCardBody {
        var body = TokenizeCardBody()
        body.walletType = walletType.rawValue
        (body.clientDeviceId, body.clientWalletAccountId) = (clientDeviceID, clientWalletAccountID)
        (body.leafCertificate, body.subordinateCertificate) = (leafCertificate, subordinateCertificate)
        (body.nonce, body.nonceSignature) = (nonce, nonceSignature)
        return body
    }
}

extension Wallet.CardTokenization {
    init(_ body: CardTokenizationBody) {
        cardNetwork = Wallet.CardNetworkType(word: body.cardNetwork)
        tokenProvider = Wallet.CardTokenProvider(word: body.tokenProvider)
        cardLastDigits = body.cardLastDigits
        let customer = body.customer
        self.customer = Customer(
            address1: customer.address1, address2: customer.address2, address3: customer.address3,
            city: customer.city, countryCode: customer.countryCode, state: customer.state,
            postalCode: customer.postalCode, name: customer.name, mobile: customer.mobile)
        opaquePaymentCard = body.opaquePaymentCard
        provisionPayload = body.provisionPayload
        encryptedPassData = body.encryptedPassData
        ephemeralPublicKey = body.ephemeralPublicKey
        activationData = body.activationData
    }
}

extension Wallet.CardTokenization: CustomStringConvertible, CustomReflectable {
    /// The encrypted data is left out, because it is for the wallet alone.
    public var description: String { "CardTokenization(cardLastDigits: \(cardLastDigits))" }

    public var customMirror: Mirror {
        Mirror(self, children: ["cardLastDigits": cardLastDigits], displayStyle: .struct)
    }
}

extension Wallet.MobileWalletTokenization {
    init(_ body: TokenizationBody) {
        dpanRef = body.dpanRef
        walletID = body.walletId
        walletType = Wallet.MobileWalletType(word: body.walletType)
        status = Wallet.MobileWalletStatus(word: body.status)
    }

    var body: UpdateTokenizationBody {
        var body = UpdateTokenizationBody()
        (body.dpanRef, body.walletId) = (dpanRef, walletID)
        (body.walletType, body.status) = (walletType.rawValue, status.rawValue)
        return body
    }
}
