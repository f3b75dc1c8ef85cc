import Authorizing
import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Sandbox
import Testing
import TestSupport

@Suite("The limits of a card")
struct PaymentLimitTests {
    @Test(
        "Limits count what was spent, give back what was reversed, and count again after a change",
        arguments: [false, true])
    func counting(onCluster: Bool) async throws {
        let fixture = try await IssuingFixture.make(onCluster: onCluster)
        let card = try await fixture.loadedCard()
        try await fixture.limit(card, try #require(Limit(.day, amount: 2000)))
        #expect(try await fixture.pay("p1", with: card).answer.code == .approved)
        #expect(try await fixture.pay("p2", with: card).answer.code == .amountLimit)
        _ = try await fixture.follow("p1", .reversal, "v1", for: card, amount: 0)
        #expect(try await fixture.pay("p3", with: card).answer.code == .approved)
        try await fixture.limit(card, try #require(Limit(.month, amount: 2467)))
        #expect(try await fixture.pay("p4", with: card).answer.code == .amountLimit)
        try await fixture.limit(card, try #require(Limit(.month, amount: 2468)))
        #expect(try await fixture.pay("p5", with: card).answer.code == .approved)
    }

    @Test("An increment counts for the channel of its payment, not for its own")
    func increments() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        try await fixture.limit(card, try #require(Limit(.day, channel: .contactless, amount: 1300)))
        try await fixture.pay("p1", with: card) {
            ($0.fields.entryMode, $0.fields.cardPresence) = ("CONTACTLESS", "PRESENT")
            $0.fields.verification.cryptogram = .valid
        }
        #expect(try await fixture.follow("p1", .incremental, "i1", for: card, amount: 67).answer.code == .amountLimit)
        #expect(try await fixture.follow("p1", .incremental, "i2", for: card, amount: 66).answer.code == .approved)
    }

    @Test("Of 24 payments at once, as many are approved as the limit allows")
    func atOnce() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        try await fixture.limit(card, try #require(Limit(.day, count: 5)))
        let message = try await fixture.message("", for: card) { $0.fields.amount = 1 }
        let codes = try await race(24, in: fixture) { server, number in
            var own = message
            (own.fields.reference, own.fields.lifecycle) = ("p\(number)", nil)
            return try await server.issuing.authorize(own).answer.code
        }.map { try $0.get() }
        #expect(codes.filter { $0 == .approved }.count == 5)
        #expect(codes.filter { $0 == .countLimit }.count == 19)
    }
}

extension IssuingFixture {
    fileprivate func limit(_ card: Card, _ limit: Limit) async throws {
        _ = try await issuing.setControls(
            CardControls(limits: [limit]), of: card.id, of: NamedCustomer(card.customer, in: DemoUniverse.brand))
    }
}
