import Administration
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

@Suite("Hashes of secrets under a new version of their key")
struct RotateHashesTests {
    private static let sealing = KeyRotationBench.sealing
    private static let retiring = KeyRotationBench.retiring + 86_400
    /// He has a password.
    private static let customer = CustomerID(10_000_001)

    private static func bench() async throws -> (bench: KeyRotationBench, card: Card) {
        let bench = try await KeyRotationBench(asking: [.updateCard])
        return (bench, try await bench.fixture.issue(.virtualVisa, to: customer))
    }

    /// Answers a new event by a password.
    private static func tries(
        _ password: String, on card: Card, by server: IssuingFixture
    ) async throws -> AttemptOutcome.Status {
        let event = try await server.event { try await server.lock(card) }
        _ = try await server.challenge(event, by: .password)
        return try await server.attempt(.password(password), at: event).status
    }

    private static func version(_ server: IssuingFixture) async throws -> [String] {
        try await server.texts(
            "SELECT password_hash_key_version::text FROM authentication_means WHERE customer_id = $1",
            .bigint(customer.rawValue))
    }

    @Test("A password is right under either version, and the next right one is hashed under the new version")
    func password() async throws {
        let (bench, card) = try await Self.bench()
        try await bench.rotate(.secretHashing)
        let (early, late) = (try await bench.server(after: 60), try await bench.server(after: Self.sealing))
        #expect(try await Self.tries("demo-password", on: card, by: early) == .verified)
        #expect(try await Self.version(late) == ["1"])
        #expect(try await Self.tries("demo-passwort", on: card, by: late) != .verified)
        #expect(try await Self.version(late) == ["1"])
        for server in [late, early, late] {
            #expect(try await Self.tries("demo-password", on: card, by: server) == .verified)
            #expect(try await Self.version(late) == ["2"])
        }
        #expect(try await Self.tries("demo-passwort", on: card, by: late) != .verified)
    }

    @Test("A secure view that a server with one version has made is opened by one with another version")
    func secureViews() async throws {
        let bench = try await KeyRotationBench()
        try await bench.rotate(.secretHashing)
        let late = try await bench.server(after: Self.sealing)
        let behind = try await bench.fixture.server(now: IssuingFixture.now + Self.sealing)
        behind.issuing.vault.use(try await bench.server(after: 60).issuing.vault.keys)
        let card = try await late.issue(.virtualVisa, to: late.enrol())
        for (first, second) in [(behind, late), (late, behind)] {
            let tickets = try await first.issuing.createSecureViews(
                [SecureView(content: .details)], of: card.id,
                evidence: .none(of: card.customer, for: .secureDetails, on: card.id))
            let token = try #require(tickets.first).token
            #expect(try await second.issuing.findSecureView(token)?.isAvailable == true)
            #expect(try await second.issuing.openSecureView(token)?.details != nil)
            #expect(try await first.issuing.openSecureView(token) == nil)
        }
    }

    @Test("A version is retired when no password and no PIN is hashed under it, and a day after the next one")
    func retired() async throws {
        let (bench, card) = try await Self.bench()
        try await bench.fixture.issuing.database.execute(
            script: "DELETE FROM issuing.authentication_means WHERE customer_id <> \(Self.customer.rawValue)")
        _ = try await bench.fixture.issuing.set(AuthenticationSecrets(pin: "4071"), of: Self.customer)
        try await bench.rotate(.secretHashing)
        func refusal(_ server: IssuingFixture) async -> String {
            await bench.refusal(toRetire: 1, of: .secretHashing, on: server)
        }
        #expect(try await refusal(bench.server(after: Self.retiring - 1)).contains("can be retired from"))
        let late = try await bench.server(after: Self.retiring)
        #expect(await refusal(late).contains(
            "is needed by 1 values of authentication_means.password_hash_key_version. A password is hashed again when"))
        #expect(try await Self.tries("demo-password", on: card, by: late) == .verified)
        #expect(await refusal(late).contains("is needed by 1 values of authentication_means.pin_hash_key_version"))
        #expect(try await late.administration.uses(of: .secretHashing) == [1: 1, 2: 1])
        _ = try await late.issuing.set(AuthenticationSecrets(pin: "4072"), of: Self.customer)
        try await late.administration.retireKey(.secretHashing, version: 1)
        #expect(try await late.issuing.readKeys(opening: bench.keyEncryptionKey).isEmpty)
        #expect(try await Self.tries("demo-password", on: card, by: late) == .verified)
        #expect(late.issuing.vault.secretHashes([1], at: "a test").all.map(\.keyVersion) == [2])
    }

    @Test("Passwords that nobody has authenticated with can be removed; then their version is retired")
    func forgotten() async throws {
        let (bench, card) = try await Self.bench()
        try await bench.rotate(.secretHashing)
        let early = try await bench.server(after: Self.retiring - 1)
        let tooEarly = await #expect(throws: KeyChangeFailure.self) {
            try await early.administration.forgetSecrets(under: 1)
        }
        #expect(tooEarly?.description.contains("can be retired from") == true)
        let late = try await bench.server(after: Self.retiring)
        #expect(try await Self.tries("demo-password", on: card, by: late) == .verified)
        let left = try #require(try await late.administration.uses(of: .secretHashing)?[1])
        #expect(left > 0)
        #expect(try await late.administration.forgetSecrets(under: 1) == left)
        #expect(try await late.administration.forgetSecrets(under: 1) == 0)
        #expect(try await late.administration.uses(of: .secretHashing) == [2: 1])
        let events = try await late.texts(
            "SELECT customer FROM audit_event WHERE detail = 'removed with SECRET_HASHING 1' AND act = 'SECRET_SET'")
        #expect(events.count == left && !events.contains("\(Self.customer)"))
        try await late.administration.retireKey(.secretHashing, version: 1)
        #expect(try await Self.tries("demo-password", on: card, by: late) == .verified)
    }

    @Test("A client's secret is right under either version; one is retired when each client has a secret of the next")
    func clientSecrets() async throws {
        let bench = try await KeyRotationBench()
        try await bench.rotate(.clientSecret)
        let late = try await bench.server(after: KeyRotationBench.retiring)
        func accepts(_ secret: String, of client: String, _ server: IssuingFixture) async throws -> Bool {
            try await server.issuing.client(client, of: DemoUniverse.brand, secret: secret) != nil
        }
        let clients = DemoUniverse.clients
        for client in clients { #expect(try await accepts(client.secret, of: client.id, late)) }
        let first = await bench.refusal(toRetire: 1, of: .clientSecret, on: late)
        #expect(first.contains(
            "by \(clients.count) values of client.secret_hash_key_version. Give each client a new secret"), "\(first)")

        var secrets: [String: String] = [:]
        for client in clients {
            secrets[client.id] = try await late.administration.rotateSecret(
                of: client.id, in: DemoUniverse.brand, keepingEarlierFor: 60)
            #expect(try await accepts(client.secret, of: client.id, late))
            #expect(try await accepts(secrets[client.id] ?? "", of: client.id, late))
        }
        let second = await bench.refusal(toRetire: 1, of: .clientSecret, on: late)
        #expect(second.contains("by \(clients.count) values of client.earlier_secret_hash_key_version."), "\(second)")
        #expect(try await late.administration.uses(of: .clientSecret) == [1: clients.count, 2: clients.count])

        let later = try await bench.server(after: KeyRotationBench.retiring + 60)
        try await later.administration.retireKey(.clientSecret, version: 1)
        #expect(try await later.issuing.readKeys(opening: bench.keyEncryptionKey).isEmpty)
        for client in clients {
            #expect(try await accepts(secrets[client.id] ?? "", of: client.id, later))
            #expect(try await !accepts(client.secret, of: client.id, later))
        }
    }
}
