import CardAPI
import Foundation
import HTTPContract

extension Wallet {
    /// A prepaid card of the customer.
    public struct Card: Sendable, Hashable {
        public let cardID: String
        public let status: CardStatus
        public let expiry: CardExpiry
        /// The first digits of the card number.
        public let bin: String
        public let lastFour: String
        public let customerID: String
        public let cardType: CardType
        public let programName: String
        public let currency: String
        public let mobile: String?
        public let deliveryAddress: DeliveryAddress?
        public let createdDate: Date
        public let accountID: String?
        public let scheme: CardScheme
        public let activationDate: Date?
        public let isPinSet: Bool
        /// The brand's own identifier for the card.
        public let externalID: String?
        /// Present only if ``CardIncludesParam/tokenizations`` was requested.
        public let tokenizations: MobileWalletTokenizationList?
        /// Present only if ``CardIncludesParam/availableActions`` was requested.
        public let availableActions: [CardAvailableActions]?

        public init(
            cardID: String, status: CardStatus, expiry: CardExpiry, bin: String, lastFour: String, customerID: String,
            cardType: CardType, programName: String, currency: String, mobile: String? = nil,
            deliveryAddress: DeliveryAddress? = nil, createdDate: Date, accountID: String? = nil, scheme: CardScheme,
            activationDate: Date? = nil, isPinSet: Bool, externalID: String? = nil,
            tokenizations: MobileWalletTokenizationList? = nil, availableActions: [CardAvailableActions]? = nil
        ) {
            self.cardID = cardID
            self.status = status
            self.expiry = expiry
            self.bin = bin
            self.lastFour = lastFour
            self.customerID = customerID
            self.cardType = cardType
            self.programName = programName
            self.currency = currency
            self.mobile = mobile
            self.deliveryAddress = deliveryAddress
            self.createdDate = createdDate
            self.accountID = accountID
            self.scheme = scheme
            self.activationDate = activationDate
            self.isPinSet = isPinSet
            self.externalID = externalID
            self.tokenizations = tokenizations
            self.availableActions = availableActions
        }

        public typealias CardStatus = Wallet.CardStatus
    }

    public enum CardStatus: String, WalletWord {
        /// Usable.
        case active = "ACTIVE"
        /// The issuer validates the application.
        case pending = "PENDING"
        /// The customer has applied for the card.
        case applied = "APPLIED"
        /// The issuer has refused the application.
        case rejected = "REJECTED"
        /// Physical, and not activated yet.
        case issued = "ISSUED"
        /// Physical, and usable online before it is activated.
        case digital = "DIGITAL"
        /// Locked by the customer.
        case locked = "LOCKED"
        case suspended = "SUSPENDED"
        case expired = "EXPIRED"
        case cancelled = "CANCELLED"
        /// The plastic is broken.
        case damaged = "DAMAGED"
        case lost = "LOST"
        case unknown = "UNKNOWN"
    }

    public enum CardType: String, WalletWord {
        case physical = "PHYSICAL"
        case virtual = "VIRTUAL"
        case unknown = "UNKNOWN"
    }

    public enum CardScheme: String, WalletWord {
        case mastercard = "MC"
        case visa = "VISA"
        case unknown = "UNKNOWN"
    }

    /// An action that the customer can take with a card.
    public enum CardAction: String, WalletWord {
        case activate = "ACTIVATE"
        case cancel = "CANCEL"
        case unlock = "UNLOCK"
        case lock = "LOCK"
        case showDetails = "SHOW_DETAILS"
        case showPin = "SHOW_PIN"
        case setPin = "SET_PIN"
        case resetPinCvvRetries = "RESET_PIN_CVV_RETRIES"
        case unknown = "UNKNOWN"
    }

    public struct CardAvailableActions: Sendable, Hashable {
        public let availableAction: CardAction

        public init(availableAction: CardAction) {
            self.availableAction = availableAction
        }
    }

    /// The last month in which the card is valid.
    public struct CardExpiry: Sendable, Hashable {
        /// From 1 to 12.
        public let month: Int
        public let year: Int

        public init(month: Int, year: Int) {
            self.month = month
            self.year = year
        }
    }

    /// The card's owner, whose name the app must know, because the card service returns no names.
    public struct CustomerInfo: Sendable, Hashable {
        public let firstName: String
        public let lastName: String

        public init(firstName: String, lastName: String) {
            self.firstName = firstName
            self.lastName = lastName
        }
    }
}

extension Wallet.Card {
    init(_ body: CardBody) {
        cardID = body.cardId
        status = CardStatus(word: body.status)
        expiry = Wallet.CardExpiry(month: body.expiry.month, year: body.expiry.year)
        bin = body.bin
        lastFour = body.lastFour
        customerID = body.customerId
        cardType = Wallet.CardType(word: body.cardType)
        programName = body.programName
        currency = body.currency
        mobile = body.mobile
        deliveryAddress = body.deliveryAddress.map(Wallet.DeliveryAddress.init)
        createdDate = Date(body.createdDate)
        accountID = body.accountId
        scheme = Wallet.CardScheme(word: body.scheme)
        activationDate = body.activationDate.map(Date.init)
        isPinSet = body.isPinSet
        externalID = body.externalId
        tokenizations = body.tokenizations.map { list in
            Wallet.MobileWalletTokenizationList(tokenizations: list.map(Wallet.MobileWalletTokenization.init))
        }
        availableActions = body.availableActions?.map { action in
            Wallet.CardAvailableActions(availableAction: Wallet.CardAction(word: action.action))
        }
    }
}

extension Date {
    init(_ timestamp: Timestamp) {
        self.init(timeIntervalSince1970: TimeInterval(timestamp.secondsSince1970))
    }
}
