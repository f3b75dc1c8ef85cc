import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Ledger
import Postgres
import Testing
import TestSupport
import Webhooks

@Suite("Database schema")
struct DatabaseSchemaTests {
    @Test("An empty database gets the schema once, without the sandbox")
    func freshDatabase() async throws {
        let fresh = try await ScratchDatabase.make()
        let report = try await fresh.database.migrate(IssuingSchema.migrations, freshSchema: IssuingSchema.parts.script)
        #expect(report.wasFresh && report.applied == IssuingSchema.migrations.map(\.version))
        let dump = try await DatabaseDump.text(of: fresh)
        #expect(dump.contains("CREATE TABLE issuing.card_status_history"))
        #expect(dump.contains("CUSTOMER\tUPDATE\tACTIVE\tLOCKED\tf"))
        #expect(!dump.contains("sandbox") && !dump.contains("merchants"))
        let again = try await fresh.database.migrate(IssuingSchema.migrations, freshSchema: IssuingSchema.parts.script)
        #expect(!again.wasFresh && again.applied == [])
    }

    @Test("The transition matrix in the database equals the one in the program")
    func transitionMatrix() async throws {
        let fixture = try await IssuingFixture.shared()
        let rows = try await fixture.texts(
            "SELECT concat_ws(' ', actor, occasion, from_status, to_status, only_back) FROM card_transition")
        let cells = TransitionMatrix.cells.map { cell in
            let words = [cell.actor.rawValue, cell.occasion.rawValue, cell.from.rawValue, cell.to.rawValue]
            return (words + [cell.condition == .onlyBack ? "t" : "f"]).joined(separator: " ")
        }
        #expect(rows.sorted() == cells.sorted())
    }

    @Test("The database knows exactly the values that the program knows", arguments: [
        ("card_status_is_known", CardStatus.allCases.map(\.rawValue)),
        ("card_type_is_known", Program.CardType.allCases.map(\.rawValue)),
        ("card_scheme_is_known", Program.Scheme.allCases.map(\.rawValue)),
        ("actor_is_known", TransitionMatrix.Actor.allCases.map(\.rawValue)),
        ("occasion_is_known", TransitionMatrix.Occasion.allCases.map(\.rawValue)),
        ("program_region_is_known", Region.allCases.map(\.rawValue)),
        ("authentication_mode_is_known", AuthenticationPolicy.Mode.allCases.map(\.rawValue)),
        ("authentication_event_mode_is_known", AuthenticationPolicy.Mode.allCases.map(\.rawValue)),
        ("authentication_event_status_is_known", AuthenticationEvent.Status.allCases.map(\.rawValue)),
        ("protected_operations_are_known", ProtectedOperation.allCases.map(\.rawValue)),
        ("verification_is_known", Verification.allCases.map(\.rawValue)),
        ("message_channel_is_known", Verification.allCases.filter(\.sendsMessage).map(\.rawValue)),
        ("wallet_type_is_known", WalletType.allCases.map(\.rawValue)),
        ("token_status_is_known", TokenStatus.allCases.map(\.rawValue)),
        ("tokenization_change_is_known", TokenizationChange.allCases.map(\.rawValue)),
        ("bulk_order_status_is_known", BulkOrder.Status.allCases.map(\.rawValue)),
        ("webhook_status_is_known", WebhookStatus.allCases.map(\.rawValue)),
        ("webhook_outcome_is_known", WebhookOutcome.allCases.map(\.rawValue)),
        ("secure_view_content_is_known", SecureView.Content.allCases.map(\.rawValue)),
        ("secure_view_theme_is_known", SecureView.Theme.allCases.map(\.rawValue)),
        ("movement_kind_is_known", Movement.Kind.allCases.map(\.rawValue)),
        ("movement_status_is_known", Movement.Status.allCases.map(\.rawValue)),
        ("bare_font_is_known", SecureView.Bare.Font.allCases.map(\.rawValue)),
    ])
    func enumerationValues(constraint: String, words: [String]) async throws {
        let fixture = try await IssuingFixture.shared()
        let known = try await fixture.texts(
            """
            SELECT quoted[1] FROM pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([^'']+)''', 'g') quoted
            WHERE conname = $1
            """, .text(constraint))
        #expect(known.sorted() == words.sorted())
    }

    /// A name that Postgres generates has the column, but not the rule that its value breaks.
    @Test("No constraint has a name that Postgres generated")
    func constraintNames() async throws {
        let fixture = try await IssuingFixture.shared()
        let unnamed = try await fixture.texts("""
            SELECT conname FROM pg_constraint
            WHERE connamespace::regnamespace::text IN ('money', 'webhooks', 'issuing', 'merchants', 'sandbox')
              AND contype <> 'n'
              AND conname ~ ('^' || CASE conrelid WHEN 0 THEN contypid::regtype::text
                                    ELSE regexp_replace(conrelid::regclass::text, '.*[.]', '') END
                             || '_(.*_)?(check|fkey|key|pkey|excl)[0-9]*$')
            """)
        #expect(unnamed == [])
    }

    @Test("The keys of growing tables start with the customer or with a unique value")
    func distributionKeys() async throws {
        let fixture = try await IssuingFixture.shared()
        let keys = try await fixture.texts("""
            SELECT c.conrelid::regclass || ' ' || a.attname FROM pg_constraint c
            JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
            WHERE c.connamespace::regnamespace::text IN ('webhooks', 'issuing', 'merchants', 'sandbox')
              AND c.contype IN ('p', 'u')
              AND c.conrelid::regclass::text = ANY ($1)
            """, .textArray(SchemaCatalog.growingTables))
        #expect(keys.sorted() == [
            "\"authorization\" customer_id",
            "apple_nonce customer_id", "authentication_challenge customer_id", "authentication_event customer_id",
            "authentication_factor customer_id", "authentication_means customer_id",
            "authentication_owner event_id", "bulk_order order_id", "call_use owner", "card customer_id",
            "card_allowance customer_id", "card_controls customer_id",
            "card_status_history customer_id", "clearing_break break_id", "clearing_line reference",
            "clearing_loss reference", "customer customer_id", "customer_identifier value",
            "dispute customer_id", "dispute_evidence customer_id", "dispute_evidence customer_id",
            "dispute_step customer_id", "dispute_step customer_id",
            "dpan_reference reference", "early_reversal customer_id",
            "idempotent_answer owner",
            "issued_pan pan_hash", "merchants.cardpointe_profile merchant_id",
            "merchants.cardpointe_signature merchant_id", "merchants.cardpointe_token token",
            "merchants.dintero_session session_id", "merchants.moneyhash_answer merchant_id",
            "merchants.moneyhash_card merchant_id", "merchants.moneyhash_card merchant_id",
            "merchants.moneyhash_card merchant_id", "merchants.moneyhash_customer customer_id",
            "merchants.moneyhash_intent intent_id",
            "merchants.payment merchant_id", "merchants.payment merchant_id",
            "merchants.payment_reference reference", "merchants.payment_step merchant_id",
            "merchants.payment_step merchant_id", "merchants.stitch_assertion client_id",
            "merchants.unsent_step merchant_id",
            "merchants.wallet_token_claim token_digest", "message customer_id",
            "network_message reference", "passkey customer_id",
            "refresh_family family_id", "sandbox.change changed", "sandbox.network_token dpan_hash",
            "sandbox.network_token reference", "sandbox.phone phone_id",
            "sandbox.phone_token message_digest", "sandbox.phone_token reference", "sandbox.used_counter dpan_hash",
            "secure_view token_hash", "shadow_difference customer_id", "spent customer_id", "token_message reference",
            "token_request customer_id",
            "tokenization customer_id",
            "tokenization_history customer_id", "trusted_device customer_id",
            "webhook_attempt subject", "webhook_delivery subject", "webhook_delivery subject", "webhook_line subject",
        ])
    }

    @Test("History cannot be changed or deleted", arguments: [
        "UPDATE card_status_history SET reason = 'nothing happened'", "DELETE FROM card_status_history",
        "UPDATE card_status_history SET reason = reason WHERE change_number = 1",
        "UPDATE tokenization_history SET change_number = 2", "DELETE FROM tokenization_history",
    ])
    func appendOnlyHistory(sql: String) async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.token("T-\(card.id)", for: card)
        let before = try await fixture.history(of: card)
        let failure = await #expect(throws: PostgresFailure.self) {
            try await fixture.issuing.database.execute(script: sql)
        }
        #expect(failure?.constraint == "history_is_append_only")
        #expect(try await fixture.history(of: card) == before)
    }
}
