import Cards
import CardSecrets
import ContractTestSupport
import Foundation
import Gateways
import HTTPContract
import Identifiers
import IssuingTestSupport
import Ledger
import Payments
import Sandbox
import Testing
import TestSupport

/// A merchant with valid credentials tries to reach the data of another merchant or another gateway.
@Suite("Isolation of merchants", .timeLimit(.minutes(5)))
struct MerchantIsolationTests {
    private struct Scene {
        let shop: Shop
        let thief: Shop
        let shopper: Shopper

        init(_ place: Marketplace) async throws {
            (shop, shopper) = (try await Shop(place), try await Shopper(place.fixture))
            thief = try await Shop(place, "700000000666", named: "Thief")
        }
    }

    private static let price = Money.euros(1234)

    @Test("At CardPointe another merchant's payment is not found, and its merchid is not accepted")
    func cardPointe() async throws {
        try await withMarketplace { place in
            let scene = try await Scene(place)
            let key = try await scene.shop.key(for: .google, at: "cardpointe")
            let (till, thief) = (try scene.shop.cardPointe, try scene.thief.cardPointe)
            let token = try await till.tokenize(scene.shopper.pay(Self.price, to: key))
            let sale = try await till.sell(account: token, Self.price, as: "order-1", capture: false)
            for service in ["capture", "void", "refund"] {
                #expect(try await thief.change(service, sale.id).words == "PPS 29", "\(service)")
            }
            #expect(try await thief.inquire(sale.id).words == "PPS 29")
            let order = "/cardconnect/rest/inquireByOrderid/order-1/\(thief.merchant)"
            for path in [order, order + "/1"] { #expect(try await thief.get(path).words == "PPS 29") }
            let byOrder: JSONValue = ["merchid": .string(thief.merchant), "orderid": "order-1"]
            #expect(try await thief.send("/cardconnect/rest/voidByOrderId", byOrder).words == "PPS 29")

            let theirs: JSONValue = ["merchid": .string(till.merchant), "retref": .string(sale.id)]
            for service in ["capture", "void", "refund", "voidByOrderId", "auth", "profile"] {
                #expect(try await thief.send("/cardconnect/rest/\(service)", theirs).status == 401, "\(service)")
            }
            for path in [
                "inquire/\(sale.id)/\(till.merchant)", "inquireMerchant/\(till.merchant)",
                "settlestat?merchid=\(till.merchant)", "funding?merchid=\(till.merchant)",
                "inquireByOrderid/order-1/\(till.merchant)/1", "bin/\(till.merchant)/\(token)",
            ] {
                #expect(try await thief.get("/cardconnect/rest/" + path).status == 401, "\(path)")
            }
            #expect(try await scene.shopper.balance() == .init(posted: 5000, available: 3766))
            #expect(try await till.change("capture", sale.id).words == "RPCT 000")
        }
    }

    @Test("At Stitch another merchant's transaction does not exist")
    func stitch() async throws {
        try await withMarketplace { place in
            let scene = try await Scene(place)
            let key = try await scene.shop.key(for: .google, at: "stitch")
            let (till, thief) = (try await scene.shop.stitch(), try await scene.thief.stitch())
            let sale = try await till.sell(scene.shopper.pay(Self.price, to: key), Self.price, as: "order-1")
            #expect(try await till.state(of: sale.id) == "TransactionSuccess")
            #expect(try await thief.state(of: sale.id) == "none")
            #expect(try await thief.refund(sale, .euros(100), as: "refund-1") == "error NOT_FOUND")
            for filter in [#"externalReference: {eq: "order-1"}"#, #"nonce: {in: ["order-1"]}"#] {
                let query = "{ client { transactions(filter: {\(filter)}) { edges { node { id } } } } }"
                let edges = try await thief.ask(query).json?["data"]?["client"]?["transactions"]?["edges"]
                #expect(edges == .array([]))
                #expect(try await till.ask(query).text.contains(sale.id))
            }
            try await place.wait(days: 1)
            #expect(try await scene.shopper.balance() == .init(posted: 3766, available: 3766))
        }
    }

    @Test("A payment belongs to one gateway, even if its merchant uses both")
    func gateways() async throws {
        try await withMarketplace { place in
            let scene = try await Scene(place)
            let (till, stitch) = (try scene.shop.cardPointe, try await scene.shop.stitch())
            let here = try await till.sell(
                scene.shopper.pay(Self.price, to: scene.shop.key(for: .google, at: "cardpointe")), Self.price,
                as: "order-1")
            let there = try await stitch.sell(
                scene.shopper.pay(Self.price, to: scene.shop.key(for: .google, at: "stitch")), Self.price,
                as: "order-1")
            let fields = "... on GooglePayTransaction { retrievalReferenceNumber }"
            let query = "query Find($id: ID!) { node(id: $id) { \(fields) } }"
            let found = try await stitch.ask(query, ["id": .string(there.id)])
            let reference = try #require(found.json?["data"]?["node"]?["retrievalReferenceNumber"]?.text)
            for service in ["capture", "void", "refund"] {
                #expect(try await till.change(service, reference).words == "PPS 29")
            }
            let stored = try await place.side.payments.payment(reference: here.id)
            let id = try #require(stored).id.description
            #expect(try await stitch.state(of: id) == "none")
            #expect(try await stitch.refund(Sale(id: id, words: ""), .euros(100), as: "x") == "error NOT_FOUND")
            #expect(try await till.get("/cardconnect/rest/inquireByOrderid/order-1/\(till.merchant)/1").text
                .contains(reference) == false)
            try await place.wait(days: 1)
            #expect(try await scene.shopper.balance() == .init(posted: 2532, available: 2532))
        }
    }

    @Test("A wallet's token opens only for its merchant at its gateway; other attempts do not use it up",
        arguments: [WalletKind.apple, .google])
    func tokens(wallet: WalletKind) async throws {
        try await withMarketplace { place in
            let scene = try await Scene(place)
            let gateways = Tills.all.filter { $0.wallets.contains(wallet) }.map { $0.gateway }
            var tokens: [String: WalletPaymentToken] = [:]
            for gateway in gateways {
                _ = try await scene.thief.key(for: wallet, at: gateway)
                let key = try await scene.shop.key(for: wallet, at: gateway)
                tokens[gateway] = try await scene.shopper.pay(.euros(100), to: key)
            }
            for (sealedTo, token) in tokens {
                for gateway in gateways {
                    for shop in [scene.thief, scene.shop] where gateway != sealedTo || shop.id == scene.thief.id {
                        let theft = try await shop.till(at: gateway).sell(token, .euros(100), as: "theft")
                        #expect(!theft.isApproved, "\(gateway)")
                    }
                }
            }
            #expect(try await scene.shopper.balance() == .init(posted: 5000, available: 5000))
            for (gateway, token) in tokens {
                let sale = try await scene.shop.till(at: gateway).sell(token, .euros(100), as: "order-1")
                #expect(sale.isApproved, "\(gateway): \(sale.words)")
            }
            try await place.wait(days: 1)
            let left = Int64(5000 - 100 * gateways.count)
            #expect(try await scene.shopper.balance() == .init(posted: left, available: left))
        }
    }

    @Test("CardSecure's token for a wallet's payment is charged only by the merchant that got it")
    func accounts() async throws {
        try await withMarketplace { place in
            let scene = try await Scene(place)
            let (till, thief) = (try scene.shop.cardPointe, try scene.thief.cardPointe)
            let key = try await scene.shop.key(for: .google, at: "cardpointe")
            let account = try await till.tokenize(scene.shopper.pay(Self.price, to: key))
            #expect(try await thief.sell(account: account, Self.price, as: "theft").words == "PPS 98")
            #expect(try await till.sell(account: account, Self.price, as: "order-1").isApproved)
        }
    }

    @Test("Merchants do not share nonces")
    func nonces() async throws {
        try await withMarketplace { place in
            let scene = try await Scene(place)
            for shop in [scene.shop, scene.thief] {
                let till = try await shop.stitch()
                let key = try await shop.key(for: .google, at: "stitch")
                let sale = try await till.sell(scene.shopper.pay(Self.price, to: key), Self.price, as: "same")
                #expect(sale.isApproved, "\(sale.words)")
                #expect(try await till.refund(sale, .euros(100), as: "same") == "TransactionSuccess")
                #expect(try await till.refund(sale, .euros(100), as: "same") == "error INVALID_INPUT")
                let second = try await till.sell(scene.shopper.pay(Self.price, to: key), Self.price, as: "same")
                #expect(second.words == "error INVALID_INPUT")
            }
            try await place.wait(days: 2)
            #expect(try await scene.shopper.balance() == .init(posted: 2732, available: 2732))
        }
    }

    @Test("A stored account is found and charged only by the merchant that stored it")
    func profiles() async throws {
        try await withMarketplace { place in
            let scene = try await Scene(place)
            let (till, thief) = (try scene.shop.cardPointe, try scene.thief.cardPointe)
            let plastic = try await place.fixture.sandbox.plastic(of: scene.shopper.card.id)
            let expiry = plastic.card.expiry
            let stored = try await till.send(
                "/cardconnect/rest/profile",
                [
                    "merchid": .string(till.merchant), "account": .string(plastic.pan.reveal { $0 }),
                    "expiry": .string(String(expiry.year * 100 + expiry.month)),
                ])
            #expect(stored.words == "PPS 09", "\(stored.text)")
            let profile = try #require(stored.json?["profileid"]?.text)
            let members: JSONValue = ["profile": .string(profile), "amount": "12.34", "capture": "Y"]
            #expect(try await thief.authorize(members).words == "PPS 96")
            let path = "/cardconnect/rest/profile/\(profile)/1/"
            #expect(try await thief.get(path + thief.merchant).words == "PPS 96")
            #expect(try await thief.get(path + till.merchant).status == 401)
            #expect(try await till.authorize(members).words == "FNOR 00")
        }
    }
}
