import Foundation
import Ledger
import Postgres
import Testing
import TestSupport

@Suite("Constraints of the schema money")
struct LedgerConstraintTests {
    private static let posting = """
        INSERT INTO money.posting (customer_id, journal_id, posting_number, debit, credit, currency, amount)
        """
    private static let journal = """
        INSERT INTO money.journal (customer_id, journal_id, account_id, version, balance, hold_id, posted_at)
        """
    private static let hold = """
        INSERT INTO money.hold (customer_id, hold_id, account_id, status, held, placed_at, ended_at)
        """
    private static let account = """
        INSERT INTO money.account (customer_id, account_id, currency, posted, held, opened_at)
        """

    /// A statement for each constraint. Customer 7 has account 1 with a journal, `:journal`, and a hold, `:hold`.
    static let table: [(constraint: String, sql: String)] = [
        ("account_number_has_1_to_12_digits", "\(account) VALUES (8, 0, 'EUR', 0, 0, '2026-01-01Z')"),
        ("account_number_has_1_to_12_digits", "\(account) VALUES (8, 1000000000000, 'EUR', 0, 0, '2026-01-01Z')"),
        ("currency_is_three_letters", "\(account) VALUES (8, 2, 'eur', 0, 0, '2026-01-01Z')"),
        ("account_is_opened_once", "\(account) VALUES (7, 1, 'USD', 0, 0, '2026-01-01Z')"),
        ("customer_has_one_account_for_each_currency", "\(account) VALUES (7, 2, 'EUR', 0, 0, '2026-01-01Z')"),
        ("account_is_of_a_customer", "\(account) VALUES (0, 2, 'EUR', 0, 0, '2026-01-01Z')"),
        ("held_is_not_negative", "UPDATE money.account SET held = -1"),
        ("balance_is_limited", "UPDATE money.account SET posted = 4000000000000000001"),
        ("balance_is_limited", "UPDATE money.account SET posted = -4000000000000000001"),
        ("balance_is_limited", "UPDATE money.account SET held = 4000000000000000001"),
        ("account_number_is_given_once", "INSERT INTO money.account_number VALUES (1, 8)"),

        ("hold_is_placed_once", "\(hold) VALUES (7, :hold, 1, 'PENDING', 1, '2026-01-01Z', NULL)"),
        ("hold_is_of_an_account", "\(hold) VALUES (8, :hold, 1, 'PENDING', 1, '2026-01-01Z', NULL)"),
        ("hold_status_is_known", "\(hold) VALUES (7, :new, 1, 'OPEN', 1, '2026-01-01Z', NULL)"),
        ("pending_hold_holds_money", "\(hold) VALUES (7, :new, 1, 'PENDING', 0, '2026-01-01Z', NULL)"),
        ("pending_hold_holds_money", "\(hold) VALUES (7, :new, 1, 'VOIDED', 1, '2026-01-01Z', '2026-01-01Z')"),
        ("pending_hold_holds_money", "\(hold) VALUES (7, :new, 1, 'VOIDED', -1, '2026-01-01Z', '2026-01-01Z')"),
        ("ended_hold_says_when", "\(hold) VALUES (7, :new, 1, 'VOIDED', 0, '2026-01-01Z', NULL)"),
        ("ended_hold_says_when", "\(hold) VALUES (7, :new, 1, 'PENDING', 1, '2026-01-01Z', '2026-01-01Z')"),

        ("journal_is_posted_once", "\(journal) VALUES (7, :journal, 1, 9, 1, NULL, '2026-01-01Z')"),
        ("journal_has_its_place_in_the_account", "\(journal) VALUES (7, :new, 1, 1, 1, NULL, '2026-01-01Z')"),
        ("journal_is_of_an_account", "\(journal) VALUES (7, :new, 2, 9, 1, NULL, '2026-01-01Z')"),
        ("journal_clears_a_hold", "\(journal) VALUES (7, :new, 1, 9, 1, :new, '2026-01-01Z')"),
        (
            "only_the_house_has_journals_without_an_account",
            "\(journal) VALUES (7, :new, NULL, NULL, NULL, NULL, '2026-01-01Z')"
        ),
        (
            "only_the_house_has_journals_without_an_account",
            "\(journal) VALUES (0, :new, 1, 1, 1, NULL, '2026-01-01Z')"
        ),
        (
            "only_a_journal_of_an_account_clears_a_hold",
            "\(journal) VALUES (0, :new, NULL, NULL, NULL, :hold, '2026-01-01Z')"
        ),
        ("posting_is_written_once", "\(posting) VALUES (7, :journal, 1, 'fx', 'customer', 'EUR', 1)"),
        ("posting_is_of_a_journal", "\(posting) VALUES (7, :new, 1, 'fx', 'customer', 'EUR', 1)"),
        ("posting_amount_is_positive", "\(posting) VALUES (7, :journal, 2, 'fx', 'customer', 'EUR', 0)"),
        ("posting_amount_is_positive", "\(posting) VALUES (7, :journal, 2, 'fx', 'customer', 'EUR', -1)"),
        ("posting_leads_to_another_account", "\(posting) VALUES (7, :journal, 2, 'fx', 'fx', 'EUR', 1)"),
        ("ledger_account_is_in_the_chart", "\(posting) VALUES (7, :journal, 2, 'cash', 'fx', 'EUR', 1)"),
        (
            "journal_of_the_house_moves_no_money_of_a_customer",
            """
            INSERT INTO money.journal (customer_id, journal_id, posted_at) VALUES (0, :new, '2026-01-01Z');
            \(posting) VALUES (0, :new, 1, 'customer', 'fx', 'EUR', 1)
            """
        ),

        ("transaction_is_numbered_once", "\(transaction) VALUES \(row(1)), \(row(1, journal: "NULL", "PENDING"))"),
        ("transaction_is_of_an_account", "\(transaction) VALUES \(row(1, account: 2))"),
        ("transaction_is_of_a_journal", "\(transaction) VALUES \(row(1, journal: ":new"))"),
        ("journal_has_one_transaction", "\(transaction) VALUES \(row(1)), \(row(2))"),
        ("transaction_amount_is_positive", "\(transaction) VALUES \(row(1, amount: 0))"),
        ("completed_transaction_has_a_journal", "\(transaction) VALUES \(row(1, journal: "NULL"))"),
        ("transaction_type_is_known", "\(transaction) VALUES \(row(1, type: "GIFT"))"),
        ("direction_is_known", "\(transaction) VALUES \(row(1, direction: "UP"))"),
        ("transaction_status_is_known", "\(transaction) VALUES \(row(1, "DONE"))"),

        ("movement_kind_is_known", "\(movement) VALUES \(move(kind: "GIFT"))"),
        ("movement_status_is_known", "\(movement) VALUES \(move("DONE"))"),
        ("merchant_reference_is_1_to_50_characters", "\(movement) VALUES \(move(reference: ""))"),
        ("movement_is_asked_for_once", "\(movement) VALUES \(move()), \(move())"),
        ("movement_is_of_an_account", "\(movement) VALUES \(move(account: "2"))"),
        ("movement_is_of_a_transaction", "\(movement) VALUES \(move("PENDING", account: "1", transaction: "9, 9"))"),
        ("movement_amount_has_1_to_12_digits", "\(movement) VALUES \(move(amount: 0))"),
        ("movement_amount_has_1_to_12_digits", "\(movement) VALUES \(move(amount: 1_000_000_000_000))"),
        ("transfer_leads_to_another_customer", "\(movement) VALUES \(move(kind: "TRANSFER", recipient: "7"))"),
        ("transfer_leads_to_another_customer", "\(movement) VALUES \(move(kind: "TRANSFER"))"),
        ("transfer_leads_to_another_customer", "\(movement) VALUES \(move(recipient: "8"))"),
        ("withdrawal_leads_to_an_instrument", "\(movement) VALUES \(move(kind: "WITHDRAWAL"))"),
        ("withdrawal_leads_to_an_instrument", """
            \(movement) VALUES \(move()); UPDATE money.movement SET payment_option = 'BANK_TRANSFER'
            """),
        ("movement_after_its_preview_has_a_transaction", "\(movement) VALUES \(move("PENDING", account: "1"))"),
        ("movement_after_its_preview_has_a_transaction", "\(movement) VALUES \(move(transaction: "9, 9"))"),
        ("failed_movement_says_why", "\(movement) VALUES \(move(reason: "'INSUFFICIENT_FUNDS'"))"),
        (
            "merchant_reference_is_used_once",
            "INSERT INTO money.used_merchant_reference VALUES ('demo', 0, 'r', 7, :new), ('demo', 0, 'r', 8, :new)"
        ),

        ("shard_is_folded_once", "INSERT INTO money.fold VALUES (1, 1), (1, 1)"),
        ("shard_is_0_to_15", "INSERT INTO money.fold VALUES (16, 1)"),
        ("house_balance_is_of_a_shard", "INSERT INTO money.house_balance VALUES (3, 'fx', 'EUR', 1)"),
        (
            "house_balance_is_folded_once",
            """
            INSERT INTO money.fold VALUES (3, 1);
            INSERT INTO money.house_balance VALUES (3, 'fx', 'EUR', 1), (3, 'fx', 'EUR', 1)
            """
        ),
        (
            "house_has_no_balance_of_customers",
            """
            INSERT INTO money.fold VALUES (3, 1);
            INSERT INTO money.house_balance VALUES (3, 'customer', 'EUR', 1)
            """
        ),
    ]

    private static let rate = "INSERT INTO money.exchange_rate"
    private static let rates: [(constraint: String, sql: String)] = [
        ("exchange_rate_is_set_once", "\(rate) VALUES ('USD', 'EUR', 1, 1), ('USD', 'EUR', 1, 2)"),
        ("exchange_rate_is_positive", "\(rate) VALUES ('USD', 'EUR', 0, 1)"),
        ("exchange_rate_is_between_two_currencies", "\(rate) VALUES ('EUR', 'EUR', 1, 1)"),
    ]

    private static let whole = table + rates

    private static let transaction = """
        INSERT INTO money.transaction (
            customer_id, transaction_id, slip_id, account_id, transaction_type, direction, amount, status, journal_id,
            created_at, changed_at)
        """

    private static let movement = """
        INSERT INTO money.movement (
            customer_id, movement_id, kind, recipient_id, currency, amount, merchant_ref_num, status, status_reason,
            account_id, transaction_id, slip_id, created_at, changed_at)
        """

    private static func move(
        _ status: String = "PREVIEW", kind: String = "DEPOSIT", recipient: String = "NULL", amount: Int = 1,
        reference: String = "r", reason: String = "NULL", account: String = "NULL", transaction: String = "NULL, NULL"
    ) -> String {
        """
        (7, :new, '\(kind)', \(recipient), 'EUR', \(amount), '\(reference)', '\(status)', \(reason), \(account),
         \(transaction), '2026-01-01Z', '2026-01-01Z')
        """
    }

    private static func row(
        _ id: Int, account: Int = 1, type: String = "DEPOSIT", direction: String = "CREDIT", amount: Int = 1,
        journal: String = ":journal", _ status: String = "COMPLETED"
    ) -> String {
        """
        (7, \(id), 1, \(account), '\(type)', '\(direction)', \(amount), '\(status)', \(journal), '2026-01-01Z',
         '2026-01-01Z')
        """
    }

    /// An account with a journal and a hold.
    private static func furnished() async throws -> LedgerFixture {
        let fixture = try await LedgerFixture.make()
        var course = try await fixture.course(account: 1, loaded: 500)
        try await fixture.play(.hold(0, 100), &course)
        return fixture
    }

    private static func script(_ sql: String) -> String {
        sql.replacing(":journal", with: "'\(uuid(1, of: 2))'").replacing(":hold", with: "'\(uuid(0, of: 1))'")
            .replacing(":new", with: "'\(uuid(99, of: 4))'")
    }

    @Test("Each constraint refuses the statement that violates it")
    func forbiddenRows() async throws {
        let fixture = try await Self.furnished()
        for (constraint, sql) in Self.whole {
            let failure = await #expect(throws: PostgresFailure.self, "\(constraint) accepts: \(sql)") {
                try await fixture.database.execute(script: Self.script(sql))
            }
            #expect(failure?.constraint == constraint, "\(sql)")
        }
        #expect(try await fixture.findings() == [])
    }

    @Test("The table of these tests names every constraint of the schema, each with a name of its own")
    func completeTable() async throws {
        let fixture = try await LedgerFixture.make()
        let names = try await fixture.texts("""
            SELECT conname::text FROM pg_constraint
            WHERE connamespace = 'money'::regnamespace AND contype IN ('c', 'f', 'p', 'u', 'x')
            """)
        // The primary key implies this constraint, so nothing violates it alone. A foreign key needs it.
        #expect(Set(names) == Set(
            Self.whole.map(\.constraint) + ["account_has_one_currency"]))
    }

    /// So the tables can be distributed over many machines.
    @Test("The keys of growing tables start with the customer, the account's number or another key of its own")
    func distributionKeys() async throws {
        let fixture = try await LedgerFixture.make()
        let keys = try await fixture.texts("""
            SELECT DISTINCT concat_ws(' ', c.relname, a.attname) FROM pg_constraint k
            JOIN pg_class c ON c.oid = k.conrelid
            JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
            WHERE k.connamespace = 'money'::regnamespace AND k.contype IN ('p', 'u')
            """)
        #expect(keys.sorted() == [
            "account customer_id", "account_number account_id", "exchange_rate from_currency", "fold shard",
            "hold customer_id", "house_balance shard", "journal customer_id", "movement customer_id",
            "posting customer_id", "transaction customer_id", "used_merchant_reference brand",
        ])
    }

    @Test("The names by which refusals are recognized are constraints")
    func refusals() async throws {
        for constraint in Self.table.map(\.constraint) {
            let refusal = LedgerRefusal(constraint: constraint)
            #expect((refusal != nil) == Self.explained.contains(constraint), "\(constraint)")
        }
        #expect(LedgerRefusal(constraint: "held_is_not_negative") == nil, "A mistake of the program is no refusal.")
        #expect(LedgerRefusal(constraint: nil) == nil)
    }

    private static let explained: Set = [
        "customer_has_one_account_for_each_currency", "account_is_opened_once", "account_number_is_given_once",
        "balance_is_limited", "journal_is_posted_once", "hold_is_placed_once", "journal_is_of_an_account",
        "hold_is_of_an_account",
    ]

    /// Every way to write one side of a posting without the other, or to change one later.
    @Test("An unbalanced journal cannot be written by hand", arguments: [
        "INSERT INTO money.entry (customer_id, journal_id, direction, amount) VALUES (7, :journal, 'DEBIT', 1)",
        "UPDATE money.entry SET amount = 1", "DELETE FROM money.entry",
        "\(posting) VALUES (7, :journal, 2, NULL, 'customer', 'EUR', 1)",
        "\(posting) VALUES (7, :journal, 2, 'fx', NULL, 'EUR', 1)",
        "\(posting) VALUES (7, :journal, 2, 'fx', 'customer', 'EUR', NULL)",
        "UPDATE money.posting SET amount = 1", "UPDATE money.posting SET credit = 'writeoff'",
        "DELETE FROM money.posting", "DELETE FROM money.journal", "TRUNCATE money.posting",
        "UPDATE money.journal SET balance = 1", "UPDATE money.posting SET currency = 'USD' WHERE posting_number = 1",
    ])
    func unbalanced(sql: String) async throws {
        let fixture = try await Self.furnished()
        await #expect(throws: PostgresFailure.self) {
            try await fixture.database.execute(script: Self.script(sql))
        }
        #expect(try await fixture.texts("SELECT sum(change)::text FROM money.entry") == ["0"])
        #expect(try await fixture.findings() == [])
    }

    @Test("Journals are append-only by a trigger, even for a role with every right")
    func appendOnly() async throws {
        let fixture = try await Self.furnished()
        try await fixture.database.execute(script: """
            GRANT UPDATE, DELETE ON money.journal, money.posting TO CURRENT_USER
            """)
        for sql in ["UPDATE money.posting SET amount = 1", "DELETE FROM money.posting", "DELETE FROM money.journal"] {
            let failure = await #expect(throws: PostgresFailure.self) {
                try await fixture.database.execute(script: sql)
            }
            #expect(failure?.constraint == "journals_are_append_only")
        }
    }

    @Test("The database knows exactly the accounts of the chart, and the statuses of holds")
    func chart() async throws {
        let fixture = try await LedgerFixture.make()
        let isKnown = { (name: String) in
            let accepts = Statement("accepts", "SELECT ($1::text)::money.ledger_account::text AS name") {
                (row: inout Row) throws(PostgresFailure) in try row.text("name")
            }
            return (try? await fixture.database.read(accepts(.text(name)))) == [name]
        }
        for account in JournalTests.accounts { #expect(await isKnown(account.name), "\(account)") }
        for name in JournalTests.unknownNames { #expect(await !isKnown(name), "\(name)") }
        let statuses = try await fixture.texts("""
            SELECT quoted[1] FROM pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([^'']+)''', 'g') quoted
            WHERE conname = 'hold_status_is_known'
            """)
        #expect(statuses.sorted() == Hold.Status.allCases.map(\.rawValue).sorted())
    }

    @Test("The check of the ledger finds what does not add up", arguments: [
        ("posted_is_the_sum_of_entries", "UPDATE money.account SET posted = posted + 1"),
        ("posted_is_the_sum_of_entries", "\(posting) VALUES (7, :journal, 2, 'fx', 'customer', 'USD', 1)"),
        ("held_is_the_sum_of_holds", "UPDATE money.account SET held = held + 1"),
        ("held_is_the_sum_of_holds", "UPDATE money.hold SET held = held + 1"),
        ("journals_lead_to_their_balances", "\(posting) VALUES (7, :journal, 2, 'fx', 'customer', 'EUR', 1)"),
        ("journals_have_postings", "\(journal) VALUES (7, :new, 1, 9, 500, NULL, '2026-01-01Z')"),
        ("accounts_are_numbered", "UPDATE money.account_number SET customer_id = 8"),
        ("accounts_are_numbered", "DELETE FROM money.account_number"),
        ("house_balances_are_the_sums_of_folded_entries", "UPDATE money.house_balance SET balance = balance + 1"),
    ])
    func findings(rule: String, sql: String) async throws {
        let fixture = try await Self.furnished()
        try await fixture.foldCompletely()
        #expect(try await fixture.findings() == [])
        try await fixture.database.execute(script: Self.script(sql))
        let findings = try await fixture.findings()
        #expect(findings.contains { $0.rule == rule }, "\(findings)")
    }
}
