import Foundation
import Testing
import TestSupport

@testable import Webhooks

@Suite("The couriers' places")
struct CourierPlacesTests {
    private static let all = WebhookSettings.attempts
    private static let most = WebhookSettings.attemptsForOne
    private static let ids = CountedIDs()

    @Test("A subscription has no more couriers than lines, and at most four")
    func few() {
        var places = CourierPlaces()
        let (one, two): (WebhookSubscriptionID, WebhookSubscriptionID) = (Self.ids.next(), Self.ids.next())
        let begun = places.begin([.init(subscription: one, free: 2), .init(subscription: two, free: 50)])
        #expect(begun.count { $0 == one } == 2 && begun.count { $0 == two } == Self.most)
        let more = places.begin([.init(subscription: two, free: 50)])
        let givenUp = [places.givesUp(one), places.givesUp(two)]
        #expect(more.isEmpty && givenUp == [false, false], "nobody waits")
        places.end(two)
        let last = places.begin([.init(subscription: two, free: 50)])
        #expect(last == [two])
    }

    @Test("If places are scarce, each subscription gets one before any gets two")
    func scarce() {
        var places = CourierPlaces()
        let due = Self.due(Self.all - 1)
        let begun = places.begin(due)
        #expect(begun.count == Self.all && Set(begun) == Set(due.map(\.subscription)))
    }

    @Test("While a subscription waits, one of those with the most couriers gives up one place")
    func waiting() {
        var places = CourierPlaces()
        let busy = Self.due(Self.all / Self.most)
        let begun = places.begin(busy)
        let late = Webhooks.Due(subscription: Self.ids.next(), free: 1)
        let none = places.begin(busy + [late])
        #expect(begun.count == Self.all && none.isEmpty)
        let givenUp = busy.map { places.givesUp($0.subscription) }
        #expect(givenUp == [true] + Array(repeating: false, count: busy.count - 1), "one place is enough")
        places.end(busy[0].subscription)
        let next = places.begin(busy + [late])
        #expect(next == [late.subscription])
        let later = Webhooks.Due(subscription: Self.ids.next(), free: 1)
        _ = places.begin(busy + [later])
        let few = places.givesUp(late.subscription)
        let most = places.givesUp(busy[1].subscription)
        #expect(!few && most)
    }

    @Test("Subscriptions that are always due take turns, in the order in which they began to wait")
    func turns() {
        var places = CourierPlaces()
        let due = Self.due(Self.all * 2)
        let first = places.begin(due)
        for subscription in first where places.givesUp(subscription) { places.end(subscription) }
        let second = places.begin(due)
        #expect(first.count == Self.all && second == due.dropFirst(Self.all).map(\.subscription))
    }

    private static func due(_ count: Int) -> [Webhooks.Due] {
        (0..<count).map { _ in Webhooks.Due(subscription: ids.next(), free: 50) }
    }
}
