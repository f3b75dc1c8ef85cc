import Authorizing
import Cards
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Ledger
import Sandbox
import Testing
import TestSupport
import Webhooks

@Suite("A partner that is asked about payments")
struct PartnerTests {
    @Test("The partner is asked last, while no transaction is open, and its approval counts")
    func approval() async throws {
        let plain = try await IssuingFixture.make()
        let card = try await plain.loadedCard()
        let (fixture, partner) = try await plain.asked { _ in
            // A load waits for the lock of the account, so it would never end if a transaction were open.
            try await plain.load(100, on: card)
            return .approved(upTo: nil)
        }
        let paid = try await fixture.pay("p1", with: card)
        #expect(paid.answer.code == .approved && paid.answer.approvalCode?.count == 6)
        let line = try #require(paid.lines.last)
        #expect(line.check == .partner && line.outcome == .passed && line.reason == nil)
        #expect(try await fixture.balance(of: card) == .init(posted: 5100, available: 3866))
        let question = try #require(partner.questions.first)
        let authorization = try await fixture.authorization(of: card)
        #expect(partner.questions.count == 1 && question.kind == .authorization)
        #expect(question.partner.brand == DemoUniverse.brand && question.partner.terms.timeLimitMilliseconds == 2000)
        #expect(question.authorization.id == authorization.id && question.authorization.card == card.id)
        #expect(question.authorization.state.status == .unknown && question.authorization.price == authorization.price)
        #expect(authorization.answer.decidedBy == .partner && partner.events.isEmpty)
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("The brand's decline is the answer, with its code or 05", arguments: [
        (ResponseCode?.none, ResponseCode.doNotHonor), (.suspectedFraud, .suspectedFraud),
    ])
    func decline(_ sent: ResponseCode?, _ code: ResponseCode) async throws {
        let plain = try await IssuingFixture.make()
        let card = try await plain.loadedCard()
        let (fixture, partner) = try await plain.asked { _ in .declined(sent) }
        let declined = try await fixture.pay("p1", with: card)
        #expect(declined.answer.code == code && declined.failure == .partnerDeclined)
        #expect(try await fixture.pay("p1", with: card).isRepeated)
        let kept = try await fixture.authorization(of: card)
        #expect(kept.state.status == .declined && kept.answer.decidedBy == .partner)
        #expect(try await fixture.balance(of: card) == .init(posted: 5000, available: 5000))
        #expect(partner.questions.count == 1 && partner.events.isEmpty)
    }

    @Test("Without an answer the stand-in decides, the trace says why, and the partner gets an event", arguments: [
        (Partner.Silence.timedOut, Reason.partnerTimedOut), (.notReached, .partnerNotReached),
        (.refused, .partnerRefused), (.unreadable, .partnerUnreadable), (.notAsked, .partnerNotAsked),
    ])
    func silence(_ silence: Partner.Silence, _ reason: Reason) async throws {
        let plain = try await IssuingFixture.make()
        let card = try await plain.loadedCard()
        let (fixture, partner) = try await plain.asked(.approveUpTo(1234, except: [])) { _ in .silent(silence) }
        let approved = try await fixture.pay("p1", with: card)
        #expect(approved.answer.code == .approved)
        #expect(approved.lines.last?.outcome == .passed && approved.lines.last?.reason == reason)
        #expect(try await fixture.pay("p1", with: card).lines == approved.lines)
        let declined = try await fixture.pay("p2", with: card) { $0.fields.amount = 1235 }
        #expect(declined.answer.code == .issuerUnreachable && declined.failure == reason)
        #expect(try await fixture.authorizations(of: card).map(\.answer.decidedBy) == [.standIn, .standIn])
        #expect(partner.events.map(\.code) == [.approved, .issuerUnreachable])
        #expect(partner.events.map(\.question.id) == partner.questions.map(\.id))
        #expect(partner.events.allSatisfy { $0.answer == .silent(silence) && $0.decidedBy == .standIn })
        #expect(try await fixture.outbox(of: card) == [#"{"answer":"00"}"#, #"{"answer":"91"}"#])
    }

    @Test("Money that was spent while the partner was asked is not spent again, and the partner gets an event")
    func spentMeanwhile() async throws {
        let plain = try await IssuingFixture.make()
        let card = try await plain.loadedCard()
        let (fixture, partner) = try await plain.asked { _ in
            _ = try await plain.follow("f1", .forcePost, "f1", for: card, amount: 4000)
            return .approved(upTo: nil)
        }
        let declined = try await fixture.pay("p1", with: card)
        #expect(declined.answer.code == .insufficientFunds && declined.failure == .notEnoughMoney)
        #expect(try await fixture.balance(of: card) == .init(posted: 1000, available: 1000))
        let event = try #require(partner.events.first)
        #expect(event.code == .insufficientFunds && event.decidedBy == .issuer && event.answer == .approved(upTo: nil))
        #expect(event.authorization.id == event.question.authorization.id)
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("If the brand approves two payments at once and there is money for one, only one is approved")
    func twoAtOnce() async throws {
        let plain = try await IssuingFixture.make()
        let card = try await plain.loadedCard(with: 2000)
        let first = try await plain.message("p1", for: card)
        let (fixture, partner) = try await plain.asked { _ in .approved(upTo: nil) }
        let outer = PlayedPartner { _ in
            let paid = try await fixture.pay("p2", with: card)
            #expect(paid.answer.code == .approved)
            return .approved(upTo: nil)
        }
        #expect(try await fixture.asking(outer).issuing.authorize(first).answer.code == .insufficientFunds)
        #expect(try await fixture.balance(of: card) == .init(posted: 2000, available: 766))
        #expect(partner.events.isEmpty && outer.events.map(\.code) == [.insufficientFunds])
        #expect(Set(partner.questions.map(\.id)).isDisjoint(with: outer.questions.map(\.id)))
    }

    @Test("A message that is repeated while the partner is asked is decided once")
    func repeatedMeanwhile() async throws {
        let plain = try await IssuingFixture.make()
        let card = try await plain.loadedCard()
        let message = try await plain.message("p1", for: card)
        let (fixture, inner) = try await plain.asked { _ in .declined(nil) }
        let outer = PlayedPartner { _ in
            let repeated = try await fixture.issuing.authorize(message)
            #expect(repeated.answer.code == .doNotHonor)
            return .approved(upTo: nil)
        }
        let answered = try await fixture.asking(outer).issuing.authorize(message)
        #expect(answered.isRepeated && answered.answer.code == .doNotHonor)
        #expect(outer.questions.map(\.id) == inner.questions.map(\.id))
        #expect(try await fixture.authorization(of: card).state.status == .declined)
        #expect(try await fixture.balance(of: card).available == 5000)
    }

    @Test("The brand can approve a lower amount, but no higher one")
    func parts() async throws {
        let plain = try await IssuingFixture.make()
        let card = try await plain.loadedCard(with: 1000)
        let (less, _) = try await plain.asked { _ in .approved(upTo: 700) }
        let part = try await less.pay("p1", with: card) { $0.fields.canApproveInPart = true }
        #expect(part.answer.code == .approvedInPart && part.answer.approved?.minorUnits == 700)
        #expect(try await less.pay("p2", with: card) { $0.fields.amount = 800 }.answer.code == .insufficientFunds)
        // The account has 300. The partner is asked about them, and meanwhile a load makes enough for the payment.
        let (grown, partner) = try await plain.asked { _ in
            try await plain.load(5000, on: card)
            return .approved(upTo: nil)
        }
        let asked = try await grown.pay("p3", with: card) { $0.fields.canApproveInPart = true }
        #expect(partner.questions.map(\.authorization.amount.minorUnits) == [300])
        #expect(asked.answer.code == .approvedInPart && asked.answer.approved?.minorUnits == 300)
        #expect(partner.events.isEmpty)
        #expect(try await grown.ledgerFindings() == [])
    }

    @Test("The brand is also asked about increments and immediate payments")
    func otherRequests() async throws {
        let plain = try await IssuingFixture.make()
        let card = try await plain.loadedCard()
        let (fixture, partner) = try await plain.asked { question in
            question.kind == .incremental ? .declined(nil) : .approved(upTo: nil)
        }
        let paid = try await fixture.pay("p1", with: card)
        let grown = try await fixture.follow("p1", .incremental, "i1", for: card, amount: 1000)
        #expect(grown.answer.code == .doNotHonor)
        #expect(try await fixture.pay("w1", with: card) { $0.fields.kind = "FINANCIAL" }.answer.code == .approved)
        #expect(partner.questions.map(\.kind) == [.authorization, .incremental, .financial])
        #expect(partner.questions[1].authorization.id == paid.authorization)
        #expect(partner.questions[1].authorization.amount.minorUnits == 1000)
        #expect(try await fixture.balance(of: card) == .init(posted: 3766, available: 2532))
    }

    @Test("The stand-in approves no increment of a payment in an excluded category, even if the increment says another")
    func excludedIncrement() async throws {
        let plain = try await IssuingFixture.make()
        let card = try await plain.loadedCard()
        _ = try await plain.pay("p1", with: card) { $0.fields.category = "7995" }
        _ = try await plain.pay("p2", with: card)
        let betting = try #require(MerchantCategory("7995"))
        let (fixture, _) = try await plain.asked(.approveUpTo(5000, except: [betting])) { _ in .silent(.timedOut) }
        let codes = [
            try await fixture.follow("p1", .incremental, "i1", for: card, amount: 100).answer.code,
            try await fixture.follow("p2", .incremental, "i2", for: card, amount: 100).answer.code,
        ]
        #expect(codes == [.issuerUnreachable, .approved])
    }

    @Test("The partner is not asked about reports, messages without money and payments that are declined anyway")
    func notAsked() async throws {
        let plain = try await IssuingFixture.make()
        let card = try await plain.loadedCard()
        _ = try await plain.pay("p1", with: card)
        let (fixture, partner) = try await plain.asked { _ in .declined(nil) }
        #expect(try await fixture.pay("p2", with: card) { $0.fields.amount = 9999 }.answer.code == .insufficientFunds)
        #expect(try await fixture.follow("p3", .advice, "a1", for: card, amount: 100).answer.code == .approved)
        #expect(try await fixture.follow("p1", .partialReversal, "v1", for: card, amount: 34).answer.code == .approved)
        #expect(try await fixture.follow("p1", .clearing, "c1", for: card, amount: 1200).answer.code == .approved)
        #expect(try await fixture.follow("p1", .refund, "r1", for: card, amount: 1200).answer.code == .approved)
        let inquiry = try await fixture.pay("q1", with: card) {
            ($0.fields.kind, $0.fields.amount) = ("ACCOUNT_VERIFICATION", 0)
        }
        #expect(inquiry.answer.code == .noReasonToDecline)
        #expect(partner.questions.isEmpty && partner.events.isEmpty)
    }

    @Test("A service that cannot ask a brand leaves the decision to the stand-in")
    func nobodyAsks() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        _ = try await fixture.asked { _ in .approved(upTo: nil) }
        let declined = try await fixture.pay("p1", with: card)
        #expect(declined.answer.code == .issuerUnreachable && declined.failure == .partnerNotAsked)
    }

    @Test("A partner that ends the subscription, or whose decision is removed, is asked no longer")
    func ended() async throws {
        let plain = try await IssuingFixture.make()
        let card = try await plain.loadedCard()
        let (fixture, partner) = try await plain.asked { _ in .declined(nil) }
        let subscription = try #require(try await plain.issuing.subscriptions(of: DemoUniverse.brand).first)
        #expect(subscription.eventType == WebhookEvent.authorization.rawValue)
        try await plain.issuing.unsubscribe(DemoUniverse.brand, from: subscription.id)
        #expect(try await fixture.pay("p1", with: card).answer.code == .approved)
        try await plain.issuing.settleWhatIsDue()
        #expect(try await plain.texts("SELECT brand FROM partner_decision") == [])
        _ = try await plain.asked { _ in .declined(nil) }
        #expect(try await fixture.pay("p2", with: card).answer.code == .doNotHonor)
        // Setting the decision again keeps one subscription.
        _ = try await plain.asked { _ in .declined(nil) }
        #expect(try await plain.issuing.subscriptions(of: DemoUniverse.brand).count == 1)
        try await plain.issuing.removePartnerDecision(of: DemoUniverse.brand)
        #expect(try await plain.issuing.subscriptions(of: DemoUniverse.brand).isEmpty)
        #expect(try await fixture.pay("p3", with: card).answer.code == .approved)
        #expect(partner.questions.count == 1)
    }

    @Test("Decisions can be set only for a known brand that has room for a subscription")
    func refused() async throws {
        let fixture = try await IssuingFixture.make()
        let url = try #require(WebhookURL("https://hooks.example/payments"))
        let issuing = fixture.issuing
        func set(_ brand: String) async -> Refusal? {
            await refusal {
                try await issuing.setPartnerDecision(
                    PartnerTerms(standIn: .decline), of: brand, at: url, signingKey: nil)
            }
        }
        #expect(await set("nobody") == .brand(.notFound))
        #expect(await refusal { try await issuing.removePartnerDecision(of: "nobody") } == .brand(.notFound))
        for brand in ["nobody", DemoUniverse.brand] {
            #expect(await refusal { _ = try await issuing.partnerDecision(of: brand) } == .brand(.isNotAsked))
        }
        let own = try await fixture.subscribe(to: .authorization, at: url.text)
        #expect(await set(DemoUniverse.brand) == .webhook(.subscriptionExists(.authorization)))
        try await issuing.unsubscribe(DemoUniverse.brand, from: own.id)
        for number in 1...WebhookEvent.subscriptionLimit {
            try await fixture.subscribe(at: "https://hooks.example/\(number)")
        }
        #expect(await set(DemoUniverse.brand) == .webhook(.subscriptionLimitExceeded))
    }
}

extension AnsweredMessage {
    /// The reason for the decline.
    fileprivate var failure: Reason? { lines.first { $0.outcome == .failed }?.reason }
}
