import ContractTestSupport
import Foundation
import HTTPContract
import IssuingTestSupport
import Ledger
import Payments
import Testing
import TestSupport

/// `GRAPHQL_NOISE` is the number of bodies, and `GRAPHQL_SEED` the seed that they are drawn from.
@Suite("GraphQL over HTTP with random bodies", .timeLimit(.minutes(10)))
struct GraphQLNoiseTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["GRAPHQL_NOISE"].flatMap { Int($0) } ?? 600
    private static let seed = environment["GRAPHQL_SEED"].flatMap { UInt64($0) } ?? 1

    @Test("Every body gets an answer in GraphQL's shape, no failure of the service, and no money moves")
    func noise() async throws {
        try await withMarketplace { place in
            let (shop, shopper) = (try await Shop(place), try await Shopper(place.fixture))
            let till = try await shop.stitch()
            var noise = GraphQLNoise(seed: Self.seed)
            var tried = 0
            for number in 0..<Self.count {
                let body = noise.body()
                let answer = try await till.post(body)
                let shape = answer.json
                if answer.text.contains(#""TransactionFailure""#) { tried += 1 }
                let isWhole = shape?["data"] != nil || shape?["errors"] != nil
                let hasFailed = answer.text.contains("INTERNAL_SERVER_ERROR")
                let isFine = [200, 400, 413].contains(answer.status) && isWhole && !hasFailed
                #expect(isFine, "seed \(Self.seed), body \(number): \(answer.status) \(answer.text.prefix(300))")
            }
            #expect(place.failures == 0)
            #expect(tried > 0, "some bodies got as far as the issuer, which knows no such card")
            let price = Money.euros(1234)
            let sale = try await till.sell(
                shopper.pay(price, to: shop.key(for: .google, at: "stitch")), price, as: "after the noise")
            #expect(sale.isApproved, "\(sale.words)")
            #expect(try await shopper.balance() == .init(posted: 5000, available: 3766))
        }
    }

    @Test("A text with a null character is refused wherever texts are stored or searched")
    func nullCharacters() async throws {
        try await withMarketplace { place in
            let (shop, shopper) = (try await Shop(place), try await Shopper(place.fixture))
            let till = try await shop.stitch()
            let key = try await shop.key(for: .google, at: "stitch")
            let price = Money.euros(1234)
            let refused = try await till.sell(shopper.pay(price, to: key), price, as: "a\u{0}b")
            #expect(refused.words == "error INVALID_INPUT")
            let sale = try await till.sell(shopper.pay(price, to: key), price, as: "order-1")
            #expect(try await till.refund(sale, .euros(100), as: "a\u{0}b") == "error INVALID_INPUT")
            let filter: JSONValue = ["filter": ["nonce": ["eq": "a\u{0}b"]]]
            let list = "client { transactions(filter: $filter) { edges { node { id } } } }"
            let found = try await till.ask("query Find($filter: TransactionsFilter) { \(list) }", filter)
            #expect(found.json?["data"]?["client"]?["transactions"]?["edges"] == .array([]), "\(found.text)")
            #expect(place.failures == 0)
        }
    }

    @Test("A document that is far too large is refused before it is read")
    func large() async throws {
        try await withMarketplace { place in
            let till = try await Shop(place).stitch()
            for count in [100_000, 1_000_000, 8_000_000] {
                let body = #"{"query":"{ \#(String(repeating: "a ", count: count / 2))}"}"#
                let status = try? await till.post(Array(body.utf8)).status
                #expect([nil, 200, 400, 413].contains(status))
                #expect(count < 8_000_000 || status != 200)
            }
            #expect(try await till.ask("{ __typename }").status == 200)
        }
    }
}
