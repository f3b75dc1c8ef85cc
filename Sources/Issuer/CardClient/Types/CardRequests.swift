import CardAPI
import HTTPContract

extension Wallet {
    /// An application for a card.
    public struct CardRequest: Sendable, Hashable {
        /// The name of a program from ``CardService/getPrograms(cardType:)``.
        public var programName: String
        /// ISO 4217.
        public var currency: String
        /// The customer's own number if nil.
        public var mobile: String?
        /// 4 digits; not for customers in the United States.
        public var cardPin: String?
        /// The brand's own identifier for the card, of at most 40 characters.
        public var externalID: String?
        /// For a physical card only.
        public var deliveryAddress: DeliveryAddress?
        /// Must be true for a customer in the United States, like the next one.
        public var termsAndConditionsAccepted: Bool?
        public var eDisclosureAccepted: Bool?

        public init(
            programName: String, currency: String, mobile: String? = nil, cardPin: String? = nil,
            externalID: String? = nil, deliveryAddress: DeliveryAddress? = nil,
            termsAndConditionsAccepted: Bool? = nil, eDisclosureAccepted: Bool? = nil
        ) {
            self.programName = programName
            self.currency = currency
            self.mobile = mobile
            self.cardPin = cardPin
            self.externalID = externalID
            self.deliveryAddress = deliveryAddress
            self.termsAndConditionsAccepted = termsAndConditionsAccepted
            self.eDisclosureAccepted = eDisclosureAccepted
        }
    }

    /// The address that plastic is sent to.
    public struct DeliveryAddress: Sendable, Hashable {
        public var address1: String
        public var address2: String?
        public var address3: String?
        public var city: String
        /// ISO 3166-1 alpha-2.
        public var countryCode: String
        /// Required in the United States.
        public var state: String?
        public var postalCode: String

        public init(
            address1: String, address2: String? = nil, address3: String? = nil, city: String, countryCode: String,
            state: String? = nil, postalCode: String
        ) {
            self.address1 = address1
            self.address2 = address2
            self.address3 = address3
            self.city = city
            self.countryCode = countryCode
            self.state = state
            self.postalCode = postalCode
        }
    }

    /// The data that is printed on the plastic.
    public struct CardActivationRequest: Sendable, Hashable {
        public var lastFourDigits: String
        public var cvv: String

        public init(lastFourDigits: String, cvv: String) {
            self.lastFourDigits = lastFourDigits
            self.cvv = cvv
        }
    }

    /// A new status with a reason, or a new PIN; never both.
    public struct CardUpdateRequest: Sendable, Hashable {
        public let status: CardStatus?
        public let statusReason: String?
        public let pin: String?

        public init(status: CardStatus, statusReason: String) {
            self.status = status
            self.statusReason = statusReason
            pin = nil
        }

        /// - Parameter pin: 4 digits.
        public init(pin: String) {
            status = nil
            statusReason = nil
            self.pin = pin
        }
    }

    /// An order for a card that replaces another.
    public struct CardReplacementRequest: Sendable, Hashable {
        public var reason: CardReplacementReason
        /// For a physical card; the old card's address if nil.
        public var deliveryAddress: DeliveryAddress?
        /// 4 digits; not for customers in the United States.
        public var cardPin: String?

        public init(reason: CardReplacementReason, deliveryAddress: DeliveryAddress? = nil, cardPin: String? = nil) {
            self.reason = reason
            self.deliveryAddress = deliveryAddress
            self.cardPin = cardPin
        }
    }

    /// The reason for replacing a card.
    public enum CardReplacementReason: String, Sendable, Hashable, CaseIterable {
        case damaged = "DAMAGED"
        case lost = "LOST"
        /// Before or at its expiry.
        case renew = "RENEW"
    }

    /// The PIN of a card whose customer lives in the United States.
    public struct CardPinRequest: Sendable, Hashable {
        /// 4 digits.
        public var pin: String

        public init(pin: String) {
            self.pin = pin
        }
    }
}

extension Wallet.DeliveryAddress {
    init(_ body: DeliveryAddressBody) {
        self.init(
            address1: body.address1 ?? "", address2: body.address2, address3: body.address3, city: body.city ?? "",
            countryCode: body.countryCode ?? "", state: body.state, postalCode: body.postalCode ?? "")
    }

    fileprivate var body: DeliveryAddressBody {
        var body = DeliveryAddressBody()
        (body.address1, body.address2, body.address3) = (address1, address2, address3)
        (body.city, body.countryCode, body.state, body.postalCode) = (city, countryCode, state, postalCode)
        return body
    }
}

// Each type prints its body, which hides the PIN and the security code.

extension Wallet.CardRequest: CustomStringConvertible, CustomReflectable {
    var body: CreateCardBody {
        var body = CreateCardBody()
        (body.programName, body.currency, body.mobile, body.cardPin) = (programName, currency, mobile, cardPin)
        (body.externalId, body.deliveryAddress) = (externalID, deliveryAddress?.body)
        body.termsAndConditionsAccepted = termsAndConditionsAccepted
        body.eDisclosureAccepted = eDisclosureAccepted
        return body
    }

    public var description: String { body.description }
    public var customMirror: Mirror { body.customMirror }
}

extension Wallet.CardActivationRequest: CustomStringConvertible, CustomReflectable {
    var body: ActivateCardBody {
        var body = ActivateCardBody()
        (body.lastFourDigits, body.cvv) = (lastFourDigits, cvv)
        return body
    }

    public var description: String { body.description }
    public var customMirror: Mirror { body.customMirror }
}

extension Wallet.CardUpdateRequest: CustomStringConvertible, CustomReflectable {
    var body: UpdateCardBody {
        var body = UpdateCardBody()
        (body.status, body.statusReason, body.pin) = (status?.rawValue, statusReason, pin)
        return body
    }

    public var description: String { body.description }
    public var customMirror: Mirror { body.customMirror }
}

extension Wallet.CardReplacementRequest: CustomStringConvertible, CustomReflectable {
    var body: ReplaceCardBody {
        var body = ReplaceCardBody()
        (body.reason, body.deliveryAddress, body.cardPin) = (reason.rawValue, deliveryAddress?.body, cardPin)
        return body
    }

    public var description: String { body.description }
    public var customMirror: Mirror { body.customMirror }
}

extension Wallet.CardPinRequest: CustomStringConvertible, CustomReflectable {
    var body: SetPINBody {
        var body = SetPINBody()
        body.pin = pin
        return body
    }

    public var description: String { body.description }
    public var customMirror: Mirror { body.customMirror }
}
