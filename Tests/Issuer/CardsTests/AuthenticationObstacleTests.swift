import Cards
import Foundation
import Identifiers
import Testing

@Suite("Obstacles between an authentication event and its request")
struct AuthenticationObstacleTests {
    private static let reference = AuthenticationReference(
        eventID: Sample.id(1), walletOperationID: Sample.id(2))
    private static let locking = AuthenticationSubject(operation: .updateCard, card: Sample.id(3), digest: [1])

    /// An event that is valid for 900 seconds, and was used after `usedAfter` seconds if it is USED.
    private static func event(
        _ status: AuthenticationEvent.Status, usedAfter seconds: TimeInterval = 0, repeatable: TimeInterval? = nil
    ) -> AuthenticationEvent {
        func event(_ use: AuthenticationEvent.Use?) -> AuthenticationEvent {
            AuthenticationEvent(
                reference: reference, customer: CustomerID(1), brand: "demo", subject: locking,
                mode: .embedded, status: status, use: use, createdAt: Sample.now, expiresAt: Sample.now + 900)
        }
        guard status == .used else { return event(nil) }
        return event(event(nil).use(at: Sample.now + seconds, repeatableSeconds: repeatable))
    }

    private func obstacle(
        _ status: AuthenticationEvent.Status = .verified, to subject: AuthenticationSubject = locking,
        presented: AuthenticationReference = reference, seconds: TimeInterval = 0
    ) -> AuthenticationObstacle? {
        Self.event(status).obstacle(to: subject, presented: presented, at: Sample.now + seconds)
    }

    @Test("A verified event lets only its own request through, and only until it ends")
    func authorises() {
        #expect(obstacle(seconds: 899) == nil)
        #expect(obstacle(seconds: 900) == .expiredEvent(.verified))
        for status in [AuthenticationEvent.Status.open, .failed] {
            #expect(obstacle(status) == .notVerified(status))
        }
        #expect(obstacle(.used) == .usedEvent(.init(usedAt: Sample.now, repeatableUntil: nil)))
        #expect(obstacle(.used, seconds: 900) == .expiredEvent(.used))
    }

    @Test("A used event lets a repeatable request through again for a while, but not after the event ends", arguments: [
        (0, 60), (100, 160), (840, 900), (870, 900), (899, 900),
    ] as [(TimeInterval, TimeInterval)])
    func repetition(usedAfter: TimeInterval, end: TimeInterval) {
        let event = Self.event(.used, usedAfter: usedAfter, repeatable: 60)
        func obstacle(
            to subject: AuthenticationSubject = Self.locking, seconds: TimeInterval
        ) -> AuthenticationObstacle? {
            event.obstacle(to: subject, presented: Self.reference, at: Sample.now + seconds)
        }
        #expect(obstacle(seconds: usedAfter) == nil && obstacle(seconds: end - 0.001) == nil)
        let use = AuthenticationEvent.Use(usedAt: Sample.now + usedAfter, repeatableUntil: Sample.now + end)
        #expect(obstacle(seconds: end) == (end < 900 ? .usedEvent(use) : .expiredEvent(.used)))
        let changed = AuthenticationSubject(operation: .updateCard, card: Sample.id(3), digest: [2])
        #expect(obstacle(to: changed, seconds: usedAfter) == .otherRequest)
    }

    @Test("The explanation of a used event says when it was used, and until when the request could be repeated")
    func explainedUse() {
        let use = AuthenticationEvent.Use(usedAt: Sample.now, repeatableUntil: Sample.now + 60)
        #expect(
            AuthenticationObstacle.usedEvent(use).message
                == "The event is USED: it let its request through at 2026-03-15T12:00:00Z, and could let the same "
                + "request through again until 2026-03-15T12:01:00Z; answer the new one in WWW-Authenticate.")
        let once = AuthenticationEvent.Use(usedAt: Sample.now, repeatableUntil: nil)
        #expect(
            AuthenticationObstacle.usedEvent(once).message
                == "The event is USED: it let its request through at 2026-03-15T12:00:00Z, which it does once; answer "
                + "the new one in WWW-Authenticate.")
    }

    @Test("An event lets its request through if it was stored under another version of the key of digests")
    func otherVersion() {
        func subject(_ digest: UInt8, _ others: [[UInt8]]) -> AuthenticationSubject {
            AuthenticationSubject(operation: .updateCard, card: Sample.id(3), digest: [digest], otherDigests: others)
        }
        #expect(obstacle(to: subject(2, [[1]])) == nil)
        #expect(obstacle(to: subject(2, [[3]])) == .otherRequest)
        let elsewhere = AuthenticationSubject(
            operation: .replaceCard, card: Sample.id(3), digest: [2], otherDigests: [[1]])
        #expect(obstacle(to: elsewhere) == .otherOperation(of: .updateCard, asked: .replaceCard))
    }

    @Test("A used event takes no attempts and no decisions, even while its request can be repeated")
    func over() {
        #expect(throws: Refusal.authentication(.eventIsOver("has been used"))) {
            try Self.event(.used, repeatable: 60).requireOpen(at: Sample.now)
        }
    }

    @Test("The explanation names a wrong request before the status of the event")
    func otherRequests() {
        let other = AuthenticationReference(eventID: Sample.id(1), walletOperationID: Sample.id(9))
        #expect(obstacle(presented: other) == .unknownEvent)
        let replacing = AuthenticationSubject(operation: .replaceCard, card: Sample.id(3), digest: [1])
        #expect(obstacle(.open, to: replacing) == .otherOperation(of: .updateCard, asked: .replaceCard))
        let elsewhere = AuthenticationSubject(operation: .updateCard, card: Sample.id(4), digest: [1])
        #expect(obstacle(.used, to: elsewhere) == .otherCard)
        let changed = AuthenticationSubject(operation: .updateCard, card: Sample.id(3), digest: [2])
        #expect(obstacle(.failed, to: changed) == .otherRequest)
    }
}
