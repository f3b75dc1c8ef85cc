import Authorizing
import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Postgres
import Testing
import TestSupport

@Suite("List of a customer's cards")
struct ListTests {
    /// Eight cards in random order, two at each of four times; every second one is locked.
    private static func eight(in fixture: IssuingFixture) async throws -> (customer: CustomerID, cards: [Card]) {
        let customer = try await fixture.enrol()
        var cards: [Card] = []
        for hours in [2.0, 0, 3, 1] {
            let then = try await fixture.server(now: IssuingFixture.now + hours * 3600)
            cards.append(try await then.issue(.virtualMastercard, to: customer))
            cards.append(try await then.move(then.issue(.digitalVisa, to: customer), to: .locked))
        }
        return (customer, cards)
    }

    @Test("The newest cards come first; of cards of one moment, the last issued one")
    func sortOrder() async throws {
        let fixture = try await IssuingFixture.shared()
        let (customer, cards) = try await Self.eight(in: fixture)
        let page = try await fixture.issuing.cards(of: customer, matching: .all)
        let expected = cards.enumerated().sorted {
            ($0.element.createdAt, $0.offset) > ($1.element.createdAt, $1.offset)
        }
        #expect(page.cards == expected.map(\.element))
        #expect(page.total == 8)
    }

    @Test("Authorizations and trusted devices of one moment are in the order in which they were made, newest first")
    func oneMoment() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        for number in 1...6 { _ = try await fixture.pay("p\(number)", with: card) }
        let references = try await fixture.authorizations(of: card).map(\.payment.reference.text)
        #expect(references == (1...6).reversed().map { "p\($0)" })
        for number in 1...TrustedDevice.allowed {
            try await fixture.issuing.database.execute(
                script: """
                    INSERT INTO trusted_device (customer_id, device_id, name, public_key, created_at)
                    VALUES (\(card.customer), gen_random_uuid(), '\(number)', decode(repeat('04', 65), 'hex'), now())
                    """)
        }
        try await fixture.issuing.database.execute(script: "UPDATE trusted_device SET created_at = '2026-01-01'")
        let names = try await fixture.issuing.trustedDevices(of: card.customer).map(\.name)
        #expect(names == (1...TrustedDevice.allowed).reversed().map { "\($0)" })
    }

    @Test("Pages of any size show every card once", arguments: 1...9)
    func pages(limit: Int) async throws {
        let fixture = try await IssuingFixture.shared()
        let (customer, _) = try await Self.eight(in: fixture)
        let all = try await fixture.issuing.cards(of: customer, matching: .all).cards
        var paged: [Card] = []
        for offset in stride(from: 0, to: 8, by: limit) {
            let page = try await fixture.issuing.cards(
                of: customer, matching: CardFilter(statuses: nil, cardType: nil, limit: limit, offset: offset))
            #expect(page.cards.count == min(limit, 8 - offset))
            #expect(page.total == 8)
            paged += page.cards
        }
        #expect(paged == all)
    }

    @Test("A page after the last card has only the total")
    func emptyPage() async throws {
        let fixture = try await IssuingFixture.shared()
        let (customer, _) = try await Self.eight(in: fixture)
        let page = try await fixture.issuing.cards(
            of: customer, matching: CardFilter(statuses: nil, cardType: nil, limit: 10, offset: 8))
        #expect(page.cards.isEmpty && page.total == 8)
        let none = try await fixture.issuing.cards(of: fixture.enrol(), matching: .all)
        #expect(none.cards.isEmpty && none.total == 0)
    }

    @Test("Filters apply to the cards and to the total", arguments: [
        (statuses: nil, cardType: nil, count: 8),
        (statuses: [CardStatus.active], cardType: nil, count: 4),
        (statuses: [.locked, .cancelled], cardType: nil, count: 4),
        (statuses: [.active, .locked], cardType: nil, count: 8),
        (statuses: [.lost], cardType: nil, count: 0),
        (statuses: nil, cardType: Program.CardType.physical, count: 4),
        (statuses: [.active], cardType: .physical, count: 0),
        (statuses: [.active], cardType: .virtual, count: 4),
    ] as [(statuses: [CardStatus]?, cardType: Program.CardType?, count: Int)])
    func filters(
        statuses: [CardStatus]?, cardType: Program.CardType?, count: Int
    ) async throws {
        let fixture = try await IssuingFixture.shared()
        let (customer, cards) = try await Self.eight(in: fixture)
        let page = try await fixture.issuing.cards(
            of: customer, matching: CardFilter(statuses: statuses, cardType: cardType, limit: 3, offset: 0))
        let matching = cards.filter {
            (statuses?.contains($0.standing.status) ?? true) && (cardType == nil || $0.cardType == cardType)
        }
        #expect(matching.count == count)
        #expect(page.total == count)
        #expect(page.cards.count == min(3, count))
        #expect(page.cards.allSatisfy(matching.contains))
    }

    @Test("The list has no cards of other customers")
    func otherCustomer() async throws {
        let fixture = try await IssuingFixture.shared()
        let (mine, theirs) = (try await fixture.enrol(), try await fixture.enrol())
        let card = try await fixture.issue(.virtualVisa, to: mine)
        _ = try await fixture.issue(.virtualVisa, to: theirs)
        #expect(try await fixture.issuing.cards(of: mine, matching: .all).cards == [card])
    }
}

extension CardFilter {
    fileprivate static let all = CardFilter(statuses: nil, cardType: nil, limit: 100, offset: 0)
}
