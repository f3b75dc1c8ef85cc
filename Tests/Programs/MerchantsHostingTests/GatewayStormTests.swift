import ContractTestSupport
import Foundation
import HTTPContract
import Identifiers
import Issuing
import IssuingTestSupport
import Ledger
import Payments
import Postgres
import Testing
import TestSupport

/// Sends fifty requests at once about one payment. Afterwards the merchant has at most the agreed amount, and the
/// gateway, the issuer and the ledger agree.
@Suite("Many requests at once for one payment", .timeLimit(.minutes(5)))
struct GatewayStormTests {
    private static let requests = 50

    private struct Scene {
        let place: Marketplace
        let shop: Shop
        let shopper: Shopper

        init(_ place: Marketplace) async throws {
            self.place = place
            (shop, shopper) = (try await Shop(place), try await Shopper(place.fixture))
        }

        /// A till at each gateway, in the order of ``Tills/gateways``.
        func tills() async throws -> [any Till] {
            var tills: [any Till] = []
            for gateway in Tills.gateways { tills.append(try await shop.till(at: gateway)) }
            return tills
        }

        func token(_ price: Money, at gateway: String) async throws -> WalletPaymentToken {
            try await shopper.pay(price, to: shop.key(for: Tills.everyWallet, at: gateway))
        }

        func sale(_ price: Money, at gateway: String) async throws -> Sale {
            let sale = try await shop.till(at: gateway).sell(token(price, at: gateway), price, as: "order-1")
            #expect(sale.isApproved, "\(sale.words)")
            return sale
        }

        /// A payment at CardPointe that is authorized and not captured.
        func authorization(_ price: Money) async throws -> Sale {
            let till = try shop.cardPointe
            let account = try await till.tokenize(token(price, at: "cardpointe"))
            let sale = try await till.sell(account: account, price, as: "order-1", capture: false)
            #expect(sale.isApproved, "\(sale.words)")
            return sale
        }

        /// The merchant's key for Apple Pay at one gateway becomes its key at all others, so a token opens at each.
        func shareKey(of gateway: String) async throws {
            let columns = "key_id, kind, wallet_id, public_key, sealed_private_key, key_version"
            let share = Statement(
                "share_key",
                """
                UPDATE merchants.merchant_key SET (\(columns)) = (
                    SELECT \(columns) FROM merchants.merchant_key
                    WHERE merchant_id = $1::text AND wallet = $2::text AND gateway = $3::text)
                WHERE merchant_id = $1::text AND wallet = $2::text
                """)
            _ = try await place.fixture.issuing.database.write(
                share(.text(shop.id.rawValue), .text(WalletKind.apple.rawValue), .text(gateway)))
        }

        /// Moves the clock until nothing is open, and expects that the ledger adds up.
        func expect(paid: Int64) async throws {
            try await place.wait(days: 10)
            let left = 5000 - paid
            #expect(try await shopper.balance() == .init(posted: left, available: left))
            #expect(try await place.fixture.ledgerFindings() == [])
            #expect(place.failures == 0)
        }
    }

    /// Sends requests at once, and returns how often each answer came.
    private static func storm(
        _ request: @escaping @Sendable (Int) async throws -> String
    ) async throws -> [String: Int] {
        try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<requests { group.addTask { try await request(number) } }
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    @Test("Of captures with different amounts one wins, and the rest of the authorization goes back")
    func captures() async throws {
        try await withMarketplace { place in
            let scene = try await Scene(place)
            let till = try scene.shop.cardPointe
            let sale = try await scene.authorization(.euros(3000))
            let answers = try await Self.storm { number in
                try await till.change("capture", sale.id, .euros(Int64(1000 + number))).words
            }
            #expect(answers["RPCT 000"] == 1 && Set(answers.keys).isSubset(of: ["RPCT 000", "PPS 25", "PPS 42"]))
            let captured = try await till.inquire(sale.id).json?["amount"]?.text
            let amount = try #require(captured.flatMap { Money($0, currency: .euro) })
            #expect((1000..<1050).contains(amount.minorUnits))
            try await scene.expect(paid: amount.minorUnits)
        }
    }

    @Test("A capture that is repeated many times is made once, and each answer is the same")
    func sameCapture() async throws {
        try await withMarketplace { place in
            let scene = try await Scene(place)
            let till = try scene.shop.cardPointe
            let sale = try await scene.authorization(.euros(3000))
            let answers = try await Self.storm { _ in try await till.change("capture", sale.id).words }
            #expect(answers == ["RPCT 000": Self.requests])
            try await scene.expect(paid: 3000)
        }
    }

    @Test("Partial voids never give back more than was authorized")
    func partialVoids() async throws {
        try await withMarketplace { place in
            let scene = try await Scene(place)
            let till = try scene.shop.cardPointe
            let sale = try await scene.authorization(.euros(3000))
            let answers = try await Self.storm { _ in try await till.change("void", sale.id, .euros(100)).words }
            #expect(answers == ["RPCT 000": 30, "PPS 25": 20])
            try await scene.expect(paid: 0)
        }
    }

    @Test("Voided money is not captured")
    func voidsAndCaptures() async throws {
        try await withMarketplace { place in
            let scene = try await Scene(place)
            let till = try scene.shop.cardPointe
            let sale = try await scene.authorization(.euros(3000))
            let answers = try await Self.storm { number in
                let isVoid = number < 48
                let answer = try await till.change(isVoid ? "void" : "capture", sale.id, isVoid ? .euros(10) : nil)
                return "\(isVoid ? "void" : "capture") \(answer.words)"
            }
            let voids = Int64(answers["void RPCT 000", default: 0])
            let captures = answers["capture RPCT 000", default: 0]
            #expect(captures >= 1, "\(answers)")
            let wins = ["void RPCT 000", "capture RPCT 000"]
            let refusals = answers.filter { !wins.contains($0.key) }.keys
            #expect(refusals.allSatisfy { ["PPS 25", "PPS 42", "PPS 43"].contains($0.suffix(6)) }, "\(answers)")
            try await scene.expect(paid: 3000 - voids * 10)
        }
    }

    @Test("A void of everything wins or loses against a capture, never both", arguments: 0..<3)
    func voidOrCapture(round: Int) async throws {
        try await withMarketplace { place in
            let scene = try await Scene(place)
            let till = try scene.shop.cardPointe
            let sale = try await scene.authorization(.euros(3000))
            let answers = try await Self.storm { number in
                let service = (number + round).isMultiple(of: 2) ? "void" : "capture"
                return "\(service) \(try await till.change(service, sale.id).words)"
            }
            // A captured payment can be voided until it is settled, so the void comes last.
            #expect(answers["void RPCT 000"] == 1, "\(answers)")
            #expect(try await till.inquire(sale.id).json?["setlstat"]?.text == "Voided")
            try await scene.expect(paid: 0)
        }
    }

    @Test("Refunds never give back more than was captured", arguments: Tills.gateways)
    func refunds(gateway: String) async throws {
        try await withMarketplace { place in
            let scene = try await Scene(place)
            let sale = try await scene.sale(.euros(3050), at: gateway)
            // CardPointe refunds only what is settled.
            try await place.wait(days: 1)
            let till = try await scene.shop.till(at: gateway)
            let answers = try await Self.storm { number in
                try await till.refund(sale, .euros(100), as: "refund-\(number)")
            }
            #expect(answers == [till.approval: 30, till.words(for: .refundedTooMuch): 20])
            try await scene.expect(paid: 50)
        }
    }

    @Test("A refund's nonce is used once, however often it is sent")
    func nonce() async throws {
        try await withMarketplace { place in
            let scene = try await Scene(place)
            let sale = try await scene.sale(.euros(3000), at: "stitch")
            let till = try await scene.shop.stitch()
            let answers = try await Self.storm { _ in try await till.refund(sale, .euros(100), as: "refund") }
            #expect(answers == ["TransactionSuccess": 1, "error INVALID_INPUT": 49])
            try await scene.expect(paid: 2900)
        }
    }

    @Test("A wallet's token is charged once, however often it is sent", arguments: Tills.gateways)
    func tokens(gateway: String) async throws {
        try await withMarketplace { place in
            let scene = try await Scene(place)
            let price = Money.euros(1234)
            let token = try await scene.token(price, at: gateway)
            let till = try await scene.shop.till(at: gateway)
            let answers = try await Self.storm { number in
                try await till.sell(token, price, as: "order-\(number)").words
            }
            #expect(answers == [till.approval: 1, till.words(for: .usedToken): 49])
            try await scene.expect(paid: 1234)
        }
    }

    @Test("CardSecure's token for a wallet's payment is charged once, however often it is sent")
    func accounts() async throws {
        try await withMarketplace { place in
            let scene = try await Scene(place)
            let (till, price) = (try scene.shop.cardPointe, Money.euros(1234))
            let account = try await till.tokenize(scene.token(price, at: "cardpointe"))
            let answers = try await Self.storm { number in
                try await till.sell(account: account, price, as: "order-\(number)").words
            }
            #expect(answers == ["RPCT 000": 1, "PPS 98": 49])
            try await scene.expect(paid: 1234)
        }
    }

    @Test("One payment of a phone that is sealed to every gateway and sent to all at once is charged once")
    func everyGateway() async throws {
        try await withMarketplace { place in
            let scene = try await Scene(place)
            let price = Money.euros(1234)
            let made = try await scene.shopper.present(price)
            let tills = try await scene.tills()
            var tokens: [WalletPaymentToken] = []
            for number in 0..<Self.requests {
                let gateway = Tills.gateways[number % tills.count]
                let key = try await scene.shop.key(for: Tills.everyWallet, at: gateway)
                tokens.append(try await scene.shopper.seal(made, of: price, to: key))
            }
            let answers = try await Self.storm { [tokens] number in
                try await tills[number % tills.count].sell(tokens[number], price, as: "order-\(number)").words
            }
            func count(_ words: [String]) -> Int { words.reduce(0) { $0 + answers[$1, default: 0] } }
            #expect(count(tills.map(\.approval)) == 1, "\(answers)")
            #expect(count(tills.map { $0.words(for: .declined(.replay)) }) == 49, "\(answers)")
            try await scene.expect(paid: 1234)
        }
    }

    @Test("One Apple Pay token, sent fifty times at once to gateways that share its key, is authorized once")
    func sharedKey() async throws {
        try await withMarketplace { place in
            let scene = try await Scene(place)
            let price = Money.euros(1234)
            try await scene.shareKey(of: "cardpointe")
            let token = try await scene.shopper.pay(price, to: scene.shop.key(for: .apple, at: "cardpointe"))
            let tills = try await scene.tills()
            let answers = try await Self.storm { number in
                try await tills[number % tills.count].sell(token, price, as: "order-\(number)").words
            }
            func count(_ words: [String]) -> Int { words.reduce(0) { $0 + answers[$1, default: 0] } }
            #expect(count(tills.map(\.approval)) == 1, "\(answers)")
            #expect(count(tills.map { $0.words(for: .usedToken) }) == 49, "\(answers)")
            #expect(try await place.fixture.authorizations(of: scene.shopper.card).count == 1)
            try await scene.expect(paid: 1234)
        }
    }
}
