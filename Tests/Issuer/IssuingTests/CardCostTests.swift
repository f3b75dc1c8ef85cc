import Authorizing
import Cards
import Issuing
import IssuingTestSupport
import Testing
import TestSupport

/// Counts the round trips of the most frequent operations. Each is done once before it is counted, so that all
/// connections are open.
@Suite("Round trips of operations on a card")
struct CardCostTests {
    @Test("Creating a card and changing its status take the recorded round trips and statements")
    func createAndChange() async throws {
        let meter = DatabaseMeter()
        let fixture = try await IssuingFixture.make(metrics: meter.metrics)
        let customer = try await fixture.enrol()
        var card = try await fixture.issue(.virtualVisa, to: customer)
        card = try await fixture.move(card, to: .locked)
        var costs: [String: DatabaseCost] = [:]
        costs["create"] = try await meter.cost { _ = try await fixture.issue(.virtualVisa, to: customer) }
        costs["change"] = try await meter.cost { _ = try await fixture.move(card, to: .active) }
        costs["controls"] = try await meter.cost { _ = try await fixture.setControls(.none, of: card) }
        let inWallet = try await fixture.issue(.virtualVisa, to: customer)
        try await fixture.token("A", for: inWallet)
        costs["change with a token"] = try await meter.cost { _ = try await fixture.move(inWallet, to: .locked) }
        try await fixture.subscribe(to: .cardStatus)
        costs["create with a webhook"] = try await meter.cost {
            _ = try await fixture.issue(.virtualVisa, to: customer)
        }
        costs["first change with a webhook"] = try await meter.cost { _ = try await fixture.move(card, to: .locked) }
        costs["change with a webhook"] = try await meter.cost { _ = try await fixture.move(card, to: .active) }
        costs["change with a webhook and a token"] = try await meter.cost {
            _ = try await fixture.move(inWallet, to: .active)
        }
        try await fixture.subscribe(to: .token)
        costs["change with webhooks of card and token"] = try await meter.cost {
            _ = try await fixture.move(inWallet, to: .locked)
        }
        #expect(costs == [
            "create": DatabaseCost(roundTrips: 2, statements: 8),
            "change": DatabaseCost(roundTrips: 1, statements: 1),
            "controls": DatabaseCost(roundTrips: 1, statements: 1),
            "change with a token": DatabaseCost(roundTrips: 1, statements: 1),
            "create with a webhook": DatabaseCost(roundTrips: 2, statements: 8),
            // The server learns from it that one statement does not suffice for this brand.
            "first change with a webhook": DatabaseCost(roundTrips: 3, statements: 7),
            "change with a webhook": DatabaseCost(roundTrips: 2, statements: 6),
            "change with a webhook and a token": DatabaseCost(roundTrips: 2, statements: 7),
            // Only the statement that changes the tokens knows which tokens change.
            "change with webhooks of card and token": DatabaseCost(roundTrips: 3, statements: 7),
        ])
        #expect(try await fixture.outbox(of: card).count == 2)
        #expect(try await fixture.outbox(of: inWallet).count == 3)
    }

    @Test("An authorization and its clearing take the recorded round trips and statements")
    func payment() async throws {
        let meter = DatabaseMeter()
        let fixture = try await IssuingFixture.make(metrics: meter.metrics)
        let card = try await fixture.loadedCard()
        for name in ["p1", "p2", "told"] {
            if name == "told" { try await fixture.subscribe(to: .transaction) }
            let authorization = try await fixture.message(name, for: card)
            let clearing = try await fixture.message("c-\(name)", for: card) { message in
                (message.fields.kind, message.fields.lifecycle) = (.value(.clearing), Sent(name))
            }
            var answers: [AnsweredMessage] = []
            let paying = try await meter.cost { answers.append(try await fixture.issuing.authorize(authorization)) }
            let booking = try await meter.cost { answers.append(try await fixture.issuing.authorize(clearing)) }
            #expect(answers.allSatisfy { $0.answer.code == .approved })
            guard name != "p1" else { continue }
            #expect(paying == DatabaseCost(roundTrips: 2, statements: 12))
            #expect(booking == DatabaseCost(roundTrips: 2, statements: name == "told" ? 13 : 12))
        }
    }
}
