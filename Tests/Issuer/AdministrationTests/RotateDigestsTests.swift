import Administration
import Authorizing
import Cards
import CardSecrets
import Foundation
import Issuing
import IssuingTestSupport
import Sandbox
import Testing
import TestSupport

@Suite("Digests of requests under a new version of their key")
struct RotateDigestsTests {
    private static let sealing = KeyRotationBench.sealing
    private static let retiring = KeyRotationBench.retiring + 86_400

    /// A request with a key, as this server digests its body.
    private static func keyed(_ body: String, by server: IssuingFixture) -> IdempotentRequest<Card> {
        let digests = server.issuing.vault.requestDigests(Array(body.utf8))
        return IdempotentRequest(
            key: "a key", digest: digests.current.bytes, otherDigests: digests.others.map(\.bytes)
        ) { card in StoredAnswer(status: 201, body: Array("\(card.id)".utf8)) }
    }

    private static func create(
        _ body: String, for customer: CustomerID, by server: IssuingFixture
    ) async throws -> Answered<Card> {
        try await server.issuing.createCard(
            .ordering(.virtualVisa), pin: nil, for: NamedCustomer(customer, in: DemoUniverse.brand),
            request: keyed(body, by: server))
    }

    @Test("A request that is sent again to a server with another version gets the answer of before")
    func idempotency() async throws {
        let bench = try await KeyRotationBench()
        try await bench.rotate(.requestDigest)
        let (early, late) = (try await bench.server(after: 60), try await bench.server(after: Self.sealing))
        for (first, second) in [(early, late), (late, early)] {
            let customer = try await first.enrol()
            let answered = try await Self.create("body", for: customer, by: first)
            let again = try await Self.create("body", for: customer, by: second)
            #expect(!answered.isReplayed && again.isReplayed && again.answer == answered.answer)
            #expect(await refusal { try await Self.create("another body", for: customer, by: second) }
                == .idempotency(.keyReused))
        }
    }

    @Test("A message of the network that is sent again to a server with another version gets the answer of before")
    func messages() async throws {
        let bench = try await KeyRotationBench()
        try await bench.rotate(.requestDigest)
        let (early, late) = (try await bench.server(after: 60), try await bench.server(after: Self.sealing))
        for (first, second) in [(early, late), (late, early)] {
            let card = try await first.issue(.virtualVisa, to: first.enrol())
            let message = try await first.message("M-\(card.id)", for: card)
            let answered = try await first.issuing.authorize(message)
            let again = try await second.issuing.authorize(message)
            #expect(!answered.isRepeated && again.isRepeated && again.answer == answered.answer)
            let changed = try await first.message("M-\(card.id)", for: card) { $0.fields.amount = 1 }
            #expect(try await second.issuing.authorize(changed).answer.code == .duplicate)
        }
    }

    @Test("A version is retired when the last request that it recognises has ended")
    func retired() async throws {
        let bench = try await KeyRotationBench()
        try await bench.rotate(.requestDigest)
        let early = try await bench.server(after: Self.retiring - 1)
        #expect(try await early.administration.reencrypt(.requestDigest).isEmpty)
        let refusal = await bench.refusal(toRetire: 1, of: .requestDigest, on: early)
        let time = IssuingFixture.now + Self.retiring
        #expect(refusal.contains("can be retired from \(time.formatted(.iso8601)) on"), "\(refusal)")
        let late = try await bench.server(after: Self.retiring)
        try await late.administration.retireKey(.requestDigest, version: 1)
        #expect(try await late.issuing.readKeys(opening: bench.keyEncryptionKey).isEmpty)
        #expect(late.issuing.vault.requestDigests([1]).all.map(\.keyVersion) == [2])
    }
}
