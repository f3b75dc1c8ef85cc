import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Testing
import TestSupport

/// The app begins or completes a tokenization of its own, and the network asks for the token.
@Suite("A token that an app and a network's token service both know")
struct AppsTokenTests {
    private func begin() async throws -> (fixture: IssuingFixture, card: Card) {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        return (try await fixture.seasoned(), card)
    }

    @Test("The app's report that a yellow token is complete identifies its customer; one that it waits does not")
    func completedByApp() async throws {
        let (fixture, card) = try await begin()
        _ = try await fixture.ask("M1", for: card, token: "T1", score: 3)
        try await fixture.complete(card, as: "T1", status: .initiated)
        #expect(
            await refusal { try await fixture.report("M2", .activated, of: "T1") } == .tokenization(.notIdentified))
        try await fixture.complete(card, as: "T1")
        #expect(try await fixture.tokens(of: card) == ["T1 ACTIVE"])
        #expect(try await fixture.report("M2", .activated, of: "T1").tokenStatus == .active)
    }

    @Test("The app's report of a yellow token needs the authentication that the brand's policy asks for")
    func completedByAppWithoutAuthentication() async throws {
        let first = try await IssuingFixture.make(asking: [.completeTokenization])
        let card = try await first.issue(.virtualVisa, to: first.enrol())
        let fixture = try await first.seasoned()
        _ = try await fixture.ask("M1", for: card, token: "T1", score: 3)
        let refused = await refusal { try await fixture.complete(card, as: "T1") }
        guard case .authentication(.required) = refused else {
            Issue.record("\(String(describing: refused))")
            return
        }
        #expect(try await fixture.tokens(of: card) == [])
    }

    @Test("The app's own tokenization gets the token that its network asks for, without a further code")
    func begunInApp() async throws {
        let (fixture, card) = try await begin()
        try await fixture.tokenize(card, .google(device: "device-1"))
        let answer = try await fixture.ask("M1", for: card, token: "T1", score: 2, isBegunInApp: true)
        #expect(answer.decision == .approved)
        #expect(try await fixture.tokenizations(of: card).count == 1)
        // Without the app's request, the same words of the network are not enough.
        let alone = try await fixture.ask(
            "M2", for: card, token: "T2", device: "device-2", score: 2, isBegunInApp: true)
        #expect(alone.decision == .identify)
    }

    @Test("The app's request stands for an authentication for 24 hours", arguments: [(-1.0, true), (0.0, false)])
    func oldRequestOfApp(seconds: Double, isApproved: Bool) async throws {
        let (fixture, card) = try await begin()
        try await fixture.tokenize(card, .google(device: "device-1"))
        let later = try await fixture.server(
            now: fixture.issuing.clock.now() + Tokenization.patienceSeconds + seconds)
        let answer = try await later.ask("M1", for: card, token: "T1", score: 2, isBegunInApp: true)
        #expect(answer.decision == (isApproved ? .approved : .identify))
        #expect(try await later.tokenizations(of: card).count == 1, "it is the same tokenization")
    }

    @Test("A declined token ends the app's tokenization, which the app can begin again")
    func declinedInApp() async throws {
        let (fixture, card) = try await begin()
        try await fixture.tokenize(card, .google(device: "device-1"))
        _ = try await fixture.ask("M1", for: card, token: "T1", score: 1, isBegunInApp: true)
        #expect(try await fixture.tokenizationHistory(of: card) == [
            "1 TOKENIZATION_INITIATED", "2 TOKENIZATION_FAILED",
        ])
    }
}
