import Authorizing
import Cards
import CardSecrets
import ContractTestSupport
import HTTPContract
import IssuingTestSupport
import Ledger
import Payments
import Sandbox
import SimulatedWallets
import Testing
import TestSupport

/// Counts the round trips of a payment, from the gateway's request to the issuer's answer and back. Each payment is
/// made once before it is counted, so that all connections are open.
@Suite("Round trips of payments at gateways", .timeLimit(.minutes(5)))
struct GatewayCostTests {
    private static let price = Money.euros(300)

    @Test("Charging a card's number, token or profile at CardPointe takes the recorded round trips")
    func cardAtCardPointe() async throws {
        try await measured { place, meter in
            let (till, shopper) = (try await Shop(place).cardPointe, try await Shopper(place.fixture))
            let plastic = try await place.fixture.sandbox.plastic(of: shopper.card.id)
            let expiry = plastic.card.expiry
            let card: JSONValue = [
                "account": .string(plastic.pan.reveal { $0 }), "amount": "3.00", "capture": "Y",
                "expiry": .string(String(expiry.year * 100 + expiry.month)),
            ]
            let other = try await Shopper(place.fixture)
            let unknown = try await place.fixture.sandbox.plastic(of: other.card.id).pan.reveal { $0 }

            let first = try await till.authorize(card.adding("profile", "Y"))
            #expect(first.words == "FNOR 00", "\(first.text)")
            let token = try #require(first.json?["token"]?.text)
            let profile = try #require(first.json?["profileid"]?.text)
            let payments: [(String, JSONValue)] = [
                ("a known number", card), ("a new number", card.adding("account", .string(unknown))),
                ("a token", card.adding("account", .string(token))),
                ("a profile", ["profile": .string(profile), "amount": "3.00"]),
            ]
            var costs: [String: DatabaseCost] = [:]
            for (name, members) in payments {
                costs[name] = try await meter.cost {
                    let answer = try await till.authorize(members)
                    #expect(answer.words == "FNOR 00", "\(answer.text)")
                }
            }
            #expect(costs == [
                "a known number": DatabaseCost(roundTrips: 5, statements: 19),
                "a new number": DatabaseCost(roundTrips: 5, statements: 20),
                "a token": DatabaseCost(roundTrips: 5, statements: 19),
                "a profile": DatabaseCost(roundTrips: 5, statements: 18),
            ])
        }
    }

    @Test("Charging a wallet's token at CardPointe takes the recorded round trips, without the network's own")
    func walletAtCardPointe() async throws {
        try await measured { place, meter in
            let (shop, shopper) = (try await Shop(place), try await Shopper(place.fixture))
            let till = try shop.cardPointe
            var costs: [DatabaseCost] = []
            for order in ["order-1", "order-2"] {
                let sealed = try await shopper.pay(Self.price, to: shop.key(for: .google, at: "cardpointe"))
                let token = try await till.tokenize(sealed)
                costs.append(try await meter.cost {
                    let sale = try await till.sell(account: token, Self.price, as: order)
                    #expect(sale.isApproved, "\(sale.words)")
                })
            }
            // The simulated network finds the token's card and counts the cryptogram, in the same Postgres.
            let made = try await shopper.present(Self.price)
            let presented = PresentedToken(
                dpan: made.dpan, cryptogram: made.cryptogram.bytes, amount: Self.price, entryMode: .ecommerce,
                message: try #require(NetworkReference("M1")))
            let network = try await meter.cost {
                let found = try await place.fixture.sandbox.detokenize(presented)
                #expect(found?.cryptogram == .valid)
            }
            let cost = try #require(costs.last)
            #expect(cost.roundTrips - network.roundTrips == 5 && cost.statements - network.statements == 20)
            #expect(network == DatabaseCost(roundTrips: 2, statements: 6))
        }
    }

    @Test("Initiating a transaction at Stitch takes the recorded round trips")
    func stitch() async throws {
        try await measured { place, meter in
            let (shop, shopper) = (try await Shop(place), try await Shopper(place.fixture))
            let till = try await shop.stitch()
            var costs: [DatabaseCost] = []
            for order in ["order-1", "order-2"] {
                let token = try await shopper.pay(Self.price, to: shop.key(for: .google, at: "stitch"))
                costs.append(try await meter.cost {
                    let sale = try await till.sell(token, Self.price, as: order)
                    #expect(sale.isApproved, "\(sale.words)")
                })
            }
            #expect(costs.last == DatabaseCost(roundTrips: 10, statements: 30))
        }
    }

    @Test("Paying a session at Dintero takes the recorded round trips")
    func dintero() async throws {
        try await measured { place, meter in
            let (shop, shopper) = (try await Shop(place), try await Shopper(place.fixture))
            let till = try await shop.dintero()
            var costs: [DatabaseCost] = []
            for order in ["order-1", "order-2"] {
                let token = try await shopper.pay(Self.price, to: shop.key(for: .apple, at: "dintero"))
                let session = try await till.session(of: Self.price, named: order)
                let submitted = try await till.submit(token, for: session, at: try await till.submission(for: session))
                let transaction = try #require(submitted.json?["transaction_id"]?.text, "\(submitted.text)")
                costs.append(try await meter.cost {
                    let paid = try await till.pay(session, with: transaction)
                    #expect(paid.dinteroWords == "success", "\(paid.text)")
                })
            }
            #expect(costs.last == DatabaseCost(roundTrips: 11, statements: 29))
        }
    }

    @Test("Paying an intent at MoneyHash with a card takes the recorded round trips")
    func moneyHash() async throws {
        try await measured { place, meter in
            let (till, shopper) = (try await Shop(place).moneyHash, try await Shopper(place.fixture))
            let plastic = try await place.fixture.sandbox.plastic(of: shopper.card.id)
            let expiry = plastic.card.expiry
            let card: JSONValue = [
                "card_number": .string(plastic.pan.reveal { $0 }), "cvv": .string(plastic.cvv.reveal { $0 }),
                "expiry_month": .string(String(String(100 + expiry.month).suffix(2))),
                "expiry_year": .string(String(expiry.year)),
            ]
            var costs: [DatabaseCost] = []
            for order in ["order-1", "order-2"] {
                let id = try await till.intent(of: Self.price, named: order, ["payment_method": "CARD"])
                costs.append(try await meter.cost {
                    let paid = try await till.send("POST", "/direct/payments/intents/\(id)/card/", card)
                    #expect(paid.moneyHashWords == "6000", "\(paid.text)")
                })
            }
            #expect(costs.last == DatabaseCost(roundTrips: 16, statements: 32))
        }
    }

    private func measured(_ work: (Marketplace, DatabaseMeter) async throws -> Void) async throws {
        let meter = DatabaseMeter()
        try await withMarketplace(on: IssuingFixture.make(metrics: meter.metrics)) { place in
            try await work(place, meter)
            #expect(place.failures == 0)
        }
    }
}
