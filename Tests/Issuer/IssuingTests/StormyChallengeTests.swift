import Cards
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Testing
import TestSupport

/// Attempts that arrive on three servers at once, while their connections to the database fail.
@Suite("Challenges answered at three servers behind faulty wires", .timeLimit(.minutes(10)))
struct StormyChallengeTests {
    /// An event with a challenge, and its code.
    private struct Asked {
        let card: Card
        let event: RequiredAuthentication
        let code: String

        var wrongCode: String { (code.first == "0" ? "1" : "0") + code.dropFirst() }
    }

    @Test("Each attempt counts once, and its event lets one request through", arguments: StormyServers.seeds)
    func countedAttempts(seed: UInt64) async throws {
        let fixture = try await IssuingFixture.make(seed: seed, asking: [.updateCard])
        let servers = try await StormyServers(on: fixture, seed: seed)
        for round in 1...5 {
            let asked = try await ask(fixture)
            // Three attempts, each sent to three servers.
            let wrong = try await servers.atOnce(9) { client in
                try await servers.answer(for: client) {
                    try await Self.attempt(asked.wrongCode, "wrong \(client / 3)", at: $0, asked)
                }
            }
            let perAttempt = (0..<3).map { Set(wrong[($0 * 3)..<($0 * 3 + 3)]) }
            #expect(perAttempt.allSatisfy { $0.count == 1 }, "round \(round), seed \(seed): \(wrong)")
            #expect(perAttempt.joined().sorted() == ["REJECTED 1", "REJECTED 2", "REJECTED 3"],
                "round \(round), seed \(seed): \(wrong)")
            let right = try await servers.atOnce(6) { client in
                try await servers.answer(for: client) { try await Self.attempt(asked.code, "right", at: $0, asked) }
            }
            #expect(Set(right) == ["VERIFIED 4"], "round \(round), seed \(seed): \(right)")
            #expect(try await counts(asked, in: fixture) == ["4 3"], "round \(round), seed \(seed)")

            let reference = asked.event.event.reference
            let locked = try await servers.atOnce(9) { client in
                try await servers.outcome(for: client) {
                    try await $0.lock(asked.card, presenting: reference).standing.status
                }
            }
            // A request that succeeds without an answer is refused when it is repeated.
            #expect(locked.count { (try? $0.get()) != nil } <= 1, "round \(round), seed \(seed): \(locked)")
            #expect(locked.allSatisfy { Self.isLockedOrRefused($0) }, "round \(round), seed \(seed): \(locked)")
            #expect(try await fixture.path(of: asked.card) == [.active, .locked], "round \(round), seed \(seed)")
        }
        #expect(servers.losses > 0, "seed \(seed)")
    }

    @Test("Of 12 wrong attempts at once, 5 are evaluated, and none after them", arguments: StormyServers.seeds)
    func allowedAttempts(seed: UInt64) async throws {
        let fixture = try await IssuingFixture.make(seed: seed, asking: [.updateCard])
        let servers = try await StormyServers(on: fixture, seed: seed)
        for round in 1...3 {
            let asked = try await ask(fixture)
            let wrong = try await servers.atOnce(12) { client in
                try await servers.answer(for: client) {
                    try await Self.attempt(asked.wrongCode, "wrong \(client)", at: $0, asked)
                }
            }
            let expected = Array(repeating: "FAILED 5", count: 8) + (1...4).map { "REJECTED \($0)" }
            #expect(wrong.sorted() == expected, "round \(round), seed \(seed)")
            let right = try await servers.answer(for: round) {
                try await Self.attempt(asked.code, "right", at: $0, asked)
            }
            #expect(right == "FAILED 5", "round \(round), seed \(seed)")
            #expect(try await counts(asked, in: fixture) == ["5 5"], "round \(round), seed \(seed)")
        }
        #expect(servers.losses > 0, "seed \(seed)")
    }

    /// A new customer with a card, whose request to lock it needs a code that was sent.
    private func ask(_ fixture: IssuingFixture) async throws -> Asked {
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let event = try await fixture.event { try await fixture.lock(card) }
        _ = try await fixture.challenge(event)
        return Asked(card: card, event: event, code: try await fixture.code(of: event))
    }

    /// Sends a code with a key, and returns the stored answer: the outcome and the number of the attempt.
    private static func attempt(
        _ code: String, _ key: String, at server: IssuingFixture, _ asked: Asked
    ) async throws -> String {
        let request = IdempotentRequest<AuthenticationAttempt>(key: key, digest: Array(code.utf8)) { attempt in
            let outcome = attempt.outcome
            return StoredAnswer(status: 200, body: Array("\(outcome.status.rawValue) \(outcome.attempts)".utf8))
        }
        let answered = try await server.issuing.attempt(
            .code(code, by: .smsCode), at: asked.event.event.reference, of: asked.card.customer, request: request)
        return String(decoding: answered.answer.body, as: UTF8.self)
    }

    private static func isLockedOrRefused(_ outcome: Result<CardStatus, Refusal>) -> Bool {
        switch outcome {
        case .success(let status): status == .locked
        case .failure(.authentication(.required)): true
        case .failure: false
        }
    }

    /// The attempts of the challenge, and the wrong ones of the customer.
    private func counts(_ asked: Asked, in fixture: IssuingFixture) async throws -> [String] {
        try await fixture.texts("""
            SELECT attempts || ' ' || wrong_attempts
            FROM authentication_challenge JOIN authentication_factor USING (customer_id, verification)
            WHERE customer_id = $1
            """, .bigint(asked.card.customer.rawValue))
    }
}
