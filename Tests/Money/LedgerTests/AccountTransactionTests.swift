import Foundation
import Identifiers
import Postgres
import Testing
import TestSupport

@testable import Ledger

@Suite("Transactions of an account")
struct AccountTransactionTests {
    private static func euros(_ amount: Int64) -> Money { Money(minorUnits: amount, currency: LedgerFixture.euro) }

    @Test("A posted journal becomes a transaction with the balance after it; an unknown journal does not")
    func complete() async throws {
        let fixture = try await LedgerFixture.make()
        let course = try await fixture.course()
        let transaction = try #require(try await fixture.load(5000, course, at: LedgerFixture.now))
        #expect(transaction.id == TransactionID(5_000_000_001))
        #expect(transaction.slip == SlipID(5_000_000_002))
        #expect(transaction.holder == course.holder && transaction.account == course.account)
        #expect(transaction.kind == .deposit && transaction.direction == .credit && transaction.status == .completed)
        #expect(transaction.amount == Self.euros(5000) && transaction.balance == Self.euros(5000))
        #expect(transaction.createdAt == LedgerFixture.now && transaction.changedAt == LedgerFixture.now)
        #expect(transaction.instrument == nil && transaction.statusReason == nil)
        #expect(
            try await fixture.database.read(TransactionStatements.find(transaction.id, of: course.holder))
                == [transaction])
        let stranger = AccountHolder(8)
        #expect(try await fixture.database.read(TransactionStatements.find(transaction.id, of: stranger)) == [])
        let unknown = TransactionStatements.complete(
            JournalID(rawValue: uuid(9, of: 9)), of: course.holder, as: .deposit)
        #expect(try await fixture.database.write(unknown) == [])
    }

    @Test("A transaction lists the fees that its journal posts, and none that it gives back")
    func fees() async throws {
        let fixture = try await LedgerFixture.make()
        let course = try await fixture.course(loaded: 5000)
        let paid = [
            try Posting(from: .customer, to: .scheme(.visa), amount: Self.euros(1000)),
            try Posting(from: .customer, to: .income(.atm), amount: Self.euros(200)),
            try Posting(from: .customer, to: .income(.fx), amount: Self.euros(30)),
        ]
        let payment = try #require(try await fixture.pay(paid, 1, course))
        #expect(payment.fees == [
            Fee(reason: .atm, amount: Self.euros(200)), Fee(reason: .fx, amount: Self.euros(30)),
        ])
        #expect(payment.amount == Self.euros(1230) && payment.balance == Self.euros(3770))
        let returned = try paid.map { try Posting(from: $0.to, to: $0.from, amount: $0.amount) }
        let reversal = try #require(try await fixture.pay(returned, 2, course))
        #expect(reversal.fees == [] && reversal.balance == Self.euros(5000))
        let rows = try await fixture.database.read(
            TransactionStatements.page(of: course.holder, matching: TransactionFilter(), limit: 10, offset: 0))
        #expect(rows.compactMap(\.record) == [reversal, payment])
    }

    @Test("Transactions are listed in pages, newest first, by account, slip, type, status and time")
    func page() async throws {
        let fixture = try await LedgerFixture.make()
        let course = try await fixture.course()
        var loads: [AccountTransaction] = []
        for number in 0..<5 {
            let load = try await fixture.load(100, course, at: LedgerFixture.now + 60 * Double(number))
            loads.append(try #require(load))
        }
        let newest = Array(loads.reversed())
        func listed(
            limit: Int = 10, offset: Int = 0, _ change: (inout TransactionFilter) -> Void = { _ in }
        ) async throws -> (total: Int, list: [AccountTransaction]) {
            var filter = TransactionFilter()
            change(&filter)
            let rows = try await fixture.database.read(
                TransactionStatements.page(of: course.holder, matching: filter, limit: limit, offset: offset))
            return (rows.first?.total ?? -1, rows.compactMap(\.record))
        }
        #expect(try await listed() == (5, newest))
        #expect(newest.map(\.balance) == [500, 400, 300, 200, 100].map { Self.euros($0) })
        #expect(try await listed(limit: 2, offset: 1) == (5, Array(newest[1...2])))
        #expect(try await listed(offset: 5) == (5, []))
        #expect(try await listed { $0.account = course.account }.total == 5)
        #expect(try await listed { $0.account = AccountID(4) }.total == 0)
        #expect(try await listed { $0.slip = loads[3].slip }.list == [loads[3]])
        #expect(try await listed { $0.instrument = PayingInstrumentID(rawValue: uuid(9, of: 9)) }.total == 0)
        #expect(try await listed { $0.kind = .deposit }.total == 5)
        #expect(try await listed { $0.kind = .payment }.total == 0)
        #expect(try await listed { $0.status = .completed }.total == 5)
        #expect(try await listed { $0.status = .failed }.total == 0)
        let range = try await listed {
            $0.start = loads[1].createdAt
            $0.end = loads[3].createdAt
        }
        #expect(range.list == Array(loads[1...3].reversed()))
    }

    @Test("The trial balance has a line for each account, on the side on which it grows, and shows an imbalance")
    func trialBalance() async throws {
        let fixture = try await LedgerFixture.make()
        #expect(try await TrialBalance.read(from: fixture.database).lines == [])
        let courses = [
            try await fixture.course(customer: 7, account: 100_000_001),
            try await fixture.course(customer: 8, account: 100_000_002),
        ]
        for course in courses { _ = try await fixture.load(5000, course, at: LedgerFixture.now) }
        let balance = try await TrialBalance.read(from: fixture.database)
        #expect(balance.lines.map { "\($0.account) \($0.currency) \($0.balance)" } == [
            "customer EUR 10000", "safeguarding EUR 10000",
        ])
        #expect(balance.isBalanced)
        #expect(balance.totals.map { "\($0.currency) \($0.debit) \($0.credit)" } == ["EUR 10000 10000"])
        // A part of the house's balances is folded, and the rest is still in postings.
        try await fixture.foldCompletely()
        #expect(try await TrialBalance.read(from: fixture.database) == balance)
        _ = try await fixture.load(1, courses[0], at: LedgerFixture.now.addingTimeInterval(1))
        let later = try await TrialBalance.read(from: fixture.database)
        #expect(later.totals.map { "\($0.currency) \($0.debit) \($0.credit)" } == ["EUR 10001 10001"])
        try await fixture.database.execute(script: "UPDATE money.account SET posted = 1 WHERE customer_id = 7")
        #expect(try await !TrialBalance.read(from: fixture.database).isBalanced)
    }

    @Test("Numbers on the wire are digits without a leading zero", arguments: [
        ("1", true), ("999999999999999999", true), ("", false), ("0", false), ("01", false), ("-1", false),
        ("1000000000000000000", false), ("1x", false), ("١", false), (" 1", false),
    ])
    func numbers(text: String, isNumber: Bool) {
        #expect((TransactionID(text) != nil) == isNumber)
        #expect((SlipID(text) != nil) == isNumber)
    }
}

extension LedgerFixture {
    /// Loads money, and returns its transaction.
    fileprivate func load(_ amount: Int64, _ course: Course, at now: Date) async throws -> AccountTransaction? {
        let money = Money(minorUnits: amount, currency: course.currency)
        // A customer's journals are numbered by their times here.
        let number = Int(now.timeIntervalSince(Self.now))
        let posting = try Posting(from: .safeguarding, to: .customer, amount: money)
        return try await transact([posting], number, as: .deposit, course, at: now)
    }

    /// Pays, or takes a payment back.
    fileprivate func pay(
        _ postings: [Posting], _ number: Int, _ course: Course
    ) async throws -> AccountTransaction? {
        try await transact(postings, number, as: .payment, course, at: Self.now)
    }

    private func transact(
        _ postings: [Posting], _ number: Int, as kind: AccountTransaction.Kind, _ course: Course, at now: Date
    ) async throws -> AccountTransaction? {
        let journal = try Journal(id: JournalID(rawValue: uuid(number, of: 3)), postings)
        return try await database.transaction { (tx: Transaction<LedgerFailure>) throws(LedgerFailure) in
            let (_, _, transactions) = try tx.commit(
                AccountStatements.lock(course.account, of: course.holder),
                JournalStatements.post(journal, on: course.account, of: course.holder, at: now),
                TransactionStatements.complete(journal.id, of: course.holder, as: kind))
            return transactions.first
        }
    }
}
