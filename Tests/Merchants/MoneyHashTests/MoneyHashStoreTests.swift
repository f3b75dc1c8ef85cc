import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Postgres
import Testing
import TestSupport

@testable import MoneyHash

@Suite("MoneyHash's tables")
struct MoneyHashStoreTests {
    @Test("The list of statements has every statement of the sources, each with its own name")
    func statements() throws {
        let names = try SourceFile.all(in: ["Sources/Merchants/MoneyHash"]).flatMap { file in
            file.text.matches(of: /Statement\(\s*"(\w+)"/).map { String($0.1) }
        }
        #expect(names.sorted() == MoneyHash.statements.map(\.name).sorted())
    }

    @Test("No statement scans a growing table")
    func plans() async throws {
        let fixture = try await MoneyHashFixture.make()
        try await fixture.moneyHash.database.execute(script: Self.crowd)
        let plans = try await fixture.moneyHash.database.plans(of: MoneyHash.statements)
        #expect(plans.count == MoneyHash.statements.count)
        for plan in plans {
            let growing = ["moneyhash_intent", "moneyhash_answer", "moneyhash_card", "moneyhash_customer"]
            let scanned = plan.scannedTables.filter(growing.contains)
            #expect(scanned.isEmpty, "\(plan)")
        }
    }

    private static let crowd = """
        INSERT INTO merchants.moneyhash_intent (
            intent_id, merchant_id, is_live, request, operation, amount, currency, is_direct, attempt, status,
            paying_until, made_at, expires_at)
        SELECT lpad(n::text, 7, '0'), 'M1', false, '{}', 'purchase', 1, 'USD', true, 1,
            CASE WHEN n % 100 = 0 THEN 'UNPROCESSED' ELSE 'PROCESSED' END,
            CASE WHEN n % 1000 = 0 THEN '2026-01-01Z'::timestamptz END, '2026-01-01Z', '2026-01-01Z'
        FROM generate_series(1, 20000) n;
        INSERT INTO merchants.moneyhash_card (
            merchant_id, is_live, card_id, short_id, customer, number_hash, sealed_instrument, key_version, scheme, bin,
            last_four, expiry_year, expiry_month, origin, made_at)
        SELECT 'M1', false, gen_random_uuid(), lpad(n::text, 7, '0'), 'customer ' || n / 2, sha256(n::text::bytea), '',
            1, 'VISA', '411111', '1111', 2031, 3, '{}', '2026-01-01Z'
        FROM generate_series(1, 20000) n;
        INSERT INTO merchants.moneyhash_customer
        SELECT gen_random_uuid(), 'M1', false, '{}', '2026-01-01Z' FROM generate_series(1, 20000) n;
        ANALYZE merchants.moneyhash_card; ANALYZE merchants.moneyhash_customer;
        INSERT INTO merchants.moneyhash_answer (
            merchant_id, is_live, idempotency_key, claim, status, body, free_at, ends_at, path)
        SELECT 'M1', false, gen_random_uuid(), gen_random_uuid(), 200, '{}', '2026-01-01Z',
            '2026-01-01Z'::timestamptz + n * interval '1 minute', '/'
        FROM generate_series(1, 20000) n;
        ANALYZE merchants.moneyhash_intent; ANALYZE merchants.moneyhash_answer;
        """

    private static func key(_ hash: String = "\\x01", merchant: String = "M1", isLive: Bool = true) -> String {
        "INSERT INTO merchants.moneyhash_key VALUES ('\(hash)', '\(merchant)', \(isLive));"
    }

    private static func intent(
        id: String = "ePgw3gN", merchant: String = "M1", request: String = "'{}'", amount: Int = 1
    ) -> String {
        """
        INSERT INTO merchants.moneyhash_intent (
            intent_id, merchant_id, is_live, request, operation, amount, currency, is_direct, attempt, status, made_at)
        VALUES ('\(id)', '\(merchant)', true, \(request), 'purchase', \(amount), 'USD', true, 1, 'UNPROCESSED',
            '2026-01-01Z');
        """
    }

    private static func customer(merchant: String = "M1", details: String = "'{}'") -> String {
        "INSERT INTO merchants.moneyhash_customer VALUES "
            + "('00000000-0000-0000-0000-000000000001', '\(merchant)', true, \(details), '2026-01-01Z');"
    }

    private static func provider(
        merchant: String = "M1", method: String = "PAYPAL", outcome: String = "SUCCESS"
    ) -> String {
        "INSERT INTO merchants.moneyhash_provider VALUES ('\(merchant)', '\(method)', '\(outcome)');"
    }

    private static func changed(_ change: String) -> String {
        intent() + "UPDATE merchants.moneyhash_intent SET \(change)"
    }

    private static func card(
        merchant: String = "M1", id: Int = 1, short: String = "zGgq4Lx", customer: String = "'ivana'", hash: Int = 1,
        bin: String = "411111", month: Int = 3, origin: String = "'{}'"
    ) -> String {
        """
        INSERT INTO merchants.moneyhash_card VALUES (
            '\(merchant)', true, '11111111-1111-4111-8111-11111111111\(id)', '\(short)', \(customer), '\\x0\(hash)', '',
            1, 'VISA', '\(bin)', '1111', 2031, \(month), \(origin), '2026-01-01Z');
        """
    }

    private static func answer(merchant: String = "M1", status: String = "NULL", body: String = "NULL") -> String {
        """
        INSERT INTO merchants.moneyhash_answer VALUES (
            '\(merchant)', true, '11111111-1111-4111-8111-111111111111', '11111111-1111-4111-8111-111111111111',
            \(status), \(body), '2026-01-01Z', '2026-01-01Z', '/');
        """
    }

    /// Every named constraint, with one statement that only this constraint refuses.
    private static let table: [(constraint: String, sql: String)] = [
        (
            "moneyhash_key_is_known_once",
            "DELETE FROM merchants.moneyhash_key;" + key() + key(merchant: "M2")
        ),
        ("moneyhash_key_is_of_a_merchant", key(merchant: "nobody")),
        ("moneyhash_merchant_has_one_key_of_a_kind", key()),
        ("moneyhash_intent_is_known_once", intent() + intent()),
        ("moneyhash_intent_is_of_a_merchant", intent(merchant: "nobody")),
        ("moneyhash_intent_id_has_7_characters", intent(id: "ePgw3g")),
        ("moneyhash_intent_asks_for_money", intent(amount: 0)),
        ("moneyhash_operation_is_known", changed("operation = 'capture'")),
        ("moneyhash_method_is_known", changed("method = 'CASH'")),
        ("moneyhash_intent_is_tried_1_to_10_times", changed("attempt = 11")),
        ("moneyhash_status_is_known", changed("status = 'PAID'")),
        (
            "moneyhash_intent_that_has_ended_is_not_paid",
            changed("status = 'PROCESSED', paying_until = '2026-01-01Z'")
        ),
        ("only_a_card_is_a_saved_moneyhash_card", changed("card_id = gen_random_uuid()")),
        (
            "moneyhash_intent_that_has_ended_waits_for_no_app", changed("status = 'CLOSED', waits_for_app = true")
        ),
        (
            "moneyhash_intent_that_has_ended_keeps_no_card",
            changed("""
                status = 'CLOSED', sealed_instrument = '', instrument_key_version = 1,
                instrument_ends_at = '2026-01-01Z'
                """)
        ),
        ("moneyhash_intent_keeps_a_card_with_its_key_and_its_end", changed("sealed_instrument = ''")),
        ("moneyhash_card_is_of_a_merchant", card(merchant: "nobody")),
        ("moneyhash_card_is_known_once", card() + card(short: "zGgq4Ly", hash: 2)),
        ("moneyhash_card_has_a_short_id_of_its_own", card() + card(id: 2, hash: 2)),
        ("moneyhash_customer_saves_a_card_once", card() + card(id: 2, short: "zGgq4Ly")),
        ("moneyhash_card_short_id_has_7_characters", card(short: "zGgq4L")),
        ("moneyhash_customer_has_1_to_64_characters", card(customer: "''")),
        ("moneyhash_card_shows_6_digits_and_4", card(bin: "41111")),
        ("moneyhash_card_expires_in_a_month", card(month: 13)),
        ("moneyhash_card_origin_has_at_most_8192_bytes", card(origin: "repeat('x', 8193)")),
        ("moneyhash_intent_request_has_at_most_16384_bytes", intent(request: "repeat('x', 16385)")),
        ("moneyhash_customer_is_known_once", customer() + customer()),
        ("moneyhash_customer_is_of_a_merchant", customer(merchant: "nobody")),
        ("moneyhash_customer_details_have_at_most_16384_bytes", customer(details: "repeat('x', 16385)")),
        ("moneyhash_provider_is_of_a_merchant", provider(merchant: "nobody")),
        ("moneyhash_provider_ends_in_one_way", provider() + provider()),
        ("moneyhash_provider_has_a_method", provider(method: "CARD")),
        ("moneyhash_provider_outcome_is_known", provider(outcome: "PAID")),
        ("moneyhash_answer_is_of_a_merchant", answer(merchant: "nobody")),
        ("moneyhash_request_is_answered_once", answer() + answer()),
        ("moneyhash_answer_has_a_status_and_a_body", answer(status: "200")),
        ("moneyhash_answer_has_at_most_131072_bytes", answer(status: "200", body: "repeat('x', 131073)")),
    ]

    @Test("Each constraint refuses the values that it names, and the list has every constraint")
    func constraints() async throws {
        let fixture = try await MoneyHashFixture.make()
        for (constraint, sql) in Self.table {
            let failure = await #expect(throws: PostgresFailure.self, "\(constraint) accepts: \(sql)") {
                try await fixture.moneyHash.database.execute(script: sql)
            }
            #expect(failure?.constraint == constraint, "\(sql)")
        }
        let names = try await fixture.texts(
            """
            SELECT conname::text FROM pg_constraint
            WHERE conrelid::regclass::text LIKE 'merchants.moneyhash_%' AND contype IN ('c', 'f', 'p', 'u', 'x')
            """)
        #expect(Set(names) == Set(Self.table.map(\.constraint)))
    }

    @Test("The database has no data of a wallet's token or of a card, before and after it is charged")
    func secrecy() async throws {
        let fixture = try await MoneyHashFixture.make()
        let name = "f16ba382-eb42-481a-b08f-c57bdc9aae24"
        let id = try await fixture.newIntent(["payment_method": "APPLE_PAY", "merchant_reference": "order-7"])
        let data = try await fixture.paymentData()
        guard case .object(let token) = try JSONValue(parsing: Array(data.utf8)), let sealed = token.text("data"),
            let key = token.object("header")?.text("ephemeralPublicKey")
        else {
            Issue.record("The receipt has no token")
            return
        }
        let answers = [
            try await fixture.ask(
                .post, "/payments/intent/\(id)/receipt/", ["receipt": .string(data + "x")], once: name),
            try await fixture.submit(data, id),
        ]
        #expect(answers.map(\.status) == [400, 200])
        let parts = [
            String(sealed.prefix(40)), key, "4111117391846532", "BwcHBwcHBwcH", "07070707070707", "test-M1", "live-M1",
        ]
        let dump = try await fixture.texts(Self.everything).joined(separator: "\n")
        #expect(dump.contains("order-7") && dump.contains(id), "the dump has the intents")
        for part in parts {
            #expect(!dump.contains(part), "\(part.prefix(20))")
            for answer in answers { #expect(!answer.body.contains(part), "\(part.prefix(20))") }
        }
    }

    @Test("The database has no data of a saved card in clear, and no security code")
    func cardSecrecy() async throws {
        let fixture = try await MoneyHashFixture.make()
        let code = "9137"
        let card = MoneyHashFixture.card([("card_holder_name", "IVANA PETROVA")])
        let id = try await fixture.newIntent(
            ["payment_method": "CARD", "customer": "ivana", "tokenize_card": true, "threeds": ["enabled": true]])
        let asked = try await fixture.submitCard(id, card)
        let transaction = try #require(asked.data?.object("transaction")?.text("id"))
        let during = try await fixture.texts(Self.everything).joined(separator: "\n")
        _ = try await fixture.press("code", transaction, code: "123456")
        let saved = try #require(try await fixture.cards().first?.text("id"))
        let second = try await fixture.newIntent(["customer": "ivana", "card_token": .string(saved)])
        let answer = try await fixture.submitCode(second, .string(code))
        let third = try await fixture.newIntent(["payment_method": "BANK_INSTALLMENTS"])
        let plans = try await fixture.submitCard(third, card)
        let after = try await fixture.texts(Self.everything).joined(separator: "\n")
        #expect(after.contains(saved) && answer.state == "INTENT_PROCESSED" && plans.state == "INSTALLMENT_PLANS")
        let number = MoneyHashFixture.number
        let sealed = Array(number.utf8).map { String($0, radix: 16) }.joined()
        for text in [during, after, asked.body, answer.body, plans.body] {
            for part in [number, sealed, "IVANA", ">123<", "\"123\""] { #expect(!text.contains(part), "\(part)") }
        }
        #expect(!after.contains(code) || after.contains("-\(code)"), "the security code is not stored")
    }

    /// All rows of all tables of merchants and of webhooks, as XML.
    private static let everything = """
        SELECT query_to_xml('SELECT * FROM ' || oid::regclass::text, true, true, '')::text FROM pg_class
        WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('merchants', 'webhooks')
        """
}
