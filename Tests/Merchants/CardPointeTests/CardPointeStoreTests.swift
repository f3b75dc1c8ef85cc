import Postgres
import Testing
import TestSupport

@testable import CardPointe

@Suite("CardPointe's tables")
struct CardPointeStoreTests {
    @Test("The list of statements has every statement of the sources, each with its own name")
    func completeList() throws {
        let names = try SourceFile.all(in: ["Sources/Merchants/CardPointe"]).flatMap { file in
            file.text.matches(of: /Statement\(\s*"(\w+)"/).map { String($0.1) }
        }
        #expect(names.count > 10)
        #expect(Set(CardPointe.statements.map(\.name)) == Set(names))
        #expect(CardPointe.statements.count == names.count)
    }

    @Test("No statement scans a growing table")
    func queryPlans() async throws {
        let fixture = try await CardPointeFixture.make()
        try await fixture.gateway.database.execute(script: Self.crowd)
        let plans = try await fixture.gateway.database.plans(of: CardPointe.statements)
        #expect(plans.count == CardPointe.statements.count)
        for plan in plans {
            #expect(
                Set(["cardpointe_token", "cardpointe_profile", "cardpointe_signature"])
                    .isDisjoint(with: plan.scannedTables), "\(plan)")
        }
    }

    private static let crowd = """
        INSERT INTO merchants.cardpointe_token (token, number_hash, sealed_instrument, key_version, made_at)
        SELECT '9' || lpad(n::text, 15, '0'), '\\x00', '\\x00', 1, '2026-01-01Z' FROM generate_series(1, 20000) n;
        INSERT INTO merchants.cardpointe_profile
        SELECT n, lpad(n::text, 20, '0'), 1, '9' || lpad(n::text, 15, '0'), '{}', int4send(n), true, '2026-01-01Z'
        FROM generate_series(1, 20000) n;
        INSERT INTO merchants.cardpointe_signature SELECT n % 100, lpad(n::text, 12, '0'), 'H4sI'
        FROM generate_series(1, 20000) n;
        ANALYZE merchants.cardpointe_token, merchants.cardpointe_profile, merchants.cardpointe_signature;
        """

    /// Every named constraint, with one statement that only this constraint refuses.
    private static let constraints: [(constraint: String, sql: String)] = [
        ("cardpointe_login_is_known_once", "INSERT INTO merchants.cardpointe_login VALUES ('testing', '\\x00')"),
        ("cardpointe_username_has_1_to_64_characters", "INSERT INTO merchants.cardpointe_login VALUES ('', '\\x00')"),
        ("cardpointe_account_is_known_once", account("496160873888")),
        ("cardpointe_account_is_of_a_merchant", account("1")),
        ("cardpointe_account_has_a_login", "UPDATE merchants.cardpointe_account SET username = 'other'"),
        ("cardpointe_sites_have_1_to_12_characters", "UPDATE merchants.cardpointe_account SET sites = '{a.b}'"),
        ("cardpointe_account_has_1_to_8_sites", "UPDATE merchants.cardpointe_account SET sites = '{}'"),
        ("cardpointe_processor_is_known", "UPDATE merchants.cardpointe_account SET processor = 'AMEX'"),
        (
            "cardpointe_account_has_at_most_8_further_currencies",
            "UPDATE merchants.cardpointe_account SET further_currencies = array_fill('USD'::text, ARRAY[9])"
        ),
        ("cardpointe_rate_is_counted_once", rate(1) + "; " + rate(1)),
        ("cardpointe_calls_are_positive", rate(0)),
        ("cardpointe_token_is_given_once", token("9000000000000001") + "; " + token("9000000000000001")),
        ("cardpointe_token_is_16_digits_from_9", token("4000000000000001")),
        ("wallets_cardpointe_token_is_of_a_merchant", token("9000000000000001", wallet: "'APPLE'")),
        (
            "only_a_wallets_cardpointe_token_is_used_up",
            token("9000000000000001") + "; UPDATE merchants.cardpointe_token SET used_at = '2026-01-01Z'"
        ),
        ("cardpointe_profile_is_known_once", profile() + "; " + profile(isAgain: true)),
        ("cardpointe_profile_has_a_token", profile(token: "9000000000000009")),
        ("cardpointe_profile_is_20_digits", profile(id: "1")),
        ("cardpointe_profile_has_1_to_999_accounts", profile(number: 1000)),
        ("cardpointe_profile_details_have_at_most_4096_bytes", profile(details: "repeat('x', 4097)")),
        ("cardpointe_signature_is_kept_once", signature("'H4sI'") + "; " + signature("'H4sI'")),
        ("cardpointe_signature_has_at_most_32768_bytes", signature("repeat('x', 32769)")),
        (
            "cardpointe_report_is_kept_once",
            "INSERT INTO merchants.cardpointe_report VALUES ('1', 'f', '2026-01-01Z'), ('1', 'f', '2026-01-01Z')"
        ),
    ]

    @Test("Each constraint refuses the values that it names")
    func constraintsHold() async throws {
        let fixture = try await CardPointeFixture.make()
        for (constraint, sql) in Self.constraints {
            let failure = await #expect(throws: PostgresFailure.self, "\(constraint)") {
                try await fixture.gateway.database.execute(script: sql)
            }
            #expect(failure?.constraint == constraint, "\(sql)")
        }
        let named = try await fixture.texts(
            "SELECT conname FROM pg_constraint WHERE conname LIKE '%cardpointe%' AND contype <> 'n'")
        #expect(Set(named) == Set(Self.constraints.map(\.constraint)))
    }

    private static func account(_ merchant: String) -> String {
        "INSERT INTO merchants.cardpointe_account VALUES "
            + "('\(merchant)', 'testing', '{fts}', 'RPCT', true, false, false, false, false, '{}', false)"
    }

    private static func signature(_ text: String) -> String {
        "INSERT INTO merchants.cardpointe_signature VALUES ('1', '343005123105', \(text))"
    }

    private static func rate(_ calls: Int) -> String {
        "INSERT INTO merchants.cardpointe_rate VALUES ('1', 'funding', 1, \(calls))"
    }

    private static func token(_ token: String, wallet: String = "NULL") -> String {
        "INSERT INTO merchants.cardpointe_token VALUES "
            + "('\(token)', '\\x00', '\\x00', 1, \(wallet), NULL, '2026-01-01Z', NULL)"
    }

    private static func profile(
        id: String = "11700182899933000746", number: Int = 1, token: String = "9000000000000001",
        details: String = "'{}'", isAgain: Bool = false
    ) -> String {
        let first = isAgain ? "" : Self.token("9000000000000001") + "; "
        return first + "INSERT INTO merchants.cardpointe_profile VALUES "
            + "('1', '\(id)', \(number), '\(token)', \(details), '\\x00', false, '2026-01-01Z')"
    }
}
