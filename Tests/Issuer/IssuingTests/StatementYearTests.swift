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
import Validation

/// Statements of account after a random life with loads, payments in two currencies, clearings, refunds, force posts,
/// disputes and their steps, transfers, deposits, withdrawals and holds that end. The sums that they must have are read
/// from the ledger's entries by time, without the balances that statements rely on.
///
/// Each seed is one history. `STATEMENT_CUSTOMERS` and `STATEMENT_DAYS` make it longer; a failure names its seed.
@Suite("A year of statements of account", .timeLimit(.minutes(240)))
struct StatementYearTests {
    private static func setting(_ name: String, otherwise number: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? number
    }

    @Test("The statements of all customers have all entries once, and add up to the ledger", arguments: [1] as [UInt64])
    func year(_ seed: UInt64) async throws {
        let fixture = try await IssuingFixture.make(seed: seed)
        let days = Self.setting("STATEMENT_DAYS", otherwise: 20)
        var life = try await Life(
            seed: seed, customers: Self.setting("STATEMENT_CUSTOMERS", otherwise: 6), on: fixture)
        for _ in 1...days { try await life.passDay(on: fixture) }
        var sums: [String: Int64] = [:]
        for card in life.cards {
            var (balance, start) = (Int64(0), IssuingFixture.now - 86_400)
            while start <= life.now {
                let end = start + Double(life.draw(31 * 86_400) + 1)
                let period = try #require(StatementPeriod(from: start, to: end))
                let statement = try #require(
                    try await fixture.issuing.wholeStatement(
                        of: .own(card.account, of: card.customer), over: period, limit: 100_000))
                let place: Comment = "Seed \(seed), account \(card.account), \(start) to \(end)"
                try #require(statement.opening.minorUnits == balance, place)
                try #require(statement.addsUp, place)
                try #require(try await fixture.ledger(of: card, in: period) == Self.summary(of: statement), place)
                (balance, start) = (statement.closing.minorUnits, end)
            }
            #expect(try await fixture.balance(of: card).posted == balance, "Seed \(seed), account \(card.account)")
            sums[card.currency, default: 0] += balance
        }
        let owed = try await fixture.texts(
            """
            SELECT concat_ws(' ', currency, sum(change)) FROM money.entry
            WHERE ledger_account = 'customer' AND customer_id = ANY($1) GROUP BY currency ORDER BY currency
            """, .bigintArray(life.cards.map(\.customer.rawValue)))
        #expect(owed == sums.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }, "Seed \(seed)")
        #expect(Set(life.happened) == Set(Life.Event.allCases), "Seed \(seed) is too tame.")
        #expect(try await fixture.ledgerFindings() == [], "Seed \(seed)")
    }

    /// The balance before, the numbers and sums of credits and debits, the fees, and the number of transactions.
    private static func summary(of statement: StatementOfAccount) -> [String] {
        guard let totals = statement.totals else { return [] }
        let fees = totals.fees.map { "\($0.reason.rawValue) \($0.amount.minorUnits)" }
        return [
            "\(statement.opening.minorUnits) \(totals.creditCount) \(totals.credits.minorUnits) \(totals.debitCount) "
                + "\(totals.debits.minorUnits) \(statement.entries.count { $0.line != nil })"
        ] + fees
    }
}

/// Customers with a card each, in currencies with two, no and three decimals.
private struct Life {
    enum Event: CaseIterable {
        case load, hold, foreignPurchase, clearing, reversal, refund, refundReversal, forcePost, transfer, deposit
        case withdrawal, dispute, disputeStep
    }

    private static let currencies = ["EUR", "JPY", "KWD"]

    private(set) var cards: [Card] = []
    private(set) var now = IssuingFixture.now
    /// What was answered with an approval, or was done.
    private(set) var happened: [Event] = []
    private var dice: SeededNumbers
    private var sent = 0
    /// The payments of each customer: their names, and the currency if it is another one.
    private var payments: [[(name: String, currency: String?)]]
    /// What was answered with an approval, by the names of payments.
    private var approved: [String: AuthorizationID] = [:]
    /// The disputes that may not be over. Some end by the clock.
    private var disputes: [Dispute] = []
    private let program: String
    private var terms: PaymentTerms

    init(seed: UInt64, customers: Int, on fixture: IssuingFixture) async throws {
        dice = SeededNumbers(seed: seed)
        payments = Array(repeating: [], count: customers)
        let administration = fixture.sandbox.administration
        let program: Program = try ProgramDraft.read(
            name: "THREE-CURRENCIES", cardType: .virtual, scheme: .visa, region: .eea, currencies: Self.currencies,
            isDigital: false, requiresApproval: false, allowableCards: nil, panPrefix: \.addedProgramPrefix
        ).accepted()
        _ = try await administration.add(program, to: DemoUniverse.brand)
        self.program = program.name
        terms = PaymentTerms.standard
        terms.tariff = Tariff(atmFee: 50, foreignExchangeFee: BasisPoints(300))
        try await administration.set(terms, of: program.name)
        for (currency, rate) in zip(Self.currencies, ["0.92", "151.3", "0.308"]) {
            try await administration.set(
                StoredRate(
                    from: try #require(Currency("USD")), to: try #require(Currency(currency)),
                    rate: try #require(ExchangeRate(decimal: rate))))
        }
        for number in 0..<customers {
            let customer = try await fixture.enrol()
            let application = CardApplication(
                programName: program.name, currency: Self.currencies[number % 3], mobile: nil, pin: nil,
                externalID: nil, userAgent: nil, deliveryAddress: nil, termsAndConditionsAccepted: nil,
                eDisclosureAccepted: nil)
            let created = try await fixture.issuing.createCard(
                application, pin: nil, for: NamedCustomer(customer, in: DemoUniverse.brand), request: .unkeyed())
            let card = try #require(created.value)
            try await fixture.load(100_000, on: card)
            cards.append(card)
        }
    }

    mutating func draw(_ limit: Int) -> Int { dice.below(limit) }

    /// About half of the customers do something, but at least eight things happen. The program's terms for disputes
    /// are others each day.
    mutating func passDay(on fixture: IssuingFixture) async throws {
        terms.disputes = DisputeTerms(givesProvisionalCredit: dice.below(3) > 0, bearsLosses: dice.below(2) == 0)
        try await fixture.administration.set(terms, of: program)
        for _ in 0..<max(8, cards.count / 2) {
            let (index, event) = (dice.below(cards.count), dice.one(of: Event.allCases))
            do {
                if try await play(event, index, on: fixture) { happened.append(event) }
            } catch IssuingFailure.refused {
                // Without the money, a transfer or a withdrawal is refused, and before the clearing a dispute.
            }
        }
        now += Double(dice.below(86_400) + 43_200)
        try await fixture.sandbox.setClock(.frozen(at: now))
    }

    /// - Returns: whether something has come of it.
    private mutating func play(_ event: Event, _ index: Int, on fixture: IssuingFixture) async throws -> Bool {
        let (card, amount) = (cards[index], Int64(dice.below(9_000) + 1))
        switch event {
        case .load: try await fixture.load(amount * 3, on: card)
        case .hold, .foreignPurchase:
            let name = nextName()
            payments[index].append((name, event == .hold ? nil : "USD"))
            return try await send(.authorization, amount, index, payments[index].count - 1, on: fixture)
        case .clearing, .reversal, .refund, .refundReversal:
            guard !payments[index].isEmpty else { return false }
            let payment = max(0, payments[index].count - 1 - dice.below(4))
            switch event {
            case .clearing: return try await send(.clearing, amount, index, payment, on: fixture)
            case .reversal: return try await send(.reversal, amount, index, payment, on: fixture)
            case .refund: return try await send(.refund, amount, index, payment, on: fixture)
            default:
                let isBack = try await send(.refund, amount, index, payment, on: fixture)
                let isTaken = try await send(.refundReversal, amount / 2 + 1, index, payment, on: fixture)
                return isBack && isTaken
            }
        case .forcePost:
            let name = nextName()
            payments[index].append((name, nil))
            return try await send(.forcePost, amount, index, payments[index].count - 1, on: fixture)
        case .transfer:
            let recipient = cards[(index + 3) % cards.count]
            guard recipient.customer != card.customer, recipient.currency == card.currency else { return false }
            let transfer = try await fixture.transfer(
                amount, card.currency, from: card.customer, to: recipient.customer)
            try await fixture.advance(transfer, to: .pending, .processing)
        case .deposit:
            let deposit = try await fixture.deposit(amount, card.currency, to: card.customer)
            try await fixture.advance(deposit, to: .pending, .processing)
        case .withdrawal:
            let withdrawal = try await fixture.withdrawal(amount, card.currency, from: card.customer)
            try await fixture.advance(withdrawal, to: .pending, .processing)
        case .dispute:
            let payment = payments[index].isEmpty ? nil : approved[dice.one(of: payments[index]).name]
            guard let payment else { return false }
            let part = dice.below(2) == 0 ? nil : amount / 4 + 1
            disputes.append(try await fixture.dispute(payment, of: card, amount: part))
        case .disputeStep: return try await takeStep(on: fixture)
        }
        return true
    }

    /// Anybody who may takes a step of a dispute. What is over is forgotten.
    private mutating func takeStep(on fixture: IssuingFixture) async throws -> Bool {
        guard !disputes.isEmpty else { return false }
        let place = dice.below(disputes.count)
        let dispute = try await fixture.stored(disputes[place]).dispute
        let steps = DisputeMatrix.cells(after: dispute.status).filter { $0.actor != .clock && $0.actor != .business }
        guard !steps.isEmpty else {
            disputes.remove(at: place)
            return false
        }
        let next = dice.one(of: steps)
        if next.actor == .customer {
            guard let customer = cards.first(where: { $0.account == dispute.account })?.customer else { return false }
            _ = try await fixture.issuing.withdrawDispute(dispute.id, evidence: .vouched(for: customer))
        } else {
            try await fixture.take(next.step, by: next.actor, of: dispute)
        }
        return true
    }

    private mutating func nextName() -> String {
        sent += 1
        return "n\(sent)"
    }

    private mutating func send(
        _ kind: MessageKind, _ amount: Int64, _ index: Int, _ payment: Int, on fixture: IssuingFixture
    ) async throws -> Bool {
        let (name, currency) = payments[index][payment]
        let begins = kind == .authorization || kind == .forcePost
        let isLast = dice.below(3) > 0
        var message = try await fixture.message(
            begins ? name : nextName(), kind, of: name, for: cards[index], amount: amount, isLast: isLast)
        if let currency { message.fields.currency = Sent(currency) }
        if kind == .reversal { message.fields.amount = nil }
        let answered = try await fixture.issuing.authorize(message)
        guard answered.answer.code.isApproval else { return false }
        if begins, let authorization = answered.authorization { approved[name] = authorization }
        return true
    }
}

extension IssuingFixture {
    /// What the ledger has of an account in a period, by the times of its journals, as the test sums statements up.
    fileprivate func ledger(of card: Card, in period: StatementPeriod) async throws -> [String] {
        let sums = try await texts(
            """
            SELECT concat_ws(' ', coalesce(sum(change) FILTER (WHERE posted_at < $2), 0),
                             count(*) FILTER (WHERE posted_at >= $2 AND change > 0),
                             coalesce(sum(change) FILTER (WHERE posted_at >= $2 AND change > 0), 0),
                             count(*) FILTER (WHERE posted_at >= $2 AND change < 0),
                             coalesce(-sum(change) FILTER (WHERE posted_at >= $2 AND change < 0), 0),
                             count(transaction_id) FILTER (WHERE posted_at >= $2 AND change <> 0))
            FROM (
                SELECT j.posted_at, sum(e.change) AS change, max(t.transaction_id) AS transaction_id
                FROM money.journal j
                JOIN money.entry e ON e.customer_id = j.customer_id AND e.journal_id = j.journal_id
                LEFT JOIN money.transaction t ON t.customer_id = j.customer_id AND t.journal_id = j.journal_id
                WHERE j.customer_id = $1 AND j.posted_at < $3 AND e.ledger_account = 'customer'
                GROUP BY j.journal_id, j.posted_at) changes
            """, .bigint(card.customer.rawValue), .timestamp(period.start), .timestamp(period.end))
        let fees = try await texts(
            """
            SELECT concat_ws(' ', substr(p.credit, 8), sum(p.amount))
            FROM money.journal j
            JOIN money.posting p ON p.customer_id = j.customer_id AND p.journal_id = j.journal_id
            WHERE j.customer_id = $1 AND j.posted_at >= $2 AND j.posted_at < $3
              AND p.debit = 'customer' AND p.credit LIKE 'income:%'
            GROUP BY p.credit ORDER BY p.credit
            """, .bigint(card.customer.rawValue), .timestamp(period.start), .timestamp(period.end))
        return sums + fees
    }
}
