import Administration
import Authorizing
import Cards
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Ledger
import Postgres
import Sandbox
import Testing
import TestSupport

/// Purchases in five currencies, at rates that change every day.
///
/// Each seed is one history. `FOREIGN_DAYS` is the number of days in each; a failure names its seed and its day.
@Suite("A year of payments in other currencies", .timeLimit(.minutes(30)))
struct ForeignYearTests {
    private static let days = ProcessInfo.processInfo.environment["FOREIGN_DAYS"].flatMap { Int($0) } ?? 20

    @Test("The ledger has what was paid for each purchase, less what was refunded", arguments: [1, 2] as [UInt64])
    func year(_ seed: UInt64) async throws {
        let fixture = try await IssuingFixture.make(seed: seed)
        var year = Year(seed: seed, card: try await fixture.loadedCard(with: Year.start))
        for day in 1...Self.days {
            try await year.pass(day, on: fixture)
            if let problem = try await year.problem(on: fixture) {
                Issue.record("Seed \(seed), day \(day): \(problem)")
                return
            }
        }
        try await year.giveEverythingBack(on: fixture)
        #expect(try await fixture.balance(of: year.card) == .init(posted: Year.start, available: Year.start))
        #expect(try await fixture.ledgerFindings() == [], "Seed \(seed)")
        #expect(
            try await fixture.texts(
                """
                SELECT concat_ws(' ', currency, sum(change)) FROM money.entry
                WHERE ledger_account IN ('scheme:VISA', 'fx') GROUP BY currency HAVING sum(change) <> 0
                """) == [], "Seed \(seed)")
    }

    @Test("Increments and clearings in ten parts hold and cost as much as the whole")
    func parts() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        try await fixture.setRate(of: "PLN", "0.23")
        try await fixture.pay("p1", with: card) { ($0.fields.amount, $0.fields.currency) = (10, "PLN") }
        for kind in [MessageKind.incremental, .clearing] {
            for part in 1...(kind == .incremental ? 9 : 10) {
                var message = try await fixture.message(
                    "\(kind)-\(part)", kind, of: "p1", for: card, amount: 10, isLast: false)
                message.fields.currency = "PLN"
                #expect(try await fixture.issuing.authorize(message).answer.code == .approved)
            }
            #expect(try await fixture.balance(of: card).available == 4977)
        }
        #expect(try await fixture.balance(of: card).posted == 4977)
    }

    @Test("An empty account buys nothing, however small the amount is", arguments: [
        ("PLN", 2), ("ZAR", 9), ("NOK", 5), ("HUF", 199), ("IQD", 1000), ("MGA", 1000),
    ] as [(String, Int64)])
    func emptyAccount(_ currency: String, _ amount: Int64) async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 0)
        try await fixture.setRate(of: currency, "0.0001")
        for kind in [MessageKind.authorization, .financial] {
            let answered = try await fixture.pay(kind.rawValue, with: card) {
                ($0.fields.kind, $0.fields.amount, $0.fields.currency) = (.value(kind), amount, Sent(currency))
                $0.fields.canApproveInPart = true
            }
            #expect(answered.answer.code == .insufficientFunds)
        }
    }
}

/// Purchases of one card, with the costs that the test has observed.
private struct Year {
    static let start: Int64 = 50_000_000
    private static let currencies = [
        ("JPY", 60, 8), ("KWD", 300, 40), ("CLF", 4000, 500), ("HUF", 25, 5), ("PLN", 23, 3),
    ]

    struct Purchase {
        let reference: String
        let currency: String
        var collected: Int64 = 0
        var returned: Int64 = 0
        var paid: Int64 = 0
        var back: Int64 = 0
        var left: Int64 { collected - returned }
    }

    let card: Card
    private var dice: SeededNumbers
    private var purchases: [Purchase] = []
    private var sent = 0

    init(seed: UInt64, card: Card) {
        (dice, self.card) = (SeededNumbers(seed: seed), card)
    }

    /// Sets new rates, makes purchases, and sends messages about earlier ones.
    mutating func pass(_ day: Int, on fixture: IssuingFixture) async throws {
        for (currency, middle, spread) in Self.currencies {
            let rate = middle - spread + dice.below(2 * spread + 1)
            try await fixture.setRate(of: currency, "\(currency == "JPY" || currency == "HUF" ? "0.00" : "0.")\(rate)")
        }
        for _ in 1...2 { try await buy(on: fixture) }
        for _ in 1...6 {
            let index = max(0, purchases.count - 1 - dice.below(12))
            let part = Int64(dice.below(4) == 0 ? 1 : dice.below(400) + 1)
            switch dice.below(4) {
            case 0: try await clear(index, part, on: fixture)
            case 1, 2: try await refund(index, min(part, purchases[index].left), on: fixture)
            default: try await reverseRefund(index, min(part, purchases[index].returned), on: fixture)
            }
        }
    }

    mutating func giveEverythingBack(on fixture: IssuingFixture) async throws {
        for index in purchases.indices {
            try await refund(index, purchases[index].left, on: fixture)
            _ = try await send(.reversal, 0, of: purchases[index], on: fixture)
        }
    }

    private mutating func buy(on fixture: IssuingFixture) async throws {
        let currency = dice.one(of: Self.currencies).0
        let amount = Int64(dice.below(3) == 0 ? 1 : dice.below(2000) + 1)
        let purchase = Purchase(reference: "p\(purchases.count)", currency: currency)
        let answered = try await fixture.pay(purchase.reference, with: card) {
            ($0.fields.amount, $0.fields.currency) = (amount, Sent(currency))
        }
        #expect(answered.answer.code == .approved)
        purchases.append(purchase)
        for _ in 0..<dice.below(3) { try await send(.incremental, 1, of: purchase, on: fixture) }
        for _ in 0..<dice.below(3) { try await clear(purchases.count - 1, amount / 2 + 1, on: fixture) }
    }

    private mutating func clear(_ index: Int, _ amount: Int64, on fixture: IssuingFixture) async throws {
        purchases[index].paid -= try await send(.clearing, amount, of: purchases[index], on: fixture)
        purchases[index].collected += amount
    }

    private mutating func refund(_ index: Int, _ amount: Int64, on fixture: IssuingFixture) async throws {
        guard amount > 0 else { return }
        purchases[index].back += try await send(.refund, amount, of: purchases[index], on: fixture)
        purchases[index].returned += amount
    }

    private mutating func reverseRefund(_ index: Int, _ amount: Int64, on fixture: IssuingFixture) async throws {
        guard amount > 0 else { return }
        purchases[index].back += try await send(.refundReversal, amount, of: purchases[index], on: fixture)
        purchases[index].returned -= amount
    }

    /// - Returns: the change of the account.
    @discardableResult private mutating func send(
        _ kind: MessageKind, _ amount: Int64, of purchase: Purchase, on fixture: IssuingFixture
    ) async throws -> Int64 {
        sent += 1
        let before = try await fixture.balance(of: card).posted
        var message = try await fixture.message(
            "m\(sent)", kind, of: purchase.reference, for: card, amount: amount, isLast: false)
        message.fields.currency = Sent(purchase.currency)
        if kind == .reversal { message.fields.amount = nil }
        let answered = try await fixture.issuing.authorize(message)
        #expect(answered.answer.code.isApproval, "\(kind) of \(amount) \(purchase.currency)")
        return try await fixture.balance(of: card).posted - before
    }

    /// The first error in a purchase or in the sum of all; nil if there is none.
    func problem(on fixture: IssuingFixture) async throws -> String? {
        for purchase in purchases {
            if purchase.collected > 0, purchase.paid < 1 { return "\(purchase) was free" }
            if purchase.back < 0 || purchase.back > purchase.paid { return "\(purchase) gave back too much" }
            if purchase.returned == purchase.collected, purchase.back != purchase.paid {
                return "\(purchase) did not give everything back"
            }
        }
        let stored = try await fixture.texts(
            """
            SELECT concat_ws(' ', reference, cleared, refunded, collected, collected_converted, returned,
                             returned_converted)
            FROM "authorization" WHERE customer_id = $1
            """, .bigint(card.customer.rawValue)
        ).sorted()
        let expected = purchases.map { purchase in
            "\(purchase.reference) \(purchase.paid) \(purchase.back) \(purchase.collected) \(purchase.paid) "
                + "\(purchase.returned) \(purchase.back)"
        }.sorted()
        if stored != expected { return "\(stored) is not \(expected)" }
        let sum = purchases.reduce(Self.start) { $0 - $1.paid + $1.back }
        let posted = try await fixture.balance(of: card).posted
        return posted == sum ? nil : "the balance is \(posted), not \(sum)"
    }
}

extension IssuingFixture {
    fileprivate func setRate(of currency: String, _ rate: String) async throws {
        try await sandbox.administration.set(
            StoredRate(
                from: try #require(Currency(currency)), to: try #require(Currency("EUR")),
                rate: try #require(ExchangeRate(decimal: rate))))
    }
}
