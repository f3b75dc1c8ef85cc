import Administration
import Cards
import CardSecrets
import Foundation
import HTTPService
import IssuingTestSupport
import Logging
import Postgres
import Testing
import TestSupport

@testable import Issuing

@Suite("Versions of data keys")
struct RotateKeysTests {
    private static let (sealing, retiring) = (KeyRotationBench.sealing, KeyRotationBench.retiring)

    private static let logger = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }

    private struct Sealed: Sendable {
        let customer: Int64
        let card: UUID
        let pan: SealedPAN
        let pin: SealedPIN?
    }

    private static let sealed = Statement(
        "sealed",
        """
        SELECT customer_id, card_id, sealed_pan, pan_key_version, pin_block, pin_key_version FROM card
        ORDER BY customer_id, card_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let (customer, card) = (try row.bigint("customer_id"), try row.uuid("card_id"))
        let (pan, version) = (try row.bytes("sealed_pan"), try row.integer("pan_key_version") as Int)
        let (pin, pinVersion) = (
            try row.optionalBytes("pin_block"), try row.optionalInteger("pin_key_version") as Int?)
        return Sealed(
            customer: customer, card: card, pan: SealedPAN(bytes: pan, keyVersion: version),
            pin: pin.flatMap { pin in pinVersion.map { SealedPIN(block: pin, keyVersion: $0) } })
    }

    private static func sealedCards(_ server: IssuingFixture) async throws -> [Sealed] {
        try await server.issuing.database.read(sealed())
    }

    /// The cards with their numbers and PINs, as this server opens them.
    private static func opened(_ server: IssuingFixture) async throws -> [String] {
        let vault = server.issuing.vault
        return try await sealedCards(server).map { card in
            let pan = try vault.open(card.pan, customer: card.customer, card: card.card)
            let pin = try card.pin.map { try vault.open($0, of: pan) }
            return pan.reveal { $0 } + (pin?.reveal { " \($0)" } ?? "")
        }
    }

    private static func panVersions(_ server: IssuingFixture) async throws -> [Int] {
        try await sealedCards(server).map(\.pan.keyVersion)
    }

    /// Cards of many customers, more than a transaction changes.
    private static func issueMany(_ fixture: IssuingFixture) async throws {
        for _ in 1...35 {
            let customer = try await fixture.enrol()
            for _ in 1...3 { _ = try await fixture.issue(.virtualVisa, to: customer) }
        }
    }

    @Test("A new version only opens until every server has it; then it makes new values")
    func rotation() async throws {
        let bench = try await KeyRotationBench()
        let customer = try await bench.fixture.enrol()
        #expect(try await bench.rotate(.panEncryption) == 2)
        let early = try await bench.server(after: Self.sealing - 1)
        _ = try await early.issue(.virtualVisa, to: customer)
        let late = try await bench.server(after: Self.sealing)
        _ = try await late.issue(.virtualVisa, to: customer)
        #expect(try await Self.panVersions(late).sorted() == [1, 2])
        #expect(try await Self.opened(early) == Self.opened(late))
        let states = try await late.administration.keys().filter { $0.purpose == .panEncryption }
        #expect(states.map(\.version) == [1, 2] && states.map(\.isActive) == [false, true])
        #expect(states[0].checkValue != states[1].checkValue)

        await #expect(throws: VaultFailure.self, "it has not read the keys") { try await Self.opened(bench.fixture) }
        #expect(try await bench.fixture.issuing.readKeys(opening: bench.keyEncryptionKey).isEmpty)
        #expect(try await Self.opened(bench.fixture) == Self.opened(late))
    }

    @Test("A version is added only when the one before makes new values, and not of keys whose output names no version")
    func refusedRotation() async throws {
        let bench = try await KeyRotationBench()
        #expect(try await bench.rotate(.tokenSigning) == 2)
        let failure = await #expect(throws: KeyChangeFailure.self) { try await bench.rotate(.tokenSigning) }
        guard case .waits(.tokenSigning, version: 2, let time) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(time == IssuingFixture.now + Self.sealing)
        let late = try await bench.server(after: Self.sealing)
        #expect(try await bench.rotate(.tokenSigning, on: late) == 3)
        for purpose in KeyPurpose.allCases where !purpose.rotates {
            for change in [
                { _ = try await bench.rotate(purpose) },
                { _ = try await late.administration.reencrypt(purpose) },
                { try await late.administration.retireKey(purpose, version: 1) },
            ] as [@Sendable () async throws -> Void] {
                let failure = await #expect(throws: KeyChangeFailure.self) { try await change() }
                #expect(failure?.description.contains("\(purpose.rawValue) cannot be rotated") == true)
            }
        }
    }

    @Test("A machine whose clock is not the database's changes no key, and the refusal says how far off it is")
    func wrongClock() async throws {
        let bench = try await KeyRotationBench()
        try await bench.rotate(.tokenSigning)
        let late = try await bench.server(after: Self.retiring)
        func administration(lead: TimeInterval) -> Administration {
            var issuing = late.issuing
            issuing.databaseTime = { _ in IssuingFixture.now + Self.retiring + lead }
            return Administration(issuing)
        }
        let changes: [@Sendable (Administration) async throws -> Void] = [
            { _ = try await $0.rotateKey(.tokenSigning, under: bench.keyEncryptionKey) },
            { _ = try await $0.reencrypt(.tokenSigning) },
            { try await $0.retireKey(.tokenSigning, version: 1) },
            { try await $0.checkRotation(of: .tokenSigning) },
            { try await $0.checkRetirement(of: .tokenSigning, version: 1) },
        ]
        for (lead, words) in [(-40.0, "40.0 s behind this machine's"), (30.0, "30.0 s ahead of this machine's")] {
            for change in changes {
                let failure = await #expect(throws: KeyChangeFailure.self) {
                    try await change(administration(lead: lead))
                }
                #expect(failure?.description.contains(words) == true, "\(String(describing: failure))")
            }
        }
        let versions = try await late.administration.keys().filter { $0.purpose == .tokenSigning }.map(\.version)
        #expect(versions == [1, 2])
        try await administration(lead: -29).retireKey(.tokenSigning, version: 1)
    }

    @Test("The database's clock is read, and a test's fixed time is only told by the tests")
    func databaseClock() async throws {
        let bench = try await KeyRotationBench()
        var issuing = bench.fixture.issuing
        issuing.databaseTime = { $0 }
        let failure = await #expect(throws: KeyChangeFailure.self) {
            try await Administration(issuing).checkRotation(of: .tokenSigning)
        }
        guard case .clocksDiffer = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test("A server whose key-encryption key does not open a new version reports it, and stops once it is used")
    func staleServer() async throws {
        let bench = try await KeyRotationBench()
        let (fixture, old, new) = (bench.fixture, bench.keyEncryptionKey, try KeyRotationBench.key("c3"))
        let registry = PrometheusRegistry()
        func reader(_ key: KeyEncryptionKey, on server: IssuingFixture) -> KeyReader {
            KeyReader(issuing: server.issuing, keyEncryptionKey: key, logger: Self.logger, metrics: registry)
        }
        func shows(_ number: Int) -> Bool { registry.render().contains("\ntessera_unopened_data_keys \(number)\n") }
        #expect(try await reader(old, on: fixture).read() && shows(0))
        _ = try await fixture.administration.rewrapKeys(from: old, to: new)
        #expect(try await fixture.issuing.readKeys(opening: old).isEmpty, "it has all data keys")
        let count = KeyPurpose.allCases.count
        #expect(try await reader(old, on: fixture).read() && shows(count), "it shows before a key is added")
        _ = try await fixture.administration.rotateKey(.panEncryption, under: new)
        #expect(try await fixture.issuing.readKeys(opening: old).map(\.version) == [2])
        _ = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        #expect(try await Self.opened(fixture).count == 1)

        let late = try await fixture.server(now: IssuingFixture.now + Self.sealing)
        let failure = await #expect(throws: KeyLoadingFailure.self) { try await reader(old, on: late).read() }
        #expect(shows(count + 1))
        #expect(failure?.description.contains("PAN_ENCRYPTION version 2") == true)
        #expect(late.issuing.vault.keys.versions(of: .panEncryption) == [1])
        #expect(try await reader(new, on: late).read() && shows(0))
        #expect(late.issuing.vault.keys.current(.panEncryption).version == 2)
    }

    @Test("Keys of a purpose that only a later program knows are left alone")
    func laterPurpose() async throws {
        let bench = try await KeyRotationBench()
        try await bench.fixture.scratch.database.execute(
            script: "INSERT INTO issuing.data_key VALUES ('LATER', 1, '\\x00', now())")
        #expect(try await bench.fixture.issuing.readKeys(opening: bench.keyEncryptionKey).isEmpty)
        #expect(try await bench.server(after: Self.sealing).issuing.vault.keys.versions(of: .panEncryption) == [1])
    }

    @Test(
        "Nothing is rotated while a program runs that would not read the new version",
        arguments: ["tessera", "tessera/2", "tessera/2 - 10.0.0.11:40718"])
    func earlierProgram(name: String) async throws {
        let bench = try await KeyRotationBench()
        var configuration = try bench.fixture.scratch.configuration
        (configuration.applicationName, configuration.readers) = (name, 1)
        let earlier = Database(configuration, logger: Self.logger)
        _ = try await earlier.read(Self.sealed())
        let failure = await #expect(throws: KeyChangeFailure.self) { try await bench.rotate(.panEncryption) }
        #expect(failure?.description.contains("Programs of an earlier version are connected") == true)
        await earlier.shutDown()
        // Postgres ends a session after its client has.
        let sessions = Statement<String>.evidence("""
            SELECT count(*)::text FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = '\(name)'
            """)
        while try await bench.fixture.scratch.database.read(sessions()) != ["0"] { await Task.yield() }
        #expect(try await bench.rotate(.panEncryption) == 2)
    }

    @Test("After a rotation, no program starts any more that knows one version of the keys of hashes")
    func outdatedPrograms() async throws {
        let bench = try await KeyRotationBench()
        let database = bench.fixture.issuing.database
        let earlier = IssuingSchema.migrations.filter { $0.version < IssuingSchema.hashVersions }
        #expect(try await database.migrationPlan(earlier).isNewer)
        try await bench.rotate(.panLookup)
        let failure = await #expect(throws: PostgresFailure.self) { try await database.migrationPlan(earlier) }
        #expect(failure?.kind == .newerSchema)
        #expect(try await database.neededMigrations(IssuingSchema.migrations).isEmpty)
    }

    @Test("Card numbers and PINs are encrypted again and stay the same; a locked card is left for the next run")
    func reencrypted() async throws {
        let bench = try await KeyRotationBench()
        let fixture = bench.fixture
        try await Self.issueMany(fixture)
        let card = try await fixture.issue(.physicalMastercard, to: fixture.enrol(), pin: "2580")
        let before = try await Self.opened(fixture)
        #expect(before.count == 106 && before.count { $0.hasSuffix(" 2580") } == 1)
        for purpose in [KeyPurpose.panEncryption, .pinEncryption] { try await bench.rotate(purpose) }
        await #expect(throws: KeyChangeFailure.self, "no server may make new values yet") {
            try await fixture.administration.reencrypt(.panEncryption)
        }
        let unread = try await fixture.server(now: IssuingFixture.now + Self.sealing)
        await #expect(throws: KeyChangeFailure.self, "it has not read the keys") {
            try await unread.administration.reencrypt(.panEncryption)
        }
        let late = try await bench.server(after: Self.sealing)
        let locking = "SELECT FROM issuing.card WHERE card_id = '\(card.id)' FOR UPDATE"
        let lock = try await TableLock.take(statement: locking, in: fixture.scratch)
        let first = try await late.administration.reencrypt(.panEncryption, waitingMilliseconds: 1)
        #expect(first.map(\.description) == ["card.sealed_pan: 106 rows, 105 values encrypted again, 1 left"])
        lock.release()
        // It waits until the lock is gone.
        try await fixture.scratch.database.execute(script: locking)
        let second = try await late.administration.reencrypt(.panEncryption)
        #expect(second.map(\.description) == ["card.sealed_pan: 106 rows, 1 values encrypted again, 0 left"])
        let pins = try await late.administration.reencrypt(.pinEncryption)
        #expect(pins.map(\.description) == ["card.pin_block: 106 rows, 1 values encrypted again, 0 left"])
        #expect(try await Self.opened(late) == before)
        let cards = try await Self.sealedCards(late)
        #expect(cards.allSatisfy { $0.pan.keyVersion == 2 && $0.pin?.keyVersion ?? 2 == 2 })
        #expect(try await late.administration.reencrypt(.panEncryption)[0].reencrypted == 0)
    }

    @Test(
        "A run waits for whoever has locked a value, and encrypts or hashes it again once the lock is gone",
        arguments: [
            (KeyPurpose.panEncryption, "card", "card.sealed_pan: 1 rows, 1 values encrypted again, 0 left"),
            (KeyPurpose.panLookup, "issued_pan", "issued_pan.pan_hash: 1 rows, 1 values hashed again, 0 left"),
        ])
    func waiting(purpose: KeyPurpose, table: String, report: String) async throws {
        let bench = try await KeyRotationBench()
        let fixture = bench.fixture
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await bench.rotate(purpose)
        let late = try await bench.server(after: Self.sealing)
        let reports = try await fixture.queued(
            on: card, in: table, { try await late.administration.reencrypt(purpose, waitingMilliseconds: 4000) })
        #expect(try reports[0].get().map(\.description) == [report])
    }

    @Test("A run that fails in the middle keeps its batches, and the next one goes on with what is left")
    func interrupted() async throws {
        let bench = try await KeyRotationBench()
        try await Self.issueMany(bench.fixture)
        let before = try await Self.opened(bench.fixture)
        try await bench.rotate(.panEncryption)
        let late = try await bench.server(after: Self.sealing)
        let last = try #require(try await Self.sealedCards(late).last)
        try await late.issuing.database.execute(script: """
            CREATE FUNCTION issuing.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'no'; END $$;
            CREATE TRIGGER refused BEFORE UPDATE ON issuing.card FOR EACH ROW
            WHEN (NEW.card_id = '\(last.card)') EXECUTE FUNCTION issuing.refuse();
            """)
        await #expect(throws: KeyChangeFailure.self) { try await late.administration.reencrypt(.panEncryption) }
        #expect(try await Self.panVersions(late) == Array(repeating: 2, count: 100) + Array(repeating: 1, count: 5))
        #expect(try await Self.opened(late) == before)
        try await late.issuing.database.execute(script: "DROP TRIGGER refused ON issuing.card")
        let rest = try await late.administration.reencrypt(.panEncryption)
        #expect(rest.map(\.description) == ["card.sealed_pan: 105 rows, 5 values encrypted again, 0 left"])
        #expect(try await Self.opened(late) == before)
    }

    @Test("While servers with either version write, no card is lost, and a last run leaves none")
    func whileServersWrite() async throws {
        let bench = try await KeyRotationBench()
        try await bench.rotate(.panEncryption)
        let early = try await bench.server(after: 60)
        let late = try await bench.server(after: Self.sealing)
        try await withThrowingTaskGroup { group in
            for server in [early, late] { group.addTask { try await Self.issueMany(server) } }
            for _ in 1...3 { group.addTask { _ = try await late.administration.reencrypt(.panEncryption) } }
            try await group.waitForAll()
        }
        let before = try await Self.opened(early)
        let report = try await late.administration.reencrypt(.panEncryption)
        #expect(report[0].rows == 210 && report[0].left == 0)
        #expect(try await Self.panVersions(late) == Array(repeating: 2, count: 210))
        #expect(try await Self.opened(late) == before)
    }

    @Test("A version is retired once nothing names it and an hour after the next one; then nothing opens with it")
    func retired() async throws {
        let bench = try await KeyRotationBench()
        _ = try await bench.fixture.issue(.virtualVisa, to: bench.fixture.enrol())
        let old = try #require(try await Self.sealedCards(bench.fixture).first)
        try await bench.rotate(.panEncryption)
        func refusal(_ server: IssuingFixture, _ version: Int) async -> String {
            await bench.refusal(toRetire: version, of: .panEncryption, on: server)
        }
        #expect(try await refusal(bench.server(after: Self.retiring - 1), 1).contains("can be retired from"))
        let late = try await bench.server(after: Self.retiring)
        #expect(await refusal(late, 1).contains("is needed by 1 values of card.sealed_pan"))
        #expect(await refusal(late, 2).contains("is the one that seals"))
        #expect(await refusal(late, 7).contains("has no version 7"))
        _ = try await late.administration.reencrypt(.panEncryption)
        try await late.administration.retireKey(.panEncryption, version: 1)

        #expect(try await late.issuing.readKeys(opening: bench.keyEncryptionKey).isEmpty)
        #expect(try await Self.opened(late).count == 1)
        #expect(try await late.administration.keys().filter { $0.purpose == .panEncryption }.map(\.version) == [2])
        #expect(throws: VaultFailure.unknownKeyVersion(.panEncryption, version: 1, known: [2])) {
            try late.issuing.vault.open(old.pan, customer: old.customer, card: old.card)
        }
        let restarted = try await KeyRing.load(
            from: late.issuing.database, opening: bench.keyEncryptionKey, entropy: .seeded(5),
            clock: late.issuing.clock)
        #expect(restarted.versions(of: .panEncryption) == [2])
    }

    @Test("No token outlives the time until the key that signed it may be retired")
    func tokens() {
        #expect(RefreshFamily.lifetimeSeconds < Administration.retirementSeconds)
    }
}
