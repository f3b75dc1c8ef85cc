import Cards
import CardSecrets
import ContractTestSupport
import Foundation
import HTTPContract
import IssuingTestSupport
import Ledger
import Payments
import Sandbox
import Testing
import TestSupport

@Suite("MoneyHash's page in a real browser", .timeLimit(.minutes(5)))
struct MoneyHashPageTests {
    @Test("The page's form charges a card without a script, and the page violates no security policy")
    func page() async throws {
        try await withMarketplace { place in
            let shop = try await Shop(place, named: "Bread & <b>Butter</b>")
            let (till, shopper) = (try shop.moneyHash, try await Shopper(place.fixture))
            let intent = try await till.intent(of: .euros(1234), named: "order-1", ["payment_method": "CARD"])
            let hosted = try await till.send(
                "POST", "/payments/intent/", ["amount": "12.34", "amount_currency": "EUR"])
            let id = try #require(hosted.json?["data"]?["id"]?.text, "\(hosted.text)")
            let base = "http://127.0.0.1:\(place.port)/moneyhash/payments/embed"
            let direct = try await Browser.open("\(base)/\(intent)/")
            #expect(direct.document.contains("This payment is made in the shop's own app or page."))

            let url = "\(base)/\(id)/"
            let first = try await Browser.open(url)
            for text in ["12.34 EUR", "Bread &amp; &lt;b&gt;Butter&lt;/b&gt;", #"autocomplete="cc-number""#] {
                #expect(first.document.contains(text), "\(text)")
            }
            #expect(first.console == [])
            let plastic = try await place.fixture.sandbox.plastic(of: shopper.card.id)
            let expiry = plastic.card.expiry
            let number = plastic.pan.reveal { $0 }
            let month = String(String(100 + expiry.month).suffix(2))
            let code = plastic.cvv.reveal { $0 }
            var fields = ["card_number": number, "expiry": "\(month)/\(expiry.year)"]
            fields["cvv"] = code == "000" ? "001" : "000"
            let wrong = try await pay(fields, on: first, from: url)
            #expect(wrong.document.contains("The payment failed. The security code is wrong."), "\(wrong.document)")
            #expect(try await shopper.balance() == .init(posted: 5000, available: 5000))
            fields["cvv"] = code
            let done = try await pay(fields, on: wrong, from: url)
            #expect(done.document.contains("Your payment is done"), "\(done.document)")
            #expect(try await shopper.balance() == .init(posted: 5000, available: 3766))
            #expect(!done.document.contains(number))
        }
    }

    /// Opens a copy of a page whose script types the card and presses the button.
    private func pay(
        _ fields: [String: String], on page: Browser.Page, from url: String
    ) async throws -> Browser.Page {
        let form = #"<form method="post""#
        #expect(page.document.contains(form))
        let typing = fields.map { "document.getElementById('\($0)').value = '\($1)';" }.joined(separator: "\n")
        let copy = page.document.replacing(form, with: #"<form action="\#(url)" method="post""#) + """
            <script>
            \(typing)
            document.querySelector('button').click();
            </script>
            """
        let file = FileManager.default.temporaryDirectory.appending(path: "page-\(abs(copy.hashValue)).html")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(copy.utf8).write(to: file)
        return try await Browser.open(file.absoluteString)
    }
}
