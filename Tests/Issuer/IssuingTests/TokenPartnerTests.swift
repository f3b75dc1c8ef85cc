import Authorizing
import Cards
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Synchronization
import Testing
import TestSupport
import Webhooks

@Suite("A partner that is asked about tokens")
struct TokenPartnerTests {
    private final class Desk: PartnerDesk {
        private let reply: PartnerAnswer
        private let asked = Mutex<[TokenQuestion]>([])

        init(_ reply: PartnerAnswer) { self.reply = reply }

        var questions: [TokenQuestion] { asked.withLock { $0 } }

        func answer(to question: PartnerQuestion) async -> PartnerAnswer { .silent(.notAsked) }

        func answer(to question: TokenQuestion) async -> PartnerAnswer {
            asked.withLock { $0.append(question) }
            return reply
        }

        func body(of event: PartnerEvent) -> [UInt8] { [] }
    }

    private func begin(
        _ desk: Desk, standIn: Partner.StandIn = .decline
    ) async throws -> (fixture: IssuingFixture, card: Card) {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        _ = try await fixture.issuing.setPartnerDecision(
            PartnerTerms(standIn: standIn), of: DemoUniverse.brand,
            at: #require(WebhookURL("https://partner.example/decisions")), signingKey: nil)
        return (try await fixture.seasoned().asking(desk), card)
    }

    @Test("A partner that agrees leaves the decision, and one that does not declines the token")
    func answers() async throws {
        let agreeing = Desk(.approved(upTo: nil))
        let (fixture, card) = try await begin(agreeing)
        #expect(try await fixture.ask("M1", for: card, token: "T1").decision == .approved)
        #expect(try await fixture.ask("M2", for: card, token: "T2", device: "d2", score: 3).decision == .identify)
        #expect(agreeing.questions.map(\.card) == [card.id, card.id])
        let refusing = Desk(.declined(nil))
        let other = fixture.asking(refusing)
        #expect(try await other.ask("M3", for: card, token: "T3", device: "d3").reason == "PARTNER_DECLINES")
        #expect(try await other.tokenizations(of: card).count == 2)
    }

    @Test("A partner is asked only about a token that would not be declined, and once for each message")
    func questions() async throws {
        let desk = Desk(.approved(upTo: nil))
        let (fixture, card) = try await begin(desk)
        _ = try await fixture.ask("M1", for: card, token: "T1", score: 1)
        #expect(desk.questions.isEmpty)
        for _ in 1...3 { _ = try await fixture.ask("M2", for: card, token: "T2") }
        #expect(desk.questions.count == 1)
    }

    @Test("Without an answer, the stand-in rule declines the token, or the cardholder is identified")
    func silence() async throws {
        let (declining, card) = try await begin(Desk(.silent(.timedOut)))
        #expect(try await declining.ask("M1", for: card, token: "T1").reason == "PARTNER_DECLINES")
        let (approving, other) = try await begin(Desk(.silent(.timedOut)), standIn: .approve)
        let answer = try await approving.ask("M1", for: other, token: "T1")
        #expect(answer.decision == .identify && answer.reason == "PARTNER_ASKS")
    }
}
