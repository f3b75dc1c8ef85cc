import Authorizing
import Cards
import Issuing
import IssuingTestSupport
import Testing
import TestSupport

/// A merchant charges a stored card repeatedly, and names the payment in which the customer agreed.
@Suite("Charges to a stored card")
struct StoredCardTests {
    @Test("A reversal that names a charge takes back that charge, and no other payment of the agreement")
    func reversal() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        _ = try await fixture.pay("first", with: card)
        for (charge, amount) in [("m1", Int64(100)), ("m2", 200)] {
            #expect(try await fixture.charge(charge, amount, after: "first", with: card).answer.code == .approved)
        }
        _ = try await fixture.follow("m1", .reversal, "v1", for: card, amount: 0)
        #expect(try await fixture.statuses(of: card) == ["m2 APPROVED", "m1 REVERSED", "first APPROVED"])
        _ = try await fixture.follow("first", .reversal, "v2", for: card, amount: 0)
        #expect(try await fixture.statuses(of: card) == ["m2 APPROVED", "m1 REVERSED", "first REVERSED"])
        _ = try await fixture.follow("m2", .clearing, "c1", for: card, amount: 200)
        #expect(try await fixture.statuses(of: card) == ["m2 SETTLED", "m1 REVERSED", "first REVERSED"])
        #expect(try await fixture.balance(of: card) == .init(posted: 4800, available: 4800))
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("A reversal that arrives before its charge declines the charge, and leaves the first payment")
    func earlyReversal() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        _ = try await fixture.pay("first", with: card)
        _ = try await fixture.follow("m1", .reversal, "v1", for: card, amount: 0)
        #expect(try await fixture.charge("m1", 100, after: "first", with: card).answer.code == .doNotHonor)
        #expect(try await fixture.charge("m2", 100, after: "first", with: card).answer.code == .approved)
        #expect(try await fixture.statuses(of: card) == ["m2 APPROVED", "m1 DECLINED", "first APPROVED"])
    }

    @Test("If a reversal names both the message and its payment, the message counts")
    func mostExact() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        _ = try await fixture.pay("first", with: card)
        _ = try await fixture.charge("m1", 100, after: "first", with: card)
        try await fixture.pay("v1", with: card) {
            ($0.fields.kind, $0.fields.amount) = ("REVERSAL", 0)
            ($0.fields.lifecycle, $0.fields.original) = ("first", "m1")
        }
        #expect(try await fixture.statuses(of: card) == ["m1 REVERSED", "first APPROVED"])
    }

    @Test("After a decline, the next attempt has the same lifecycle, and is found by it")
    func nextAttempt() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 1000)
        #expect(try await fixture.pay("p1", with: card).answer.code == .insufficientFunds)
        try await fixture.pay("p2", with: card) { ($0.fields.lifecycle, $0.fields.amount) = ("p1", 1000) }
        _ = try await fixture.follow("p1", .reversal, "v1", for: card, amount: 0)
        #expect(try await fixture.statuses(of: card) == ["p2 REVERSED", "p1 DECLINED"])
    }
}

extension IssuingFixture {
    @discardableResult
    fileprivate func charge(
        _ reference: String, _ amount: Int64, after payment: String, with card: Card
    ) async throws -> AnsweredMessage {
        try await pay(reference, with: card) {
            ($0.fields.lifecycle, $0.fields.amount) = (Sent(payment), amount)
            $0.fields.entryMode = "CREDENTIAL_ON_FILE"
        }
    }

    /// Each authorization with its status, in the order of their references: the clock stands still, so their ages are
    /// equal.
    fileprivate func statuses(of card: Card) async throws -> [String] {
        try await authorizations(of: card).map { "\($0.payment.reference) \($0.state.status.rawValue)" }
            .sorted(by: >)
    }
}
