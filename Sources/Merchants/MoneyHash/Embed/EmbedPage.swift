import Crypto
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Ledger
import NIOCore

/// The page on which a customer types a card. It needs no script and loads nothing. Shops may show it in a frame.
struct EmbedPage {
    private let title: String
    private let main: String
    private let status: HTTPResponse.Status

    /// - Parameters:
    ///   - note: what happened before, as sentences for the customer.
    ///   - isWrong: whether what the customer has typed is wrong.
    init(asking amount: Money, for shop: String, note: String?, isWrong: Bool) {
        title = "Pay \(amount) to \(shop)"
        status = isWrong ? .badRequest : .ok
        let alert = note.map { "<p role=\"alert\"><strong>\($0.escapedForHTML)</strong></p>" } ?? ""
        main = """
            \(Self.summary(amount, shop))
            \(alert)
            <form method="post">
            \(Self.field("card_number", "Card number", "cc-number", #"inputmode="numeric" maxlength="24""#))
            \(Self.field("expiry", "Expires (MM/YY)", "cc-exp", #"maxlength="7" placeholder="MM/YY""#))
            \(Self.field("cvv", "Security code", "cc-csc", #"inputmode="numeric" maxlength="4""#))
            <button>Pay \(amount.description.escapedForHTML)</button>
            </form>
            """
    }

    init(paid amount: Money, to shop: String) {
        (title, status) = ("Your payment is done", .ok)
        main = Self.summary(amount, shop)
    }

    init(saying text: String, _ status: HTTPResponse.Status) {
        (title, self.status) = ("This payment", status)
        main = "<p>\(text.escapedForHTML)</p>"
    }

    private static func summary(_ amount: Money, _ shop: String) -> String {
        """
        <dl>
        <div><dt>Shop</dt><dd>\(shop.escapedForHTML)</dd></div>
        <div><dt>Amount</dt><dd>\(amount.description.escapedForHTML)</dd></div>
        </dl>
        """
    }

    private static func field(_ name: String, _ label: String, _ purpose: String, _ more: String) -> String {
        """
        <label for="\(name)">\(label)</label>
        <input id="\(name)" name="\(name)" autocomplete="\(purpose)" \(more) required>
        """
    }

    var response: Response {
        let html = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>\(title.escapedForHTML)</title>
            <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
            <style>\(Self.style)</style></head>
            <body><main><h1>\(title.escapedForHTML)</h1>
            \(main)
            </main></body></html>

            """
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
        ]
        let digest = Data(SHA256.hash(data: Data(Self.style.utf8))).base64EncodedString()
        // A browser applies form-action to the redirect behind the form, too, so it is open to https.
        headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'sha256-\(digest)'; img-src data:; base-uri 'none'; "
            + "form-action 'self' https:; frame-ancestors *"
        headers[.referrerPolicy] = "no-referrer"
        return Response(status: status, headers: headers, body: ByteBuffer(string: html))
    }

    private static let style = """
        :root { color-scheme: light dark }
        * { box-sizing: border-box }
        body { margin: 0; padding: 1rem; font: 1rem/1.4 system-ui, sans-serif }
        main { max-width: 26rem; margin: 0 auto }
        h1 { font-size: 1.25rem }
        dl > div { display: flex; justify-content: space-between; gap: 1rem; padding: .25rem 0 }
        dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
        label, input, button { display: block; width: 100%; font: inherit }
        input { margin: .25rem 0 1rem; padding: .5rem }
        button { padding: .75rem; border: 0; border-radius: .5rem; background: #0b57d0; color: #fff }
        """
}
