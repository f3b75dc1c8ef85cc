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
import Validation

/// An order issues either all its cards or none.
@Suite("Bulk orders")
struct BulkOrderTests {
    @Test("The cards of an order are issued in the sequence of its entries")
    func issuedCards() async throws {
        let fixture = try await IssuingFixture.make(seed: 21)
        let people = try await fixture.enrol(count: 2)
        let order = try await fixture.accepted([
            Asked(customer: people[0], program: .virtualVisa, pin: "4071", externalID: "first"),
            Asked(customer: people[1], program: .physicalMastercard, pin: "4082"),
            Asked(customer: people[0], program: .digitalVisa),
            Asked(customer: people[0], program: .virtualVisa),
        ])
        #expect(order == BulkOrder(
            id: order.id, status: .accepted, numberOfCards: 4, createdAt: IssuingFixture.now))
        #expect(try await fixture.reread(order) == order)
        try await fixture.issuing.workOnBulkOrders()

        let done = try await fixture.reread(order)
        #expect(done.status == .completed && done.failure == nil)
        #expect(done.startedAt == IssuingFixture.now && done.completedAt == IssuingFixture.now)
        #expect(done.cards.map(\.customer) == [people[0], people[1], people[0], people[0]])
        var cards: [Card] = []
        for issued in done.cards { cards.append(try await fixture.issuing.card(issued.card, of: issued.customer)) }
        #expect(cards.map(\.standing.status) == [.active, .issued, .digital, .active])
        #expect(cards.map(\.isPINSet) == [true, true, false, false])
        #expect(cards.map(\.externalID) == ["first", nil, nil, nil])
        #expect(cards[1].deliveryAddress?.city == "Sofia" && cards[0].deliveryAddress == nil)
        #expect(cards.map(\.account) == [0, 1, 0, 0].map { cards[$0].account })
        #expect(cards[0].account != cards[1].account, "Each customer has one account in EUR.")
        #expect(try await fixture.opensPIN(of: cards[0]) == "4071")
        #expect(try await fixture.opensPIN(of: cards[1]) == "4082")
        for card in cards {
            #expect(try await fixture.path(of: card) == [card.standing.status])
            let plastic = try await fixture.sandbox.plastic(of: card.id)
            #expect(plastic.pan.lastFour == card.lastFour && plastic.pan.bin == card.bin)
        }
        #expect(try await fixture.texts(
            "SELECT concat_ws(' ', program_name, issued_cards) FROM card_allowance WHERE customer_id = $1 ORDER BY 1",
            .bigint(people[0].rawValue)) == ["DEMO-PHYSICAL-VISA-EEA 1", "DEMO-VIRTUAL-VISA-EEA 2"])
        _ = try await fixture.activate(cards[1])
    }

    @Test("If any entry is invalid, all errors are returned and nothing is stored")
    func invalidEntry() async throws {
        let fixture = try await IssuingFixture.make(seed: 22)
        let (customer, full) = (try await fixture.enrol(), try await fixture.enrol())
        for _ in 0..<4 { _ = try await fixture.issue(.virtualVisa, to: full) }
        try await fixture.issuing.database.execute(script: "INSERT INTO brand VALUES ('elsewhere')")
        let stranger = try await fixture.enrol(in: "elsewhere")
        let before = try await fixture.contents()
        let refused = await refusal {
            try await fixture.order([
                Asked(customer: customer, program: .virtualVisa), Asked(customer: stranger, program: .virtualVisa),
                Asked(customer: full, program: .virtualVisa), Asked(customer: full, program: .virtualVisa),
                Asked(customer: CustomerID(999), program: .virtualVisa, pin: "12"),
                Asked(customer: customer, program: .virtualUS, pin: "12"),
            ])
        }
        #expect(refused?.fields == [
            "cards[1].customerId", "cards[3].programName", "cards[4].customerId", "cards[5].programName",
            "cards[5].cardPin",
        ])
        #expect(try await fixture.contents() == before)
    }

    @Test("An order that can no longer be fulfilled fails and issues no card")
    func impossibleOrder() async throws {
        let fixture = try await IssuingFixture.make(seed: 23)
        let people = try await fixture.enrol(count: 3)
        let order = try await fixture.accepted(people.map { Asked(customer: $0, program: .virtualVisa, pin: "4071") })
        for _ in 0..<5 { _ = try await fixture.issue(.virtualVisa, to: people[1]) }
        let before = try await fixture.contents()
        try await fixture.issuing.workOnBulkOrders()
        let failed = try await fixture.reread(order)
        #expect(failed.status == .failed && failed.cards.isEmpty && failed.completedAt == IssuingFixture.now)
        #expect(failed.failure == BulkOrder.Failure(
            reason: "One field of the order has become invalid since it was accepted, so no card is issued.",
            violations: [
                FieldError(
                    "cards[1].programName",
                    "exceeds the customer's limit: allowableCards of DEMO-VIRTUAL-VISA-EEA is 0")
            ]))
        let after = try await fixture.contents()
        #expect(after.filter { before[$0.key] != $0.value }.map(\.key) == ["bulk_order"])
        #expect(try await fixture.texts("SELECT sealed_applications::text FROM bulk_order") == ["∅"])
    }

    @Test("Another brand's order is not found")
    func otherBrandsOrder() async throws {
        let fixture = try await IssuingFixture.make(seed: 24)
        let order = try await fixture.accepted([Asked(customer: fixture.enrol(), program: .virtualVisa)])
        #expect(await refusal { try await fixture.issuing.bulkOrder(order.id, of: "elsewhere") }
            == .bulkOrder(.notFound))
        let unknown = fixture.issuing.entropy.id(BulkOrderID.self)
        #expect(
            await refusal { try await fixture.issuing.bulkOrder(unknown, of: DemoUniverse.brand) }
                == .bulkOrder(.notFound))
    }

    @Test("A repeated request creates one order, and its key is free after 24 hours")
    func repeatedOrder() async throws {
        let fixture = try await IssuingFixture.make(seed: 25)
        let asked = [Asked(customer: try await fixture.enrol(), program: .virtualVisa)]
        let first = try await fixture.order(asked, request: .keyed("k"))
        try await fixture.issuing.workOnBulkOrders()
        let again = try await fixture.order(asked, request: .keyed("k"))
        #expect(!first.isReplayed && again.isReplayed && again.answer == first.answer)
        #expect(
            await refusal { try await fixture.order(asked, request: .keyed("k", digest: "another")) }
                == .idempotency(.keyReused))
        #expect(try await fixture.texts("SELECT count(*)::text FROM bulk_order") == ["1"])

        let tomorrow = try await fixture.server(now: IssuingFixture.now + 24 * 60 * 60)
        try await tomorrow.issuing.settleWhatIsDue()
        #expect(try await fixture.texts("SELECT count(*)::text FROM idempotent_answer") == ["0"])
        #expect(!(try await tomorrow.order(asked, request: .keyed("k", digest: "another")).isReplayed))
    }

    @Test("The number of a brand's unfinished orders is limited")
    func unfinishedOrderLimit() async throws {
        let fixture = try await IssuingFixture.make(seed: 26)
        let asked = [Asked(customer: try await fixture.enrol(), program: .virtualVisa)]
        let order = try await fixture.accepted(asked)
        try await fixture.issuing.database.execute(script: """
            INSERT INTO bulk_order (order_id, brand, status, number_of_cards, created_at, sealed_applications,
                                    applications_key_version)
            SELECT gen_random_uuid(), brand, status, number_of_cards, created_at, sealed_applications,
                   applications_key_version
            FROM bulk_order, generate_series(2, \(BulkOrder.maximumUnfinished))
            """)
        #expect(await refusal { try await fixture.order(asked) } == .bulkOrder(.tooMany))
        try await fixture.issuing.database.execute(script: "DELETE FROM bulk_order WHERE order_id <> '\(order.id)'")
        #expect(try await fixture.accepted(asked).status == .accepted)
    }

    @Test("Waiting applications are unreadable in the database and are deleted when the order is done")
    func sealedApplications() async throws {
        let fixture = try await IssuingFixture.make(seed: 27)
        let asked = Asked(
            customer: try await fixture.enrol(), program: .virtualVisa, pin: "4071", externalID: "a-telling-name")
        let order = try await fixture.accepted([asked])
        let hidden = ["a-telling-name", "4071"].map { text in
            text.utf8.map { String($0, radix: 16) }.joined()
        }
        let waiting = try await DatabaseDump.text(of: fixture.scratch)
        #expect(waiting.contains("\(order.id)"))
        for text in hidden + ["a-telling-name"] { #expect(!waiting.contains(text)) }
        let columns = Set(waiting.split(separator: "\n").flatMap { $0.split(separator: "\t") })
        #expect(!columns.contains("4071"))
        try await fixture.issuing.workOnBulkOrders()
        #expect(try await fixture.texts(
            "SELECT num_nonnulls(sealed_applications, applications_key_version)::text FROM bulk_order") == ["0"])
        #expect(try await DatabaseDump.text(of: fixture.scratch).contains("a-telling-name"), "the card's row has it")
    }
}
