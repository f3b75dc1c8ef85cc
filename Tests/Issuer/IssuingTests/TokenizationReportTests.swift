import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Postgres
import Testing
import TestSupport

@Suite("Reports about tokenizations")
struct TokenizationReportTests {
    @Test("A repeated completion changes nothing, and a contradicting report is refused")
    func repeatedReport() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let early = await refusal { try await fixture.complete(card, as: "A-\(card.id)") }
        #expect(early == .tokenization(.notFound(.google)))
        try await fixture.tokenize(card)
        let reference = try #require(DPANReference(rawValue: "A-\(card.id)"))
        #expect(
            try await fixture.complete(card, as: "A-\(card.id)", status: .initiated).state == .announced(reference))
        let first = try await fixture.complete(card, as: "A-\(card.id)", walletID: "40exmLiWV1iV55ZVstOAiMf7")
        #expect(first.reference?.rawValue == "A-\(card.id)")
        #expect(try await fixture.complete(card, as: "A-\(card.id)") == first)
        #expect(
            await refusal { try await fixture.complete(card, as: "A-\(card.id)", status: .initiated) }
                == .tokenization(.isCompleted))
        #expect(
            await refusal { try await fixture.complete(card, as: "B-\(card.id)") }
                == .tokenization(
                    .otherReference(.completed, first.place, found: "A-\(card.id)", reported: "B-\(card.id)")))
        #expect(
            await refusal { try await fixture.complete(card, as: "A-\(card.id)", in: .samsung) }
                == .tokenization(
                    .tokenIsElsewhere(first.place, reported: WalletPlace(wallet: .samsung))))
        #expect(try await fixture.tokenizationHistory(of: card) == [
            "1 TOKENIZATION_INITIATED", "2 ENROLLMENT_SUCCESSFUL",
        ])
    }

    @Test("A report of INITIATED keeps the reference, which a later report of the account may replace until COMPLETED")
    func keptReference() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let other = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        for each in [card, other] { try await fixture.tokenize(each) }
        for name in ["A", "A", "B"] {
            let kept = try await fixture.complete(
                card, as: "\(name)-\(card.id)", walletID: "40exmLiWV1iV55ZVstOAiMf7", status: .initiated)
            #expect(kept.reference?.rawValue == "\(name)-\(card.id)" && !kept.isCompleted)
            #expect(try await fixture.tokenizations(of: card) == [kept])
        }
        #expect(
            await refusal { try await fixture.complete(other, as: "B-\(card.id)", status: .initiated) }
                == .tokenization(.referenceTaken(.dpanRef)))
        // A was replaced, so another tokenization can have this reference.
        #expect(
            try await fixture.complete(other, as: "A-\(card.id)").reference?.rawValue == "A-\(card.id)")
        #expect(try await fixture.complete(card, as: "B-\(card.id)").isCompleted)
        #expect(try await fixture.tokens(of: card) == ["B-\(card.id) ACTIVE"])
        #expect(try await fixture.tokenizationHistory(of: card) == [
            "1 TOKENIZATION_INITIATED", "2 ENROLLMENT_SUCCESSFUL",
        ])
    }

    @Test("An abandoned tokenization releases its reference")
    func released() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.tokenize(card)
        try await fixture.complete(card, as: "A", status: .initiated)
        #expect(try await fixture.texts("SELECT reference FROM dpan_reference") == ["A"])
        let late = try await fixture.server(now: IssuingFixture.now + 30 * 24 * 60 * 60)
        try await late.issuing.settleWhatIsDue()
        #expect(try await fixture.texts("SELECT reference FROM dpan_reference") == [])
    }

    @Test("The wallet's ID selects one of two tokenizations")
    func walletID() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualMastercard, to: fixture.enrol())
        try await fixture.tokenize(card, .google(profile: "one"))
        #expect(
            await refusal { try await fixture.complete(card, as: "C-\(card.id)", in: .apple) }
                == .tokenization(.notFound(.apple, others: [.google])))
        try await fixture.tokenize(card, .google(profile: "two"))
        #expect(
            await refusal { try await fixture.complete(card, as: "C-\(card.id)", walletID: "three") }
                == .tokenization(.otherAccount(.google, found: "two", reported: "three")))
        #expect(try await fixture.complete(card, as: "C-\(card.id)", walletID: "one").place.profile == "one")
        #expect(try await fixture.complete(card, as: "D-\(card.id)").place.profile == "two")
    }

    @Test("A report of INITIATED keeps the account, unless another tokenization is INITIATED there")
    func keptAccount() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualMastercard, to: fixture.enrol())
        try await fixture.tokenize(card, .google(profile: nil))
        try await fixture.complete(card, as: "A-\(card.id)", status: .initiated)
        try await fixture.tokenize(card, .google(profile: "one"))
        let before = try await fixture.tokenizations(of: card)
        #expect(
            await refusal { try await fixture.complete(card, as: "A-\(card.id)", walletID: "one", status: .initiated) }
                == .tokenization(.placeIsTaken))
        #expect(try await fixture.tokenizations(of: card) == before)
        let kept = try await fixture.complete(card, as: "A-\(card.id)", walletID: "two", status: .initiated)
        #expect(kept.place.profile == "two" && kept.reference?.rawValue == "A-\(card.id)" && !kept.isCompleted)
        #expect(try await fixture.tokenizations(of: card).contains(kept))
    }

    @Test("Two Apple devices each have a token of one card")
    func twoAppleDevices() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        for name in ["phone", "watch"] {
            try await fixture.token("\(name)-\(card.id)", for: card, .apple(fixture.device()))
        }
        #expect(try await fixture.tokens(of: card) == ["phone-\(card.id) ACTIVE", "watch-\(card.id) ACTIVE"])
    }

    /// Two servers, which share only the database, receive the reports.
    @Test("A token that two cards report at the same time belongs to one of them")
    func simultaneousReports() async throws {
        let fixture = try await IssuingFixture.make()
        let servers = [fixture, try await fixture.server()]
        let customers = [try await fixture.enrol(), try await fixture.enrol()]
        var cards: [Card] = []
        for customer in customers { cards.append(try await fixture.issue(.virtualVisa, to: customer)) }
        for card in cards { try await fixture.tokenize(card) }
        let ends = try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                group.addTask { [cards] () async throws -> (Int, Refusal?) in
                    let which = number % 2
                    let refused = await refusal {
                        try await servers[number / 2 % 2].complete(cards[which], as: "ONE")
                    }
                    return (which, refused)
                }
            }
            return try await group.reduce(into: [(Int, Refusal?)]()) { $0.append($1) }
        }
        let owners = Set(ends.filter { $0.1 == nil }.map(\.0))
        #expect(owners.count == 1 && ends.count { $0.1 == nil } == 100)
        #expect(ends.compactMap(\.1) == Array(repeating: .tokenization(.referenceTaken(.dpanRef)), count: 100))
        #expect(try await fixture.texts("SELECT count(*)::text FROM dpan_reference") == ["1"])
        let owner = try #require(owners.first)
        #expect(try await fixture.tokens(of: cards[owner]) == ["ONE ACTIVE"])
        #expect(try await fixture.tokens(of: cards[1 - owner]) == [])
        #expect(try await fixture.tokenizationHistory(of: cards[1 - owner]) == ["1 TOKENIZATION_INITIATED"])
    }
}
