import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Sandbox
import Testing
import TestSupport

@Suite("Tokens that were begun in the wallet")
struct BegunInWalletTests {
    private func phone(_ kind: SandboxPhone.Kind, for card: Card, in fixture: IssuingFixture) async throws -> PhoneID {
        try await fixture.sandbox.makePhone(kind, of: card.customer).id
    }

    private func references(of card: Card, in fixture: IssuingFixture) async throws -> [String] {
        try await fixture.tokenizations(of: card).compactMap { $0.reference?.rawValue }.sorted()
    }

    @Test(
        "Each of two phones completes its own token, even if both begin at once",
        arguments: SandboxPhone.Kind.allCases)
    func twoPhones(kind: SandboxPhone.Kind) async throws {
        let fixture = try await IssuingFixture.make()
        let other = try await fixture.server()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let (one, two) = (
            try await phone(kind, for: card, in: fixture), try await phone(kind, for: card, in: fixture)
        )
        async let first = fixture.sandbox.beginToken(of: card.id, on: one).reference
        async let second = other.sandbox.beginToken(of: card.id, on: two).reference
        let begun = [try await first, try await second].sorted()
        #expect(try await references(of: card, in: fixture) == begun)
        for reference in begun {
            #expect(try await fixture.complete(card, as: reference, in: kind.wallet).reference?.rawValue == reference)
        }
        #expect(try await fixture.tokens(of: card) == begun.map { "\($0) ACTIVE" })
        #expect(try await fixture.tokenizationHistory(of: card) == [
            "1 TOKENIZATION_INITIATED", "2 TOKENIZATION_INITIATED", "3 ENROLLMENT_SUCCESSFUL",
            "4 ENROLLMENT_SUCCESSFUL",
        ])
    }

    @Test("A token that begins on one iPhone does not affect an app's tokenization on another")
    func appOnAnotherPhone() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.tokenize(card, .apple(fixture.device()))
        let begun = try await fixture.sandbox.beginToken(
            of: card.id, on: phone(.iPhone, for: card, in: fixture)).reference
        try await fixture.tokenize(card, .apple(fixture.device()))
        #expect(try await fixture.tokenizations(of: card).count == 2, "the app has repeated its request")
        try await fixture.complete(card, as: "app-\(card.id)", in: .apple)
        #expect(try await references(of: card, in: fixture) == [begun, "app-\(card.id)"].sorted())
        try await fixture.complete(card, as: begun, in: .apple)
        #expect(try await fixture.tokens(of: card).count == 2)
    }

    @Test("A phone that begins again has one tokenization, with its new token")
    func beginningAgain() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let pixel = try await phone(.pixel, for: card, in: fixture)
        let first = try await fixture.sandbox.beginToken(of: card.id, on: pixel).reference
        _ = try await fixture.sandbox.change(first, on: pixel, by: .delete)
        let second = try await fixture.sandbox.beginToken(of: card.id, on: pixel).reference
        #expect(try await references(of: card, in: fixture) == [second])
        #expect(try await fixture.texts("SELECT reference FROM dpan_reference") == [second])
        #expect(try await fixture.tokenizationHistory(of: card) == ["1 TOKENIZATION_INITIATED"])
        #expect(try await fixture.complete(card, as: second).isCompleted)
    }

    @Test("A replacement takes over a token that was not completed, which is deleted after 30 days", arguments: [
        true, false,
    ])
    func replacedCard(isCompleted: Bool) async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let pixel = try await phone(.pixel, for: card, in: fixture)
        let begun = try await fixture.sandbox.beginToken(of: card.id, on: pixel).reference
        let new = try await fixture.replace(card, .lost)
        #expect(try await fixture.tokenizations(of: card) == [])
        #expect(try await references(of: new, in: fixture) == [begun])
        #expect(try await fixture.sandbox.tokens(on: pixel).map(\.card) == [new.id])
        if isCompleted { try await fixture.complete(new, as: begun) }
        let late = try await fixture.server(now: IssuingFixture.now + Tokenization.abandonedAfterSeconds)
        try await late.issuing.settleWhatIsDue()
        #expect(try await fixture.tokens(of: new) == (isCompleted ? ["\(begun) ACTIVE"] : []))
        #expect(try await references(of: new, in: fixture) == (isCompleted ? [begun] : []))
        #expect(try await fixture.tokenizationHistory(of: card) == (isCompleted ? ["1 TOKENIZATION_INITIATED"] : []))
        #expect(
            try await fixture.tokenizationHistory(of: new) == (isCompleted ? ["1 ENROLLMENT_SUCCESSFUL"] : []))
    }

    /// Samsung's reports name no account, so only the app's request says that there is another token.
    @Test("An app that asks again for the same phone may report another token")
    func askingAgain() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let galaxy = TokenizationApplication.google(.samsung)
        let (first, second) = ("A-\(card.id)", "B-\(card.id)")
        try await fixture.tokenize(card, galaxy)
        let waiting = try await fixture.complete(card, as: first, in: .samsung, status: .initiated)
        #expect(
            await refusal { try await fixture.complete(card, as: second, in: .samsung) }
                == .tokenization(.otherReference(.initiated, waiting.place, found: first, reported: second)))
        try await fixture.tokenize(card, galaxy)
        #expect(try await references(of: card, in: fixture) == [])
        #expect(try await fixture.complete(card, as: second, in: .samsung).id == waiting.id)
        #expect(try await fixture.tokenizationHistory(of: card) == [
            "1 TOKENIZATION_INITIATED", "2 ENROLLMENT_SUCCESSFUL",
        ])
    }
}
