import Administration
import Authorizing
import Cards
import CardSecrets
import Dispatch
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Ledger
import Logging
import Postgres
import Sandbox
import Testing
import TestSupport

/// `CITUS_URL` names the database of a cluster's coordinator, with the extension. The tests remove the schemas of the
/// service from it. `docs/DISTRIBUTION.md` says how to start a cluster.
@Suite("A cluster of machines", .serialized, .enabled(if: cluster != nil, "CITUS_URL names no cluster."))
struct ClusterTests {
    @Test("Each table gets its place once, and the cluster refuses no statement that it gets")
    func statements() async throws {
        let database = try await Self.emptied()
        let distribution = IssuingSchema.distribution
        let first = try await database.distribute(by: distribution)
        #expect(first.placed == distribution.placements.count && first.cluster.machines > 0)
        #expect(try await database.distribute(by: distribution).placed == 0)
        var refused: [String: String] = [:]
        for statement in Self.statements {
            refused[statement.name] = try await Self.refusal(of: statement, by: database)
        }
        let sent = refused.filter { RefusedStatements.replaced[$0.key] == nil }
        #expect(sent.map { "\($0.key): \($0.value)" }.sorted() == [])
        await database.shutDown()
    }

    /// Citus folds a comparison with null, and then loses sight of the table.
    @Test("A message that was not paid with a token finds its card")
    func withoutToken() async throws {
        let database = try await Self.emptied()
        _ = try await database.distribute(by: IssuingSchema.distribution)
        let statement = try #require(Self.statements.first { $0.name == "payment_card_by_key" })
        #expect(try await Self.refusal(of: statement, by: database, withNull: 3) == nil)
        await database.shutDown()
    }

    @Test("Rows from before and after are found by their column, and a violation names its constraint")
    func rows() async throws {
        let database = try await Self.emptied()
        let adding = Statement(
            "evidence_add", "INSERT INTO money.account_number (account_id, customer_id) VALUES ($1, $2)")
        let finding = Statement("evidence_find", "SELECT customer_id FROM money.account_number WHERE account_id = $1") {
            (row: inout Row) throws(PostgresFailure) in try row.bigint("customer_id")
        }
        for number in Int64(1)...20 { _ = try await database.write(adding(.bigint(number), .bigint(-number))) }
        _ = try await database.distribute(by: IssuingSchema.distribution)
        for number in Int64(21)...40 { _ = try await database.write(adding(.bigint(number), .bigint(-number))) }
        for number in Int64(1)...40 { #expect(try await database.read(finding(.bigint(number))) == [-number]) }
        let failure = await #expect(throws: PostgresFailure.self) {
            try await database.write(adding(.bigint(7), .bigint(8)))
        }
        #expect(failure?.constraint == "account_number_is_given_once")
        await database.shutDown()
    }

    @Test("A later step gives its tables their places, and changes older ones")
    func laterStep() async throws {
        let database = try await Self.emptied()
        _ = try await database.distribute(by: IssuingSchema.distribution)
        let step = Migration(
            version: 1000, name: "a later table",
            newTables: """
                CREATE TABLE issuing.later (
                    customer_id bigint NOT NULL,
                    card_id uuid NOT NULL,
                    CONSTRAINT later_is_known_once PRIMARY KEY (customer_id, card_id),
                    CONSTRAINT later_is_of_a_card FOREIGN KEY (customer_id, card_id) REFERENCES issuing.card
                );
                """,
            sql: "ALTER TABLE issuing.card ADD COLUMN later text;")
        let later = Distribution.Group(by: "customer_id", with: "issuing.customer", "issuing.later")
        let distribution = IssuingSchema.distribution + Distribution(groups: [later])
        let migrations = IssuingSchema.migrations + [step]
        let report = try await database.migrate(migrations, freshSchema: "", placing: distribution)
        #expect(report.applied == [1000])
        #expect(try await database.distribute(by: distribution).placed == 0)
        let adding = Statement("evidence_later", "INSERT INTO later VALUES ($1, gen_random_uuid())")
        let failure = await #expect(throws: PostgresFailure.self) { try await database.write(adding(.bigint(1))) }
        #expect(failure?.constraint == "later_is_of_a_card")
        #expect(try await database.read(Statement.evidence("SELECT later FROM card")()) == [])
        await database.shutDown()
    }

    /// Each worker has the tables, so that clients may connect to it, too. Its lock must be that of the coordinator, as
    /// two servers of one Postgres have the same one.
    @Test("An Idempotency-Key is claimed once, whichever machine a server connects to, and each finds the answer")
    func keyOfTwoCoordinators() async throws {
        let database = try await Self.emptied()
        _ = try await database.distribute(by: IssuingSchema.distribution)
        let worker = try await Self.anotherMachine(of: database)
        let claiming = Statement("asked_claim", try Self.text(of: "idempotency_claim")) {
            (row: inout Row) throws(PostgresFailure) in try row.boolean("is_claimed")
        }
        let keeping = Statement("asked_keep", try Self.text(of: "idempotency_keep"))
        let finding = Statement<String>.evidence("SELECT status::text FROM idempotent_answer", named: "asked_find")
        let (owner, time) = ("customer 1", SQLValue.timestamp(Date(timeIntervalSince1970: 1_773_576_000)))
        let claim = claiming(.text(owner), .text("k"))
        let keep = keeping(.text(owner), .text("k"), .bytes([1]), .integer(201), .bytes([2]), time, time)
        for (first, second) in [(database, worker), (worker, database)] {
            let (claimed, hasClaimed) = AsyncStream<Void>.makeStream()
            let released = DispatchSemaphore(value: 0)
            let holding = Task {
                defer { hasClaimed.finish() }
                return try await first.transaction { (tx: Transaction<PostgresFailure>) throws(PostgresFailure) in
                    let answer = try tx.run(claim)
                    hasClaimed.finish()
                    released.wait()
                    _ = try tx.commit(keep)
                    return answer
                }
            }
            for await _ in claimed {}
            let other = await Task { try await second.write(claim) }.result
            released.signal()
            #expect(try await holding.value == [true])
            #expect(try other.get() == [false])
            #expect(try await second.write(claim) == [true])
            #expect(try await second.read(finding()) == ["201"])
        }
        await worker.shutDown()
        await database.shutDown()
    }

    @Test("A sandbox serves on a cluster. Two servers on two machines issue one card for one key at once")
    func twoCoordinators() async throws {
        let database = try await Self.emptied()
        _ = try await database.distribute(by: IssuingSchema.distribution)
        let worker = try await Self.anotherMachine(of: database)
        #expect(try await worker.neededMigrations(IssuingSchema.migrations) == [])
        let clock = SandboxClock(.frozen(at: IssuingFixture.now)) { IssuingFixture.now }
        let sandbox = try await IssuingFixture.assemble(database, clock, .seeded(1))
        try await sandbox.seedDemoUniverse()
        // By the mark, the production program refuses to serve it, whichever machine it connects to.
        for server in [database, worker] {
            #expect(try await server.hasTable("mark", in: "sandbox"))
            #expect(try await !server.hasTable("mark", in: "issuing"))
        }
        let name = try #require(SnapshotName(rawValue: "base"))
        let failure = await #expect(throws: SnapshotFailure.self) { try await sandbox.takeSnapshot(name) }
        #expect(failure?.isRefusedOnCluster == true)
        let servers = [
            sandbox.issuing, try await Issuing(on: worker, clock: clock.service, entropy: .seeded(2)),
        ]
        let customer = try await sandbox.administration.enrol(
            CustomerEnrolment(
                country: "BG", firstName: "Ada", lastName: "Byron", mobile: "+359 881234567", email: nil,
                address: DeliveryAddress.Draft.home(in: "BG").address),
            in: DemoUniverse.brand
        ).id
        let phone = try await sandbox.makePhone(.iPhone, of: customer)
        for round in 1...3 {
            let attempts = servers.map { server in
                Task {
                    try await server.createCard(
                        .ordering(.virtualVisa), pin: nil, for: NamedCustomer(customer, in: DemoUniverse.brand),
                        request: .keyed("key \(round)")
                    ).answer
                }
            }
            var answers: [StoredAnswer] = []
            for attempt in attempts {
                switch await attempt.result {
                case .success(let answer): answers.append(answer)
                case .failure(IssuingFailure.refused(.idempotency(.keyInUse))): break
                case .failure(let failure): throw failure
                }
            }
            #expect(!answers.isEmpty && answers.allSatisfy { $0 == answers[0] })
            let cards = try await database.read(Statement.evidence("SELECT card_id::text FROM card")())
            #expect(cards.count == round)
            if round == 1 {
                let card = try #require(cards.first.flatMap { CardID($0) })
                _ = try await sandbox.beginToken(of: card, on: phone.id)
            }
        }
        let drawing = Statement("asked_number", "SELECT nextval('money.next_transaction_number') AS number") {
            (row: inout Row) throws(PostgresFailure) in try row.bigint("number")
        }
        var numbers: [Int64] = []
        for server in [database, worker, database, worker] { numbers += try await server.write(drawing()) }
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
        await worker.shutDown()
        await database.shutDown()
    }

    /// A statement as a cluster gets it.
    private static func text(of name: String) throws -> String {
        try #require(statements.first { $0.name == name }).sql
    }

    /// The statements of the card service, as a cluster gets them.
    private static var statements: [AnyStatement] {
        let lists = [
            AllStatements.list, AllAdministrationStatements.list, LedgerStatements.served, LedgerStatements.checks,
            AuthorizationInvariants.all.map(\.erased), ClearingInvariants.all.map(\.erased),
        ]
        var names: Set<String> = []
        return lists.joined().filter { names.insert($0.name).inserted }.map(\.onCluster)
    }

    /// The same database, through a machine that is not the first coordinator.
    private static func anotherMachine(of database: Database) async throws -> Database {
        let places = try await database.read(Statement.evidence("""
            SELECT format('host=%s&port=%s', nodename, nodeport) FROM pg_dist_node
            WHERE groupid > 0 AND hasmetadata AND noderole = 'primary' ORDER BY nodeid LIMIT 1
            """)())
        let (url, place) = (try #require(cluster), try #require(places.first))
        return try Self.database(at: url + (url.contains("?") ? "&" : "?") + place)
    }

    private static func database(at url: String) throws -> Database {
        var configuration = try DatabaseConfiguration(url: url)
        (configuration.readers, configuration.writers, configuration.transactors) = (1, 1, 1)
        configuration.statementTimeout = .seconds(120)
        configuration.schemas = IssuingSchema.searchPath
        return Database(configuration, logger: Logger(label: "tessera.tests") { _ in SwiftLogNoOpLogHandler() })
    }

    /// The database with the schema of the card service and no rows.
    private static func emptied() async throws -> Database {
        let database = try database(at: #require(cluster))
        try await database.execute(script: """
            SET citus.multi_shard_modify_mode = 'sequential';
            DROP SCHEMA IF EXISTS sandbox, merchants, issuing, webhooks, money, audit CASCADE;
            DROP TABLE IF EXISTS public.schema_migration
            """)
        _ = try await database.migrate(IssuingSchema.migrations, freshSchema: IssuingSchema.parts.script)
        return database
    }

    /// Why the cluster refuses a statement; nil if it runs it with made-up values, or a rule of the tables refuses
    /// these. Nothing is kept.
    ///
    /// - Parameter null: the index of a value that is null.
    private static func refusal(
        of statement: AnyStatement, by database: Database, withNull null: Int? = nil
    ) async throws -> String? {
        let (name, sql) = ("asked_\(statement.name)", statement.sql)
        let types = Statement<String>.evidence(
            "SELECT unnest(parameter_types)::text FROM pg_prepared_statements WHERE name = '\(name)'", named: "types")
        do {
            try await database.transaction { (tx: Transaction<PostgresFailure>) throws(PostgresFailure) in
                try tx.run(script: "PREPARE \(name) AS \(sql)", named: "prepare")
                let values = try tx.run(types()).enumerated().map { $0 == null ? "NULL" : value(of: $1) }
                let list = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
                try tx.run(script: "EXECUTE \(name)\(list)", named: "execute")
                try tx.run(script: "SELECT 1 / 0", named: "undo")
            }
            return nil
        } catch {
            guard error.constraint == nil, let state = error.sqlState else {
                return error.kind == .rejected ? nil : error.kind.rawValue
            }
            return ["08", "0A", "42", "XX"].contains(state.prefix(2)) ? state : nil
        }
    }

    private static func value(of type: String) -> String {
        if type.hasSuffix("[]") { return "ARRAY[\(value(of: String(type.dropLast(2))))]::\(type)" }
        let value: String? = switch type {
        case "bigint", "integer": "1"
        case "text": "'A'"
        case "uuid": "'00000000-0000-4000-8000-000000000001'"
        case "boolean": "true"
        case "timestamp with time zone", "date": "'2026-01-01'"
        case "bytea": "'\\x01'"
        case "account_id": "1"
        case "network_reference": "'A'"
        case "authorization_type": "'PURCHASE'"
        case "authorization_status": "'APPROVED'"
        case "response_code": "'00'"
        case "currency": "'EUR'"
        default: nil
        }
        return "\(value ?? "NULL")::\(type)"
    }
}

extension SnapshotFailure {
    fileprivate var isRefusedOnCluster: Bool { if case .refused(.onCluster) = self { true } else { false } }
}

/// Without one, the tests are skipped, and the run says so.
private let cluster = ProcessInfo.processInfo.environment["CITUS_URL"]
