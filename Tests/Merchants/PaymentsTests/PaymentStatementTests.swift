import Foundation
import Payments
import Testing
import TestSupport

@testable import Postgres

@Suite("Statements of payments")
struct PaymentStatementTests {
    private static let growing: Set = [
        "payment", "payment_step", "unsent_step", "payment_reference", "wallet_token_claim",
    ]

    @Test("The list of statements has every statement of the sources, each with its own name")
    func completeList() throws {
        let names = try SourceFile.all(in: ["Sources/Merchants/Payments"]).flatMap { file in
            file.text.matches(of: /(?:Statement|= list)\(\s*"(\w+)"/).map { String($0.1) }
        }
        #expect(names.count > 25)
        #expect(Set(names).count == names.count, "two statements share a name")
        #expect(Set(names) == Set(Payments.statements.map(\.name)))
    }

    /// Looks at the generic plan, which Postgres keeps for all values, on tables that are too large to scan.
    @Test("No statement scans a growing table")
    func queryPlans() async throws {
        let fixture = try await PaymentsFixture.make()
        let payment = try await fixture.captured()
        _ = try await fixture.payments.refund(payment.id)
        try await fixture.payments.database.execute(script: Self.crowd)
        let plans = try await fixture.payments.database.plans(of: Payments.statements)
        #expect(plans.count == Payments.statements.count)
        for plan in plans { #expect(Self.growing.isDisjoint(with: plan.scannedTables), "\(plan)") }
    }

    /// Copies a payment with its steps to 20,000 payments of 50 merchants.
    private static let crowd = """
        INSERT INTO merchants.merchant
        SELECT 'm' || n, name, category, country, city, currency, day_ends FROM merchants.merchant,
            generate_series(1, 50) n;
        CREATE TEMPORARY TABLE crowd AS SELECT p.*, n FROM merchants.payment p, generate_series(1, 20000) n;
        UPDATE crowd SET merchant_id = 'm' || 1 + n % 50, payment_id = gen_random_uuid(),
            reference = lpad(n::text, 12, '0'), external_reference = 'order ' || n,
            nonce_digest = sha256(n::text::bytea), created_at = created_at + n * interval '1 s',
            expires_at = CASE WHEN n % 20 = 0 THEN created_at END;
        ALTER TABLE crowd DROP COLUMN n;
        INSERT INTO merchants.payment SELECT * FROM crowd;
        INSERT INTO merchants.payment_reference SELECT reference, merchant_id, payment_id FROM crowd;
        INSERT INTO merchants.payment_step (merchant_id, payment_id, step_number, gateway, kind, reference, currency,
            amount, is_final, nonce_digest, made_at, settles_at)
        SELECT merchant_id, payment_id, 1, gateway, 'CAPTURE', reference, currency, 100, true, nonce_digest, created_at,
            created_at FROM crowd;
        INSERT INTO merchants.unsent_step
        SELECT merchant_id, payment_id, 1, 'CAPTURE', 100, settles_at, 0, NULL FROM merchants.payment_step
        WHERE merchant_id LIKE 'm%';
        UPDATE merchants.unsent_step SET attempts = 1, free_at = due_at WHERE payment_id::text < '1';
        INSERT INTO merchants.wallet_token_claim SELECT nonce_digest, created_at FROM crowd;
        DROP TABLE crowd;
        ANALYZE merchants.payment, merchants.payment_step, merchants.unsent_step, merchants.payment_reference,
            merchants.wallet_token_claim, merchants.merchant;
        """

    @Test("The database knows exactly the values that the program knows", arguments: [
        ("payment_status_is_known", PaymentStatus.allCases.map(\.rawValue)),
        ("payment_step_kind_is_known", PaymentStep.Kind.allCases.map(\.rawValue)),
        ("merchant_wallet_is_known", WalletKind.allCases.map(\.rawValue)),
        ("merchant_key_kind_is_known", MerchantPublicKey.Kind.allCases.map(\.rawValue)),
        ("merchant_key_status_is_known", MerchantPublicKey.Status.allCases.map(\.rawValue)),
    ])
    func enumerationValues(constraint: String, words: [String]) async throws {
        let fixture = try await PaymentsFixture.make()
        let known = try await fixture.texts("""
            SELECT quoted[1] FROM pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([^'']+)''', 'g') quoted
            WHERE conname = '\(constraint)'
            """)
        #expect(known.sorted() == words.sorted())
    }
}
