import Cards
import CardSecrets
import Foundation
import Identifiers
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport

@testable import Issuing

/// Limits, over all events, on the guesses of somebody who has a customer's token.
@Suite("Limits on guessing a customer's secrets")
struct GuessingTests {
    private static let customer = CustomerID(10_000_001)

    private static func bench() async throws -> (fixture: IssuingFixture, card: Card) {
        let fixture = try await IssuingFixture.make(asking: [.updateCard])
        return (fixture, try await fixture.issue(.virtualVisa, to: customer))
    }

    /// Opens a new event and answers it wrong 5 times.
    private static func guess(
        _ proof: AuthenticationProof, on card: Card, of fixture: IssuingFixture
    ) async throws -> RequiredAuthentication {
        let event = try await fixture.event { try await fixture.lock(card) }
        _ = try await fixture.challenge(event, by: proof.verification)
        for _ in 1...5 { #expect(try await fixture.attempt(proof, at: event).status != .verified) }
        return event
    }

    @Test("New events do not reset the blocks of a factor, which grow to 24 hours")
    func newEvents() async throws {
        let (fixture, card) = try await Self.bench()
        var time = IssuingFixture.now
        for seconds in [900, 3600, 14_400, 86_400, 86_400] {
            let server = try await fixture.server(now: time)
            for _ in 1...2 { _ = try await Self.guess(.code("no", by: .smsCode), on: card, of: server) }
            let event = try await server.event { try await server.lock(card) }
            let locked = Refusal.authentication(.isBlocked(.smsCode, secondsLeft: seconds))
            #expect(await refusal { try await server.challenge(event) } == locked)
            #expect(await refusal { try await server.attempt(.code("no", by: .smsCode), at: event) } == locked)
            time += TimeInterval(seconds)
        }
        let after = try await fixture.server(now: time)
        _ = try await after.verified(after.event { try await after.lock(card) })
        #expect(try await fixture.texts("SELECT wrong_attempts || ' ' || wrong_in_a_row FROM authentication_factor")
            == ["50 0"], "a right answer ends the row, and nothing else")
    }

    @Test("A right attempt at one factor does not reset another factor's wrong attempts")
    func otherFactor() async throws {
        let (fixture, card) = try await Self.bench()
        for _ in 1...2 {
            _ = try await Self.guess(.code("no", by: .emailCode), on: card, of: fixture)
            let event = try await fixture.event { try await fixture.lock(card) }
            _ = try await fixture.challenge(event, by: .password)
            #expect(try await fixture.attempt(.password("demo-password"), at: event).status == .verified)
        }
        let event = try await fixture.event { try await fixture.lock(card) }
        #expect(await refusal { try await fixture.challenge(event, by: .emailCode) }
            == .authentication(.isBlocked(.emailCode, secondsLeft: 900)))
        _ = try await fixture.verified(event)
    }

    @Test("Of 100 simultaneous wrong attempts at 10 events, exactly 10 are evaluated")
    func simultaneousEvents() async throws {
        let (fixture, card) = try await Self.bench()
        var events: [RequiredAuthentication] = []
        for _ in 0..<10 {
            events.append(try await fixture.event { try await fixture.lock(card) })
            _ = try await fixture.challenge(events[events.count - 1])
        }
        let asked = events
        let outcomes = try await race(100, in: fixture) { server, number in
            try await server.attempt(.code("no", by: .smsCode), at: asked[number % 10])
        }
        let judged = outcomes.count { (try? $0.get()) != nil }
        #expect(judged == 10, "the tenth locks the factor")
        #expect(try await fixture.texts("SELECT wrong_attempts::text FROM authentication_factor") == ["10"])
    }

    @Test("The brand's policy limits the challenges per hour for each factor")
    func challengesPerHour() async throws {
        let (fixture, card) = try await Self.bench()
        var policy = DemoUniverse.authenticationPolicy
        (policy.operations, policy.challengesPerHour, policy.allowableChallenges) = ([.updateCard], 7, 4)
        try await fixture.issuing.setAuthenticationPolicy(policy, of: DemoUniverse.brand)
        var sent = 0
        for _ in 1...2 {
            let event = try await fixture.event { try await fixture.lock(card) }
            for _ in 1...4 where sent < 7 {
                _ = try await fixture.challenge(event)
                sent += 1
            }
        }
        let event = try await fixture.event { try await fixture.lock(card) }
        #expect(await refusal { try await fixture.challenge(event) }
            == .authentication(.tooManyChallenges(.smsCode, secondsLeft: 3600)))
        #expect(try await fixture.sandbox.messages(to: Self.customer).count == 7)
        _ = try await fixture.challenge(event, by: .emailCode)
        let later = try await fixture.server(now: IssuingFixture.now + 3600)
        _ = try await later.challenge(try await later.event { try await later.lock(card) })
    }

    @Test("Of 40 simultaneous challenges, exactly the allowed 12 are sent")
    func simultaneousChallenges() async throws {
        let (fixture, card) = try await Self.bench()
        var policy = DemoUniverse.authenticationPolicy
        (policy.operations, policy.challengesPerHour, policy.allowableChallenges) = ([.updateCard], 12, 100)
        try await fixture.issuing.setAuthenticationPolicy(policy, of: DemoUniverse.brand)
        let events = [
            try await fixture.event { try await fixture.lock(card) },
            try await fixture.event { try await fixture.lock(card) },
        ]
        let outcomes = try await race(40, in: fixture) { server, number in
            try await server.challenge(events[number % 2])
        }
        #expect(outcomes.count { (try? $0.get()) != nil } == 12)
        #expect(try await fixture.sandbox.messages(to: Self.customer).count == 12)
    }

    @Test("A new secret clears the wrong attempts of its factor, and the sandbox can clear all")
    func clearedAttempts() async throws {
        let (fixture, card) = try await Self.bench()
        for proof in [AuthenticationProof.code("no", by: .smsCode), .code("no", by: .authenticatorCode)] {
            for _ in 1...2 { _ = try await Self.guess(proof, on: card, of: fixture) }
        }
        _ = try await fixture.issuing.set(
            AuthenticationSecrets(seed: Secret(Array("12345678901234567890".utf8))), of: Self.customer)
        let event = try await fixture.event { try await fixture.lock(card) }
        _ = try await fixture.challenge(event, by: .authenticatorCode)
        #expect(await refusal { try await fixture.challenge(event) }
            == .authentication(.isBlocked(.smsCode, secondsLeft: 900)), "a new seed says nothing about SMS")
        _ = try await fixture.issuing.set(AuthenticationSecrets(clearsAttempts: true), of: Self.customer)
        _ = try await fixture.verified(event)
    }

    @Test("A push can be polled once for each second of its lifetime")
    func pushPolling() async throws {
        let (fixture, card) = try await Self.bench()
        var policy = DemoUniverse.authenticationPolicy
        (policy.operations, policy.challengeLifetimeSeconds) = ([.updateCard], 10)
        try await fixture.issuing.setAuthenticationPolicy(policy, of: DemoUniverse.brand)
        let event = try await fixture.event { try await fixture.lock(card) }
        _ = try await fixture.challenge(event, by: .push)
        for _ in 1...10 { #expect(try await fixture.attempt(.push, at: event).attempts == 0) }
        #expect(await refusal { try await fixture.attempt(.push, at: event) }
            == .authentication(.pushAskedForTooOften(secondsLeft: 10)))
        let message = try #require(try await fixture.sandbox.messages(to: Self.customer).first)
        let answered = try await fixture.sandbox.answerPush(message.id, approving: true)
        #expect(answered.attempt.outcome == AttemptOutcome(.verified, reason: nil, attempts: 1))
        #expect(try await fixture.attempt(.push, at: event).status == .verified)
    }

    // MARK: Passwords

    @Test("Simultaneous password attempts are counted as often as they are evaluated")
    func simultaneousPasswords() async throws {
        let (fixture, card) = try await Self.bench()
        let event = try await fixture.event { try await fixture.lock(card) }
        _ = try await fixture.challenge(event, by: .password)
        let outcomes = try await race(30, in: fixture) { server, _ in
            try await server.attempt(.password("guess"), at: event)
        }
        let attempts = outcomes.compactMap { try? $0.get() }
        let judged = attempts.filter { $0.status == .rejected }.count + (attempts.contains { $0.attempts == 5 } ? 1 : 0)
        #expect(try await fixture.texts("SELECT attempts::text FROM authentication_challenge") == ["\(judged)"])
        #expect(try await fixture.texts("SELECT wrong_attempts::text FROM authentication_factor") == ["\(judged)"])
        #expect(attempts.allSatisfy { $0.status != .verified })
        for case .failure(let refusal) in outcomes { #expect(refusal == .authentication(.tooManyAttemptsAtOnce)) }
    }

    @Test("A password that is replaced during its check is rejected")
    func replacedPassword() async throws {
        let (fixture, card) = try await Self.bench()
        let event = try await fixture.event { try await fixture.lock(card) }
        _ = try await fixture.challenge(event, by: .password)
        var slow = fixture.issuing
        let thread = await BusyThread(limit: 1)
        slow.slowWork = thread.slowWork
        let attempt = Task { [slow] in
            try await slow.attempt(
                .password("demo-password"), at: event.event.reference, of: Self.customer, request: .unkeyed()
            ).value?.outcome
        }
        while thread.slowWork.load != (running: 1, waiting: 1) { await Task.yield() }
        _ = try await fixture.issuing.set(AuthenticationSecrets(password: "another"), of: Self.customer)
        try await thread.free()
        let outcome = try #require(try await attempt.value)
        #expect(outcome.status == .rejected && outcome.attempts == 1)
        #expect(try await fixture.attempt(.password("another"), at: event).status == .verified)
    }

    @Test("A password is not hashed for a challenge that has already failed")
    func failedChallenge() async throws {
        let (fixture, card) = try await Self.bench()
        let event = try await Self.guess(.password("no"), on: card, of: fixture)
        var issuing = fixture.issuing
        issuing.slowWork = SlowWork(threads: 0, limit: 0)
        let answered = try await issuing.attempt(
            .password("demo-password"), at: event.event.reference, of: Self.customer, request: .unkeyed())
        #expect(answered.value?.outcome.status == .failed)
        _ = try await fixture.challenge(event, by: .password)
        await #expect(throws: IssuingFailure.self) {
            try await issuing.attempt(
                .password("demo-password"), at: event.event.reference, of: Self.customer, request: .unkeyed())
        }
        #expect(try await fixture.attempt(.password("demo-password"), at: event).attempts == 1)
    }
}
