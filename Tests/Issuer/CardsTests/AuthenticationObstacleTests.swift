import Cards
import Foundation
import Testing

@Suite("What keeps an event from letting a request through")
struct AuthenticationObstacleTests {
    private static let reference = AuthenticationReference(
        eventID: Sample.id(1), walletOperationID: Sample.id(2))
    private static let locking = AuthenticationSubject(operation: .updateCard, card: Sample.id(3), digest: [1])

    private static func event(_ status: AuthenticationEvent.Status) -> AuthenticationEvent {
        AuthenticationEvent(
            reference: reference, customer: CustomerID(rawValue: 1), brand: "demo", subject: locking, mode: .embedded,
            status: status, createdAt: Sample.now, expiresAt: Sample.now + 900)
    }

    private func obstacle(
        _ status: AuthenticationEvent.Status = .verified, to subject: AuthenticationSubject = locking,
        presented: AuthenticationReference = reference, seconds: TimeInterval = 0
    ) -> AuthenticationObstacle? {
        Self.event(status).obstacle(to: subject, presented: presented, at: Sample.now + seconds)
    }

    @Test("A verified event lets exactly its own request through, in time")
    func authorises() {
        #expect(obstacle(seconds: 899) == nil)
        #expect(obstacle(seconds: 900) == .expiredEvent(.verified))
        for status in AuthenticationEvent.Status.allCases where status != .verified {
            #expect(obstacle(status) == .notVerified(status))
        }
    }

    @Test("Another request is named before the status of the event")
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
