import Cards
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Testing
import TestSupport
import Validation
import Webhooks

@Suite("Tokenizations that a network refuses")
struct TokenizationFailureTests {
    private static let pixel = WalletPlace(
        wallet: .google, device: "WNkcsfZPiKfa5PrH3jilkQYT", profile: "40exmLiWV1iV55ZVstOAiMf7")

    @Test("A refusal is stored and reported once, and the tokenization stays INITIATED")
    func failure() async throws {
        let fixture = try await IssuingFixture.make()
        let subscription = try await fixture.subscribe(to: .tokenization)
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.tokenize(card)
        for _ in 1...2 { try await fixture.refuseToken(of: card, at: Self.pixel) }
        let failed = try await fixture.tokenizations(of: card)
        #expect(failed.map(\.state) == [.failed] && !failed[0].isCompleted)
        #expect(try await fixture.tokenizationHistory(of: card) == [
            "1 TOKENIZATION_INITIATED", "2 TOKENIZATION_FAILED",
        ])
        let told = try await fixture.deliverAll(to: subscription)
        #expect(told.count == 2)
        #expect(told[1].text == #"{"id":"\#(told[1].event)","cardId":"\#(card.id)","#
            + #""customerId":"\#(card.customer)","walletType":"GOOGLE","deviceId":"WNkcsfZPiKfa5PrH3jilkQYT","#
            + #""eventTimestamp":"2026-03-15T12:00:00Z","enrollmentStatus":"TOKENIZATION_FAILED"}"#)
    }

    @Test("After a refusal, the same wallet begins the same tokenization again")
    func newBeginning() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.tokenize(card)
        let first = try await fixture.tokenizations(of: card)
        for _ in 1...2 {
            try await fixture.refuseToken(of: card, at: Self.pixel)
            try await fixture.tokenize(card)
        }
        #expect(try await fixture.tokenizations(of: card) == first)
        try await fixture.complete(card, as: "A")
        try await fixture.refuseToken(of: card, at: Self.pixel)
        #expect(try await fixture.tokens(of: card) == ["A ACTIVE"])
        #expect(try await fixture.tokenizationHistory(of: card) == [
            "1 TOKENIZATION_INITIATED", "2 TOKENIZATION_FAILED", "3 TOKENIZATION_INITIATED", "4 TOKENIZATION_FAILED",
            "5 TOKENIZATION_INITIATED", "6 ENROLLMENT_SUCCESSFUL",
        ])
    }

    @Test("A token that was reported after a refusal is known", arguments: TokenizationReport.Status.allCases)
    func reportedAnyway(status: TokenizationReport.Status) async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.tokenize(card)
        try await fixture.refuseToken(of: card, at: Self.pixel)
        let known = try await fixture.complete(card, as: "F-\(card.id)", status: status)
        #expect(known.reference?.rawValue == "F-\(card.id)" && known.isCompleted == (status == .completed))
        try await fixture.refuseToken(of: card, at: Self.pixel)
        #expect(try await fixture.tokenizations(of: card) == [known])
    }

    @Test("A failed tokenization is deleted 30 days after it began, with its history")
    func abandoned() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.tokenize(card)
        try await fixture.refuseToken(of: card, at: Self.pixel)
        try await fixture.server(now: IssuingFixture.now + 30 * 24 * 60 * 60).issuing.settleWhatIsDue()
        #expect(try await fixture.tokenizations(of: card) == [])
        #expect(try await fixture.tokenizationHistory(of: card) == [])
    }
}

extension IssuingFixture {
    /// A network refuses the card in a wallet at this place.
    func refuseToken(of card: Card, at place: WalletPlace) async throws {
        let issuing = issuing
        try await issuing.database.transaction { tx throws(IssuingFailure) in
            guard let held = try tx.run(CardStatements.hold(.id(card.customer), .id(card.id))).first else { return }
            try issuing.commitFailure(of: held, at: place, in: tx)
        }
    }
}
