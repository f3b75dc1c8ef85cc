import Authorizing
import Cards
import Issuing
import IssuingTestSupport
import Testing
import TestSupport

@Suite("A report that names another card's payment")
struct OtherCardsPaymentTests {
    private static let kinds: [MessageKind] = [
        .reversal, .partialReversal, .clearing, .forcePost, .advice, .refund, .refundReversal,
    ]

    @Test("A report that names another card's payment is refused, and moves no money", arguments: kinds)
    func refused(_ kind: MessageKind) async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        let others = [try await fixture.loadedCard(), try await fixture.issue(.virtualVisa, to: card.customer)]
        try await fixture.pay("p1", with: card) { $0.fields.lifecycle = "l1" }
        try await fixture.follow("p1", .clearing, "c1", for: card, amount: 1000, isLast: false)
        try await fixture.follow("p1", .refund, "r1", for: card, amount: 500)
        let before = try await fixture.authorization(of: card)
        for (number, other) in others.enumerated() {
            for name in ["p1", "l1"] {
                let message = try await fixture.message(
                    "\(name)-\(number)", kind, of: name, for: other, amount: 100)
                let answered = try await fixture.issuing.authorize(message)
                #expect(answered.answer.code == .invalidTransaction && answered.authorization == nil)
                #expect(answered.lines.first?.reason == .originalOfOtherCard)
                #expect(try await fixture.issuing.authorize(message).isRepeated)
            }
            #expect(try await fixture.balance(of: other).posted == (number == 0 ? 5000 : 4500))
        }
        #expect(try await fixture.authorization(of: card) == before)
        #expect(try await fixture.texts("SELECT lifecycle FROM early_reversal") == [])
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("A card and the one that replaces it have the same payments", arguments: kinds, [false, true])
    func replaced(_ kind: MessageKind, onCluster: Bool) async throws {
        let fixture = try await IssuingFixture.make(onCluster: onCluster)
        let card = try await fixture.loadedCard()
        try await fixture.pay("p1", with: card)
        try await fixture.follow("p1", .refund, "r1", for: card, amount: 500)
        let second = try await fixture.replace(card, .lost)
        let third = try await fixture.replace(second, .lost)
        try await fixture.pay("p2", with: third)
        try await fixture.follow("p2", .refund, "r2", for: third, amount: 500)
        #expect(try await fixture.follow("p1", kind, "m1", for: third, amount: 100).answer.code == .approved)
        #expect(try await fixture.follow("p2", kind, "m2", for: card, amount: 100).answer.code == .approved)
        #expect(try await fixture.authorizations(of: card).count == 2)
    }

    @Test("A reversal of more than is left is refused with the reason, and succeeds when more is left", arguments: [
        (MessageKind.partialReversal, 1235), (.refundReversal, 501),
    ] as [(MessageKind, Int64)])
    func moreThanIsLeft(_ kind: MessageKind, _ amount: Int64) async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        try await fixture.pay("p1", with: card)
        try await fixture.follow("p1", .refund, "r1", for: card, amount: 500)
        let before = try await fixture.balance(of: card)
        let refused = try await fixture.follow("p1", kind, "m1", for: card, amount: amount)
        #expect(refused.answer.code == .malfunction && refused.lines.first?.reason == .moreThanIsLeft)
        #expect(try await fixture.balance(of: card) == before)
        let more: MessageKind = kind == .refundReversal ? .refund : .incremental
        try await fixture.follow("p1", more, "r2", for: card, amount: 1)
        #expect(try await fixture.follow("p1", kind, "m1", for: card, amount: amount).answer.code == .approved)
        #expect(try await fixture.ledgerFindings() == [])
    }
}
