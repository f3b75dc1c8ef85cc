import Ledger

/// How a payment reaches the card. Each can be switched off.
public enum Channel: String, CaseIterable, Sendable {
    case ecommerce = "ECOMMERCE"
    case pointOfSale = "POS"
    /// The plastic's antenna. A phone is a mobile wallet.
    case contactless = "CONTACTLESS"
    case magneticStripe = "MAGNETIC_STRIPE"
    case atm = "ATM"
    case mobileWallet = "MOBILE_WALLET"
}

/// The controls of a card: merchants, countries, channels and limits. A program has controls too, and both count, so a
/// card can only be stricter than its program.
public struct CardControls: Hashable, Sendable {
    public static let none = CardControls()

    public var switchedOff: Set<Channel>
    public var countries: Filter<CountryCode>
    public var categories: Filter<MerchantCategory>
    public var limits: [Limit]

    public init(
        switchedOff: Set<Channel> = [], countries: Filter<CountryCode> = .init(),
        categories: Filter<MerchantCategory> = .init(), limits: [Limit] = []
    ) {
        self.switchedOff = switchedOff
        self.countries = countries
        self.categories = categories
        self.limits = limits
    }

    /// A list of allowed elements, and one of blocked elements.
    public struct Filter<Element: Hashable & Sendable>: Hashable, Sendable {
        /// Nil allows everything; an empty list allows nothing.
        public var allowed: Set<Element>?
        /// Wins over ``allowed``.
        public var blocked: Set<Element>

        public init(allowed: Set<Element>? = nil, blocked: Set<Element> = []) {
            self.allowed = allowed
            self.blocked = blocked
        }

        public func allows(_ element: Element) -> Bool {
            !blocked.contains(element) && (allowed?.contains(element) ?? true)
        }
    }

    /// The first reason for which these controls decline a payment; nil if there is none.
    ///
    /// - Parameter merchants: the one merchant of the payment, as each of its messages describes it.
    func objection(to merchants: [CardAcceptor], by channels: Set<Channel>) -> Reason? {
        if !switchedOff.isDisjoint(with: channels) { return .channelSwitchedOff }
        guard merchants.allSatisfy({ countries.allows($0.country) }) else { return .countryNotAllowed }
        return merchants.allSatisfy { categories.allows($0.category) } ? nil : .categoryNotAllowed
    }
}

/// A limit on the spending in one window.
public struct Limit: Hashable, Sendable {
    public let window: Window
    /// Nil for all channels together.
    public let channel: Channel?
    /// The maximum amount, with fees, in minor units of the account's currency; nil without a limit.
    public let amount: Int64?
    /// The maximum number of payments; nil without a limit.
    public let count: Int?

    /// Nil if a number is negative, if both are missing, or if payments are counted within one transaction.
    public init?(_ window: Window, channel: Channel? = nil, amount: Int64? = nil, count: Int? = nil) {
        guard amount ?? 0 >= 0, count ?? 0 >= 0, amount != nil || count != nil else { return nil }
        guard window != .transaction || count == nil else { return nil }
        self.window = window
        self.channel = channel
        self.amount = amount
        self.count = count
    }

    /// The counter that this limit looks at.
    public var counter: Counter { Counter(window: window, channel: channel) }

    /// The part of the limit, amount or number, that a payment exceeds after the earlier spending; nil if it exceeds
    /// neither.
    func objection(to spending: Spending, after spent: Spending) -> Objection? {
        let (sum, overflow) = spent.amount.addingReportingOverflow(spending.amount)
        if let amount, overflow || sum > amount { return .amount }
        let (number, tooMany) = spent.count.addingReportingOverflow(spending.count)
        if let count, spending.count > 0, tooMany || number > count { return .count }
        return nil
    }

    enum Objection {
        case amount
        case count
    }
}

/// The payments that a limit counts: those of one window, and of one channel or of all.
public struct Counter: Hashable, Sendable {
    public let window: Window
    public let channel: Channel?

    public init(window: Window, channel: Channel?) {
        self.window = window
        self.channel = channel
    }

    /// All counters that a payment by these channels changes.
    public static func all(of channels: Set<Channel>) -> Set<Counter> {
        let scopes: [Channel?] = [nil] + channels.map(Optional.some)
        let windows = Window.allCases.filter { $0 != .transaction }
        return Set(scopes.flatMap { scope in windows.map { Counter(window: $0, channel: scope) } })
    }
}

/// The amount that was spent, and the number of payments.
public struct Spending: Hashable, Sendable {
    public static let nothing = Spending(amount: 0, count: 0)

    /// In minor units of the account's currency.
    public let amount: Int64
    public let count: Int

    public init(amount: Int64, count: Int) {
        self.amount = amount
        self.count = count
    }

    /// The amount and number to add to the counters when a payment counts as this spending instead of an earlier one.
    public func change(since earlier: Spending) -> Spending {
        // Neither is negative, so the differences fit.
        Spending(amount: amount - earlier.amount, count: count - earlier.count)
    }
}

/// The spending in the windows that contain the present moment. A missing counter is 0.
public struct Counters: Hashable, Sendable {
    private let spent: [Counter: Spending]
    private var transaction = Spending.nothing

    public init(_ spent: [Counter: Spending] = [:]) {
        self.spent = spent
    }

    /// The value of a counter. Within one transaction, only the transaction's own earlier amounts count.
    public subscript(_ counter: Counter) -> Spending {
        counter.window == .transaction ? transaction : spent[counter] ?? .nothing
    }

    /// The same counters for a message that adds to a transaction.
    func after(_ earlier: Spending) -> Counters {
        var counters = self
        counters.transaction = earlier
        return counters
    }

    /// The first limit that a payment would exceed; amounts before counts, over all controls.
    func objection(
        to spending: Spending, by channels: Set<Channel>, under controls: [CardControls]
    ) -> Limit.Objection? {
        let limits = controls.flatMap(\.limits).filter { $0.channel.map(channels.contains) ?? true }
        let objections = limits.compactMap { $0.objection(to: spending, after: self[$0.counter]) }
        return objections.first { $0 == .amount } ?? objections.first
    }
}
