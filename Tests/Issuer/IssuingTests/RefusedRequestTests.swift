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

/// A refused request changes no byte of any table.
@Suite("Database rows after a refused request")
struct RefusedRequestTests {
    private typealias Attempt = @Sendable (Cast) async throws -> Void

    private static let creations: [(Refusal, Attempt)] = [
        (.application(.cardLimitExceeded), { _ = try await $0.create(.ordering(.virtualMastercard)) }),
        (.invalidFields([]), { _ = try await $0.create(.ordering(.virtualUS)) }),
        (.invalidFields([]), { _ = try await $0.create(.ordering(.virtualVisa, pin: "12")) }),
        (.customer(.notFound), {
            _ = try await $0.create(.ordering(.virtualVisa), for: CustomerID(999))
        }),
        (.idempotency(.keyReused), {
            _ = try await $0.create(.ordering(.virtualVisa), request: .keyed("taken", digest: "another"))
        }),
    ]

    private static let updates: [(Refusal, Attempt)] = [
        (.card(.transitionNotAllowed(from: .cancelled, to: .active, accepted: [])), {
            _ = try await $0.fixture.move($0.cancelled, to: .active)
        }),
        (.card(.transitionNotAllowed(from: .locked, to: .active, accepted: [.cancelled, .digital])), {
            _ = try await $0.fixture.move($0.locked, to: .active)
        }),
        (.card(.transitionNotAllowed(from: .suspended, to: .digital, accepted: [.cancelled, .issued])), {
            _ = try await $0.fixture.move($0.suspended, to: .digital, by: .business)
        }),
        (.pin(.notAllowed(status: .locked, isPINSet: false)), {
            _ = try await $0.fixture.setPIN("4071", of: $0.locked)
        }),
        (.pin(.notAllowed(status: .issued, isPINSet: true)), {
            _ = try await $0.fixture.setPIN("4071", of: $0.issued)
        }),
        (.pin(.isSetByUpdate), { _ = try await $0.fixture.setPIN("4071", of: $0.active, by: .separate) }),
        (.pin(.isSetBySeparateCall), { _ = try await $0.fixture.setPIN("4071", of: $0.foreign) }),
    ]

    private static let others: [(Refusal, Attempt)] = [
        (.card(.activationNotAllowed(status: .active, type: .virtual)), {
            _ = try await $0.fixture.activate($0.active)
        }),
        (.card(.activationNotAllowed(status: .suspended, type: .physical)), {
            _ = try await $0.fixture.activate($0.suspended, request: .keyed("new"))
        }),
        (.idempotency(.keyReused), {
            _ = try await $0.fixture.activate($0.digital, cvv: "---", request: .keyed("taken", digest: "another"))
        }),
        (.card(.replacementNotAllowed(status: .cancelled, reason: .lost)), {
            _ = try await $0.fixture.replace($0.cancelled, .lost, request: .keyed("new"))
        }),
        (.card(.replacementNotAllowed(status: .digital, reason: .damaged)), {
            _ = try await $0.fixture.replace($0.digital, .damaged)
        }),
        (.invalidFields([]), { _ = try await $0.fixture.replace($0.active, .lost, address: .home(in: "BG")) }),
        (.pin(.triesNotUsedUp), {
            _ = try await $0.fixture.issuing.resetTries(
                of: $0.digital.id, of: $0.customer, request: .keyed("new"))
        }),
        (.event(.notAllowed(.chipAndPIN, status: .issued)), {
            _ = try await $0.fixture.administration.record(.chipAndPIN, on: $0.issued.id)
        }),
        (.event(.needsPlastic(.delivered)), {
            _ = try await $0.fixture.administration.record(.delivered, on: $0.active.id)
        }),
    ]

    @Test("A refused request changes no row")
    func unchangedDatabase() async throws {
        let cast = try await Cast.gather()
        _ = try await cast.create(.ordering(.virtualVisa), request: .keyed("taken"))
        var before = try await cast.fixture.contents()
        for (expected, attempt) in Self.creations + Self.updates + Self.others {
            let refused = await refusal { try await attempt(cast) }
            #expect(refused?.isLike(expected) == true, "\(String(describing: refused)), expected \(expected)")
            let after = try await cast.fixture.contents()
            #expect(after == before, "\(expected) left something")
            before = after
        }
    }

    @Test("A wrong activation changes only its counters")
    func wrongActivation() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.digitalVisa, to: fixture.enrol())
        let before = try await fixture.contents()
        try await fixture.activateWrongly(card)
        let after = try await fixture.contents()
        #expect(Set(before.keys.filter { before[$0] != after[$0] }) == ["card", "card_code_tries"])
        try await fixture.issuing.database.execute(
            script: "UPDATE card SET wrong_activations = 0, wrong_tries_in_all = 0; DELETE FROM card_code_tries")
        #expect(try await fixture.contents() == before)
    }

    /// The request draws 16 numbers, and all of them are taken, as in an exhausted range.
    @Test("If all drawn card numbers are taken, the request fails and changes no row")
    func usedUpNumbers() async throws {
        let fixture = try await IssuingFixture.make()
        let first = try await fixture.server(drawing: .seeded(9))
        for _ in 0..<4 {
            let customer = try await fixture.enrol()
            for _ in 0..<5 { _ = try await first.issue(.virtualVisa, to: customer) }
        }
        let late = try await fixture.enrol()
        let before = try await fixture.contents()
        let second = try await fixture.server(drawing: .seeded(9))
        let failure = await #expect(throws: IssuingFailure.self) { try await second.issue(.virtualVisa, to: late) }
        #expect(failure?.postgresFailure?.constraint == "pan_is_issued_once")
        #expect(try await fixture.contents() == before)
    }
}

/// A European customer with a card in every status that refuses a request, and the card of an American customer.
private struct Cast {
    let fixture: IssuingFixture
    let customer: CustomerID
    let active, locked, cancelled, suspended, digital, issued, foreign: Card

    static func gather() async throws -> Cast {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        let suspended = try await fixture.issue(.physicalMastercard, to: customer)
        try await fixture.activateWrongly(suspended, times: 3)
        let cancelled = try await fixture.issue(.virtualVisa, to: customer)
        _ = try await fixture.move(cancelled, to: .cancelled)
        let locked = try await fixture.issue(.digitalVisa, to: customer)
        _ = try await fixture.move(locked, to: .locked)
        for _ in 0..<5 { _ = try await fixture.issue(.virtualMastercard, to: customer) }
        return Cast(
            fixture: fixture, customer: customer, active: try await fixture.issue(.virtualVisa, to: customer),
            locked: locked, cancelled: cancelled, suspended: suspended,
            digital: try await fixture.issue(.digitalVisa, to: customer),
            issued: try await fixture.issue(.physicalMastercard, to: customer, pin: "1234"),
            foreign: try await fixture.issue(.virtualUS, to: fixture.enrol(country: "US")))
    }

    func create(
        _ application: CardApplication, for customer: CustomerID? = nil, request: IdempotentRequest<Card> = .unkeyed()
    ) async throws -> Answered<Card> {
        try await fixture.issuing.createCard(application, pin: nil, for: customer ?? self.customer, request: request)
    }
}

extension Refusal {
    /// Compares refusals without their fields, because other tests check which fields are invalid.
    fileprivate func isLike(_ other: Refusal) -> Bool {
        if case .invalidFields = other { return !fields.isEmpty }
        return self == other
    }
}
