import Cards
import Issuing
import IssuingTestSupport
import Postgres
import Testing
import TestSupport

/// Every named constraint, with one statement that only this constraint refuses.
@Suite("Constraints of the database")
struct ConstraintTests {
    /// `:card` is a virtual card, `:physical` a physical one, `:customer` the customer of both, and `:strangers` a card
    /// of another customer.
    static let table: [(constraint: String, sql: String)] = [
        ("card_status_is_known", "SELECT CAST('STOLEN' AS card_status)"),
        ("card_type_is_known", "SELECT CAST('PAPER' AS card_type)"),
        ("card_scheme_is_known", "SELECT CAST('AMEX' AS card_scheme)"),
        ("actor_is_known", "SELECT CAST('NOBODY' AS actor)"),
        ("occasion_is_known", "SELECT CAST('WHIM' AS occasion)"),

        ("brand_is_known_once", "INSERT INTO brand VALUES ('demo')"),
        ("client_is_of_a_brand", "INSERT INTO client VALUES ('nobody', 'app', '\\x00', true, false)"),
        ("client_is_known_once", "INSERT INTO client VALUES ('demo', 'demo-app', '\\x00', true, false)"),
        ("earlier_secret_ends", "UPDATE client SET earlier_secret_hash = secret_hash"),

        ("brand_has_one_set_of_call_rates", rates([:]) + ";" + rates([:])),
        ("call_rates_are_1_to_1000000", rates(["of_client": "0"])),
        ("call_rates_are_1_to_1000000", rates(["of_customer": "1000001"])),
        ("call_rates_are_1_to_1000000", rates(["operations": "'{a}'", "of_operations": "'{0}'"])),
        ("call_rates_are_1_to_1000000", rates(["operations": "'{a}'", "of_operations": "'{1000001}'"])),
        ("each_limited_operation_has_a_rate", rates(["operations": "'{a}'"])),
        ("calls_are_counted_once",
            "INSERT INTO call_use VALUES ('app', 'demo', 'client', 1), ('app', 'demo', 'client', 2)"),

        ("program_is_known_once", program(["program_name": "'DEMO-VIRTUAL-VISA-US'"])),
        ("program_is_of_a_brand", program(["brand": "'nobody'"])),
        ("program_region_is_known", program(["region": "'MOON'"])),
        ("program_has_a_currency", program(["currencies": "'{}'"])),
        ("only_a_physical_program_is_digital", program(["is_digital": "true"])),
        ("program_allows_a_card", program(["cards_per_customer": "0"])),
        ("pan_prefix_is_6_to_8_digits", program(["pan_prefix": "'41111'"])),
        ("pan_prefix_is_6_to_8_digits", program(["pan_prefix": "'411111111'"])),
        ("pan_prefix_is_6_to_8_digits", program(["pan_prefix": "'41111a'"])),
        ("pan_prefix_belongs_to_the_scheme", program(["pan_prefix": "'511111'"])),
        ("pan_prefix_belongs_to_the_scheme", program(["scheme": "'MC'"])),
        ("program_validity_is_1_to_120_months", program(["validity_months": "0"])),
        ("program_validity_is_1_to_120_months", program(["validity_months": "121"])),
        ("program_has_one_set_of_payment_terms", "\(terms([:])); \(terms([:]))"),
        ("payment_terms_are_of_a_program", terms(["program_name": "'NONE'"])),
        ("atm_fee_is_0_to_12_digits", terms(["atm_fee": "-1"])),
        ("atm_fee_is_0_to_12_digits", terms(["atm_fee": "1000000000000"])),
        ("fx_fee_is_0_to_100_percent", terms(["fx_fee_basis_points": "10001"])),
        ("hold_lasts_1_to_365_days", terms(["hold_days": "0"])),
        ("hold_lasts_1_to_365_days", terms(["hold_days_if_paid_later": "366"])),
        ("wallet_provisioning_is_known", terms(["wallet_provisioning": "'SOMETIMES'"])),
        ("renewal_is_0_to_90_days_before_the_expiry", terms(["renewal_days": "-1"])),
        ("renewal_is_0_to_90_days_before_the_expiry", terms(["renewal_days": "91"])),
        ("wrong_codes_are_allowed_1_to_100_times", terms(["wrong_codes_in_a_row": "0"])),
        ("wrong_codes_are_allowed_1_to_100_times", terms(["wrong_codes_on_a_day": "101"])),

        ("brand_decides_at_one_place", partner([:]) + partner([:])),
        ("partner_decision_is_of_a_brand", partner(["brand": "'nobody'"])),
        ("partner_decision_is_asked_at_a_subscription", partner(["subscription_id": "gen_random_uuid()"])),
        ("partner_has_200_to_5000_milliseconds", partner(["time_limit_milliseconds": "199"])),
        ("partner_has_200_to_5000_milliseconds", partner(["time_limit_milliseconds": "5001"])),
        ("stand_in_is_known", partner(["stand_in": "'PERHAPS'"])),
        ("only_a_limited_stand_in_has_a_limit", partner(["stand_in_limit": "1"])),
        ("only_a_limited_stand_in_has_a_limit", partner(["stand_in": "'APPROVE_UP_TO'"])),
        ("only_a_limited_stand_in_has_a_limit", partner(["stand_in_excludes": "'{5812}'"])),

        ("transition_is_listed_once", "INSERT INTO card_transition SELECT * FROM card_transition LIMIT 1"),
        ("transition_goes_somewhere", "INSERT INTO card_transition VALUES ('ISSUER', 'EVENT', 'LOST', 'LOST', false)"),
        ("data_key_is_made_once", "INSERT INTO data_key SELECT * FROM data_key LIMIT 1"),
        ("clock_is_one", "INSERT INTO sandbox.clock VALUES (true, NULL, 0), (true, NULL, 0)"),
        ("clock_is_the_only_one", "INSERT INTO sandbox.clock VALUES (false, NULL, 0)"),
        ("frozen_clock_has_no_offset", "INSERT INTO sandbox.clock VALUES (true, '2026-01-01Z', 1)"),

        ("customer_is_known_once", customer(["customer_id": ":customer"])),
        ("customer_is_of_a_brand", customer(["brand": "'nobody'"])),
        ("customer_country_is_two_letters", customer(["country": "'bg'"])),
        ("customer_country_is_two_letters", customer(["country": "'BGR'"])),
        ("customer_restrictions_are_known", customer(["restrictions": "'{SEND_MONEY,NAP}'"])),
        ("identifier_kind_is_known", identifier(["kind": "'SHOE'"])),
        ("identifier_is_of_one_customer", "\(identifier([:])); \(identifier(["customer_id": "2"]))"),
        ("customer_address_is_whole", customer(["city": "NULL"])),
        ("customer_address_is_whole", customer(["address1": "NULL", "city": "NULL", "country_code": "NULL",
            "postal_code": "NULL", "state": "'UT'"])),

        ("card_is_of_a_customer", card(["customer_id": "999"])),
        ("card_is_issued_once", card(["card_id": ":card"])),
        ("card_is_of_its_program", card(["program_name": "'NONE'"])),
        ("card_is_of_its_program", card(["scheme": "'MC'"])),
        ("card_replaces_one_of_the_same_customer", card(["replaces": "gen_random_uuid()"])),
        ("card_replaces_one_of_the_same_customer", card(["replaces": ":strangers"])),
        ("locked_or_suspended_card_knows_the_way_back", card(["status": "'LOCKED'"])),
        ("locked_or_suspended_card_knows_the_way_back", card(["returns_to": "'ACTIVE'"])),
        ("active_physical_card_was_activated", "UPDATE card SET status = 'ACTIVE' WHERE card_id = :physical"),
        ("only_a_physical_card_is_issued_or_digital", card(["status": "'ISSUED'"])),
        ("only_a_physical_card_is_issued_or_digital", card(["status": "'DIGITAL'"])),
        ("only_a_physical_card_is_delivered", card(["delivered_at": "'2026-01-01Z'"])),
        ("only_a_physical_card_is_delivered", card(["address1": "'Home 1'", "city": "'Sofia'",
            "country_code": "'BG'", "postal_code": "'1000'"])),
        ("card_address_is_whole", "UPDATE card SET city = NULL WHERE card_id = :physical"),
        ("bin_is_6_digits", card(["bin": "'41111'"])),
        ("last_four_are_4_digits", card(["last_four": "'12a4'"])),
        // The account of another customer, and an account in another currency.
        ("card_is_of_an_account_in_its_currency", card(["account_id": "100000002"])),
        ("card_is_of_an_account_in_its_currency", card(["currency": "'PLN'"])),
        ("expiry_month_is_1_to_12", card(["expiry_month": "0"])),
        ("expiry_month_is_1_to_12", card(["expiry_month": "13"])),
        ("activation_tries_are_0_to_3", card(["wrong_activations": "4"])),
        ("pin_tries_are_0_to_3", card(["wrong_pins": "-1"])),
        ("tries_in_all_are_counted_up", card(["wrong_pins": "2", "wrong_tries_in_all": "1"])),
        ("pin_block_names_its_key", card(["pin_key_version": "1"])),
        ("pin_block_is_16_bytes", card(["pin_block": "'\\x31323334'", "pin_key_version": "1"])),

        ("code_tries_are_counted_once", codeTries([:]) + ";" + codeTries([:])),
        ("code_tries_are_of_a_card", codeTries(["card_id": "gen_random_uuid()"])),
        ("wrong_codes_are_counted_up", codeTries(["wrong_in_a_row": "-1"])),
        ("wrong_codes_are_counted_up", codeTries(["wrong_on_day": "0"])),
        ("merchant_code_tries_are_counted_once",
            "INSERT INTO merchant_code_tries VALUES ('DE 1', 1, NULL), ('DE 1', 2, NULL)"),
        ("wrong_codes_of_a_merchant_are_counted_up", "INSERT INTO merchant_code_tries VALUES ('DE 1', 0, NULL)"),

        ("card_allowance_is_of_a_customer", allowance(["customer_id": "999"])),
        ("card_allowance_is_of_a_program", allowance(["program_name": "'NONE'"])),
        ("card_allowance_is_counted_once", allowance(["program_name": "'DEMO-VIRTUAL-VISA-EEA'"])),
        ("customer_has_allowable_cards_left", allowance(["issued_cards": "6"])),

        ("card_change_is_recorded_once", change(["change_number": "1", "from_status": "NULL"])),
        ("history_is_of_a_card", change(["card_id": "gen_random_uuid()"])),
        ("transition_is_in_the_matrix", change(["to_status": "'ISSUED'"])),
        ("transition_is_in_the_matrix", change(["actor": "'BUSINESS'"])),
        ("only_the_first_change_comes_from_nowhere", change(["from_status": "NULL"])),
        ("only_the_first_change_comes_from_nowhere", change(["change_number": "1"])),

        ("request_is_answered_once", """
            INSERT INTO idempotent_answer VALUES
                (:customer, 'k', '', 201, '', '2026-01-01Z'), (:customer, 'k', '', 201, '', '2026-01-01Z')
            """),
        ("pan_is_issued_once", "INSERT INTO issued_pan SELECT pan_hash, 1, card_id FROM issued_pan LIMIT 1"),
        ("refresh_family_is_known_once", """
            INSERT INTO refresh_family SELECT :card::uuid, 'demo', 'demo-app', 1, '', 1, '2026-01-01Z', '2026-01-02Z'
            FROM generate_series(1, 2)
            """),
        ("refresh_family_is_of_a_client",
            "INSERT INTO refresh_family VALUES (:card, 'demo', 'nobody', 1, '', 1, '2026-01-01Z', '2026-01-02Z')"),
    ] + AuthenticationConstraints.table + WebhookConstraints.table + TokenizationConstraints.table
        + AuthorizationConstraints.table + ControlConstraints.table + ofBusinesses + ofSecureViews + ofSnapshots
        + WaitingChangeConstraints.table + ClearingConstraints.table + DisputeConstraints.table
        + BureauConstraints.table

    private static let ofBusinesses: [(constraint: String, sql: String)] = [
        ("bulk_order_is_known_once",
            "\(bulkOrder(["order_id": ":card"])); \(bulkOrder(["order_id": ":card"]))"),
        ("bulk_order_is_of_a_brand", bulkOrder(["brand": "'nobody'"])),
        ("bulk_order_status_is_known", bulkOrder(["status": "'LOST'", "started_at": "'2026-01-01Z'",
            "sealed_applications": "NULL", "applications_key_version": "NULL"])),
        ("bulk_order_has_1_to_1000_cards", bulkOrder(["number_of_cards": "0"])),
        ("bulk_order_has_1_to_1000_cards", bulkOrder(["number_of_cards": "1001"])),
        ("bulk_order_waits_until_it_is_started", bulkOrder(["started_at": "'2026-01-01Z'"])),
        ("bulk_order_waits_until_it_is_started", bulkOrder(["status": "'PROCESSING'"])),
        ("finished_bulk_order_says_when", bulkOrder(["completed_at": "'2026-01-01Z'"])),
        ("only_an_unfinished_bulk_order_keeps_its_applications", bulkOrder(["sealed_applications": "NULL"])),
        ("only_an_unfinished_bulk_order_keeps_its_applications", bulkOrder([
            "status": "'FAILED'", "started_at": "'2026-01-01Z'", "completed_at": "'2026-01-01Z'",
            "failure_reason": "'Too bad.'"])),
        ("completed_bulk_order_names_every_card", bulkOrder([
            "customer_ids": "'{1}'", "card_ids": "ARRAY[:card::uuid]"])),
        ("completed_bulk_order_names_every_card", bulkOrder(["customer_ids": "'{1}'"])),
        ("failed_bulk_order_says_why", bulkOrder(["failure_reason": "'Too bad.'"])),
        ("failed_bulk_order_says_why", bulkOrder(["failed_fields": "'{a}'", "field_errors": "'{b}'"])),
        ("failed_bulk_order_says_why", bulkOrder(["field_errors": "'{b}'"])),
    ]

    private static let ofSecureViews: [(constraint: String, sql: String)] = [
        ("frame_ancestors_are_of_a_brand", "INSERT INTO brand_secure_view VALUES ('nobody', '{}')"),
        ("brand_has_one_list_of_frame_ancestors",
            "INSERT INTO brand_secure_view VALUES ('demo', '{}'), ('demo', '{https://a.example}')"),
        ("secure_view_is_opened_once", "\(secureView([:])); \(secureView([:]))"),
        ("secure_view_is_of_a_brand", secureView(["brand": "'nobody'"])),
        ("secure_view_content_is_known", secureView(["content": "'BALANCE'"])),
        ("secure_view_theme_is_known", secureView(["theme": "'PINK'"])),
        ("bare_text_size_is_readable", secureView(["bare_text_size": "97", "bare_font": "'SERIF'"])),
        (
            "bare_text_color_is_hexadecimal",
            secureView(["bare_text_size": "20", "bare_text_color": "'red'", "bare_font": "'SERIF'"])
        ),
        ("bare_font_is_known", secureView(["bare_text_size": "20", "bare_font": "'CURSIVE'"])),
        ("bare_view_has_size_and_font", secureView(["bare_text_size": "20"])),
        ("pan_separator_is_at_most_3_characters", secureView(["pan_separator": "'----'"])),
    ]

    private static let ofSnapshots: [(constraint: String, sql: String)] = [
        ("snapshot_is_named_once", "INSERT INTO sandbox.snapshot VALUES ('a', 1, '{}', '2026-01-01Z'), "
            + "('a', 2, '{}', '2026-01-01Z')"),
        ("snapshot_name_is_1_to_60_plain_characters",
            "INSERT INTO sandbox.snapshot VALUES ('', 1, '{}', '2026-01-01Z')"),
        ("snapshot_name_is_1_to_60_plain_characters",
            "INSERT INTO sandbox.snapshot VALUES ('a b', 1, '{}', '2026-01-01Z')"),
        ("change_is_logged_once", "INSERT INTO sandbox.change VALUES ('card', 1, '{}'), ('card', 1, '{}')"),
    ]

    @Test("Each constraint refuses the statement that violates it")
    func forbiddenRows() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        let virtual = try await fixture.issue(.virtualVisa, to: customer)
        let physical = try await fixture.issue(.physicalMastercard, to: customer)
        let strangers = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let before = try await fixture.contents()
        for (constraint, sql) in Self.table {
            let script = sql
                .replacing(":card", with: "'\(virtual.id)'").replacing(":physical", with: "'\(physical.id)'")
                .replacing(":strangers", with: "'\(strangers.id)'").replacing(":customer", with: "\(customer)")
            let failure = await #expect(throws: PostgresFailure.self, "\(constraint) accepts: \(script)") {
                try await fixture.issuing.database.execute(script: script)
            }
            #expect(failure?.constraint == constraint, "\(script)")
        }
        #expect(try await fixture.contents() == before)
    }

    @Test("The table of these tests names every constraint in the database")
    func completeTable() async throws {
        let fixture = try await IssuingFixture.shared()
        let names = try await fixture.texts("""
            SELECT conname FROM pg_constraint
            WHERE connamespace IN ('webhooks'::regnamespace, 'issuing'::regnamespace, 'sandbox'::regnamespace)
              AND contype IN ('c', 'f', 'p', 'u', 'x')
            """)
        // This key contains the primary key, so no row violates it alone. It exists for a foreign key of card.
        #expect(Set(names).subtracting(Self.table.map(\.constraint)) == ["program_is_of_one_type_and_scheme"])
        #expect(Set(Self.table.map(\.constraint)).subtracting(names) == [])
    }

    @Test("The rows are accepted without the invalid value")
    func validRows() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        let virtual = try await fixture.issue(.virtualVisa, to: customer)
        let rows = [Self.rates([:]), Self.program([:]), Self.customer([:]), Self.identifier([:]), Self.card([:]),
                    Self.allowance([:]), Self.change([:]),
                    Self.bulkOrder([:]), Self.secureView([:]), Self.partner([:]), Self.codeTries([:]),
                    WaitingChangeConstraints.change([:])] + ClearingConstraints.valid
        for sql in rows + AuthenticationConstraints.rows + WebhookConstraints.rows + TokenizationConstraints.rows
            + DisputeConstraints.rows + BureauConstraints.valid
        {
            try await fixture.issuing.database.execute(script: sql
                .replacing(":card", with: "'\(virtual.id)'").replacing(":customer", with: "\(customer)"))
        }
    }

    // MARK: rows that would be accepted, except for one changed value

    static func program(_ changed: [String: String]) -> String {
        insert(into: "program", [
            "program_name": "'NEW'", "brand": "'demo'", "card_type": "'VIRTUAL'", "scheme": "'VISA'",
            "region": "'EEA'", "currencies": "'{EUR}'", "is_digital": "false",
            "requires_approval": "false", "cards_per_customer": "5", "pan_prefix": "'411111'", "validity_months": "36",
        ], changed)
    }

    static func rates(_ changed: [String: String]) -> String {
        insert(into: "call_rates", ["brand": "'demo'", "operations": "'{}'", "of_operations": "'{}'"], changed)
    }

    static func terms(_ changed: [String: String]) -> String {
        insert(into: "payment_terms", [
            "program_name": "'DEMO-VIRTUAL-VISA-EEA'", "atm_fee": "0", "fx_fee_basis_points": "0", "hold_days": "7",
            "hold_days_if_paid_later": "30", "needs_security_code": "false", "needs_authentication": "false",
            "wrong_codes_in_a_row": "5", "wrong_codes_on_a_day": "20",
        ], changed)
    }

    static func codeTries(_ changed: [String: String]) -> String {
        insert(into: "card_code_tries", [
            "customer_id": ":customer", "card_id": ":card", "wrong_in_a_row": "1", "wrong_on_day": "1", "day": "20000",
        ], changed)
    }

    static func partner(_ changed: [String: String]) -> String {
        """
        INSERT INTO webhook_subscription
        VALUES ('33333333-3333-4333-8333-333333333333', 'demo', 'type', 'https://one', '', 1, '2026-01-01Z', NULL,
            'HOUSE')
        ON CONFLICT DO NOTHING;
        """
            + insert(into: "partner_decision", [
                "brand": "'demo'", "subscription_id": "'33333333-3333-4333-8333-333333333333'",
                "time_limit_milliseconds": "2000", "stand_in": "'DECLINE'", "stand_in_excludes": "'{}'",
            ], changed) + ";"
    }

    static func customer(_ changed: [String: String]) -> String {
        insert(into: "customer", [
            "customer_id": "998", "brand": "'demo'", "country": "'BG'", "first_name": "'A'", "last_name": "'B'",
            "mobile": "'+1 1'", "address1": "'Home 1'", "city": "'Sofia'", "country_code": "'BG'",
            "postal_code": "'1000'", "created_at": "'2026-01-01Z'",
        ], changed)
    }

    static func identifier(_ changed: [String: String]) -> String {
        insert(into: "customer_identifier", [
            "brand": "'demo'", "kind": "'EXTERNAL_ID'", "value": "'a'", "customer_id": "1",
        ], changed)
    }

    static func card(_ changed: [String: String]) -> String {
        insert(into: "card", [
            "customer_id": ":customer", "card_id": "gen_random_uuid()", "program_name": "'DEMO-VIRTUAL-VISA-EEA'",
            "card_type": "'VIRTUAL'", "scheme": "'VISA'", "status": "'ACTIVE'", "changes": "1", "currency": "'EUR'",
            "bin": "'476173'", "last_four": "'1234'", "expiry_month": "1", "expiry_year": "2030",
            "account_id": "100000001", "mobile": "'+1 1'", "created_at": "'2026-01-01Z'",
            "sealed_pan": "''", "pan_key_version": "1",
        ], changed)
    }

    static func allowance(_ changed: [String: String]) -> String {
        insert(into: "card_allowance", [
            "customer_id": ":customer", "program_name": "'DEMO-PHYSICAL-VISA-EEA'", "issued_cards": "5",
            "cards_per_customer": "5",
        ], changed)
    }

    static func change(_ changed: [String: String]) -> String {
        insert(into: "card_status_history", [
            "customer_id": ":customer", "card_id": ":card", "change_number": "2", "actor": "'CUSTOMER'",
            "occasion": "'UPDATE'", "from_status": "'ACTIVE'", "to_status": "'LOCKED'", "changed_at": "'2026-01-01Z'",
        ], changed)
    }

    static func secureView(_ changed: [String: String]) -> String {
        insert(into: "secure_view", [
            "token_hash": "'\\x00'", "customer_id": ":customer", "card_id": ":card", "brand": "'demo'",
            "content": "'PAN'", "pan_separator": "' - '", "has_copy_button": "true", "theme": "'AUTO'",
            "expires_at": "'2026-01-01Z'",
        ], changed)
    }

    static func bulkOrder(_ changed: [String: String]) -> String {
        insert(into: "bulk_order", [
            "order_id": "gen_random_uuid()", "brand": "'demo'", "status": "'ACCEPTED'", "number_of_cards": "1",
            "created_at": "'2026-01-01Z'", "sealed_applications": "''", "applications_key_version": "1",
        ], changed)
    }

    static func insert(into table: String, _ row: [String: String], _ changed: [String: String]) -> String {
        let values = row.merging(changed) { _, new in new }.sorted { $0.key < $1.key }
        let (names, literals) = (values.map(\.key).joined(separator: ", "), values.map(\.value).joined(separator: ", "))
        return "INSERT INTO \(table) (\(names)) VALUES (\(literals))"
    }
}
