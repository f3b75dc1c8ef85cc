import Cards
import Issuing
import IssuingTestSupport
import Sandbox
import Scenarios
import Synchronization
import Testing
import TestSupport

/// The observer learns about every completed operation, and about no other.
@Suite("Observer of completed operations")
struct ObserverTests {
    private final class Heard: Sendable {
        private let kept = Mutex<[(occurrence: Occurrence, subject: Occurrence.Subject)]>([])
        var all: [Occurrence] { kept.withLock { $0 }.map(\.occurrence) }
        /// The subjects of the transitions.
        var moved: Set<Occurrence.Subject> {
            Set(kept.withLock { $0 }.compactMap { heard in
                if case .transition = heard.occurrence { heard.subject } else { nil }
            })
        }
        func hear(_ occurrence: Occurrence, _ subject: Occurrence.Subject) {
            kept.withLock { $0.append((occurrence, subject)) }
        }
    }

    @Test("A refused request is not observed, and its authentication event stays usable")
    func refusedRequest() async throws {
        let fixture = try await IssuingFixture.make(asking: [.updateCard])
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let reference = try await fixture.verified(try await fixture.event { try await fixture.lock(card) })
        let heard = Heard()
        let issuing = fixture.sandbox.observed(by: heard.hear).issuing
        func lock() async throws -> Card {
            try await issuing.changeStatus(
                of: card.id, to: .locked, reason: "Mislaid",
                evidence: fixture.evidence(.updateCard, card, presenting: reference))
        }
        try await fixture.place(card, at: Standing(.cancelled))
        #expect(await refusal { try await lock() } != nil)
        #expect(heard.all.isEmpty)
        try await fixture.place(card, at: Standing(.active))
        _ = try await lock()
        #expect(Set(heard.all) == [
            .authentication(.used), .transition(from: .active, to: .locked, by: .customer, on: .update),
        ])
        #expect(heard.all.count == 2)
        #expect(heard.moved == [Occurrence.Subject(card: card.id, customer: card.customer)])
    }

    @Test("The observer hears about the transitions of a scenario")
    func scenarioTransitions() async throws {
        let fixture = try await IssuingFixture.make()
        let heard = Heard()
        _ = try await fixture.sandbox.observed(by: heard.hear).play(
            Scenario(reading: """
                cards:
                  used: {customer: 10000001, program: SKRILL-PHYSICAL-MC-EEA, status: ACTIVE}
                  mislaid: {customer: 10000001, program: SKRILL-VIRTUAL-MC-EEA, status: LOCKED}
                  stopped: {customer: 10000001, program: SKRILL-VIRTUAL-MC-EEA, status: SUSPENDED}
                """), in: DemoUniverse.brand)
        #expect(heard.all == [
            .transition(from: .issued, to: .active, by: .customer, on: .activation),
            .transition(from: .active, to: .locked, by: .customer, on: .update),
            .transition(from: .active, to: .suspended, by: .issuer, on: .event),
        ])
    }
}
