import Cards
import Foundation
import Identifiers
import IssuingTestSupport
import Postgres
import Testing
import TestSupport
import Validation

@testable import Issuing

@Suite("Idempotency keys")
struct IdempotencyTests {
    private func create(
        _ fixture: IssuingFixture, _ customer: CustomerID, _ request: IdempotentRequest<Card>
    ) async throws -> Answered<Card> {
        try await fixture.issuing.createCard(.ordering(.virtualVisa), pin: nil, for: customer, request: request)
    }

    private func cards(_ fixture: IssuingFixture, of customer: CustomerID) async throws -> Int {
        try await fixture.issuing.cards(
            of: customer, matching: CardFilter(statuses: nil, cardType: nil, limit: 1, offset: 0)
        ).total
    }

    @Test("A repeated request gets the first answer and does nothing")
    func repeatedRequest() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        let first = try await create(fixture, customer, .keyed("a key"))
        let again = try await create(fixture, customer, .keyed("a key"))
        #expect(!first.isReplayed && again.isReplayed)
        #expect(again.answer == first.answer)
        #expect(try await cards(fixture, of: customer) == 1)
    }

    @Test("The stored answer does not change when the card changes")
    func storedAnswer() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        let first = try await create(fixture, customer, .keyed("a key"))
        _ = try await fixture.move(#require(first.value), to: .cancelled)
        #expect(try await create(fixture, customer, .keyed("a key")).answer == first.answer)
    }

    @Test("A different request with the same key is refused")
    func differentRequest() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        let first = try await create(fixture, customer, .keyed("a key"))
        #expect(await refusal { try await create(fixture, customer, .keyed("a key", digest: "another")) }
            == .idempotency(.keyReused))
        let card = try #require(first.value)
        #expect(await refusal { try await fixture.replace(card, .lost, request: .keyed("a key", digest: "third")) }
            == .idempotency(.keyReused))
        #expect(try await cards(fixture, of: customer) == 1)
        #expect(try await fixture.reread(card) == card)
    }

    @Test("Two customers can use the same key")
    func keyPerCustomer() async throws {
        let fixture = try await IssuingFixture.shared()
        for _ in 0..<2 {
            let customer = try await fixture.enrol()
            #expect(try await create(fixture, customer, .keyed("a key", digest: "\(customer)")).isReplayed == false)
        }
    }

    @Test("A customer and the customer's brand can use the same key")
    func keyOfBrand() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        let mine = try await create(fixture, customer, .keyed("a key"))
        let brands = try await create(fixture, customer, .keyed("a key", isOfBrand: true, digest: "another"))
        #expect(!mine.isReplayed && !brands.isReplayed)
        let again = try await create(fixture, customer, .keyed("a key", isOfBrand: true, digest: "another"))
        #expect(again.isReplayed && again.answer == brands.answer)
        #expect(try await create(fixture, customer, .keyed("a key")).answer == mine.answer)
        let other = try await fixture.enrol()
        let others = try await create(fixture, other, .keyed("a key", isOfBrand: true, digest: "third"))
        #expect(!others.isReplayed, "a brand's key is another one for each customer")
    }

    @Test("Two owners of idempotency keys never have the same text form")
    func keyOwners() {
        let (one, eleven) = (CustomerID(1), CustomerID(11))
        let owners: [IdempotencyKeyOwner] = [
            .customer(one), .customer(eleven), .brandOf(one), .brandOf(eleven), .brand("1"), .brand("customer 1"),
            .brand("-of 1"), .brand("of 1"), .brand(""),
        ]
        #expect(Set(owners.map(\.text)).count == owners.count)
    }

    @Test("A key is remembered for 24 hours")
    func keyLifetime() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        let first = try await create(fixture, customer, .keyed("a key"))
        let day: TimeInterval = 24 * 60 * 60
        let before = try await fixture.server(now: IssuingFixture.now + day - 0.001)
        #expect(try await create(before, customer, .keyed("a key")).answer == first.answer)
        #expect(await refusal { try await create(before, customer, .keyed("a key", digest: "another")) }
            == .idempotency(.keyReused))

        let after = try await fixture.server(now: IssuingFixture.now + day)
        let second = try await create(after, customer, .keyed("a key", digest: "another"))
        #expect(!second.isReplayed && second.answer != first.answer)
        #expect(try await create(after, customer, .keyed("a key", digest: "another")).answer == second.answer)
        #expect(await refusal { try await create(after, customer, .keyed("a key")) } == .idempotency(.keyReused))
        #expect(try await cards(fixture, of: customer) == 2)
    }

    @Test("A refused request does not use up its key")
    func refusedRequest() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        let card = try await fixture.issue(.digitalVisa, to: customer)
        _ = try await fixture.move(card, to: .locked)
        #expect(await refusal { try await fixture.replace(card, .renew, address: DeliveryAddress.Draft(city: "?"),
            request: .keyed("a key")) }?.fields == ["deliveryAddress.city"])
        #expect(try await fixture.replace(card, .renew, request: .keyed("a key")).id != card.id)
    }

    @Test("Resetting tries, replacing and activating replay the answer of their key")
    func operations() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        let card = try await fixture.issue(.digitalVisa, to: customer)
        try await fixture.activateWrongly(card, times: 3)
        func reset() async throws -> Answered<Card> {
            try await fixture.issuing.resetTries(of: card.id, of: customer, request: .keyed("reset"))
        }
        let asked = ReplacementApplication.read(reason: .renew, deliveryAddress: nil, pin: nil, userAgent: nil)
        func replace() async throws -> Answered<Card> {
            try await fixture.issuing.replaceCard(
                card.id, of: customer, asked: asked, pin: nil, request: .keyed("replace"))
        }
        for operation in [reset, replace] {
            let first = try await operation()
            let second = try await operation()
            #expect(!first.isReplayed && second.isReplayed && first.answer == second.answer)
        }
        #expect(try await cards(fixture, of: customer) == 2)
        let other = try await fixture.issue(.physicalMastercard, to: customer)
        let active = try await fixture.activate(other, request: .keyed("activate"))
        #expect(try await fixture.activate(other, request: .keyed("activate")).answer == active.answer)
        #expect(try await fixture.path(of: other) == [.issued, .active])
    }

    @Test("While a request is in progress, another with its key is refused immediately", arguments: [false, true])
    func keyInUse(onCluster: Bool) async throws {
        let fixture = try await IssuingFixture.make(onCluster: onCluster)
        let customer = try await fixture.enrol()
        let (claimed, finish) = (Gate(), Gate())
        let request = IdempotentRequest<Card>.keyed("a key")
        async let working: Void = fixture.issuing.database.transaction { tx throws(PostgresFailure) in
            _ = try tx.run(request.claim(customer))
            claimed.open()
            finish.wait()
        }
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                claimed.wait()
                continuation.resume()
            }
        }
        #expect(await refusal { try await create(fixture, customer, request) } == .idempotency(.keyInUse))
        #expect(try await create(fixture, customer, .keyed("another key")).isReplayed == false)
        finish.open()
        try await working
        #expect(try await create(fixture, customer, request).isReplayed == false)
    }
}
