import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Testing
import TestSupport
import Webhooks

@testable import Administration

@Suite("Secrets under a new version of their key")
struct RotateSecretsTests {
    private static func names(of columns: String, in scratch: ScratchDatabase) async throws -> Set<String> {
        let names = Statement("names", """
            SELECT table_schema || '.' || table_name || '.' || column_name AS name FROM information_schema.columns
            WHERE column_name \(columns)
            """) { (row: inout Row) throws(PostgresFailure) in try row.text("name") }
        return Set(try await scratch.database.read(names()))
    }

    @Test("Every column of the schema that is sealed or names a version of a key is known")
    func columns() async throws {
        let scratch = try await ScratchDatabase.make(from: .migrated)
        let versions = SealedColumn.all.map(\.names.versionColumn) + KeptColumn.all.map(\.column)
            + SealedColumn.notReencrypted.keys
        #expect(try await Self.names(of: "LIKE '%key_version'", in: scratch) == Set(versions))
        let values = Set(SealedColumn.all.map { "\($0.names.schema).\($0.names.table).\($0.names.bytes)" })
        #expect(try await Self.names(of: "LIKE 'sealed%'", in: scratch).isSubset(of: values))
        let rotating = Set(KeyPurpose.allCases.filter(\.rotates))
        #expect(try await Self.names(of: #"LIKE '%\_hash'"#, in: scratch) == KeptColumn.hashes)
        let named = SealedColumn.all.map(\.purpose) + KeptColumn.all.map(\.purpose)
        #expect(Set(named) == rotating.subtracting([.tokenSigning, .requestDigest]))
    }

    @Test("A database with values that this program does not know is left alone, and they are named")
    func otherValues() async throws {
        let fixture = try await IssuingFixture.make()
        let failure = await #expect(throws: KeyChangeFailure.self) {
            try await fixture.administration.rotateKey(.secretSealing, under: KeyRotationBench.key("5e"))
        }
        let refusal = failure?.description ?? ""
        #expect(refusal.contains("sandbox.network_keys.key_version"), "\(refusal)")
    }

    /// The places of five secrets, which are stored there in the order of ``SealedColumn/all``.
    private static func store(_ bench: KeyRotationBench) async throws -> [String] {
        let (customer, issuing) = (try await bench.fixture.enrol(), bench.fixture.issuing)
        let (id, vault) = (issuing.entropy.uuid(), issuing.vault)
        let places = [
            "authentication_means.seed customer \(customer.rawValue)", "message.code message \(id.uuidString)",
            "bulk_order.sealed_applications order \(id.uuidString.lowercased())",
            "webhook_subscription sealed_key \(id.uuidString.lowercased())",
            "dispute_evidence.sealed_content evidence \(id.uuidString.lowercased())",
        ]
        let values = places.map {
            "'\\x\(EncodedBytes.hexadecimal(vault.seal(Secret(Array($0.utf8)), at: $0).bytes))'"
        }
        try await issuing.database.execute(script: """
            DELETE FROM issuing.authentication_means;
            INSERT INTO issuing.authentication_means (customer_id, sealed_seed, seed_key_version)
            VALUES (\(customer.rawValue), \(values[0]), 1);
            INSERT INTO issuing.message (customer_id, message_id, message_number, channel, target, event_id,
                challenge_number, sealed_code, code_key_version, created_at)
            VALUES (\(customer.rawValue), '\(id)', 1, 'SMS', '+359', '\(id)', 1, \(values[1]), 1, now());
            INSERT INTO issuing.bulk_order (order_id, brand, status, number_of_cards, created_at, sealed_applications,
                applications_key_version)
            VALUES ('\(id)', 'demo', 'ACCEPTED', 1, now(), \(values[2]), 1);
            INSERT INTO webhooks.webhook_subscription (subscription_id, owner, event_type, sealed_key, key_version,
                created_at, dialect)
            VALUES ('\(id)', 'demo', 'x', \(values[3]), 1, now(), 'HOUSE');
            INSERT INTO issuing.dispute (customer_id, dispute_id, account_id, authorization_id, card_id, scheme, reason,
                status, currency, amount, disputed, credited, collected, written_off, bears_losses, steps, opened_at,
                changed_at)
            VALUES (\(customer.rawValue), '\(id)', 1, '\(id)', '\(id)', 'VISA', 'FRAUD', 'OPEN', 'EUR', 1, 1, 0, 0, 0,
                false, 1, now(), now());
            INSERT INTO issuing.dispute_evidence (customer_id, evidence_id, dispute_id, file_number, actor, file_name,
                media_type, size_bytes, sealed_content, key_version, added_at)
            VALUES (\(customer.rawValue), '\(id)', '\(id)', 1, 'CUSTOMER', 'a.txt', 'text/plain', 1, \(values[4]), 1,
                now());
            """)
        return places
    }

    private static let sealed = Statement(
        "sealed",
        """
        SELECT 1 AS position, sealed_seed AS bytes, seed_key_version AS version FROM authentication_means
        UNION ALL SELECT 2, sealed_code, code_key_version FROM message
        UNION ALL SELECT 3, sealed_applications, applications_key_version FROM bulk_order
        UNION ALL SELECT 4, sealed_key, key_version FROM webhook_subscription
        UNION ALL SELECT 5, sealed_content, key_version FROM dispute_evidence ORDER BY 1
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        _ = try row.integer("position") as Int
        return SealedSecret(bytes: try row.bytes("bytes"), keyVersion: try row.integer("version"))
    }

    @Test(
        "Keys of webhooks, seeds, codes, bulk orders and evidence are encrypted again and stay the same",
        arguments: [false, true])
    func secrets(onCluster: Bool) async throws {
        let bench = try await KeyRotationBench(onCluster: onCluster)
        let places = try await Self.store(bench)
        try await bench.rotate(.secretSealing)
        let late = try await bench.server(after: KeyRotationBench.sealing)
        let reports = try await late.administration.reencrypt(.secretSealing)
        #expect(
            reports.map(\.column) == [
                "authentication_means.sealed_seed", "message.sealed_code", "bulk_order.sealed_applications",
                "webhook_subscription.sealed_key", "dispute_evidence.sealed_content",
            ])
        #expect(reports.allSatisfy { $0.rows == 1 && $0.reencrypted == 1 && $0.left == 0 }, "\(reports)")
        let sealed = try await late.issuing.database.read(Self.sealed())
        #expect(sealed.map(\.keyVersion) == [2, 2, 2, 2, 2])
        for (sealed, place) in zip(sealed, places) {
            #expect(try late.issuing.vault.open(sealed, at: place) == Secret(Array(place.utf8)))
        }
    }

    @Test("While a secret event waits that is still of use, its version is not retired")
    func secretBody() async throws {
        let bench = try await KeyRotationBench()
        _ = try await Self.store(bench)
        let end = IssuingFixture.now + KeyRotationBench.retiring + 60
        try await bench.fixture.issuing.database.execute(script: """
            INSERT INTO webhooks.webhook_delivery (subject, delivery_id, subscription_id, event_number, event_id, body,
                status, attempts, queued_at, body_key_version, secret_until)
            SELECT '10000001/x', gen_random_uuid(), subscription_id, 1, gen_random_uuid(), '\\x00', 'PENDING', 0, now(),
                1, to_timestamp(\(end.timeIntervalSince1970))
            FROM webhooks.webhook_subscription;
            INSERT INTO webhooks.webhook_line (subject, subscription_id, waiting, failures, next_attempt_at)
            SELECT subject, subscription_id, 1, 0, queued_at FROM webhooks.webhook_delivery;
            """)
        try await bench.rotate(.secretSealing)
        let late = try await bench.server(after: KeyRotationBench.retiring)
        _ = try await late.administration.reencrypt(.secretSealing)
        let refusal = await bench.refusal(toRetire: 1, of: .secretSealing, on: late)
        #expect(refusal.contains("can be retired from \(end.formatted(.iso8601)) on"), "\(refusal)")
        try await bench.server(after: KeyRotationBench.retiring + 60).administration
            .retireKey(.secretSealing, version: 1)
    }

    @Test("A statement looks at a bounded number of lines of webhooks, and all of them are walked")
    func manyLines() async throws {
        let bench = try await KeyRotationBench()
        _ = try await Self.store(bench)
        let end = IssuingFixture.now + KeyRotationBench.retiring + 60
        // The secret is in the last line, and behind it is one that has nothing sealed.
        try await bench.fixture.issuing.database.execute(script: """
            INSERT INTO webhooks.webhook_line (subject, subscription_id, waiting, failures, next_attempt_at)
            SELECT lpad(n::text, 8, '0'), subscription_id, 1, 0, now()
            FROM webhooks.webhook_subscription, generate_series(1, 2500) n
            UNION ALL SELECT subject, subscription_id, 1, 0, now()
            FROM webhooks.webhook_subscription, unnest(ARRAY['x', 'y']) subject;
            INSERT INTO webhooks.webhook_delivery (subject, delivery_id, subscription_id, event_number, event_id, body,
                status, attempts, queued_at, body_key_version, secret_until)
            SELECT 'x', gen_random_uuid(), subscription_id, 1, gen_random_uuid(), '\\x00', 'PENDING', 0, now(), 1,
                to_timestamp(\(end.timeIntervalSince1970))
            FROM webhooks.webhook_subscription;
            """)
        let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        let page = try await bench.fixture.issuing.database.read(
            DataKeyStatements.secretBodies(
                .integer(1), .timestamp(IssuingFixture.now), .text(""), .uuid(zero), .integer(1000)))
        #expect(page.count == 1000 && page.allSatisfy { $0.end == nil })
        try await bench.rotate(.secretSealing)
        let late = try await bench.server(after: KeyRotationBench.retiring)
        _ = try await late.administration.reencrypt(.secretSealing)
        let refusal = await bench.refusal(toRetire: 1, of: .secretSealing, on: late)
        #expect(refusal.contains("can be retired from \(end.formatted(.iso8601)) on"), "\(refusal)")
    }
}
