import Cards
import CardSecrets
import ContractTestSupport
import Foundation
import HTTPContract
import IssuingTestSupport
import Ledger
import Payments
import Sandbox
import SimulatedWallets
import Testing
import TestSupport

@Suite("Amounts and currencies at their limits", .timeLimit(.minutes(5)))
struct AmountAttackTests {
    @Test("CardPointe charges no amount that it cannot read, and none above the network's limit")
    func cardPointe() async throws {
        try await withMarketplace { place in
            let (shop, shopper) = (try await Shop(place), try await Shopper(place.fixture))
            let pan = try await place.fixture.sandbox.plastic(of: shopper.card.id).pan.reveal { $0 }
            let till = try shop.cardPointe
            func words(_ amount: JSONValue?, currency: JSONValue = .null) async throws -> String {
                var members: JSONValue = ["account": .string(pan), "currency": currency, "capture": "Y"]
                if let amount { members = members.adding("amount", amount) }
                return try await till.authorize(members).words
            }
            for amount in [
                "1e3", "NaN", "Infinity", "1,00", "0x10", "12.345", "1.2.3", "+1.00", "--1", "1.", " 1.00", "1.00 ",
                "１.00", "٣", "", "-", ".", "1 000", "€1.00", "-0.001",
            ] {
                #expect(try await words(.string(amount)) == "PPS 43", "\(amount)")
            }
            #expect(try await words(nil) == "PPS 43")
            for amount: JSONValue in [["1.00"], ["value": "1.00"], .string("9223372036854775808")] {
                #expect(try await words(amount) == "PPS 34")
            }
            // The largest amount reaches the issuer, where the account does not have the money.
            #expect(try await words("999999999999") == "FNOR NU")
            #expect(try await words("9999999999.99") == "FNOR NU")
            #expect(try await words("1000000000000") == "PPS 42")
            #expect(try await words("10000000000.00") == "PPS 42")
            #expect(try await words("1.00", currency: "PLN") == "PPS 32")
            #expect(try await words("1.00", currency: "XQX") == "PPS 31")
            #expect(try await shopper.balance() == .init(posted: 5000, available: 5000))
            #expect(place.failures == 0)
        }
    }

    @Test("Captures and refunds at CardPointe stay within the payment, whatever amount is sent")
    func changes() async throws {
        try await withMarketplace { place in
            let (shop, shopper) = (try await Shop(place), try await Shopper(place.fixture))
            let till = try shop.cardPointe
            let token = try await shopper.pay(.euros(3000), to: shop.key(for: .google, at: "cardpointe"))
            let sale = try await till.sell(account: till.tokenize(token), .euros(3000), as: "order", capture: false)
            func words(_ service: String, _ amount: JSONValue) async throws -> String {
                try await till.send(
                    "/cardconnect/rest/\(service)",
                    ["merchid": .string(till.merchant), "retref": .string(sale.id), "amount": amount]
                ).words
            }
            let bad: [JSONValue] = ["1e3", "-1.00", "-0.01", "30.001", "NaN"]
            let large: [JSONValue] = ["30.01", "999999999999", "99999999999999"]
            for amount in bad { #expect(try await words("capture", amount) == "PPS 43", "\(amount)") }
            for amount in large { #expect(try await words("capture", amount) == "PPS 42", "\(amount)") }
            for amount in large + bad { #expect(try await words("void", amount) != "RPCT 000", "\(amount)") }
            #expect(try await words("capture", "30.00") == "RPCT 000")
            try await place.wait(days: 1)
            for amount in large + bad { #expect(try await words("refund", amount) != "RPCT 000", "\(amount)") }
            #expect(try await shopper.balance() == .init(posted: 2000, available: 2000))
            #expect(place.failures == 0)
        }
    }

    @Test("Stitch charges no quantity that the currency does not have, and refunds in the payment's currency only")
    func stitch() async throws {
        try await withMarketplace { place in
            let (shop, shopper) = (try await Shop(place), try await Shopper(place.fixture))
            let (till, key) = (try await shop.stitch(), try await shop.key(for: .google, at: "stitch"))
            let made = try await shopper.present(.euros(1234))
            let fields: JSONValue = [
                "primaryAccountNumber": .string(made.dpan.reveal { $0 }),
                "expirationYear": .number(String(made.expiry.year)),
                "expirationMonth": .number(String(made.expiry.month)),
                "cryptogram": .string(Data(made.cryptogram.bytes).base64EncodedString()), "eciIndicator": "07",
            ]
            func words(_ quantity: JSONValue, _ currency: JSONValue = "EUR") async throws -> String {
                try await till.sell(
                    method: "googlePay", fields: fields, token: nil,
                    amount: ["quantity": quantity, "currency": currency], as: "\(quantity) \(currency)").words
            }
            for digits in [
                "0", "-0", "-1", "-12.34", "12.345", "1e-3", "1e400", "-1e400", "1E999999999", "10000000000",
                "99999999999999999999999999999999", "0.001", "9223372036854775807", "92233720368547758.08",
            ] {
                let found = try await words(.number(digits))
                #expect(found == "error INVALID_INPUT" || found.hasPrefix("200 "), "\(digits): \(found)")
                #expect(!found.contains("INTERNAL"))
            }
            for quantity: JSONValue in ["12.34", .null, true, [12], ["value": 12]] {
                #expect(try await words(quantity).hasPrefix("200 "), "\(quantity)")
            }
            for currency: JSONValue in ["EURO", "eur", "", "XQX", "€", 978] {
                let found = try await words(.number("12.34"), currency)
                #expect(found == "error INVALID_INPUT" || found.hasPrefix("200 "), "\(currency): \(found)")
            }
            #expect(try await words(.number("12.34"), "JPY") == "error INVALID_INPUT")
            // Signed for another amount and currency, so the network refuses the cryptogram.
            let refused = "TransactionFailure authenticationError"
            #expect(try await words(.number("12.35")) == refused)
            #expect(try await words(.number("12.34"), "USD") == refused)
            #expect(try await shopper.balance() == .init(posted: 5000, available: 5000))

            let sale = try await till.sell(shopper.pay(.euros(1234), to: key), .euros(1234), as: "order-1")
            let dollar = try #require(Currency("USD"))
            let dollars = Money(minorUnits: 100, currency: dollar)
            #expect(try await till.refund(sale, dollars, as: "r1") == "error INVALID_INPUT")
            #expect(try await till.refund(sale, .euros(0), as: "r2") == "error INVALID_INPUT")
            #expect(try await till.refund(sale, .euros(1235), as: "r3") == "error INVALID_INPUT")
            #expect(try await till.refund(sale, .euros(1234), as: "r4") == "TransactionSuccess")
            try await place.wait(days: 2)
            #expect(try await shopper.balance() == .init(posted: 5000, available: 5000))
            #expect(place.failures == 0)
        }
    }

    @Test("A token that was agreed for one amount is charged for no other one", arguments: Tills.gateways)
    func agreed(gateway: String) async throws {
        try await withMarketplace { place in
            let (shop, shopper) = (try await Shop(place), try await Shopper(place.fixture))
            let key = try await shop.key(for: .apple, at: gateway)
            let till = try await shop.till(at: gateway)
            let more = try await till.sell(shopper.pay(.euros(100), to: key), .euros(4900), as: "order-1")
            #expect(more.words == till.words(for: .otherAmount))
            #expect(try await shopper.balance() == .init(posted: 5000, available: 5000))
            #expect(place.failures == 0)
        }
    }
}
