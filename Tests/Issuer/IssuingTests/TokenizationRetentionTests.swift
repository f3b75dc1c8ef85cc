import Cards
import CardSecrets
import Foundation
import Issuing
import IssuingTestSupport
import Postgres
import Testing
import TestSupport
import Webhooks

@Suite("Unfinished tokenizations and used nonces are deleted") struct TokenizationRetentionTests {
    private static let day: TimeInterval = 24 * 60 * 60

    @Test("A repeated tokenization in the same place seals the card again, without history or webhook")
    func sameAgain() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.subscribe(to: .tokenization)
        let first = try #require(try await fixture.tokenize(card).value?.opaque)
        let before = try await fixture.tokenizations(of: card)
        let later = try await fixture.server(now: IssuingFixture.now + 60)
        for _ in 1...3 { #expect(try await later.tokenize(card).value?.opaque != first) }
        #expect(try await fixture.tokenizationHistory(of: card) == ["1 TOKENIZATION_INITIATED"])
        #expect(try await fixture.texts("SELECT count(*)::text FROM webhook_delivery") == ["1"])
        let after = try await fixture.tokenizations(of: card)
        #expect(after.map(\.id) == before.map(\.id) && after[0].initiatedAt == IssuingFixture.now + 60)
        try await later.tokenize(card, .google(.samsung))
        #expect(try await fixture.tokenizationHistory(of: card).count == 2, "another place is news")
        #expect(try await fixture.texts("SELECT count(*)::text FROM webhook_delivery") == ["2"])
    }

    @Test(
        "After 30 days unfinished tokenizations are deleted; tokens, history and its numbering stay",
        arguments: [false, true])
    func abandoned(onCluster: Bool) async throws {
        let fixture = try await IssuingFixture.make(onCluster: onCluster)
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.token("A", for: card)
        try await fixture.tokenize(card, .google(.samsung))
        try await fixture.tokenize(card, .apple(fixture.device()))
        let before = try await fixture.tokenizationHistory(of: card)
        #expect(before.count == 4)
        try await fixture.server(now: IssuingFixture.now + 30 * Self.day - 1).issuing.settleWhatIsDue()
        #expect(try await fixture.tokenizationHistory(of: card) == before)
        let late = try await fixture.server(now: IssuingFixture.now + 30 * Self.day)
        try await late.issuing.settleWhatIsDue()
        #expect(try await fixture.tokenizations(of: card).map(\.reference?.rawValue) == ["A"])
        #expect(try await fixture.tokenizationHistory(of: card) == Array(before.prefix(2)))
        let refused = await refusal { try await late.complete(card, as: "B", in: .samsung) }
        #expect(refused == .tokenization(.notFound(.samsung)))
        try await late.tokenize(card, .google(.samsung))
        #expect(try await fixture.tokenizationHistory(of: card).last == "5 TOKENIZATION_INITIATED")
    }

    @Test("A repeated tokenization is kept for 30 more days", arguments: [false, true])
    func askedAgain(onCluster: Bool) async throws {
        let fixture = try await IssuingFixture.make(onCluster: onCluster)
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.tokenize(card)
        try await fixture.server(now: IssuingFixture.now + 20 * Self.day).tokenize(card)
        try await fixture.server(now: IssuingFixture.now + 40 * Self.day).issuing.settleWhatIsDue()
        #expect(try await fixture.tokenizations(of: card).count == 1)
    }

    @Test(
        "If completion and deletion happen together, the token has its history or neither exists",
        arguments: [false, true])
    func race(onCluster: Bool) async throws {
        let fixture = try await IssuingFixture.make(onCluster: onCluster)
        let customer = try await fixture.enrol()
        var cards: [Card] = []
        for _ in 1...4 { cards.append(try await fixture.issue(.virtualVisa, to: customer)) }
        for card in cards { try await fixture.tokenize(card) }
        let late = try await fixture.server(now: IssuingFixture.now + 30 * Self.day)
        async let settled = late.issuing.settleWhatIsDue()
        let refusals = await withTaskGroup(of: (Int, Refusal?).self) { group in
            for (number, card) in cards.enumerated() {
                group.addTask { (number, await refusal { try await late.complete(card, as: "R\(number)") }) }
            }
            return await group.reduce(into: [Int: Refusal]()) { refused, outcome in refused[outcome.0] = outcome.1 }
        }
        #expect(try await settled == 0, "no card has expired")
        for (number, card) in cards.enumerated() {
            let refused = refusals[number]
            #expect(refused == nil || refused == .tokenization(.notFound(.google)))
            let count = try await fixture.tokenizations(of: card).count
            #expect(count == (refused == nil ? 1 : 0))
            #expect(try await fixture.tokenizationHistory(of: card).count == count * 2)
        }
    }

    @Test("A nonce is kept until 1 day after its certificate expires, and is accepted once")
    func nonces() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let device = try fixture.device()
        try await fixture.tokenize(card, .apple(device))
        let count = "SELECT count(*)::text FROM apple_nonce"
        // The simulated certificate is valid for 30 days.
        for (seconds, faults, kept) in [
            (30 * Self.day - 1, ["nonce.used"], "1"), (30 * Self.day + 1, ["leafCertificate.expired"], "1"),
            (31 * Self.day - 1, ["leafCertificate.expired"], "1"), (31 * Self.day, ["leafCertificate.expired"], "0"),
        ] {
            let server = try await fixture.server(now: IssuingFixture.now + seconds)
            try await server.issuing.settleWhatIsDue()
            #expect(try await fixture.texts(count) == [kept], "after \(seconds) s")
            #expect(await refusal { try await server.tokenize(card, .apple(device)) }?.faults == faults)
        }
    }
}
