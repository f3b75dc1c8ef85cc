import Foundation
import Identifiers
import Logging
import Postgres
import TestSupport

@testable import Ledger

/// The ledger's failure in a transaction: a refusal, or the database's.
enum LedgerFailure: DatabaseError {
    case refused(LedgerRefusal)
    case database(PostgresFailure)

    init(_ failure: PostgresFailure) {
        self = LedgerRefusal(failure).map(Self.refused) ?? .database(failure)
    }

    var postgresFailure: PostgresFailure? {
        guard case .database(let failure) = self else { return nil }
        return failure
    }
}

/// A database with the schema, for one test.
struct LedgerFixture: Sendable {
    let scratch: ScratchDatabase
    let database: Database
    let folder: HouseFolder

    /// 2026-03-15T12:00:00Z
    static let now = Date(timeIntervalSince1970: 1_773_576_000)
    static let euro = Currency(code: "EUR", number: 978, exponent: 2)
    static let logger = Logger(label: "tessera.tests") { _ in SwiftLogNoOpLogHandler() }

    static func make() async throws -> LedgerFixture {
        let scratch = try await ScratchDatabase.make(from: .migrated)
        return LedgerFixture(scratch: scratch, database: try scratch.database)
    }

    init(scratch: ScratchDatabase, database: Database) {
        (self.scratch, self.database, folder) = (scratch, database, HouseFolder(database))
    }

    /// Opens an account with some money.
    func course(customer: Int64 = 7, account: Int64 = 100_000_001, loaded amount: Int64 = 0) async throws -> Course {
        var course = Course(
            holder: AccountHolder(known: customer), account: AccountID(known: account), currency: Self.euro,
            now: Self.now)
        _ = try await database.write(
            AccountStatements.open(course.account, of: course.holder, in: course.currency, at: course.now))
        if amount > 0 { try await play(.load(amount), &course) }
        return course
    }

    func account(of course: Course) async throws -> Account? {
        try await database.read(AccountStatements.account(numbered: course.account)).first
    }

    func texts(_ sql: String) async throws -> [String] {
        try await database.read(Statement.evidence(sql)())
    }

    /// The findings of the check of the whole ledger.
    func findings() async throws -> [CheckStatements.Finding] {
        try await CheckStatements.report(on: database).findings
    }

    /// Folds until no posting is left. A posting waits for every transaction of the cluster that began before the
    /// posting's own ended, including those of other tests.
    func foldCompletely() async throws {
        let isLeft = """
            SELECT EXISTS (SELECT FROM money.posting p LEFT JOIN money.fold f USING (shard)
                           WHERE p.fold_number >= coalesce(f.folded_to, 0))::text
            """
        repeat { try await fold() } while try await texts(isLeft) == ["true"]
    }

    func fold() async throws { try await folder.fold() }

    func houseBalances() async throws -> [String] {
        var balances: [HouseStatements.HouseBalance] = []
        for shard in HouseStatements.shards {
            balances += try await database.read(HouseStatements.houseBalances(inShard: shard))
        }
        return HouseStatements.sum(balances).map { "\($0.account) \($0.credit) \($0.currency)" }
    }

    /// Locks the account and sends one query, in one round trip.
    ///
    /// - Throws: the refusal of a constraint, or, if there is no row, the refusal that follows from the account and the
    ///   hold.
    func play<Output>(
        _ query: Query<Output>, of course: Course, on hold: HoldID? = nil
    ) async throws -> [Output] {
        try await database.transaction { (tx: Transaction<LedgerFailure>) throws(LedgerFailure) in
            let (locked, found, done) = try tx.run(
                AccountStatements.lock(course.account, of: course.holder),
                HoldStatements.hold(hold ?? HoldID(rawValue: uuid(0, of: 9)), of: course.holder), query)
            guard done.isEmpty else { return done }
            guard !locked.isEmpty else { throw .refused(.accountNotFound) }
            guard hold != nil else { throw .refused(.insufficientFunds) }
            guard let found = found.first else { throw .refused(.holdNotFound) }
            throw .refused(found.status == .pending ? .insufficientFunds : .holdHasEnded)
        }
    }

    /// Plays a step on the database.
    func play(_ step: Step, _ course: inout Course) async throws {
        let (account, holder, now) = (course.account, course.holder, course.now)
        switch step {
        case .hold(let number, let amount, let days, let isForced):
            _ = try await play(
                HoldStatements.place(
                    course.hold(number), of: course.money(amount), on: account, of: holder, at: now,
                    expiresAt: now + Double(days) * 86_400, isForced: isForced),
                of: course)
        case .adjust(let number, let difference, let isForced):
            let hold = course.hold(number)
            _ = try await play(
                HoldStatements.adjust(
                    hold, by: course.money(difference), on: account, of: holder, at: now, isForced: isForced),
                of: course, on: hold)
        case .void(let number):
            let hold = course.hold(number)
            _ = try await play(HoldStatements.void(hold, on: account, of: holder, at: now), of: course, on: hold)
        case .pass(let days):
            course.pass(days: days)
            for due in try await database.read(HoldStatements.due(at: course.now, limit: 100)) {
                _ = try await play(HoldStatements.expire(on: due.account, of: due.holder, at: course.now), of: course)
            }
        case .load, .clear, .forcePost, .buy, .refund, .repeatJournal:
            guard let order = try course.order(of: step) else { return }
            let clearing = order.hold.map { order.isLast ? JournalStatements.Clearing.whole($0) : .part($0) }
            _ = try await play(
                JournalStatements.post(
                    order.journal, on: account, of: holder, clearing: clearing, requiresFunds: order.requiresFunds,
                    at: now),
                of: course)
            course.posted = order.journal
        }
    }
}
