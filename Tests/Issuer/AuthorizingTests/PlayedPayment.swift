import Authorizing
import Ledger

/// A payment in dollars from an account in euros, played message by message. Each message has its own rate.
struct PlayedPayment {
    private(set) var state: AuthorizationState
    private(set) var settlement: Settlement
    private var price: Quote?
    private var asked: Int64
    private let hasPaid: Bool
    private let firstRate: (Int64, Int64)
    /// The change of the customer's account: negative if the customer has paid more than was returned.
    private(set) var balance: Int64

    /// - Parameter rate: euros for one dollar, as a fraction.
    init(_ kind: MessageKind, _ amount: Int64, at rate: (Int64, Int64) = (1, 1)) throws {
        let booked = try Self.book(kind, amount, of: nil, at: rate) {
            Booking(request: $0, original: nil, pricing: $1, scheme: .visa)
        }
        (state, settlement, price, firstRate) = (booked.step.state, booked.settlement, booked.quote, rate)
        (hasPaid, balance, asked) = (kind != .authorization, Self.change(by: booked), amount)
    }

    /// - Parameter rate: nil for the rate of the first message.
    /// - Returns: the change of the customer's account.
    @discardableResult mutating func play(
        _ kind: MessageKind, _ amount: Int64, at rate: (Int64, Int64)? = nil, isLast: Bool = true
    ) throws -> Int64 {
        let earlier: Money? =
            switch kind {
            case .incremental: try Sample.money(asked, "USD")
            case .clearing: settlement.collected.amount
            default: nil
            }
        let booked = try Self.book(
            kind, amount, of: state, at: rate ?? firstRate, after: earlier, isLast: isLast
        ) {
            Booking(
                request: $0, original: state, price: price, hasPaid: hasPaid, settlement: settlement, pricing: $1,
                scheme: .visa)
        }
        if kind == .incremental { asked += amount }
        if kind == .partialReversal, let quote = booked.quote { price = try price?.without(quote) }
        (state, settlement) = (booked.step.state, booked.settlement)
        let change = Self.change(by: booked)
        balance += change
        return change
    }

    private static func book(
        _ kind: MessageKind, _ amount: Int64, of original: AuthorizationState?, at rate: (Int64, Int64),
        after earlier: Money? = nil, isLast: Bool = true, _ make: (NetworkRequest, Pricing) -> Booking
    ) throws -> Booked {
        let request = try Sample.request {
            ($0.kind, $0.amount, $0.currency, $0.isLast) = (.value(kind), amount, "USD", isLast)
        }
        let pricing = try Sample.pricing(rate)
        let together = Pricing(
            currency: pricing.currency, rate: pricing.rate, tariff: pricing.tariff, earlier: earlier)
        var facts = try Sample.facts()
        facts.request = request
        facts.account = AccountFacts(available: try Sample.money(1_000_000), pricing: together)
        facts.original = original.map { .known($0) } ?? .none
        guard let booked = try make(request, together).book(Decision(facts).approval) else {
            throw Unexpected.nothingBooked
        }
        return booked
    }

    private static func change(by booked: Booked) -> Int64 {
        booked.step.effects.postings.reduce(0) { sum, posting in
            if posting.from == .customer { return sum - posting.amount.minorUnits }
            return posting.to == .customer ? sum + posting.amount.minorUnits : sum
        }
    }

    private enum Unexpected: Error { case nothingBooked }
}
