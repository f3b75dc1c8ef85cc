import Authorizing
import Cards
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Ledger
import Postgres
import Sandbox
import Testing
import TestSupport
import Webhooks

/// Loads, deposits and the work of timekeepers on three servers at once, while their connections to the database fail.
@Suite("Settling at three servers behind faulty wires", .timeLimit(.minutes(10)))
struct StormySettlementTests {
    @Test(
        "A load with an answer is there once with its event, and one without an answer at most once",
        arguments: StormyServers.seeds)
    func loads(seed: UInt64) async throws {
        let fixture = try await IssuingFixture.make(seed: seed)
        let subscription = try await fixture.subscribe(to: .transaction)
        let servers = try await StormyServers(on: fixture, seed: seed)
        let customers = [try await fixture.enrol(), try await fixture.enrol(), try await fixture.enrol()]
        // Each amount is loaded once, so it names its load. A load has no key, so nobody sends it again.
        let outcomes = try await servers.atOnce(Self.clients) { client in
            let amount = Money(minorUnits: Self.amount(of: client), currency: .euro)
            return try await servers.outcomeOfOneTry(for: client / 3) {
                try await $0.sandbox.load(amount, for: customers[client % 3]).amount.minorUnits
            }
        }
        try await servers.end()
        let events = try await fixture.deliverAll(to: subscription)
        #expect(Set(events.map(\.event)).count == events.count, "seed \(seed)")
        for (number, customer) in customers.enumerated() {
            let clients = (0..<Self.clients).filter { $0 % 3 == number }
            let once = { (client: Int) in "\(Self.amount(of: client)) 1" }
            let stored = Set(try await fixture.texts("""
                SELECT amount || ' ' || count(DISTINCT journal_id) FROM money.posting
                WHERE customer_id = $1 GROUP BY amount
                """, .bigint(customer.rawValue)))
            let answered = clients.filter { outcomes[$0] != nil }
            for client in answered { #expect(outcomes[client] == .success(Self.amount(of: client)), "seed \(seed)") }
            #expect(stored.isSuperset(of: answered.map(once)), "customer \(number), seed \(seed)")
            #expect(stored.isSubset(of: clients.map(once)), "customer \(number), seed \(seed)")
            let told = events.filter { $0.isAbout(customer) }.map { "\($0.text(behind: "amount") ?? "nothing") 1" }
            #expect(told.sorted() == stored.sorted(), "one event for each load, customer \(number), seed \(seed)")
            let sum = clients.filter { stored.contains(once($0)) }.reduce(0) { $0 + Self.amount(of: $1) }
            #expect(try await fixture.funds(of: customer)?.posted == sum, "customer \(number), seed \(seed)")
        }
        #expect(try await fixture.ledgerFindings() == [], "seed \(seed)")
        #expect(servers.losses > 0, "seed \(seed)")
    }

    private static let clients = 36

    private static func amount(of client: Int) -> Int64 { 1000 + Int64(client) }

    @Test("A deposit with one key begins once, takes each step once and arrives once", arguments: StormyServers.seeds)
    func deposits(seed: UInt64) async throws {
        let fixture = try await IssuingFixture.make(seed: seed)
        let subscription = try await fixture.subscribe(to: .transaction)
        let servers = try await StormyServers(on: fixture, seed: seed)
        var customers: [CustomerID] = []
        for round in 1...3 {
            let customer = try await fixture.enrol()
            let person = NamedCustomer(customer, in: DemoUniverse.brand)
            let ids = try await servers.atOnce(6) { client in
                try await servers.answer(for: client) { try await Self.begin("one", at: $0, for: person) }
            }
            #expect(Set(ids).count == 1, "round \(round), seed \(seed)")
            let id = try #require(MovementID(ids[0]))
            for (step, status) in [(Movement.Step.pending, Movement.Status.pending), (.processing, .processing)] {
                let outcomes = try await servers.atOnce(6) { client in
                    try await servers.outcome(for: client) {
                        try await $0.issuing.advanceMovement(id, .deposit, of: person, to: step).status
                    }
                }
                // A step that was taken without an answer is refused when it is repeated.
                let late = Refusal.movement(.stepNotAccepted(.deposit, status: status, step: step))
                #expect(outcomes.count { $0 == .success(status) } <= 1, "round \(round), seed \(seed): \(outcomes)")
                #expect(outcomes.allSatisfy { $0 == .success(status) || $0 == .failure(late) },
                    "round \(round), seed \(seed): \(outcomes)")
            }
            customers.append(customer)
        }
        try await servers.end()
        try await settleAtOnce(fixture, after: 60, seed: seed)
        let events = try await fixture.server(now: IssuingFixture.now + 60).deliverAll(to: subscription)
        #expect(Set(events.map(\.event)).count == events.count, "seed \(seed)")
        for customer in customers {
            let told = events.filter { $0.isAbout(customer) }.compactMap { $0.text(behind: "status") }
            #expect(told == ["PENDING", "PROCESSING", "COMPLETED"], "seed \(seed)")
            #expect(try await fixture.funds(of: customer) == .init(posted: 1000, available: 1000), "seed \(seed)")
            #expect(try await fixture.transactions(of: customer).map(\.status) == [.completed], "seed \(seed)")
        }
        #expect(try await fixture.ledgerFindings() == [], "seed \(seed)")
    }

    @Test("A hold ends once, when three servers settle at once", arguments: StormyServers.seeds)
    func holds(seed: UInt64) async throws {
        let fixture = try await IssuingFixture.make(seed: seed)
        var cards: [Card] = []
        for number in 1...6 {
            let card = try await fixture.loadedCard(with: 5000)
            #expect(try await fixture.pay("pays-\(number)", with: card).answer.code == .approved, "seed \(seed)")
            cards.append(card)
        }
        try await settleAtOnce(fixture, after: 8 * 86_400, seed: seed)
        for card in cards {
            #expect(try await fixture.balance(of: card) == .init(posted: 5000, available: 5000), "seed \(seed)")
            #expect(try await fixture.authorization(of: card).state.status == .expired, "seed \(seed)")
        }
        #expect(try await fixture.ledgerFindings() == [], "seed \(seed)")
    }

    /// Begins a deposit, and returns its id as the stored answer shows it.
    private static func begin(
        _ key: String, at server: IssuingFixture, for customer: NamedCustomer
    ) async throws -> String {
        let order = try MovementOrder.deposit(amount: 1000, currencyCode: "EUR", merchantRefNum: nil).accepted()
        let request = IdempotentRequest<Movement>(key: key, isOfBrand: true, digest: [1]) { movement in
            StoredAnswer(status: 201, body: Array("\(movement.id)".utf8))
        }
        let answered = try await server.issuing.beginMovement(order, for: customer, request: request)
        return String(decoding: answered.answer.body, as: UTF8.self)
    }

    /// Lets three timekeepers do what is due, and then another one, as five seconds later: a transaction that lost its
    /// connection may have locked what the others left out.
    private func settleAtOnce(_ fixture: IssuingFixture, after seconds: TimeInterval, seed: UInt64) async throws {
        let servers = try await StormyServers(on: fixture, now: IssuingFixture.now + seconds, seed: seed + 1000)
        _ = try await servers.atOnce(6) { client in
            try await servers.answer(for: client) { try await $0.issuing.settleWhatIsDue() }
        }
        try await servers.end()
        try await fixture.server(now: IssuingFixture.now + seconds).issuing.settleWhatIsDue()
    }
}

extension ClaimedWebhook {
    fileprivate func isAbout(_ customer: CustomerID) -> Bool { subject.hasPrefix("\(customer)/") }

    /// The number or the text that follows a member's name.
    fileprivate func text(behind name: String) -> String? {
        guard let begin = text.firstRange(of: "\"\(name)\":")?.upperBound else { return nil }
        return String(text[begin...].drop { $0 == "\"" }.prefix { $0.isLetter || $0.isNumber })
    }
}
