import Foundation
import Ledger

/// A prepaid card without its secrets: no PAN, no CVV, no PIN.
public struct Card: Equatable, Sendable {
    public let id: CardID
    public let customer: CustomerID
    public private(set) var standing: Standing
    public let program: String
    public let cardType: Program.CardType
    public let scheme: Program.Scheme
    public let currency: String
    public let bin: String
    public let lastFour: String
    public let expiry: Expiry
    public let mobile: String
    public let deliveryAddress: DeliveryAddress?
    public let createdAt: Date
    /// The prepaid balance behind the card; a replacement uses that of the card it replaces.
    public let account: AccountID
    public private(set) var activatedAt: Date?
    public let isPINSet: Bool
    public let externalID: String?
    public private(set) var wrongActivations: Int
    public private(set) var wrongPINs: Int
    /// Wrong PINs and wrong activation data since the card was issued, or since the issuer last cleared them.
    public private(set) var wrongTriesInAll: Int

    public init(
        id: CardID, customer: CustomerID, standing: Standing, program: String, cardType: Program.CardType,
        scheme: Program.Scheme, currency: String, bin: String, lastFour: String, expiry: Expiry, mobile: String,
        deliveryAddress: DeliveryAddress?, createdAt: Date, account: AccountID, activatedAt: Date?, isPINSet: Bool,
        externalID: String?, wrongActivations: Int, wrongPINs: Int, wrongTriesInAll: Int
    ) {
        self.id = id
        self.customer = customer
        self.standing = standing
        self.program = program
        self.cardType = cardType
        self.scheme = scheme
        self.currency = currency
        self.bin = bin
        self.lastFour = lastFour
        self.expiry = expiry
        self.mobile = mobile
        self.deliveryAddress = deliveryAddress
        self.createdAt = createdAt
        self.account = account
        self.activatedAt = activatedAt
        self.isPINSet = isPINSet
        self.externalID = externalID
        self.wrongActivations = wrongActivations
        self.wrongPINs = wrongPINs
        self.wrongTriesInAll = wrongTriesInAll
    }

    /// This card after its activation, which clears the wrong attempts at it.
    public func activated(at date: Date) -> Card {
        var card = self
        card.standing = Standing(.active)
        card.activatedAt = date
        card.wrongActivations = 0
        return card
    }

    /// This card in another status.
    public func at(_ standing: Standing) -> Card {
        var card = self
        card.standing = standing
        return card
    }

    /// This card with all its attempts restored.
    public func withTriesReset() -> Card {
        var card = self
        card.wrongActivations = 0
        card.wrongPINs = 0
        return card
    }

    /// Whether the cardholder is blocked because the attempts of a counter are used up.
    public var hasUsedUpTries: Bool {
        wrongActivations >= Activation.allowedTries || wrongPINs >= PINRule.allowedTries
    }

    /// Whether only the issuer can restore the used attempts. Otherwise a thief with a customer's token could guess
    /// again after each reset.
    public var hasUsedUpTriesForGood: Bool {
        hasUsedUpTries && wrongTriesInAll >= PINRule.allowedTriesInAll
    }

    /// Whether the PIN is blocked in a way that the customer cannot undo, neither by a reset nor by another PIN.
    public var isPINBlockedForGood: Bool {
        hasUsedUpTriesForGood && wrongPINs >= PINRule.allowedTries
    }

    /// Refuses a status that the customer cannot change this card to.
    public func checkUpdate(to status: CardStatus) throws(Refusal) {
        try TransitionMatrix.check(standing, to: status, by: .customer, on: .update)
    }

    /// Refuses to restore the attempts if some are left, if the status is final, or if too many were wrong in total.
    public func checkTriesAreUsedUp() throws(Refusal) {
        guard !standing.status.isFinal && hasUsedUpTries else { throw .pin(.triesNotUsedUp) }
        guard !hasUsedUpTriesForGood else { throw .pin(.triesUsedUpForGood) }
    }
}

/// The month printed on the card. The card is valid until that month has ended in UTC.
public struct Expiry: Equatable, Sendable {
    /// 1…12.
    public let month: Int
    /// Four digits.
    public let year: Int

    public init(month: Int, year: Int) {
        self.month = month
        self.year = year
    }

    /// The month that is `months` after the month of `date`.
    public init(months: Int, after date: Date) {
        let today = Self.calendar.dateComponents([.year, .month], from: date)
        let count = (today.year ?? 1970) * 12 + (today.month ?? 1) - 1 + months
        self.init(month: count % 12 + 1, year: count / 12)
    }

    /// The first instant at which the card is no longer valid.
    public var end: Date {
        let next = month == 12 ? DateComponents(year: year + 1, month: 1) : DateComponents(year: year, month: month + 1)
        return Self.calendar.date(from: next) ?? .distantPast
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}
