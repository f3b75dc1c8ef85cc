import Administration
import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Ledger
import Postgres
import Sandbox
import Testing
import TestSupport

@testable import struct Administration.CustomerTable

/// A customer's data is shown, exported and erased.
@Suite("Data of customers")
struct CustomerDataTests {
    /// A word that no other row has, in everything that the person has told.
    private static let word = "zanzibar"

    private static func texts(_ sql: String, of fixture: IssuingFixture) async throws -> [String] {
        try await fixture.scratch.database.read(Statement.evidence(sql)())
    }

    /// A customer who has told all that a customer can tell, and has a physical card with a PIN, a device, a token and
    /// money.
    private static func person(in fixture: IssuingFixture) async throws -> (CustomerID, Card) {
        var parts = WalletApplication.Parts()
        (parts.externalID, parts.email) = ("order-\(word)", "\(word)@example.com")
        (parts.mobile, parts.registrationIP) = ("+359 881234567", "192.0.2.50")
        (parts.fields.firstName, parts.fields.lastName) = (word.capitalized, word.capitalized)
        (parts.fields.address1, parts.fields.city, parts.fields.zip) = ("\(word) 1", word.capitalized, "1000")
        (parts.fields.countryCode, parts.fields.birthDate, parts.fields.nationality) = ("BG", "1981-01-11", "BG")
        let wallet = try await fixture.issuing.createWallet(
            WalletApplication.read(parts).accepted(), in: DemoUniverse.brand)
        let customer = wallet.person.id
        let application = CardApplication(
            programName: DemoProgram.physicalMastercard.rawValue, currency: "EUR", mobile: nil,
            pin: SentPIN("4071").form, externalID: word, userAgent: "tests",
            deliveryAddress: DeliveryAddress.Draft(
                address1: "\(word) 2", city: "Sofia", countryCode: "BG", postalCode: "1000"),
            termsAndConditionsAccepted: nil, eDisclosureAccepted: nil)
        let answered = try await fixture.issuing.createCard(
            application, pin: PIN("4071"), for: NamedCustomer(customer, in: DemoUniverse.brand), request: .unkeyed())
        let card = try #require(answered.value)
        _ = try await fixture.trustedDevice(of: customer)
        _ = try await fixture.sandbox.load(Money(minorUnits: 1000, currency: .euro), for: customer)
        return (customer, card)
    }

    /// Tables and columns in which the person's word is.
    private static func places(of fixture: IssuingFixture) async throws -> [String] {
        let tables = try await texts("""
            SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
            WHERE relkind = 'r' AND nspname IN ('money', 'webhooks', 'audit', 'issuing') ORDER BY 1
            """, of: fixture)
        var found: [String] = []
        for table in tables {
            let rows = try await texts(
                "SELECT t::text FROM \(table) t WHERE t::text ILIKE '%\(word)%' LIMIT 1", of: fixture)
            if !rows.isEmpty { found.append(table) }
        }
        return found
    }

    @Test("An export has each table of customers, or the table is here with its reason; it has no column of bytes")
    func tables() async throws {
        let reasons = [
            "money.account_number": "money.account has it",
            "money.used_merchant_reference": "money.movement has it",
            "issuing.apple_nonce": "a nonce of a device says nothing",
            "issuing.authentication_owner": "issuing.authentication_event has it",
            "issuing.clearing_line": "issuing.authorization and money.posting have it",
            "issuing.customer_identifier": "issuing.customer has it",
            "issuing.dpan_reference": "issuing.tokenization has it",
            "issuing.issued_pan": "it is a hash",
            "issuing.refresh_family": "it ends within days",
            "issuing.secure_view": "it ends within a minute",
        ]
        let fixture = try await IssuingFixture.shared()
        let columns = try await Self.texts("""
            SELECT table_schema || '.' || table_name FROM information_schema.columns c
            JOIN information_schema.tables USING (table_schema, table_name)
            WHERE column_name = 'customer_id' AND table_type = 'BASE TABLE'
              AND table_schema IN ('money', 'webhooks', 'audit', 'issuing')
            """, of: fixture)
        let exported = CustomerTable.all.map(\.name)
        #expect(columns.sorted() == (exported + reasons.keys).sorted())
        let bytes = try await Self.texts("""
            SELECT DISTINCT column_name::text FROM information_schema.columns
            WHERE udt_name = 'bytea'
              AND table_schema || '.' || table_name IN (\(exported.map { "'\($0)'" }.joined(separator: ", ")))
            """, of: fixture)
        #expect(bytes.sorted() == CustomerTable.secrets.sorted())
    }

    @Test("An export has every row once, over several pages, and one of nobody has none")
    func export() async throws {
        let fixture = try await IssuingFixture.make(asking: [.trustDevice])
        let (customer, card) = try await Self.person(in: fixture)
        try await fixture.scratch.database.execute(script: """
            INSERT INTO issuing.early_reversal (customer_id, card_id, lifecycle, received_at)
            SELECT \(customer), '\(card.id)', 'L' || n, '2026-01-01Z' FROM generate_series(1, 1200) n
            """)
        var lines: [String] = []
        #expect(try await fixture.administration.export(customer, isWhole: true) { lines.append($0) })
        let tables = Dictionary(grouping: lines) { $0.firstMatch(of: /"table": "([^"]+)"/).map { String($0.output.1) } }
        #expect(tables["issuing.early_reversal"]?.count == 1200 && Set(lines).count == lines.count)
        for table in ["issuing.customer", "issuing.card", "issuing.trusted_device", "money.posting"] {
            #expect(tables[table]?.isEmpty == false, "\(table)")
        }
        #expect(lines.contains { $0.contains("\(Self.word)@example.com") })
        #expect(!lines.contains { $0.contains("sealed") || $0.contains("\\\\x") })
        let (before, nobody) = (lines, CustomerID(29_999_999))
        #expect(try await !fixture.administration.export(nobody, isWhole: true) { lines.append($0) } && lines == before)
        lines = []
        #expect(try await fixture.administration.export(customer, isWhole: false) { lines.append($0) })
        let shown = lines.compactMap { $0.firstMatch(of: /"table": "([^"]+)"/)?.output.1 }
        #expect(shown == ["issuing.customer", "issuing.trusted_device", "issuing.card", "money.account"])
        for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }

    @Test("A page begins at its place in an index and sorts nothing, so it costs the same for each number of rows")
    func pages() async throws {
        let plans = try await IssuingFixture.shared().scratch.database.plans(
            of: CustomerTable.all.map(\.page.erased),
            under: """
                SET LOCAL enable_sort = off; SET LOCAL enable_incremental_sort = off;
                SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off
                """)
        #expect(plans.count == CustomerTable.all.count)
        let others = ["issuing.network_message", "issuing.token_message"]
        for (table, plan) in zip(CustomerTable.all, plans) where !others.contains(table.name) {
            #expect(!plan.lines.contains { $0.contains("Sort") }, "\(plan)")
            let conditions = plan.lines.filter { $0.contains("Index Cond: ") && $0.contains("customer_id = $1") }
            #expect(conditions.contains { $0.contains(" > ") }, "\(plan)")
        }
    }

    @Test("A customer whom something needs is not erased, and the failure has all reasons")
    func ties() async throws {
        let fixture = try await IssuingFixture.make(asking: [.trustDevice])
        let (customer, _) = try await Self.person(in: fixture)
        _ = try await fixture.advance(fixture.deposit(1000, to: customer), to: .pending)
        let refused = await #expect(throws: ErasureFailure.self) {
            try await fixture.administration.erase(customer, keptFor: 10)
        }
        let day = IssuingFixture.now.formatted(.iso8601.year().month().day())
        #expect(
            refused?.description == "Customer \(customer) cannot be erased: 1 of the cards can still be used or "
                + "changed; 1 of the accounts have money or a hold; 1 deposits, transfers or withdrawals are not over; "
                + "the last change was on \(day), and records are kept for 10 days.")
        #expect(try await Self.texts("SELECT octet_length(pin_block)::text FROM card", of: fixture) == ["16"])
        #expect(try await Self.places(of: fixture).contains("issuing.customer"))
        let nobody = await #expect(throws: ErasureFailure.self) {
            try await fixture.administration.erase(CustomerID(29_999_999), keptFor: 0)
        }
        #expect(nobody?.description == "There is no customer 29999999.")
    }

    @Test("A transfer that is on its way to a customer, and tokenizations that wait, are in the way")
    func incoming() async throws {
        let fixture = try await IssuingFixture.make()
        let (sender, recipient) = (try await fixture.customer(with: 5000), try await fixture.enrol())
        let transfer = try await fixture.advance(
            fixture.transfer(1000, from: sender, to: recipient), to: .pending, .processing)
        #expect(transfer.status == .processing)
        let card = try await fixture.issue(.virtualVisa, to: recipient)
        let named = NamedCustomer(recipient, in: DemoUniverse.brand)
        _ = try await fixture.issuing.changeStatus(of: card.id, of: named, to: .cancelled, reason: "Mislaid")
        try await fixture.scratch.database.execute(script: """
            INSERT INTO issuing.tokenization (customer_id, tokenization_id, card_id, wallet, device_id, initiated_at)
            SELECT \(recipient), gen_random_uuid(), '\(card.id)', 'APPLE_PAY', device, '2026-01-01Z'
            FROM unnest(ARRAY['phone', 'watch']) device
            """)
        let refused = await #expect(throws: ErasureFailure.self) {
            try await fixture.administration.erase(recipient, keptFor: 0)
        }
        #expect(
            refused?.description == "Customer \(recipient) cannot be erased: 2 tokenizations are not finished, and "
                + "forgotten after 30 days; 1 deposits, transfers or withdrawals are not over.")
    }

    @Test("Nothing that a person has told is left anywhere, the books add up, and the person may come back")
    func erasure() async throws {
        let fixture = try await IssuingFixture.make(asking: [.trustDevice])
        let (customer, card) = try await Self.person(in: fixture)
        let told = ["issuing.card", "issuing.customer", "issuing.customer_identifier"]
        #expect(try await Self.places(of: fixture) == told)
        let named = NamedCustomer(customer, in: DemoUniverse.brand)
        let withdrawal = try await fixture.advance(
            fixture.withdrawal(1000, to: Self.word, from: customer), to: .pending, .processing)
        _ = try await fixture.issuing.record(.done, about: withdrawal.id, of: customer)
        _ = try await fixture.issuing.changeStatus(of: card.id, of: named, to: .cancelled, reason: "Moved away")
        try await fixture.administration.erase(customer, keptFor: 0)

        #expect(try await Self.places(of: fixture) == [])
        #expect(try await Self.texts("SELECT octet_length(pin_block)::text FROM card", of: fixture) == ["∅"])
        #expect(try await Self.texts("SELECT count(*)::text FROM trusted_device", of: fixture) == ["0"])
        #expect(
            try await Self.texts("SELECT restrictions::text FROM customer WHERE first_name = ''", of: fixture)
                == ["{ALL_TRANSACTIONS,LOGIN}"])
        #expect(try await fixture.ledgerFindings() == [])
        #expect(await refusal { _ = try await fixture.issuing.liftRestrictions(of: named) } == .customer(.notFound))
        #expect(await refusal { _ = try await fixture.issuing.place(.sendMoney, on: named) } == .customer(.notFound))
        let again = try await Self.person(in: fixture)
        #expect(again.0 != customer)
    }
}
