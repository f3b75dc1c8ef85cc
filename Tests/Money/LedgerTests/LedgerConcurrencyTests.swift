import Foundation
import Identifiers
import Ledger
import Postgres
import Testing
import TestSupport

@Suite("Many sessions on one account")
struct LedgerConcurrencyTests {
    /// A database with one session for each simultaneous request.
    private static func sessions(_ count: Int, on fixture: LedgerFixture) throws -> Database {
        var configuration = try fixture.scratch.configuration
        (configuration.readers, configuration.writers, configuration.transactors) = (1, 1, count)
        return Database(configuration, logger: LedgerFixture.logger)
    }

    /// Locks the account and posts, in one round trip.
    private static func approve(
        _ query: Query<Account>, of course: Course, on database: Database
    ) async throws -> Bool {
        try await database.transaction { (tx: Transaction<LedgerFailure>) throws(LedgerFailure) in
            try !tx.commit(AccountStatements.lock(course.account, of: course.holder), query).1.isEmpty
        }
    }

    @Test("Of 64 sessions with money for exactly n, n are approved", arguments: [0, 1, 23, 63, 64])
    func exactlyN(n: Int) async throws {
        let fixture = try await LedgerFixture.make()
        let course = try await fixture.course(loaded: Int64(n) * 100 + 99)
        let database = try Self.sessions(64, on: fixture)
        let approvals = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<64 {
                group.addTask {
                    try await Self.approve(
                        HoldStatements.place(
                            course.hold(number), of: course.money(100), on: course.account, of: course.holder,
                            at: course.now, expiresAt: nil),
                        of: course, on: database)
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(approvals == n)
        #expect(try await fixture.account(of: course)?.available == course.money(99))
        #expect(try await fixture.findings() == [])
        await database.shutDown()
    }

    @Test("The ledger adds up after a clearing, an increment, an expiry and purchases at once", arguments: 1...3)
    func race(round: Int) async throws {
        let fixture = try await LedgerFixture.make()
        var course = try await fixture.course(loaded: 5_000)
        for number in 0..<8 { try await fixture.play(.hold(number, 100, days: 1), &course) }
        course.pass(days: 1)
        let (database, now) = (try Self.sessions(32, on: fixture), course)
        let spent = try await withThrowingTaskGroup(of: Int64.self) { group in
            for number in 0..<96 {
                group.addTask { try await Self.spend(number, round, of: now, on: database) }
            }
            // The check and the fold run while other sessions write.
            for _ in 0..<4 {
                group.addTask {
                    try await fixture.fold()
                    #expect(try await fixture.findings() == [])
                    return 0
                }
            }
            return try await group.reduce(0, +)
        }
        let account = try #require(try await fixture.account(of: course))
        #expect(account.posted == course.money(5_000 - spent))
        #expect(account.held.isZero)
        #expect(try await fixture.houseBalances() == [
            "safeguarding -5000 EUR", "scheme:MC \(spent) EUR",
        ])
        #expect(try await fixture.findings() == [])
        await database.shutDown()
    }

    /// One of many requests. The clock is already past the end of every hold.
    ///
    /// - Returns: the amount that it took from the account.
    private static func spend(
        _ number: Int, _ round: Int, of course: Course, on database: Database
    ) async throws -> Int64 {
        let (account, holder, now) = (course.account, course.holder, course.now)
        let hold = course.hold((number * 5 + round) % 8)
        switch number % 4 {
        case 0:
            _ = try await database.transaction { (tx: Transaction<LedgerFailure>) throws(LedgerFailure) in
                try tx.commit(
                    AccountStatements.lock(account, of: holder),
                    HoldStatements.expire(on: account, of: holder, at: now))
            }
            return 0
        case 1:
            let increment = HoldStatements.adjust(hold, by: course.money(7), on: account, of: holder, at: now)
            _ = try await approve(increment, of: course, on: database)
            return 0
        default:
            let isClearing = number % 4 == 2
            let journal = try Journal(
                id: JournalID(rawValue: uuid(1_000 + number, of: 2)),
                [Posting(from: .customer, to: .scheme(.mastercard), amount: course.money(isClearing ? 60 : 150))])
            let post = JournalStatements.post(
                journal, on: account, of: holder, clearing: isClearing ? .part(hold) : nil,
                requiresFunds: !isClearing, at: now)
            return try await approve(post, of: course, on: database) ? (isClearing ? 60 : 150) : 0
        }
    }

    @Test("A currency's account is opened once, however many try")
    func openOnce() async throws {
        let fixture = try await LedgerFixture.make()
        let holder = AccountHolder(9)
        let opened = await withTaskGroup(of: LedgerRefusal?.self) { group in
            for number in 0..<20 {
                group.addTask {
                    do {
                        _ = try await fixture.database.write(
                            AccountStatements.open(
                                AccountID(known: Int64(number) + 1), of: holder, in: LedgerFixture.euro,
                                at: LedgerFixture.now))
                        return nil
                    } catch {
                        return (error as? PostgresFailure).flatMap { LedgerRefusal($0) }
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(opened.count { $0 == nil } == 1)
        #expect(opened.count { $0 == .accountExists } == 19)
        #expect(try await fixture.database.read(AccountStatements.accounts(of: holder)).count == 1)
        #expect(try await fixture.findings() == [])
    }
}
