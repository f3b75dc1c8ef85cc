import Cards
import Foundation
import Identifiers
import Ledger
import Postgres
import Testing
import TestSupport

@testable import Authorizing

/// A database with the schema and a customer's account, for one test.
struct AuthorizingFixture: Sendable {
    /// Kept, because releasing it drops the database.
    let scratch: ScratchDatabase
    let database: Database
    let holder = AccountHolder(7)
    let account = AccountID(100_000_001)
    let card: CardID
    let program = "DEMO-VIRTUAL-VISA-EEA"

    /// 2026-03-15, a Sunday, in days since 1 January 1970.
    static let day = 20_527

    static func make() async throws -> AuthorizingFixture {
        let scratch = try await ScratchDatabase.make(from: .migrated)
        let fixture = AuthorizingFixture(
            scratch: scratch, database: try scratch.database, card: CardID(rawValue: try uuid(1)))
        _ = try await fixture.database.write(
            AccountStatements.open(
                fixture.account, of: fixture.holder, in: Sample.money(0).currency, at: time(on: day)))
        return fixture
    }

    /// A quarter of an hour before midnight, UTC, so that another time zone would have another day.
    static func time(on day: Int) -> Date { Date(timeIntervalSince1970: Double(day) * 86_400 + 85_500) }

    static func uuid(_ number: Int) throws -> UUID {
        let digits = String(String(1_000_000_000_000 + number).suffix(12))
        return try #require(UUID(uuidString: "00000000-0000-4000-8000-\(digits)"))
    }

    func texts(_ sql: String) async throws -> [String] {
        try await database.read(Statement.evidence(sql)())
    }

    // MARK: Controls

    func set(_ limits: [Limit]) async throws {
        let controls = CardControls(limits: limits)
        _ = try await database.write(
            ControlStatements.set(controls, forCard: card, of: holder, at: Self.time(on: Self.day)))
    }

    func setForProgram(_ limits: [Limit]) async throws {
        let controls = CardControls(limits: limits)
        _ = try await database.write(
            ControlStatements.set(controls, forProgram: program, at: Self.time(on: Self.day)))
    }

    // MARK: Payments

    func controls() async throws -> ControlStatements.InForce {
        let inForce = ControlStatements.inForce(for: card, of: holder, program: program)
        return try #require(try await database.read(inForce).first)
    }

    /// - Parameter isComputed: leaves out stored counters by asking for the version 0, which has none.
    func spent(on day: Int = Self.day, isComputed: Bool = false) async throws -> [SpendingStatements.Spent] {
        let found = try await controls()
        let controls = ControlStatements.InForce(
            card: found.card, program: found.program, version: isComputed ? 0 : found.version)
        guard let spent = SpendingStatements.spent(by: card, of: holder, under: controls, on: day) else { return [] }
        return try await database.read(spent)
    }

    /// The counters as text: `DAY ALL 100 1`.
    func counters(on day: Int = Self.day, isComputed: Bool = false) async throws -> [String] {
        try await spent(on: day, isComputed: isComputed).map { found in
            "\(found.counter.window.rawValue) \(found.counter.channelName) \(found.spending.amount) "
                + "\(found.spending.count)"
        }
    }

    /// Pays if no limit objects, as one transaction that holds the lock of the account.
    @discardableResult
    func pay(
        _ number: Int, _ amount: Int64, on day: Int = Self.day, _ change: (inout MessageFields) -> Void = { _ in }
    ) async throws -> Bool {
        let authorization = try authorization(number, amount, on: day, change)
        let (channels, controls) = (authorization.payment.channels, try await controls())
        return try await database.transaction {
            (tx: Transaction<PostgresFailure>) throws(PostgresFailure) -> Bool in
            let (_, spent) = try tx.run(
                AccountStatements.lock(account, of: holder),
                SpendingStatements.spent(by: card, of: holder, under: controls, on: day))
            let objection = Counters(spent).objection(
                to: Spending(amount: amount, count: 1), by: channels, under: controls.all)
            guard objection == nil else {
                _ = try tx.commit(
                    SpendingStatements.count(.nothing, by: channels, in: spent, of: card, holder: holder))
                return false
            }
            _ = try tx.commit(
                AuthorizationStatements.begin(authorization, journal: nil),
                SpendingStatements.count(
                    authorization.state.spending, by: channels, in: spent, of: card, holder: holder))
            return true
        }
    }

    /// Reverses a part of a payment, or all of it.
    func reverse(_ number: Int, _ part: Int64? = nil) async throws {
        let id = AuthorizationID(rawValue: try Self.uuid(100 + number))
        guard var changed = try await database.read(AuthorizationStatements.find(id, of: holder)).first else { return }
        let before = changed.state.spending
        changed.state = try changed.state.reverse(part.map { try Sample.money($0) }).state
        let (after, difference) = (changed, changed.state.spending.change(since: before))
        try await database.transaction { (tx: Transaction<PostgresFailure>) throws(PostgresFailure) in
            let day = Window.day(ofSecond: Int64(after.createdAt.timeIntervalSince1970))
            _ = try tx.run(AccountStatements.lock(account, of: holder))
            _ = try tx.commit(
                AuthorizationStatements.change(after, journal: nil, at: after.changedAt),
                SpendingStatements.adjust(
                    by: difference, ofPaymentBy: after.payment.channels, on: day, of: card, holder: holder))
        }
    }

    private func authorization(
        _ number: Int, _ amount: Int64, on day: Int, _ change: (inout MessageFields) -> Void
    ) throws -> Authorization {
        let request = try Sample.request { fields in
            fields.lifecycle = "payment-\(number)"
            change(&fields)
        }
        let quote = try Sample.quote(amount)
        return Authorization(
            id: AuthorizationID(rawValue: try Self.uuid(100 + number)), holder: holder, account: account, card: card,
            payment: request.payment(after: nil),
            answer: Authorization.Answer(code: .approved, approvalCode: "123456", decidedBy: .issuer),
            state: try AuthorizationState.approve(quote).state, amount: quote.transaction, price: quote, rate: nil,
            slip: nil, changes: 0, createdAt: Self.time(on: day), changedAt: Self.time(on: day))
    }
}
