import Administration
import Audit
import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport

@Suite("Searching the database for card data in clear")
struct AttestTests {
    /// A card with a PIN, and its number.
    private static func bench() async throws -> (fixture: IssuingFixture, card: Card, number: String) {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.physicalMastercard, to: fixture.enrol(), pin: "7391")
        let number = try await fixture.sandbox.plastic(of: card.id).pan.reveal { $0 }
        return (fixture, card, number)
    }

    @Test("A database with cards, PINs and tokens is clean, and the document names every table with its rows")
    func clean() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        for program in [DemoProgram.virtualMastercard, .physicalMastercard, .virtualVisa] {
            let card = try await fixture.issue(program, to: customer, pin: program.isPhysical ? "7391" : nil)
            _ = try await fixture.administration.record(program.isPhysical ? .dispatched : .suspend, on: card.id)
        }
        let attestation = try await fixture.administration.attest(files: [])
        #expect(attestation.verdict == .clean && attestation.findings.first == [])
        #expect((attestation.cardCount, attestation.pinCount) == (3, 1))
        #expect(attestation.unread == [] && attestation.files == [])
        let tables = try await fixture.texts("SELECT concat_ws('.', schemaname, tablename) FROM pg_tables")
        let ours = tables.filter { !$0.hasPrefix("pg_catalog.") && !$0.hasPrefix("information_schema.") }
        #expect(Set(attestation.tables.map(\.name)) == Set(ours + ["pg_catalog.pg_stats"]))
        #expect(attestation.tables.first { $0.name == "issuing.card" }?.rows == 3)
        #expect(attestation.database == fixture.scratch.name)
    }

    @Test("A number in a table that the service does not know is found, whatever the type of the column", arguments: [
        ("text", "'to ' || $number", [ClearSecret.Encoding.digits]),
        ("text", "regexp_replace($number, '(....)', '\\1 ', 'g')", [.digits]),
        ("jsonb", "jsonb_build_object('a', ARRAY[$number])", [.digits]), ("bigint", "$number::bigint", [.digits]),
        ("numeric", "$number::numeric", [.digits]), ("bytea", "decode($number, 'hex')", [.digits]),
        ("bytea", "convert_to($number, 'UTF8')", [.hexadecimal, .digits]),
        ("bytea", "int8send($number::bigint)", [.hexadecimal, .integer]),
        ("text", "encode(convert_to($number, 'UTF8'), 'base64')", [.base64, .digits]),
        (
            "bytea", "convert_to(encode(convert_to($number, 'UTF8'), 'base64'), 'UTF8')",
            [.hexadecimal, .base64, .digits]
        ),
        ("text[]", "ARRAY['a', $number]", [.digits]),
    ])
    func planted(_ type: String, _ value: String, _ encodings: [ClearSecret.Encoding]) async throws {
        let (fixture, card, number) = try await Self.bench()
        try await fixture.issuing.database.execute(script: """
            CREATE SCHEMA "else where"; CREATE TABLE "else where"."Notes" (id integer, "The note" \(type));
            INSERT INTO "else where"."Notes" VALUES (1, NULL);
            INSERT INTO "else where"."Notes" VALUES (2, \(value.replacing("$number", with: "'\(number)'")));
            """)
        let attestation = try await fixture.administration.attest(files: [])
        #expect(attestation.verdict == .found && attestation.findings.count == 1)
        let finding = try #require(attestation.findings.first.first)
        #expect(finding.place == .table("else where.Notes", column: "The note", row: "(0,2)"))
        #expect(finding.secret.card == card.id.rawValue && finding.secret.encodings == encodings)
        #expect(!"\(attestation)".contains(number))
    }

    @Test("A clear PIN block of the card is found, and digits in a column whose name says that it is a PIN")
    func pins() async throws {
        let (fixture, card, number) = try await Self.bench()
        let account = number.dropLast().suffix(12)
        try await fixture.issuing.database.execute(script: """
            CREATE TABLE public.blocks (block bytea);
            INSERT INTO public.blocks
            SELECT int8send(x'047391FFFFFFFFFF'::bigint # ('x0000\(account)'::bit(64))::bigint);
            CREATE TABLE public.codes (name text, "Card_PIN" text, cvv2 smallint);
            INSERT INTO public.codes VALUES ('a', '••••', NULL), ('b', '1234', 321);
            """)
        let found = try await fixture.administration.attest(files: []).findings.first
        #expect(found.map(\.place) == [
            .table("public.blocks", column: "block", row: "(0,1)"),
            .table("public.codes", column: "Card_PIN", row: "(0,2)"),
            .table("public.codes", column: "cvv2", row: "(0,2)"),
        ])
        #expect(found.map(\.secret.kind) == [.pinBlock, .namedPIN, .namedCode])
        #expect(found.first?.secret.card == card.id.rawValue)
    }

    @Test("A number that was removed is found in the samples that ANALYZE has taken")
    func statistics() async throws {
        let (fixture, card, number) = try await Self.bench()
        try await fixture.issuing.database.execute(script: """
            CREATE TABLE public.notes (note text); INSERT INTO public.notes VALUES ('a'), ('b'), ('\(number)');
            """)
        try await fixture.issuing.database.execute(script: "ANALYZE public.notes")
        try await fixture.issuing.database.execute(script: "DELETE FROM public.notes")
        let finding = try #require(try await fixture.administration.attest(files: []).findings.first.first)
        #expect(
            finding.place
                == .table("pg_catalog.pg_stats", column: "histogram_bounds", row: "public.notes.note"))
        #expect(finding.secret.card == card.id.rawValue)
    }

    @Test("A number is found in the samples of several columns together, and of expressions")
    func extendedStatistics() async throws {
        let (fixture, card, number) = try await Self.bench()
        try await fixture.issuing.database.execute(script: """
            CREATE TABLE public.notes (kind text, note text);
            INSERT INTO public.notes VALUES ('x', '\(number)'), ('x', '\(number)'), ('y', 'z');
            CREATE STATISTICS public.pairs (mcv) ON kind, note FROM public.notes;
            CREATE STATISTICS public.sums ON (kind || note) FROM public.notes;
            """)
        try await fixture.issuing.database.execute(script: "ANALYZE public.notes")
        try await fixture.issuing.database.execute(script: "DELETE FROM public.notes")
        let findings = try await fixture.administration.attest(files: []).findings.first
        let places = findings.map(\.place)
        #expect(places.contains(
            .table("pg_catalog.pg_stats_ext", column: "most_common_vals", row: "public.pairs")), "\(places)")
        #expect(places.contains(
            .table("pg_catalog.pg_stats_ext_exprs", column: "most_common_vals", row: "public.sums")), "\(places)")
        #expect(findings.allSatisfy { $0.secret.card == card.id.rawValue })
    }

    @Test("What the role may not read is named, and the verdict is not CLEAN", arguments: [
        ("CREATE TABLE public.notes (a text); REVOKE ALL ON public.notes FROM CURRENT_USER", "public.notes"),
        (
            "CREATE TABLE public.notes (a text); ALTER TABLE public.notes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL "
                + "SECURITY", "public.notes"
        ),
        ("SELECT lo_from_bytea(0, 'a')", "pg_catalog.pg_largeobject"),
    ])
    func unread(_ script: String, _ name: String) async throws {
        let fixture = try await IssuingFixture.make()
        try await fixture.issuing.database.execute(script: script)
        let attestation = try await fixture.administration.attest(files: [])
        #expect(attestation.verdict == .incomplete)
        #expect(attestation.unread.map(\.name) == [name])
        #expect(attestation.unread.map(\.reason) == ["PostgreSQL does not show its rows (SQLSTATE 42501)"])
    }

    @Test("A run leaves an event before it begins, and one with its verdict")
    func trail() async throws {
        let fixture = try await IssuingFixture.make()
        let olga = Administration(fixture.issuing.called(by: AuditCaller(operatorName: "olga")))
        _ = try await olga.attest(files: [])
        #expect(
            try await fixture.texts("""
                SELECT concat_ws(' ', act, outcome, operator, detail) FROM audit_event WHERE act LIKE '%ATTESTED'
                ORDER BY number
                """) == [
                    "CARD_DATA_ATTESTED DONE olga begun", "CARD_DATA_ATTESTED DONE olga CLEAN, 0 findings",
                ])
    }

    @Test("All cards are looked for, beyond one page of them")
    func pages() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        let card = try await fixture.issue(.virtualVisa, to: customer)
        let vault = fixture.issuing.vault
        let entropy = Entropy.seeded(1200)
        let others = (0..<1200).map { _ in (pan: PAN.generate(prefix: "411111", using: entropy), id: entropy.uuid()) }
        let sealed = others.map { vault.seal($0.pan, customer: customer.rawValue, card: $0.id) }
        let rows = zip(others, sealed).map { other, sealed in
            [SQLValue.uuid(other.id), .bytes(sealed.bytes), .integer(sealed.keyVersion)]
        }
        let columns = SQLValue.columns(of: rows)
        let names = try await fixture.texts("""
            SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
            WHERE attrelid = 'card'::regclass AND attnum > 0 AND attgenerated = ''
              AND attname NOT IN ('card_id', 'sealed_pan', 'pan_key_version', 'insertion')
            """)[0]
        _ = try await fixture.issuing.database.write(
            Query(
                statement: Statement("copied_cards", """
                    INSERT INTO card (\(names), card_id, sealed_pan, pan_key_version)
                    SELECT \(names), n.id, n.pan, n.version
                    FROM card, unnest($1::uuid[], $2::bytea[], $3::integer[]) AS n (id, pan, version)
                    WHERE card.card_id = $4
                    """),
                values: columns + [.id(card.id)]))
        let last = try #require(others.last).pan.reveal { $0 }
        try await fixture.issuing.database.execute(script: """
            CREATE TABLE public.notes (note text); INSERT INTO public.notes VALUES ('\(last)')
            """)
        let attestation = try await fixture.administration.attest(files: [])
        #expect(attestation.cardCount == 1201)
        #expect(attestation.findings.first.map(\.secret.card) == [others.last?.id])
    }
}
