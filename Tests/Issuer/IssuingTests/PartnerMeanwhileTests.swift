import Authorizing
import Identifiers
import Issuing
import IssuingTestSupport
import Ledger
import Testing
import TestSupport

@Suite("Network messages that arrive while a partner is asked")
struct PartnerMeanwhileTests {
    @Test("A payment that the network reports is booked once, and the report answers the request", arguments: [
        MessageKind.advice, .clearing, .forcePost,
    ])
    func reported(_ kind: MessageKind) async throws {
        let plain = try await IssuingFixture.make()
        // The money is not enough for a second booking, so a second one would be noticed.
        let card = try await plain.loadedCard(with: 2000)
        let (fixture, partner) = try await plain.asked { _ in
            let report = try await plain.follow("p1", kind, "n1", for: card)
            #expect(report.answer.code == .approved)
            return .approved(upTo: nil)
        }
        let paid = try await fixture.pay("p1", with: card)
        #expect(paid.answer.code == .approved && paid.answer.approved?.minorUnits == 1234)
        #expect(paid.lines.allSatisfy { $0.outcome == .skipped && $0.reason == .paymentReported })
        let reported = try await fixture.authorization(of: card)
        #expect(paid.authorization == reported.id && reported.answer.decidedBy == .network && reported.changes == 1)
        let posted: Int64 = kind == .advice ? 2000 : 766
        #expect(try await fixture.balance(of: card) == .init(posted: posted, available: 766))
        let event = try #require(partner.events.first)
        #expect(partner.events.count == 1 && event.code == .approved && event.decidedBy == .network)
        #expect(event.authorization.id == reported.id && event.question.id.rawValue != reported.id.rawValue)
        #expect(try await fixture.pay("p1", with: card).isRepeated)
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("A report may name the request by its reference, and counts even if the brand declines")
    func reportedByReference() async throws {
        let plain = try await IssuingFixture.make()
        let card = try await plain.loadedCard()
        let (fixture, partner) = try await plain.asked { question in
            let reference = question.authorization.payment.reference.text
            _ = try await plain.follow(reference, .advice, "of-\(reference)", for: card)
            return .declined(nil)
        }
        #expect(try await fixture.pay("p1", with: card) { $0.fields.lifecycle = nil }.answer.code == .approved)
        #expect(try await fixture.pay("p2", with: card) { $0.fields.lifecycle = "l2" }.answer.code == .approved)
        #expect(try await fixture.balance(of: card).available == 5000 - 2 * 1234)
        #expect(try await fixture.authorizations(of: card).count == 2)
        #expect(partner.events.map(\.answer) == [.declined(nil), .declined(nil)])
        #expect(partner.events.allSatisfy { $0.decidedBy == .network })
    }

    @Test("A request for more than was reported is declined, and so is one whose payment was reversed")
    func reportedOtherwise() async throws {
        let plain = try await IssuingFixture.make()
        let card = try await plain.loadedCard()
        let (fixture, _) = try await plain.asked { question in
            let reference = question.authorization.payment.reference.text
            let isReversed = reference == "p2"
            _ = try await plain.follow(
                reference, .advice, "of-\(reference)", for: card, amount: isReversed ? 1234 : 1000)
            if isReversed { _ = try await plain.follow(reference, .reversal, "end-\(reference)", for: card) }
            return .approved(upTo: nil)
        }
        let more = try await fixture.pay("p1", with: card)
        #expect(more.answer.code == .duplicate && more.lines.first?.reason == .paymentReported)
        #expect(try await fixture.balance(of: card).available == 4000)
        let reversed = try await fixture.pay("p2", with: card)
        #expect(reversed.answer.code == .doNotHonor && reversed.lines.first?.reason == .originalAlreadyReversed)
        #expect(try await fixture.balance(of: card).available == 4000)
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("If another message takes the reference, the brand learns that its answer does not count", arguments: [
        PartnerAnswer.approved(upTo: nil), .declined(nil),
    ])
    func referenceTaken(_ answer: PartnerAnswer) async throws {
        let plain = try await IssuingFixture.make()
        let card = try await plain.loadedCard()
        let (fixture, partner) = try await plain.asked { _ in
            _ = try await plain.follow("f1", .forcePost, "p1", for: card, amount: 100)
            return answer
        }
        #expect(try await fixture.pay("p1", with: card).answer == NetworkAnswer(code: .duplicate))
        #expect(try await fixture.authorizations(of: card).count == 1)
        #expect(try await fixture.balance(of: card) == .init(posted: 4900, available: 4900))
        let event = try #require(partner.events.first)
        #expect(partner.events.count == 1 && event.code == .duplicate && event.decidedBy == .issuer)
        #expect(event.answer == answer && event.authorization == event.question.authorization)
        #expect(try await fixture.outbox(of: card) == [#"{"answer":"94"}"#])
    }

    @Test("A charge to a stored card is not the payment in which the customer agreed")
    func agreementIsNoReport() async throws {
        let plain = try await IssuingFixture.make()
        let card = try await plain.loadedCard()
        // The network has approved the first payment in the issuer's place.
        _ = try await plain.follow("p1", .advice, "p1", for: card)
        let (fixture, _) = try await plain.asked { _ in .approved(upTo: nil) }
        let charged = try await fixture.pay("m1", with: card) {
            ($0.fields.lifecycle, $0.fields.entryMode) = ("p1", "CREDENTIAL_ON_FILE")
        }
        #expect(charged.answer.code == .approved)
        #expect(try await fixture.authorizations(of: card).count == 2)
        #expect(try await fixture.balance(of: card).available == 5000 - 2 * 1234)
    }
}
