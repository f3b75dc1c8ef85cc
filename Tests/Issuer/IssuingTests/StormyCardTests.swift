import Cards
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Testing
import TestSupport

/// Applications that arrive on three servers at once, while their connections to the database fail.
@Suite("Cards from three servers behind faulty wires", .timeLimit(.minutes(10)))
struct StormyCardTests {
    /// The rows that issuing a card leaves: the allowance, cards, histories, numbers and kept answers of a customer.
    private static let rows = """
        SELECT concat_ws(' ', (SELECT sum(issued_cards) FROM card_allowance WHERE customer_id = $1),
            (SELECT count(*) FROM card WHERE customer_id = $1),
            (SELECT count(*) FROM card_status_history WHERE customer_id = $1),
            (SELECT count(*) FROM issued_pan WHERE customer_id = $1),
            (SELECT count(*) FROM idempotent_answer WHERE owner = 'customer ' || $1))
        """

    @Test("An Idempotency-Key that three servers get at once issues one card", arguments: StormyServers.seeds)
    func sameKey(seed: UInt64) async throws {
        let fixture = try await IssuingFixture.make(seed: seed)
        let servers = try await StormyServers(on: fixture, seed: seed)
        for round in 1...16 {
            let customer = try await fixture.enrol()
            let ids = try await servers.atOnce(3) { client in
                try await servers.answer(for: client) { try await Self.apply("one", at: $0, for: customer) }
            }
            #expect(Set(ids).count == 1, "round \(round), seed \(seed)")
            #expect(try await stored(customer, in: fixture) == Set(ids), "round \(round), seed \(seed)")
            let rows = try await fixture.texts(Self.rows, .bigint(customer.rawValue))
            #expect(rows == ["1 1 1 1 1"], "round \(round), seed \(seed)")
        }
        #expect(servers.losses > 0, "seed \(seed)")
    }

    @Test("Under one key, one of two different requests issues a card", arguments: StormyServers.seeds)
    func reusedKey(seed: UInt64) async throws {
        let fixture = try await IssuingFixture.make(seed: seed)
        let servers = try await StormyServers(on: fixture, seed: seed)
        for round in 1...4 {
            let customer = try await fixture.enrol()
            let outcomes = try await servers.atOnce(6) { client in
                try await servers.outcome(for: client) {
                    try await Self.apply("one", digest: client < 3 ? "this" : "that", at: $0, for: customer)
                }
            }
            let halves = [outcomes.prefix(3), outcomes.suffix(3)]
            let answered = halves.filter { half in half.allSatisfy { (try? $0.get()) != nil } }
            let refused = halves.filter { $0.allSatisfy { $0 == .failure(.idempotency(.keyReused)) } }
            #expect(answered.count == 1 && refused.count == 1, "round \(round), seed \(seed): \(outcomes)")
            let ids = Set(answered.joined().compactMap { try? $0.get() })
            #expect(try await stored(customer, in: fixture) == ids && ids.count == 1, "round \(round), seed \(seed)")
        }
    }

    @Test("Of 18 applications at once, exactly the allowed 5 get a card each", arguments: StormyServers.seeds)
    func cardLimit(seed: UInt64) async throws {
        let fixture = try await IssuingFixture.make(seed: seed)
        let servers = try await StormyServers(on: fixture, seed: seed)
        for round in 1...3 {
            let customer = try await fixture.enrol()
            let outcomes = try await servers.atOnce(18) { client in
                try await servers.outcome(for: client) { try await Self.apply("key \(client)", at: $0, for: customer) }
            }
            let ids = outcomes.compactMap { try? $0.get() }
            #expect(ids.count == 5 && Set(ids).count == 5, "round \(round), seed \(seed): \(outcomes)")
            let refused = outcomes.count { $0 == .failure(.application(.cardLimitExceeded)) }
            #expect(refused == 13, "round \(round), seed \(seed): \(outcomes)")
            #expect(try await stored(customer, in: fixture) == Set(ids), "round \(round), seed \(seed)")
            let rows = try await fixture.texts(Self.rows, .bigint(customer.rawValue))
            #expect(rows == ["5 5 5 5 5"], "round \(round), seed \(seed)")
        }
        #expect(servers.losses > 0, "seed \(seed)")
    }

    /// Applies for a card, and returns its id as the answer shows it.
    private static func apply(
        _ key: String, digest: String = "the same", at server: IssuingFixture, for customer: CustomerID
    ) async throws -> String {
        let request = IdempotentRequest<Card>(key: key, digest: Array(digest.utf8)) { card in
            StoredAnswer(status: 201, body: Array("\(card.id)".utf8))
        }
        let answered = try await server.issuing.createCard(
            .ordering(.virtualVisa), pin: nil, for: customer, request: request)
        return String(decoding: answered.answer.body, as: UTF8.self)
    }

    /// The ids of the customer's cards.
    private func stored(_ customer: CustomerID, in fixture: IssuingFixture) async throws -> Set<String> {
        Set(try await fixture.texts(
            "SELECT card_id::text FROM card WHERE customer_id = $1", .bigint(customer.rawValue)))
    }
}
