import Administration
import Authorizing
import Cards
import CardSecrets
import Issuing
import IssuingTestSupport
import Ledger
import Postgres
import Testing
import TestSupport

/// Counts the round trips of a message from the network. The first one locks the account.
@Suite("Round trips of a payment")
struct PaymentRoundTripTests {
    @Test("A message takes two round trips: one locks and reads, the other writes and commits")
    func withoutLimits() async throws {
        let counted = try await CountedPayments()
        let card = try await counted.fixture.loadedCard()
        #expect(try await counted.message("p1", for: card) == .init(.approved, roundTrips: 2))
        #expect(try await counted.message("p2", for: card) { $0.fields.amount = 9999 }
            == .init(.insufficientFunds, roundTrips: 2))
        #expect(try await counted.message("i1", .incremental, of: "p1", for: card) == .init(.approved, roundTrips: 2))
        #expect(try await counted.message("v1", .partialReversal, of: "p1", for: card)
            == .init(.approved, roundTrips: 2))
        #expect(try await counted.message("c1", .clearing, of: "p1", for: card) == .init(.approved, roundTrips: 2))
        #expect(try await counted.message("r1", .refund, of: "p1", for: card) == .init(.approved, roundTrips: 2))
        #expect(try await counted.message("f1", .financial, for: card) == .init(.approved, roundTrips: 2))
        #expect(try await counted.message("b1", .balanceInquiry, for: card) { $0.fields.amount = 0 }
            == .init(.approved, roundTrips: 2))
        try await counted.end()
    }

    @Test("Limits cost no round trip, however many there are")
    func withLimits() async throws {
        let counted = try await CountedPayments()
        let card = try await counted.fixture.loadedCard()
        try await counted.fixture.limit(card, to: [Limit(.transaction, amount: 4000)])
        #expect(try await counted.message("p1", for: card) == .init(.approved, roundTrips: 2))
        let windows: [Window] = [.day, .week, .month, .lifetime]
        try await counted.fixture.limit(card, to: windows.map { Limit($0, amount: 3000, count: 9) })
        #expect(try await counted.message("p2", for: card) == .init(.approved, roundTrips: 2))
        #expect(try await counted.message("p3", for: card) == .init(.amountLimit, roundTrips: 2))
        #expect(try await counted.message("c1", .clearing, of: "p1", for: card) == .init(.approved, roundTrips: 2))
        #expect(try await counted.message("v1", .reversal, of: "p2", for: card) == .init(.approved, roundTrips: 2))
        #expect(try await counted.message("r1", .refund, of: "p1", for: card) == .init(.approved, roundTrips: 2))
        try await counted.end()
    }

    @Test("A draft in shadow costs no round trip, whether it would answer alike or not")
    func withShadow() async throws {
        let counted = try await CountedPayments()
        let (card, administration) = (try await counted.fixture.loadedCard(), counted.fixture.administration)
        let limit = try #require(Limit(.month, amount: 2000))
        _ = try await administration.draft(CardControls(limits: [limit]), forProgram: card.program)
        _ = try await administration.setShadow(true, forProgram: card.program)
        for name in ["p1", "p2"] {
            #expect(try await counted.message(name, for: card) == .init(.approved, roundTrips: 2))
        }
        let differences = try await administration.shadowDifferences(ofProgram: card.program).differences
        #expect(differences.map(\.reference.text) == ["p2"])
        try await counted.end()
    }

    @Test("A repeated message, or one for an unknown card, takes two round trips; an unreadable one takes none")
    func withoutEffect() async throws {
        let counted = try await CountedPayments()
        let card = try await counted.fixture.loadedCard()
        try await counted.fixture.limit(card, to: [Limit(.day, amount: 3000)])
        #expect(try await counted.message("p1", for: card) == .init(.approved, roundTrips: 2))
        #expect(try await counted.message("p1", for: card) == .init(.approved, roundTrips: 2))
        #expect(try await counted.message("p2", for: card) { $0.pan = PAN("4000000000000002") }
            == .init(.noSuchCard, roundTrips: 2))
        #expect(try await counted.message("p3", for: card) { $0.fields.currency = "XXX" }
            == .init(.invalidTransaction, roundTrips: 2))
        #expect(try await counted.message("p4", for: card) { $0.fields.reference = nil }
            == .init(.formatError, roundTrips: 0))
        try await counted.end()
    }
}

extension PaymentRoundTripTests {
    @Test("On a cluster, a message takes one more, which looks up whose card the number is")
    func onCluster() async throws {
        let counted = try await CountedPayments(onCluster: true)
        let card = try await counted.fixture.loadedCard()
        try await counted.fixture.limit(card, to: [Limit(.day, amount: 3000)])
        #expect(try await counted.message("p1", for: card) == .init(.approved, roundTrips: 3))
        #expect(try await counted.message("p1", for: card) == .init(.approved, roundTrips: 3))
        #expect(try await counted.message("p2", for: card) { $0.fields.amount = 1767 }
            == .init(.amountLimit, roundTrips: 3))
        #expect(try await counted.message("c1", .clearing, of: "p1", for: card) == .init(.approved, roundTrips: 3))
        #expect(try await counted.message("r1", .refund, of: "p1", for: card) == .init(.approved, roundTrips: 3))
        #expect(try await counted.message("p3", for: card) { $0.pan = PAN("4000000000000002") }
            == .init(.noSuchCard, roundTrips: 3))
        try await counted.end()
    }

    @Test("A payment knows the token of its reference, if it is the card's", arguments: [false, true])
    func tokens(onCluster: Bool) async throws {
        let fixture = try await IssuingFixture.make(onCluster: onCluster)
        let (card, other) = (try await fixture.loadedCard(), try await fixture.loadedCard())
        for (number, each) in [card, other].enumerated() { try await fixture.token("T\(number)", for: each) }
        var known: [String] = []
        for reference in ["T0", "T1", "T2"] {
            let answered = try await fixture.pay(reference, with: card) { message in
                message.fields.token = MessageFields.Token(requestorID: "50110030273")
                message.tokenReference = reference
            }
            if !answered.lines.contains(where: { $0.reason == .tokenUnknown }) { known.append(reference) }
        }
        #expect(known == ["T0"])
    }
}

/// A service whose round trips are counted. Its answer to a message has the code and the number of round trips.
private struct CountedPayments {
    struct Cost: Equatable {
        let code: ResponseCode
        let roundTrips: Int

        init(_ code: ResponseCode, roundTrips: Int) {
            (self.code, self.roundTrips) = (code, roundTrips)
        }
    }

    let fixture: IssuingFixture
    private let issuing: Issuing
    private let counter = DatabaseCounter(of: .roundTrips)

    init(onCluster: Bool = false) async throws {
        fixture = try await IssuingFixture.make(onCluster: onCluster)
        issuing = try fixture.counted(by: counter)
    }

    func message(
        _ reference: String, _ kind: MessageKind = .authorization, of payment: String? = nil, for card: Card,
        _ change: (inout NetworkMessage) -> Void = { _ in }
    ) async throws -> Cost {
        let message = try await fixture.message(reference, for: card) { message in
            message.fields.kind = .value(kind)
            message.fields.lifecycle = Sent(payment ?? reference)
            change(&message)
        }
        var answered: AnsweredMessage?
        let roundTrips = try await counter.counted { answered = try await issuing.authorize(message) }
        return Cost(try #require(answered).answer.code, roundTrips: roundTrips)
    }

    func end() async throws {
        #expect(try await fixture.ledgerFindings() == [])
        await issuing.database.shutDown()
    }
}
