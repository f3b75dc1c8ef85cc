import Gateways
import Postgres
import Testing
import TestSupport

@testable import Stitch

/// The tables of Stitch: every constraint, with one statement that only this constraint refuses.
@Suite("Stored clients of Stitch")
struct StitchStoreTests {
    private static func adding(_ rows: String...) -> String {
        "INSERT INTO merchants.stitch_client VALUES " + rows.joined(separator: ", ")
    }

    private static func row(id: String = "new", merchant: String = "M1", addresses: String = "'{}'") -> String {
        "('\(id)', '\(merchant)', '\\x01', NULL, '{}', \(addresses), false, false, false, false)"
    }

    private static func webhook(client: String = "shop") -> String {
        """
        INSERT INTO merchants.stitch_webhook VALUES (
            '11111111-1111-4111-8111-111111111111', '\(client)', 'https://one', '{}', '{}', '2026-01-01Z');
        """
    }

    private static let table: [(constraint: String, sql: String)] = [
        ("stitch_client_is_known_once", adding(row(), row())),
        ("stitch_client_is_of_a_merchant", adding(row(merchant: "nobody"))),
        ("stitch_client_id_has_1_to_64_characters", adding(row(id: "a b"))),
        ("stitch_client_lists_at_most_16_addresses", adding(row(addresses: "array_fill('x'::text, '{17}')"))),
        ("stitch_webhook_is_known_once", webhook() + webhook()),
        ("stitch_webhook_is_of_a_client", webhook(client: "nobody")),
        (
            "stitch_assertion_is_used_once",
            "INSERT INTO merchants.stitch_assertion SELECT 'a', '\\x01', '2026-01-01Z' FROM generate_series(1, 2)"
        ),
    ]

    @Test("Each constraint refuses the statement that violates it, and the list names every constraint")
    func constraints() async throws {
        let stitch = try await StitchFixture.make()
        for (constraint, sql) in Self.table {
            let failure = await #expect(throws: PostgresFailure.self, "\(constraint) accepts: \(sql)") {
                try await stitch.clients.database.execute(script: sql)
            }
            #expect(failure?.constraint == constraint, "\(sql)")
        }
        let names = Statement(
            "constraint_names",
            """
            SELECT conname::text FROM pg_constraint
            WHERE conrelid::regclass::text IN (
                'merchants.stitch_client', 'merchants.stitch_webhook', 'merchants.stitch_assertion')
              AND contype IN ('c', 'f', 'p', 'u', 'x')
            """
        ) { (row: inout Row) throws(PostgresFailure) in try row.text("conname") }
        #expect(try await Set(stitch.clients.database.read(names())) == Set(Self.table.map(\.constraint)))
    }

    @Test("The list of statements has every statement of the sources, each with its own name")
    func statements() throws {
        let names = try SourceFile.all(in: ["Sources/Merchants/Stitch"]).flatMap { file in
            file.text.matches(of: /Statement\(\s*"(\w+)"/).map { String($0.1) }
        }
        #expect(names.sorted() == StitchClients.statements.map(\.name).sorted())
    }

    @Test("A client is read as it was stored, and changed as a whole")
    func storing() async throws {
        let stitch = try await StitchFixture.make()
        let merchant = try #require(StitchFixture.shop)
        let client = try #require(
            StitchClient(
                id: "shop", merchant: merchant, scopes: [.refund], redirectURIs: ["https://a.example"],
                requiresSecure3d: true, requiresDeviceInformation: true, isScopeStrict: true, assertionKey: [1, 2]))
        try await stitch.clients.set(client, secret: StitchFixture.secret)
        #expect(try await stitch.clients.find("shop")?.client == client)
        #expect(try await stitch.clients.find("nobody")?.client == nil)
    }
}
