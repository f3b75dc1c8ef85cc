import Cards
import Issuing
import IssuingTestSupport
import Sandbox
import Testing
import TestSupport

@Suite("A simulated token service")
struct TokenErrandTests {
    private func begin() async throws -> (fixture: IssuingFixture, card: Card) {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        return (try await fixture.seasoned(), card)
    }

    private func ask(
        for card: Card, in fixture: IssuingFixture, score: Int = 5, _ fault: TokenErrand.Fault? = nil,
        identifies: Bool = true
    ) async throws -> RequestedToken {
        var errand = TokenErrand()
        (errand.deviceScore, errand.fault, errand.identifies) = (score, fault, identifies)
        return try await fixture.sandbox.requestToken(errand, for: card.id)
    }

    @Test("Green is active at once, yellow once the cardholder has typed the code, and red is no token")
    func colours() async throws {
        let (fixture, card) = try await begin()
        let green = try await ask(for: card, in: fixture)
        #expect(green.decision?.decision == .approved && green.status == .active)
        #expect(green.messages.map(\.kind) == [.eligibility, .provisioning, .tokenChange])
        let yellow = try await ask(for: card, in: fixture, score: 3)
        #expect(yellow.decision?.decision == .identify && yellow.status == .active)
        #expect(yellow.messages.map(\.kind) == [.eligibility, .provisioning, .sendCode, .verifyCode, .tokenChange])
        let red = try await ask(for: card, in: fixture, score: 1)
        #expect(red.decision?.decision == .declined && red.decision?.reason == "LOW_SCORE" && red.status == nil)
        let left = try await ask(for: card, in: fixture, score: 3, identifies: false)
        #expect(left.status == nil)
        #expect(try await fixture.tokens(of: card) == [green, yellow].map { "\($0.reference) ACTIVE" }.sorted())
    }

    @Test("Whatever goes wrong on the way, the token is active once", arguments: TokenErrand.Fault.allCases, [3, 5])
    func faults(_ fault: TokenErrand.Fault, score: Int) async throws {
        let (fixture, card) = try await begin()
        let token = try await ask(for: card, in: fixture, score: score, fault)
        #expect(token.status == .active)
        #expect(try await fixture.tokens(of: card) == ["\(token.reference) ACTIVE"])
        #expect(try await fixture.tokenizationHistory(of: card) == [
            "1 TOKENIZATION_INITIATED", "2 ENROLLMENT_SUCCESSFUL",
        ])
        #expect(try await fixture.texts("SELECT dpan_reference FROM token_request") == [token.reference])
        let codes = try await fixture.sandbox.messages(to: card.customer).count
        #expect(codes == (score == 3 ? 1 : 0))
        switch fault {
        case .timeOut: #expect(token.messages.filter(\.answer.isRepeated).count == token.messages.count / 2)
        case .late: #expect(token.messages.last?.answer.isRepeated == true)
        case .wrongCode:
            let wrong = token.messages.count { $0.answer.reason == CodeFault.notRight.rawValue }
            #expect(wrong == (score == 3 ? 1 : 0))
        case .twice: break
        }
    }

    /// The number of rows of each table in which a sandbox keeps something.
    private func sizes(in fixture: IssuingFixture) async throws -> Set<String> {
        let tables = try await fixture.texts("SELECT watched::text FROM sandbox.watched_tables()")
        let counts = tables.map { "SELECT '\($0) ' || count(*) FROM \($0)" }
        return Set(try await fixture.texts(counts.joined(separator: " UNION ALL ")))
    }

    @Test("After tokens were asked for, a reset leaves in every table as many rows as a new sandbox has")
    func reset() async throws {
        let new = try await IssuingFixture.make()
        let before = try await sizes(in: new)
        let card = try await new.issue(.virtualVisa, to: new.enrol())
        let fixture = try await new.seasoned()
        _ = try await fixture.ask("M1", for: card, token: "T1", code: fixture.wrongCVV(of: card))
        for score in [1, 3, 5] { _ = try await ask(for: card, in: fixture, score: score) }
        let used = try await sizes(in: fixture)
        for table in ["token_message", "token_request", "tokenization", "dpan_reference", "card_code_tries"] {
            #expect(before.contains("\(table) 0") && !used.contains("\(table) 0"), "\(table)")
        }
        try await fixture.sandbox.resetToDemoUniverse()
        let after = try await sizes(in: fixture)
        #expect(after.symmetricDifference(before) == [])
    }

    @Test("A card that cannot be used is not eligible, and no token is asked for")
    func notEligible() async throws {
        let (fixture, card) = try await begin()
        _ = try await fixture.move(card, to: .locked)
        let token = try await ask(for: card, in: fixture)
        #expect(token.decision == nil && token.messages.map(\.answer.reason) == ["CARD_NOT_USABLE"])
    }
}
