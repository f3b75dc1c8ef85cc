import Foundation
import Payments
import Postgres
import Testing
import TestSupport

/// Every named constraint, with one statement that only this constraint refuses.
@Suite("Constraints of the schema merchants")
struct PaymentConstraintTests {
    private static func payment(_ changes: String) -> String { "UPDATE merchants.payment SET \(changes)" }

    private static func key(_ changes: String) -> String { "UPDATE merchants.merchant_key SET \(changes)" }

    private static let longText = "repeat('n', 4097)"

    static let table: [(constraint: String, sql: String)] = [
        ("merchant_id_is_1_to_32_letters_and_digits", "SELECT CAST('a-b' AS merchants.merchant_id)"),
        ("gateway_is_1_to_32_small_letters", "SELECT CAST('A' AS merchants.gateway)"),
        ("merchant_wallet_is_known", "SELECT CAST('PAPER' AS merchants.wallet)"),
        ("payment_status_is_known", "SELECT CAST('PAID' AS merchants.payment_status)"),
        ("payment_step_kind_is_known", "SELECT CAST('SALE' AS merchants.step_kind)"),
        ("payment_reference_is_12_digits", "SELECT CAST('12345678901' AS merchants.reference)"),

        ("merchant_is_known_once", "INSERT INTO merchants.merchant SELECT * FROM merchants.merchant"),
        ("merchant_name_has_1_to_100_characters", "UPDATE merchants.merchant SET name = ''"),
        ("merchant_city_has_1_to_100_characters", "UPDATE merchants.merchant SET city = ''"),
        ("merchant_category_has_4_digits", "UPDATE merchants.merchant SET category = 10000"),
        ("merchant_country_has_2_letters", "UPDATE merchants.merchant SET country = 'de'"),
        ("merchant_day_ends_within_a_day", "UPDATE merchants.merchant SET day_ends = 1440"),

        ("merchant_key_is_of_a_merchant", key("merchant_id = 'nobody'")),
        ("merchant_key_is_known_once", "INSERT INTO merchants.merchant_key SELECT * FROM merchants.merchant_key"),
        ("merchant_key_kind_is_known", key("kind = 'P-521'")),
        ("merchant_key_status_is_known", key("status = 'LOST', ends_at = NULL")),
        ("merchant_wallet_id_has_1_to_255_bytes", key("wallet_id = ''")),
        ("only_a_replaced_merchant_key_ends", key("ends_at = '2026-01-01Z'")),

        ("payment_is_of_a_merchant", "DELETE FROM merchants.merchant_key; DELETE FROM merchants.merchant"),
        ("payment_is_known_once", "INSERT INTO merchants.payment SELECT * FROM merchants.payment WHERE nonce IS NULL"),
        (
            "payment_nonce_is_used_once",
            payment("nonce_digest = (SELECT nonce_digest FROM merchants.payment WHERE nonce = 'n')")
        ),
        ("payment_amounts_are_not_negative", payment("refunded = -1")),
        ("authorized_is_at_most_what_was_asked", payment("authorized = amount + 1")),
        ("captured_and_voided_are_at_most_what_was_authorized", payment("voided = authorized - captured + 1")),
        ("refunded_is_at_most_what_was_captured", payment("refunded = captured + 1")),
        ("payment_waits_for_an_answer_while_the_issuer_is_asked", payment("answer_due_at = '2026-01-01Z'")),
        ("declined_payment_says_why", payment("decline_reason = 'LOST'")),
        ("payment_authentication_is_known", payment("authentication = 'PERHAPS'")),
        (
            "payment_waits_until_authentication_ends",
            payment("status = 'PENDING_AUTHENTICATION', authentication = 'DECLINED'")
        ),
        ("payment_eci_has_2_digits", payment("eci = '5'")),
        ("payment_texts_are_limited", payment("external_reference = \(longText)")),
        ("payment_texts_are_limited", payment("metadata = repeat('n', 8193)")),

        (
            "payment_step_is_known_once",
            "INSERT INTO merchants.payment_step SELECT * FROM merchants.payment_step WHERE nonce IS NULL"
        ),
        (
            "payment_step_is_of_a_payment",
            """
            DELETE FROM merchants.unsent_step;
            UPDATE merchants.payment_step SET payment_id = gen_random_uuid()
            """
        ),
        (
            "step_nonce_is_used_once",
            """
            UPDATE merchants.payment_step SET nonce_digest =
                (SELECT nonce_digest FROM merchants.payment_step WHERE nonce = 's')
            """
        ),
        ("payment_step_moves_money", "UPDATE merchants.payment_step SET amount = 0"),
        ("only_a_void_is_not_cleared", "UPDATE merchants.payment_step SET settles_at = NULL"),
        ("step_texts_are_limited", "UPDATE merchants.payment_step SET external_reference = \(longText)"),

        ("unsent_step_waits_once", "INSERT INTO merchants.unsent_step SELECT * FROM merchants.unsent_step"),
        ("unsent_step_is_of_a_payment", "UPDATE merchants.unsent_step SET step_number = 9 WHERE step_number = 1"),
        ("unsent_step_moves_money", "UPDATE merchants.unsent_step SET amount = 0"),
        ("attempted_step_says_until_when", "UPDATE merchants.unsent_step SET attempts = 1"),

        (
            "payment_reference_is_used_once",
            "INSERT INTO merchants.payment_reference SELECT * FROM merchants.payment_reference"
        ),
        (
            "wallet_token_is_claimed_once",
            "INSERT INTO merchants.wallet_token_claim VALUES ('\\x01', '2026-01-01Z'), ('\\x01', '2026-01-01Z')"
        ),
    ]

    /// Two payments with captures and refunds, and a key.
    private static func furnished() async throws -> PaymentsFixture {
        let fixture = try await PaymentsFixture.make()
        let named = try await fixture.payments.pay(fixture.order(nonce: "n"))
        for payment in [named, try await fixture.authorized()] {
            _ = try await fixture.payments.capture(payment.id)
        }
        _ = try await fixture.payments.refund(named.id, PaymentsFixture.euros(1), nonce: "s")
        _ = try await fixture.keys().makeKey(
            for: KeyOwner(merchant: PaymentsFixture.shop, gateway: PaymentsFixture.gateway, wallet: .apple),
            walletID: "merchant.example.shop")
        return fixture
    }

    @Test("Each constraint refuses the statement that violates it")
    func forbiddenRows() async throws {
        let fixture = try await Self.furnished()
        for (constraint, sql) in Self.table {
            let failure = await #expect(throws: PostgresFailure.self, "\(constraint) accepts: \(sql)") {
                try await fixture.payments.database.execute(script: sql)
            }
            #expect(failure?.constraint == constraint, "\(sql)")
        }
    }

    @Test("The table of these tests names every constraint of payments")
    func completeTable() async throws {
        let fixture = try await PaymentsFixture.make()
        // Gateways test the constraints of their own tables.
        let names = try await fixture.texts("""
            SELECT conname::text FROM pg_constraint
            WHERE connamespace = 'merchants'::regnamespace AND contype IN ('c', 'f', 'p', 'u', 'x')
              AND (conrelid = 0 OR conrelid::regclass::text = ANY ('{merchants.merchant, merchants.merchant_key,
                merchants.payment, merchants.payment_step, merchants.unsent_step, merchants.payment_reference,
                merchants.wallet_token_claim}'))
            """)
        #expect(Set(names) == Set(Self.table.map(\.constraint)))
    }

    @Test("History cannot be deleted", arguments: ["payment", "payment_step", "payment_reference"])
    func history(table: String) async throws {
        let fixture = try await Self.furnished()
        let failure = await #expect(throws: PostgresFailure.self) {
            try await fixture.payments.database.execute(script: "DELETE FROM merchants.\(table)")
        }
        #expect(failure?.sqlState == "42501")
    }

    @Test("A merchant has one active key for a wallet at a gateway")
    func activeKey() async throws {
        let fixture = try await Self.furnished()
        let failure = await #expect(throws: PostgresFailure.self) {
            try await fixture.payments.database.execute(script: """
                CREATE TEMPORARY TABLE copy AS SELECT * FROM merchants.merchant_key;
                UPDATE copy SET key_id = gen_random_uuid();
                INSERT INTO merchants.merchant_key SELECT * FROM copy
                """)
        }
        #expect(failure?.constraint == "merchant_has_one_active_key")
    }
}
