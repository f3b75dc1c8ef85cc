import Authorizing
import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Sandbox
import Synchronization
import Testing
import TestSupport

@Suite("The time of a payment")
struct PaymentTimeTests {
    /// A clock on which a day passes between two readings.
    private final class HastyClock: Sendable {
        private let days = Mutex(0)

        func now() -> Date {
            IssuingFixture.now + 86_400 * Double(days.withLock { days in
                days += 1
                return days
            })
        }
    }

    @Test("The time is read once for each message, so that the payment counts on one day")
    func once() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        let limit = try #require(Limit(.day, amount: 2000))
        _ = try await fixture.issuing.setControls(
            CardControls(limits: [limit]), of: card.id, of: NamedCustomer(card.customer, in: DemoUniverse.brand))
        let clock = HastyClock()
        let issuing = Issuing(
            database: fixture.issuing.database, vault: fixture.issuing.vault,
            clock: ServiceClock(real: { clock.now() }), entropy: fixture.issuing.entropy)
        #expect(try await issuing.authorize(fixture.message("p1", for: card)).answer.code == .approved)
        let paid = try await fixture.authorization(of: card)
        #expect(paid.createdAt == IssuingFixture.now + 86_400 && paid.changedAt == paid.createdAt)
        let counted = try await fixture.texts("SELECT first_day::text FROM spent WHERE spending_window = 'DAY'")
        #expect(counted == ["\(Int(paid.createdAt.timeIntervalSince1970) / 86_400)"])
        let received = try await fixture.texts(
            "SELECT (received_at = z.created_at)::text FROM network_message, \"authorization\" z")
        #expect(received == ["true"])
    }
}
