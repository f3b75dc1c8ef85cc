import GatewayTestSupport
import HTTPContract
import Postgres
import Testing
import TestSupport

@testable import Dintero

@Suite("Dintero's tables")
struct DinteroStoreTests {
    @Test("The list of statements has every statement of the sources, each with its own name")
    func statements() throws {
        let names = try SourceFile.all(in: ["Sources/Merchants/Dintero"]).flatMap { file in
            file.text.matches(of: /Statement\(\s*"(\w+)"/).map { String($0.1) }
        }
        #expect(names.sorted() == Dintero.statements.map(\.name).sorted())
    }

    @Test("No statement scans a growing table")
    func plans() async throws {
        let fixture = try await DinteroFixture.make()
        try await fixture.dintero.database.execute(script: Self.crowd)
        let plans = try await fixture.dintero.database.plans(of: Dintero.statements)
        #expect(plans.count == Dintero.statements.count)
        for plan in plans { #expect(!plan.scannedTables.contains("dintero_session"), "\(plan)") }
    }

    private static let crowd = """
        INSERT INTO merchants.dintero_session (
            session_id, merchant_id, account_id, request, amount, currency, attempt, payment_id, made_at, changed_at,
            expires_at, sealed_instrument, key_version, instrument_ends_at)
        SELECT gen_random_uuid(), 'M1', 'T12345678', '{}', 1, 'NOK', 1, gen_random_uuid(), '2026-01-01Z', '2026-01-01Z',
            '2026-01-01Z', CASE WHEN n % 100 = 0 THEN '\\x00'::bytea END, CASE WHEN n % 100 = 0 THEN 1 END,
            CASE WHEN n % 100 = 0 THEN '2030-01-01Z'::timestamptz END
        FROM generate_series(1, 20000) n;
        ANALYZE merchants.dintero_session;
        """

    private static func client(_ id: String = "new", merchant: String = "M1", account: String = "T00000000") -> String {
        "INSERT INTO merchants.dintero_client VALUES ('\(id)', '\(merchant)', '\(account)', '\\x00');"
    }

    private static func session(merchant: String = "M1", request: String = "'{}'", amount: Int = 1) -> String {
        """
        INSERT INTO merchants.dintero_session (
            session_id, merchant_id, account_id, request, amount, currency, attempt, payment_id, made_at, changed_at,
            expires_at)
        VALUES ('11111111-1111-4111-8111-111111111111', '\(merchant)', 'T12345678', \(request), \(amount), 'NOK', 1,
            '11111111-1111-4111-8111-111111111111', '2026-01-01Z', '2026-01-01Z', '2026-01-01Z');
        """
    }

    private static func changed(_ change: String) -> String {
        session() + "UPDATE merchants.dintero_session SET \(change)"
    }

    /// Every named constraint, with one statement that only this constraint refuses.
    private static let table: [(constraint: String, sql: String)] = [
        ("dintero_client_is_known_once", client() + client()),
        ("dintero_client_is_of_a_merchant", client(merchant: "nobody")),
        ("dintero_client_id_has_1_to_64_characters", client("a b")),
        ("dintero_account_is_p_or_t_and_8_digits", client(account: "X1")),
        ("dintero_session_is_known_once", session() + session()),
        ("dintero_session_is_of_a_merchant", session(merchant: "nobody")),
        ("dintero_session_asks_for_money", session(amount: 0)),
        ("dintero_session_is_tried_from_1", changed("attempt = 0")),
        ("dintero_session_keeps_an_instrument_with_its_end", changed("sealed_instrument = '\\x00', key_version = 1")),
        (
            "dintero_cancelled_session_keeps_no_instrument",
            changed(
                "sealed_instrument = '\\x00', key_version = 1, instrument_ends_at = '2026-01-01Z', "
                    + "cancelled_at = '2026-01-01Z'")
        ),
        ("dintero_session_request_has_at_most_65536_bytes", session(request: "repeat('x', 65537)")),
    ]

    @Test("Each constraint refuses the values that it names, and the list has every constraint")
    func constraints() async throws {
        let fixture = try await DinteroFixture.make()
        for (constraint, sql) in Self.table {
            let failure = await #expect(throws: PostgresFailure.self, "\(constraint) accepts: \(sql)") {
                try await fixture.dintero.database.execute(script: sql)
            }
            #expect(failure?.constraint == constraint, "\(sql)")
        }
        let names = try await fixture.texts(
            """
            SELECT conname::text FROM pg_constraint
            WHERE conrelid::regclass::text IN ('merchants.dintero_client', 'merchants.dintero_session')
              AND contype IN ('c', 'f', 'p', 'u', 'x')
            """)
        #expect(Set(names) == Set(Self.table.map(\.constraint)))
    }

    @Test("The database has no data of a wallet's token, before and after it is charged")
    func secrecy() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.newSession()
        let data = try await fixture.paymentData()
        let transaction = try #require(
            try await fixture.submit(data, to: fixture.submission(id))["transaction_id"])
        guard case .object(let event) = try JSONValue(parsing: Array(data.utf8)),
            let token = event.object("payment")?.object("token")?.object("paymentData"),
            let sealed = token.text("data"), let header = token.object("header")
        else {
            Issue.record("The event has no token")
            return
        }
        let key = try #require(header.text("ephemeralPublicKey"))
        let parts = [sealed, key, "4111117391846532", String(sealed.prefix(40)), "BwcHBwcHBwcH", "07070707070707"]
        for isPaid in [false, true] {
            if isPaid { #expect(try await fixture.pay(id, transaction)["success"] == "true") }
            let dump = try await fixture.texts(Self.everything).joined(separator: "\n")
            #expect(dump.contains("order-7"), "the dump has the sessions")
            for part in parts { #expect(!dump.contains(part), "\(part.prefix(20))") }
        }
        #expect(try await fixture.texts("SELECT sealed_instrument::text FROM merchants.dintero_session") == ["∅"])
    }

    /// All rows of all tables of merchants and of webhooks, as XML.
    private static let everything = """
        SELECT query_to_xml('SELECT * FROM ' || oid::regclass::text, true, true, '')::text FROM pg_class
        WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('merchants', 'webhooks')
        """
}
