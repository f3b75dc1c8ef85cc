import Foundation
import Identifiers
import Ledger
import Testing
import TestSupport

@Suite("Steps of an account's balances")
struct AccountBookTests {
    /// Steps with their result, and the posted, held and available amounts afterwards. The database plays the same
    /// table.
    static let table = textTable("""
        load 5000          | done              | 5000 | 0    | 5000
        hold A 1234        | done              | 5000 | 1234 | 3766
        hold A 1           | holdExists        | 5000 | 1234 | 3766
        hold B 3767        | insufficientFunds | 5000 | 1234 | 3766
        hold B 3766        | done              | 5000 | 5000 | 0
        buy 1              | insufficientFunds | 5000 | 5000 | 0
        adjust B 1         | insufficientFunds | 5000 | 5000 | 0
        adjust B 10 forced | done              | 5000 | 5010 | -10
        adjust B -3000     | done              | 5000 | 2010 | 2990
        clear A 1000 part  | done              | 4000 | 1010 | 2990
        clear A 300        | done              | 3700 | 776  | 2924
        clear A 100        | done              | 3600 | 776  | 2824
        again              | journalExists     | 3600 | 776  | 2824
        adjust A 1         | holdHasEnded      | 3600 | 776  | 2824
        void A             | holdHasEnded      | 3600 | 776  | 2824
        void C             | holdNotFound      | 3600 | 776  | 2824
        adjust B -9000     | done              | 3600 | 0    | 3600
        hold B 1           | holdExists        | 3600 | 0    | 3600
        hold C 100         | done              | 3600 | 100  | 3500
        days 6             | done              | 3600 | 100  | 3500
        days 1             | done              | 3600 | 0    | 3600
        clear C 100        | done              | 3500 | 0    | 3500
        hold D 500         | done              | 3500 | 500  | 3000
        clear D 700 part   | done              | 2800 | 0    | 2800
        void D             | holdHasEnded      | 2800 | 0    | 2800
        buy 2800           | done              | 0    | 0    | 0
        force-post 50      | done              | -50  | 0    | -50
        refund 150         | done              | 100  | 0    | 100
        """)

    @Test("Each step of the table has its result")
    func steps() throws {
        var course = Course(
            holder: AccountHolder(7), account: AccountID(100_000_001),
            currency: LedgerFixture.euro, now: LedgerFixture.now)
        var book = AccountBook(course.emptyAccount)
        for row in Self.table {
            let step = try #require(Step(row[0]), "\(row[0])")
            #expect(Self.result { try book.play(step, &course) } == row[1], "\(row[0])")
            #expect(Self.balances(of: book.account) == Array(row[2...]), "\(row[0])")
        }
        #expect(Self.statuses.map { book.holds[course.hold($0.0)]?.status } == Self.statuses.map { $0.1 })
    }

    /// The final status of each hold of the table.
    static let statuses: [(Int, Hold.Status)] = [(0, .posted), (1, .voided), (2, .expired), (3, .posted)]

    static func result(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "done"
        } catch {
            return (error as? LedgerRefusal)?.rawValue ?? "\(error)"
        }
    }

    static func balances(of account: Account) -> [String] {
        [account.posted, account.held, account.available].map { String($0.minorUnits) }
    }

    @Test("A balance never exceeds its limit, and an amount is never 0 or less")
    func limits() throws {
        let euro = LedgerFixture.euro
        let money = { Money(minorUnits: $0, currency: euro) }
        let limit = Account.limit
        var book = AccountBook(
            Account(
                id: AccountID(1), holder: AccountHolder(7), posted: money(limit),
                held: money(0), version: 0, openedAt: LedgerFixture.now))
        let id = HoldID(rawValue: uuid(1, of: 1))
        let load = try Journal(
            id: JournalID(rawValue: uuid(1, of: 2)), [Posting(from: .safeguarding, to: .customer, amount: money(1))])
        #expect(throws: LedgerRefusal.amountTooLarge) { try book.post(load) }
        for amount: Int64 in [0, -1] {
            #expect(throws: LedgerRefusal.amountNotPositive) {
                try book.place(id, of: money(amount), at: LedgerFixture.now, expiresAt: nil)
            }
        }
        #expect(throws: LedgerRefusal.amountTooLarge) {
            try book.place(id, of: money(limit + 1), at: LedgerFixture.now, expiresAt: nil, isForced: true)
        }
        try book.place(id, of: money(limit), at: LedgerFixture.now, expiresAt: nil)
        #expect(throws: LedgerRefusal.amountTooLarge) { try book.adjust(id, by: money(.max), isForced: true) }
        #expect(throws: LedgerRefusal.holdNotDue) { try book.expire(id, at: .distantFuture) }
        #expect(book.account.available.isZero && book.account.version == 1)
    }

    @Test("Only a pending hold takes a step, and each step is listed once")
    func transitions() {
        #expect(Hold.transitions.allSatisfy { $0.from == .pending })
        #expect(Hold.transitions.map(\.event) == Hold.Event.allCases)
    }
}
