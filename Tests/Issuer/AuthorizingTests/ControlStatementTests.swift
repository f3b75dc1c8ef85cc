import Foundation
import Identifiers
import Ledger
import Postgres
import Testing
import TestSupport

@testable import Authorizing

@Suite("Controls in the database")
struct ControlStatementTests {
    private static func controls() throws -> CardControls {
        let (cafe, casino) = (try #require(MerchantCategory("0763")), try #require(MerchantCategory("7995")))
        let (germany, france) = (try #require(CountryCode("DE")), try #require(CountryCode("FR")))
        return CardControls(
            switchedOff: [.atm, .magneticStripe], countries: .init(allowed: [germany, france], blocked: [france]),
            categories: .init(allowed: nil, blocked: [cafe, casino]),
            limits: [
                try #require(Limit(.transaction, amount: 0)), try #require(Limit(.day, amount: 5000, count: 3)),
                try #require(Limit(.lifetime, channel: .mobileWallet, count: 7)),
            ])
    }

    @Test("Controls are read as they were set, those of the card and those of its program")
    func roundTrip() async throws {
        let fixture = try await AuthorizingFixture.make()
        let (controls, now) = (try Self.controls(), AuthorizingFixture.time(on: AuthorizingFixture.day))
        let nothing = CardControls(countries: .init(allowed: []))
        _ = try await fixture.database.write(
            ControlStatements.set(controls, forCard: fixture.card, of: fixture.holder, at: now))
        _ = try await fixture.database.write(ControlStatements.set(nothing, forProgram: fixture.program, at: now))
        let inForce = ControlStatements.inForce(for: fixture.card, of: fixture.holder, program: fixture.program)
        #expect(try await fixture.database.read(inForce).map(\.all) == [[controls, nothing]])
        let ofCard = ControlStatements.controls(ofCard: fixture.card, of: fixture.holder)
        #expect(try await fixture.database.read(ofCard) == [controls])
        #expect(try await fixture.database.read(ControlStatements.controls(ofProgram: fixture.program)) == [nothing])
    }

    @Test("A card without controls has none, and its controls are not found under another customer's id")
    func none() async throws {
        let fixture = try await AuthorizingFixture.make()
        let inForce = ControlStatements.inForce(for: fixture.card, of: fixture.holder, program: "NONE")
        #expect(try await fixture.database.read(inForce).map(\.all) == [[.none, .none]])
        try await fixture.set([try #require(Limit(.day, count: 1))])
        let stranger = ControlStatements.controls(ofCard: fixture.card, of: AccountHolder(8))
        #expect(try await fixture.database.read(stranger) == [])
    }

    @Test("Setting controls replaces the whole set")
    func replacing() async throws {
        let fixture = try await AuthorizingFixture.make()
        let now = AuthorizingFixture.time(on: AuthorizingFixture.day)
        for controls in [try Self.controls(), CardControls.none, CardControls(switchedOff: [.ecommerce])] {
            _ = try await fixture.database.write(
                ControlStatements.set(controls, forCard: fixture.card, of: fixture.holder, at: now))
            let found = ControlStatements.controls(ofCard: fixture.card, of: fixture.holder)
            #expect(try await fixture.database.read(found) == [controls])
        }
        #expect(try await fixture.texts("SELECT version::text FROM card_controls") == ["3"])
    }

    @Test("The database knows exactly the channels and windows that the program knows", arguments: [
        ("channels_are_known", Channel.allCases.map(\.rawValue)),
        ("limits_are_of_known_channels", Channel.allCases.map(\.rawValue) + [Counter.allChannels]),
        ("limits_are_at_most_20_of_known_windows", Window.allCases.map(\.rawValue)),
    ])
    func words(constraint: String, words: [String]) async throws {
        let fixture = try await AuthorizingFixture.make()
        let known = try await fixture.texts("""
            SELECT quoted[1] FROM pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([^'']+)''', 'g') quoted
            WHERE conname = '\(constraint)'
            """)
        #expect(known.sorted() == words.sorted())
    }

    @Test("The list of statements has every statement of the sources, each with its own name")
    func completeList() throws {
        let names = try SourceFile.all(in: ["Sources/Issuer/Authorizing"]).flatMap { file in
            file.text.matches(of: /Statement\(\s*"(\w+)"/).map { String($0.1) }
        }
        #expect(names.count > 10)
        let listed = AuthorizingStatements.all + AuthorizingStatements.ofOperators
        #expect(names.sorted() == listed.map(\.name).sorted())
        #expect(Set(names).count == names.count)
    }

    /// Looks at the generic plan, which Postgres keeps for all values, on tables that are too large to scan.
    @Test("No statement scans a growing table, and the spending of a window is read by the age of authorizations")
    func queryPlans() async throws {
        let fixture = try await AuthorizingFixture.make()
        try await fixture.database.execute(script: Self.crowd)
        let plans = try await fixture.database.plans(of: ControlStatements.all + SpendingStatements.all)
        for plan in plans {
            #expect(plan.scannedTables.isDisjoint(with: ["authorization", "card_controls", "spent"]), "\(plan)")
        }
        let window = try #require(plans.first { $0.statement == SpendingStatements.find.erased.name }).description
        #expect(window.contains("authorization_by_age") && !window.contains("authorization_by_lifecycle"), "\(window)")
    }

    /// 1,000 customers with 20 authorizations by one card, and 20 other cards with controls and a counter each.
    private static let crowd = """
        INSERT INTO money.account (customer_id, account_id, currency, posted, opened_at)
        SELECT n, n, 'EUR', 1, '2026-01-01Z' FROM generate_series(1001, 2000) n;
        INSERT INTO "authorization" (
            customer_id, authorization_id, account_id, card_id, reference, lifecycle, authorization_type, status,
            is_refund, pays_at_once, currency, approved, reversed, released, cleared, refunded, merchant_amount,
            merchant_currency, atm_fee, fx_fee, response_code, decided_by, merchant_category, merchant_country,
            merchant_name, entry_mode, card_presence, challenge, channels, changes, created_at, changed_at)
        SELECT n, gen_random_uuid(), n, md5(n::text)::uuid, m, m, 'PURCHASE', 'APPROVED', false, false, 'EUR', 100, 0,
               0, 0, 0, 100, 'EUR', 0, 0, '00', 'ISSUER', 5812, 'DE', 'Café', 'CHIP', 'PRESENT', 'PIN', '{POS}', 0,
               '2026-03-15Z'::timestamptz + m * interval '1 day', '2026-03-15Z'
        FROM generate_series(1001, 2000) n, generate_series(1, 20) m;
        INSERT INTO card_controls (
            customer_id, card_id, switched_off, blocked_countries, blocked_categories, limit_windows, limit_channels,
            limit_amounts, limit_counts, changed_at)
        SELECT customer_id, authorization_id, '{}', '{}', '{}', '{DAY}', '{ALL}', '{500}', '{-1}', created_at
        FROM "authorization";
        INSERT INTO spent
        SELECT customer_id, authorization_id, 'DAY', 'ALL', 20527, 1, 100, 1 FROM "authorization";
        ANALYZE money.account, "authorization", card_controls, spent;
        """
}
