import Authorizing
import ContractTestSupport
import Gateways
import IssuingTestSupport
import Ledger
import Payments
import Testing
import TestSupport

/// Follows a payment from the phone through the gateway's own API to the balance, the transaction and the refund.
@Suite("A phone pays at a gateway", .timeLimit(.minutes(5)))
struct GatewayLoopTests {
    @Test("Money is held, cleared at the end of the day, listed and refunded", arguments: Tills.wallets)
    func loop(_ choice: GatewayWallet) async throws {
        try await withMarketplace { place in
            let (shop, shopper) = (try await Shop(place), try await Shopper(place.fixture))
            var till = try await shop.till(at: choice.gateway)
            let price = Money.euros(1234)
            let token = try await shopper.pay(price, to: shop.key(for: choice.wallet, at: choice.gateway))

            let sale = try await till.sell(token, price, as: "order-1")
            #expect(sale.isApproved, "\(sale.words)")
            #expect(try await shopper.balance() == .init(posted: 5000, available: 3766))
            try await place.wait(days: 1)
            #expect(try await shopper.balance() == .init(posted: 3766, available: 3766))
            let authorization = try await place.fixture.authorization(of: shopper.card)
            #expect(authorization.state.status == .settled && authorization.payment.merchant.name == "Corner Shop")

            // The tokens of clients are valid for less than a day, so the till needs a new one.
            till = try await shop.till(at: choice.gateway)
            let refund = Sale(id: "", words: try await till.refund(sale, .euros(300), as: "refund-1"))
            #expect(refund.isApproved, "\(refund.words)")
            #expect(try await shopper.balance() == .init(posted: 3766, available: 3766))
            try await place.wait(days: 1)
            #expect(try await shopper.balance() == .init(posted: 4066, available: 4066))
            let amounts = try await place.fixture.transactions(of: shopper.card).map(\.amount.minorUnits)
            #expect(amounts == [300, 1234, 5000], "newest first")

            till = try await shop.till(at: choice.gateway)
            let tooMuch = try await till.refund(sale, .euros(935), as: "refund-2")
            #expect(tooMuch == till.words(for: .refundedTooMuch))
            let rest = Sale(id: "", words: try await till.refund(sale, .euros(934), as: "refund-3"))
            #expect(rest.isApproved, "\(rest.words)")
            try await place.wait(days: 2)
            #expect(try await shopper.balance() == .init(posted: 5000, available: 5000))
            #expect(try await place.fixture.ledgerFindings() == [])
            #expect(place.failures == 0)
        }
    }

    @Test("At CardPointe a part is captured, and the rest goes back at once")
    func partialCapture() async throws {
        try await withMarketplace { place in
            let (shop, shopper) = (try await Shop(place), try await Shopper(place.fixture))
            let (till, price) = (try shop.cardPointe, Money.euros(3000))
            let token = try await shopper.pay(price, to: shop.key(for: .apple, at: "cardpointe"))
            let sale = try await till.sell(account: till.tokenize(token), price, as: "order-1", capture: false)
            #expect(sale.isApproved && sale.id.count == 12)
            #expect(try await shopper.balance() == .init(posted: 5000, available: 2000))
            #expect(try await till.change("capture", sale.id, .euros(1000)).words == "RPCT 000")
            try await place.side.settleWhatIsDue()
            #expect(try await shopper.balance() == .init(posted: 5000, available: 4000))
            try await place.wait(days: 1)
            #expect(try await shopper.balance() == .init(posted: 4000, available: 4000))
            let found = try await till.inquire(sale.id)
            #expect(found.json?["setlstat"]?.text == "Accepted" && found.json?["amount"]?.text == "10.00")
            #expect(try await place.fixture.ledgerFindings() == [])
        }
    }

    @Test("At CardPointe a void gives everything back at once, even of a captured payment")
    func void() async throws {
        try await withMarketplace { place in
            let (shop, shopper) = (try await Shop(place), try await Shopper(place.fixture))
            let (till, price) = (try shop.cardPointe, Money.euros(1234))
            for isCaptured in [false, true] {
                let token = try await shopper.pay(price, to: shop.key(for: .google, at: "cardpointe"))
                let sale = try await till.sell(
                    account: till.tokenize(token), price, as: "order-1", capture: isCaptured)
                #expect(try await shopper.balance() == .init(posted: 5000, available: 3766))
                #expect(try await till.change("void", sale.id).words == "RPCT 000")
                #expect(try await shopper.balance() == .init(posted: 5000, available: 5000))
                try await place.wait(days: 1)
                #expect(try await shopper.balance() == .init(posted: 5000, available: 5000))
                #expect(try await till.change("capture", sale.id).words == "PPS 25")
            }
            #expect(try await place.fixture.ledgerFindings() == [])
        }
    }

    @Test("Money that nobody captures goes back when the authorization expires")
    func expiry() async throws {
        try await withMarketplace { place in
            let (shop, shopper) = (try await Shop(place), try await Shopper(place.fixture))
            let (till, price) = (try shop.cardPointe, Money.euros(1234))
            let token = try await shopper.pay(price, to: shop.key(for: .google, at: "cardpointe"))
            let sale = try await till.sell(account: till.tokenize(token), price, as: "order-1", capture: false)
            try await place.wait(days: 5)
            #expect(try await shopper.balance() == .init(posted: 5000, available: 3766))
            try await place.wait(days: 1)
            #expect(try await shopper.balance() == .init(posted: 5000, available: 5000))
            #expect(try await till.inquire(sale.id).json?["setlstat"]?.text == "Expired")
            #expect(try await till.change("capture", sale.id).words == "PPS 25")
            #expect(try await place.fixture.ledgerFindings() == [])
        }
    }
}
