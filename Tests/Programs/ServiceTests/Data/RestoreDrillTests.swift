import CardAPI
import CardClient
import Foundation
import Ledger
import NIOHTTP1
import NIOTransport
import Postgres
import Subprocess
import SystemPackage
import Testing
import TestSupport

/// Runs the commands of docs/OPERATIONS.md. The second server has other transaction ids and object ids.
@Suite("Restoring a dump on another server", .timeLimit(.minutes(20)))
struct RestoreDrillTests {
    @Test("The service continues where the dump ends, without manual steps, and a copy can be kept silent")
    func drill() async throws {
        try await withWebhookReceiver([.status(503)]) { receiver, port in
            try await DataDirectory.with { directory in
                let (scratch, customers) = (try await ScratchDatabase.make(), Customers(directory))
                let known = try await customers.begin(on: scratch.url, receiver, at: port)
                try await OtherCluster.with { other in
                    let page = try DrillPage(from: scratch, to: other, in: directory)
                    let dividing = try await page.divide()
                    #expect(dividing.status == .exited(0), "\(dividing.errors)")
                    let before = try await ServersOwn(of: scratch.database)
                    let restoring = try await page.restore()
                    #expect(restoring.status == .exited(0), "\(restoring.errors)")
                    #expect(restoring.output.hasSuffix(Self.served + Self.addsUp), "\(restoring.output)")
                    #expect(dividing.output.hasSuffix(Self.served + Self.addsUp), "\(dividing.output)")
                    let looking = try await page.look()
                    #expect(looking.status == .exited(0), "\(looking.output)")
                    #expect(looking.output.contains(" opens all "), "\(looking.output)")
                    let restored = try other.connect(to: page.target)
                    let after = try await ServersOwn(of: restored)
                    #expect(after.kept == before.kept)
                    try #require(after.transaction < before.transaction && after.table != before.table)

                    try await customers.goOn(on: page.target, knowing: known, receiver)
                    try await Self.fold(restored)
                    #expect(try await restored.read(Self.unfolded()) == [0])
                    let checking = try await page.check()
                    #expect(checking.status == .exited(0), "\(checking.output)")
                    #expect(checking.output == "The ledger adds up: 3 accounts, 0 holds, 221 journals.\n")

                    let migrating = try await page.migrate()
                    #expect(migrating.status == .exited(0), "\(migrating.errors)")
                    #expect(migrating.output.wholeMatch(of: Self.upToDate) != nil, "\(migrating.output)")

                    #expect(try await page.silence().status == .exited(0))
                    try await customers.suspendCard(on: page.target, known)
                    #expect(receiver.received.count == 3)
                    #expect(try await restored.read(Self.waiting()) == [0])
                    await restored.shutDown()
                }
            }
        }
    }

    private static let addsUp = "The ledger adds up: 2 accounts, 0 holds, 21 journals.\n"
    private static let served = """
        The schema is up to date.
        The role tessera_serving can serve, and no more.

        """

    private static var upToDate: Regex<Substring> {
        /The schema is up to date, at version \d+\.\nThe schema is up to date\.\n/
    }

    /// Two rounds: the second folds what the first has found.
    static func fold(_ database: Database) async throws {
        let folder = HouseFolder(database)
        for _ in 1...2 { try await folder.fold() }
    }

    private static let unfolded = Statement(
        "unfolded",
        """
        SELECT count(*) FROM money.posting p LEFT JOIN money.fold f USING (shard)
        WHERE p.fold_number >= coalesce(f.folded_to, 0)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.bigint("count") }

    private static let waiting = Statement("waiting", "SELECT count(*) FROM webhooks.webhook_line") {
        (row: inout Row) throws(PostgresFailure) in try row.bigint("count")
    }
}

/// The commands of the page, in its order.
private struct DrillPage: Sendable {
    let target: String
    private let commands: [String]
    /// The places of the dump and of the check that follows it.
    private let dump: Int
    private let check: Int
    private let variables: [Environment.Key: String]
    private let folder: String

    init(from source: ScratchDatabase, to other: OtherCluster, in directory: DataDirectory) throws {
        // `make package-test` installs the service.
        commands = try Document("docs/OPERATIONS.md").unpasted.map(\.command).filter { command in
            !command.hasPrefix("sudo ") && !command.hasPrefix("docker ")
        }
        dump = try #require(commands.firstIndex { $0.hasPrefix("pg_dump") })
        check = try #require(commands[dump...].firstIndex { $0.hasPrefix("tessera-core ledger check") })
        target = other.url(of: "tessera_restored")
        folder = URL(filePath: directory.path).deletingLastPathComponent().path
        let programs = try Program.core.path.removingLastComponent()
        variables = [
            "DATABASE_URL": source.url, "ADMIN_URL": ScratchDatabase.administratorURL,
            "SERVING_URL": source.url(as: "tessera_serving"), "NEW_ADMIN_URL": other.administratorURL,
            "NEW_SERVER_URL": other.url(), "NEW_DATABASE_URL": target,
            // As `Program`: a busy machine slows the commands down, but does not fail them.
            "TESSERA_DATABASE_WAIT": "120", "TESSERA_STATEMENT_TIMEOUT": "120",
            "PATH": "\(DatabaseDump.path):\(programs)", "LC_ALL": "C", "TESSERA_DATA_DIR": directory.path,
        ]
    }

    /// The commands that give a service a role of its own. The source's cluster lets only its owner log in, who
    /// therefore has to become that role.
    func divide() async throws -> Program.Ending {
        let opening = #"psql "$ADMIN_URL" -c "GRANT tessera_serving TO tessera""#
        return try await run(commands[..<1] + [opening] + commands[1..<dump])
    }

    /// All commands from the dump to the check of what it restores.
    func restore() async throws -> Program.Ending {
        try await run(commands[dump...check])
    }

    func look() async throws -> Program.Ending {
        try await run(commands.filter { $0.hasPrefix("tessera-core doctor") }[...])
    }

    func check() async throws -> Program.Ending {
        try await run([commands[check]])
    }

    func migrate() async throws -> Program.Ending {
        try await run(commands[check...].filter { $0.hasPrefix("tessera-core migrate") }[...])
    }

    func silence() async throws -> Program.Ending {
        try await run(commands[check...].filter { $0.hasPrefix("psql") }[...])
    }

    private func run(_ commands: ArraySlice<String>) async throws -> Program.Ending {
        try #require(!commands.isEmpty)
        return try await Command.run(
            Configuration(
                executable: .name("bash"), arguments: ["-euc", commands.joined(separator: "\n")],
                environment: .custom(variables), workingDirectory: FilePath(folder)),
            within: Deadline.long)
    }
}

/// Customers who load and pay before the dump and after its restore.
private struct Customers: Sendable {
    /// The answers that the customers have before the dump.
    struct Knowledge: Sendable {
        let card: String
        let pan: String
        let token: String
        /// The answer to the last payment.
        let answer: String
    }

    private let sandbox = Sandbox()
    private let host = Unshared.host()
    private let doors = NetworkDoorPorts()
    private let directory: DataDirectory

    init(_ directory: DataDirectory) { self.directory = directory }

    /// Makes a card, ten loads and ten payments, and an event that the receiver refuses.
    func begin(on url: String, _ receiver: WebhookReceiver, at port: Int) async throws -> Knowledge {
        try await serve(url) { service in
            let subscribed = try await service.askAsBusiness(
                .POST, "/webhooks/subscriptions",
                #"{"eventType": "/prepaid/card/status/events", "url": "http://127.0.0.1:\#(port)/"}"#)
            #expect(subscribed.status == 201)
            let token = try await service.token(of: "10000001")
            let card = try await keyed(service, token).create(.virtual()).cardId
            let pan = try await Answer.plastic(of: card, at: sandbox)
            for number in 1...10 { try await load("10000001", number) }
            var answer = ""
            for number in 1...10 { answer = try await pay("before-\(number)", with: pan) }
            try await load("10000002", 1)
            #expect(try await simulate("SUSPEND", card).status == 200)
            _ = try await receiver.receivedInTime(1)
            // The clock answers only when no delivery is in progress.
            _ = try await sandbox.send("PUT", "/sandbox/clock", #"{"advanceSeconds": 0}"#)
            return Knowledge(card: card, pan: pan, token: token, answer: answer)
        }
    }

    /// Expects that earlier answers are still valid and that the waiting event is delivered. Then makes 100 loads and
    /// 100 payments.
    func goOn(on url: String, knowing known: Knowledge, _ receiver: WebhookReceiver) async throws {
        try await serve(url) { service in
            #expect(try await keyed(service, known.token).create(.virtual()).cardId == known.card)
            #expect(try await pay("before-10", with: known.pan) == known.answer)
            #expect(try await simulate("RESUME", known.card).status == 200)
            _ = try await sandbox.send("PUT", "/sandbox/clock", #"{"advanceSeconds": 3600}"#)
            let received = try await receiver.receivedInTime(3)
            #expect(received[0]["Webhook-Id"] == received[1]["Webhook-Id"])
            #expect(received[0].body == received[1].body && received[2].body != received[1].body)
            let newcomer = try await sandbox.newCustomer()
            for number in 1...100 { try await load(number.isMultiple(of: 2) ? newcomer : "10000001", number) }
            for number in 1...100 { _ = try await pay("after-\(number)", with: known.pan) }
        }
    }

    func suspendCard(on url: String, _ known: Knowledge) async throws {
        try await serve(url) { _ in
            #expect(try await simulate("SUSPEND", known.card).status == 200)
            _ = try await sandbox.send("PUT", "/sandbox/clock", #"{"advanceSeconds": 3600}"#)
        }
    }

    private func serve<Result: Sendable>(
        _ url: String, _ body: (RunningService) async throws -> Result
    ) async throws -> Result {
        let storage = ["--data-dir", directory.path, "--database-url", url]
        return try await Program.serve(["--demo", "--host", host] + storage + doors.arguments, sandbox, host: host) {
            try await doors.open(on: $0)
            return try await body($0)
        }.result
    }

    /// A client that always sends the same Idempotency-Key.
    private func keyed(_ service: RunningService, _ token: String) -> CustomerOperations {
        CardAPIClient(
            service.configuration, transport: AsyncHTTPTransport(.patient),
            makeIdempotencyKey: { "the-drill" }
        ).customer(accessToken: token)
    }

    private func load(_ customer: String, _ number: Int) async throws {
        let body = #"{"amount": \#(1000 + number), "currencyCode": "EUR"}"#
        #expect(try await sandbox.send("POST", "/sandbox/customers/\(customer)/load", body).status == 201)
    }

    private func simulate(_ event: String, _ card: String) async throws -> Answer {
        try await sandbox.send("POST", "/sandbox/cards/\(card)/events", #"{"type": "\#(event)"}"#)
    }

    /// Pays 1 EUR, which also moves money of the house.
    private func pay(_ reference: String, with pan: String) async throws -> String {
        let answer = try await Answer.network("""
            {"networkReference":"\(reference)","kind":"FINANCIAL","pan":"\(pan)","amount":100,\
            "currencyCode":"EUR","merchant":{"name":"Shop","mcc":"5411","country":"DE"},"panEntryMethod":"ECOMMERCE"}
            """, at: doors.json)
        #expect(try answer.member("responseCode") == "00", "\(answer.body)")
        return answer.body
    }
}

/// The values that differ between servers, and the values that a dump must keep.
private struct ServersOwn {
    let transaction: Int64
    let table: Int64
    /// Each sequence with its last number, and each table and sequence with the rights on it.
    let kept: [String]

    init(of database: Database) async throws {
        let numbers = try await database.read(Self.numbers())
        (transaction, table) = try #require(numbers.first)
        kept = try await database.read(Self.keeping())
    }

    private static let numbers = Statement(
        "servers_numbers",
        """
        SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS transaction,
               'money.posting'::regclass::oid::bigint AS table_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in (try row.bigint("transaction"), try row.bigint("table_id")) }

    private static let keeping = Statement(
        "kept",
        """
        SELECT concat_ws(' ', schemaname, sequencename, last_value) AS kept FROM pg_sequences
        UNION ALL
        SELECT concat_ws(' ', relnamespace::regnamespace, relname,
                         coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", relowner)))
        FROM pg_class
        WHERE relkind IN ('r', 'S')
          AND relnamespace::regnamespace::text IN ('money', 'webhooks', 'issuing', 'merchants', 'sandbox')
        ORDER BY 1
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("kept") }
}
