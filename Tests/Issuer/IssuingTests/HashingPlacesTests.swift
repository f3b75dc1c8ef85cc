import Cards
import CardSecrets
import Foundation
import Identifiers
import IssuingTestSupport
import Postgres
import Testing
import TestSupport

@testable import Issuing

@Suite("Places for hashing passwords")
struct HashingPlacesTests {
    private static let customer = CustomerID(10_000_001)
    private static let named = NamedCustomer(customer, in: "demo")

    /// A service whose only thread for hashes is busy.
    private static func busy(limit: Int) async throws -> (BusyThread, IssuingFixture, AuthenticationReference) {
        let thread = await BusyThread(limit: limit)
        let fixture = try await IssuingFixture.make(seed: 8, asking: [.updateCard], hashingOn: thread.slowWork)
        let card = try await fixture.issue(.virtualVisa, to: customer)
        let event = try await fixture.event { try await fixture.lock(card) }
        _ = try await fixture.challenge(event, by: .password)
        return (thread, fixture, event.event.reference)
    }

    private static func attempt(
        at event: AuthenticationReference, of fixture: IssuingFixture
    ) async throws -> AttemptOutcome? {
        try await fixture.issuing.attempt(
            .password("demo-password"), at: event, of: customer, request: .unkeyed()
        ).value?.outcome
    }

    @Test("If too many hashes wait, an attempt and a new PIN are refused at once")
    func fullQueue() async throws {
        let (thread, fixture, event) = try await Self.busy(limit: 0)
        let refused = Refusal.authentication(.tooManySecretsWait)
        #expect(await refusal { try await Self.attempt(at: event, of: fixture) } == refused)
        #expect(await refusal { try await fixture.issuing.setWalletPIN("4071", of: Self.named) } == refused)
        try await thread.free()
        #expect(try await Self.attempt(at: event, of: fixture)?.attempts == 1, "a refused attempt does not count")
    }

    @Test("Two attempts of a customer wait, and the third is refused at once")
    func limitPerCustomer() async throws {
        let (thread, fixture, event) = try await Self.busy(limit: 10)
        let waiting = (1...2).map { _ in Task { try await Self.attempt(at: event, of: fixture) } }
        while thread.slowWork.load.waiting < 2 { await Task.yield() }
        #expect(await refusal { try await Self.attempt(at: event, of: fixture) }
            == .authentication(.tooManyAttemptsAtOnce))
        try await thread.free()
        for task in waiting { #expect(try await task.value?.status == .verified) }
        #expect(try await Self.attempt(at: event, of: fixture)?.status == .verified)
    }

    /// Otherwise one customer's attempts could occupy all of the database's threads while they wait for each other.
    @Test("An attempt has its place until its transaction ends, even if nothing is hashed")
    func placeDuringTransaction() async throws {
        let fixture = try await IssuingFixture.make(seed: 9, asking: [.updateCard])
        let card = try await fixture.issue(.virtualVisa, to: Self.customer)
        let event = try await fixture.event { try await fixture.lock(card) }.event.reference
        let (database, begun, gate) = (fixture.issuing.database, Gate(), Gate())
        let holding = Task {
            try await database.transaction { tx throws(IssuingFailure) in
                _ = try tx.run(AuthenticationStatements.holdEvent(event, of: Self.customer))
                begun.open()
                gate.wait()
            }
        }
        await Task.detached { begun.wait() }.value
        let waiting = (1...2).map { _ in Task { await refusal { try await Self.attempt(at: event, of: fixture) } } }
        let owner = HashOwner.customer(Self.customer).owner(in: database)
        while fixture.issuing.slowWork.places(takenBy: owner) < 2 { await Task.yield() }
        #expect(await refusal { try await Self.attempt(at: event, of: fixture) }
            == .authentication(.tooManyAttemptsAtOnce))
        gate.open()
        try await holding.value
        for task in waiting { #expect(await task.value == .authentication(.challengeNotSent)) }
        #expect(fixture.issuing.slowWork.places(takenBy: owner) == 0)
    }

    @Test("A brand has eight places for the PINs that it sets, and leaves the others to customers")
    func limitPerBrand() async throws {
        let (thread, fixture, event) = try await Self.busy(limit: 32)
        var waiting = (1...8).map { _ in
            Task { try await fixture.issuing.setWalletPIN("4071", of: Self.named) }
        }
        while thread.slowWork.load.waiting < 8 { await Task.yield() }
        #expect(await refusal { try await fixture.issuing.setWalletPIN("4071", of: Self.named) }
            == .authentication(.tooManySecretsAtOnce))
        waiting.append(Task { _ = try await Self.attempt(at: event, of: fixture) })
        while thread.slowWork.load.waiting < 9 { await Task.yield() }
        try await thread.free()
        for task in waiting { try await task.value }
        try await fixture.issuing.setWalletPIN("4071", of: Self.named)
    }

    @Test("A hash that has waited too long is refused")
    func waitingLimit() async throws {
        let pool = SlowWork(threads: 1, waitingLimit: .nanoseconds(-1))
        var issuing = try await IssuingFixture.shared().issuing
        issuing.slowWork = pool
        let asked = issuing
        #expect(await refusal { try await asked.setWalletPIN("4071", of: Self.named) }
            == .authentication(.tooManySecretsWait))
    }
}
