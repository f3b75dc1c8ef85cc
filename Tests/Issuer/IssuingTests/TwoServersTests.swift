import Administration
import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport

/// Two servers, which share only the database, do each of these operations at the same time.
@Suite("Simultaneous requests to two servers")
struct TwoServersTests {
    @Test("Of 50 simultaneous applications, exactly the allowed 5 succeed")
    func cardLimit() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        let results = try await race(50, in: fixture) { server, _ in
            try await server.issue(.virtualMastercard, to: customer)
        }
        let cards = results.compactMap { try? $0.get() }
        #expect(cards.count == 5)
        #expect(results.compactMap(\.refusal) == Array(repeating: .application(.cardLimitExceeded), count: 45))
        let id = customer.rawValue
        #expect(try await fixture.texts("""
            SELECT concat_ws(' ', (SELECT issued_cards FROM card_allowance WHERE customer_id = $1),
                (SELECT count(*) FROM card WHERE customer_id = $1),
                (SELECT count(*) FROM card_status_history WHERE customer_id = $1),
                (SELECT count(*) FROM issued_pan WHERE customer_id = $1))
            """, .bigint(id)) == ["5 5 5 5"])
        for card in cards { #expect(try await fixture.path(of: card) == [.active]) }
    }

    @Test("Of 100 simultaneous applications with one key, one issues a card")
    func sameKey() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        let results = try await race(100, in: fixture) { server, _ in
            try await server.issuing.createCard(
                .ordering(.virtualVisa), pin: nil, for: customer, request: .keyed("one"))
        }
        let answered = results.compactMap { try? $0.get() }
        let first = try #require(answered.first { !$0.isReplayed })
        #expect(answered.count { !$0.isReplayed } == 1)
        #expect(answered.allSatisfy { $0.answer == first.answer })
        #expect(results.compactMap(\.refusal).allSatisfy { $0 == .idempotency(.keyInUse) })
        let page = try await fixture.issuing.cards(
            of: customer, matching: CardFilter(statuses: nil, cardType: nil, limit: 100, offset: 0))
        #expect(page.cards == [try #require(first.value)])
    }

    @Test("Of 30 simultaneous wrong activations, exactly 3 are counted")
    func wrongActivations() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.physicalMastercard, to: fixture.enrol())
        let wrong = try await fixture.wrongCVV(of: card)
        let results = try await race(30, in: fixture) { server, _ in
            try await server.activate(card, cvv: wrong).value?.triesLeft
        }
        #expect(results.compactMap { try? $0.get() }.compactMap(\.self).sorted() == [0, 1, 2])
        let refusals = results.compactMap(\.refusal)
        #expect(refusals.count == 27)
        #expect(refusals.allSatisfy { $0 == .card(.activationNotAllowed(status: .suspended, type: .physical)) })
        #expect(try await fixture.reread(card).wrongActivations == 3)
        #expect(try await fixture.path(of: card) == [.issued, .suspended])
    }

    @Test("A card is activated once, by activation or by chip and PIN")
    func activateOnce() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.digitalVisa, to: fixture.enrol())
        let results = try await race(20, in: fixture) { server, number in
            number % 4 == 3
                ? try await server.administration.record(.chipAndPIN, on: card.id).standing.status
                : try await server.activate(card).value?.card?.standing.status
        }
        #expect(results.compactMap { try? $0.get() }.allSatisfy { $0 == .active })
        #expect(try await fixture.path(of: card) == [.digital, .active])
    }

    @Test("Simultaneous changes never move a card out of CANCELLED or record a refused change", arguments: 1...4)
    func statusHistory(round: Int) async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.digitalVisa, to: fixture.enrol())
        let moves: [@Sendable (IssuingFixture) async throws -> Card] = [
            { try await $0.move(card, to: .locked) }, { try await $0.move(card, to: .digital) },
            { try await $0.administration.record(.suspend, on: card.id) },
            { try await $0.administration.record(.resume, on: card.id) },
            { try await $0.move(card, to: .active) }, { try await $0.administration.record(.chipAndPIN, on: card.id) },
        ]
        let results = try await race(60, in: fixture) { server, number in
            if number == 45 { return try await server.move(card, to: .cancelled, by: .business) }
            return try await moves[(number * 7 + round) % moves.count](server)
        }
        let path = try await fixture.path(of: card)
        // A chip-and-PIN transaction succeeds on a card that is already ACTIVE, but does not change its status.
        #expect(path.count - 1 <= results.count { $0.refusal == nil })
        #expect(path.count > 1)
        #expect(path.dropLast().allSatisfy { $0 != .cancelled })
    }

    @Test("A card is replaced once")
    func replaceOnce() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        let card = try await fixture.issue(.virtualVisa, to: customer)
        let results = try await race(20, in: fixture) { server, number in
            try await server.replace(card, number % 2 == 0 ? .renew : .lost)
        }
        #expect(results.compactMap { try? $0.get() }.count == 1)
        #expect(try await fixture.texts(
            "SELECT count(*)::text FROM card WHERE customer_id = $1", .bigint(customer.rawValue)) == ["2"])
        #expect(try await fixture.path(of: card).count == 2)
    }

    @Test("Two servers that draw the same numbers never issue one twice")
    func uniqueNumbers() async throws {
        let fixture = try await IssuingFixture.make(seed: 3)
        let twin = try await fixture.server(drawing: .seeded(3))
        let customers = [try await fixture.enrol(), try await fixture.enrol(), try await fixture.enrol()]
        let servers = [fixture, twin]
        try await withThrowingTaskGroup { group in
            for server in servers {
                group.addTask {
                    for customer in customers {
                        for _ in 0..<2 { _ = try await server.issue(.virtualVisa, to: customer) }
                    }
                }
            }
            try await group.waitForAll()
        }
        var numbers: Set<String> = []
        for id in try await fixture.texts("SELECT card_id::text FROM card") {
            let plastic = try await fixture.sandbox.plastic(of: #require(CardID(id)))
            numbers.insert(plastic.pan.reveal { $0 })
        }
        #expect(numbers.count == 12)
        #expect(try await fixture.texts("SELECT count(*)::text FROM issued_pan") == ["12"])
    }
}

extension Result where Failure == Refusal {
    fileprivate var refusal: Refusal? {
        guard case .failure(let refusal) = self else { return nil }
        return refusal
    }
}
