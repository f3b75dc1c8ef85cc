import HTTPService
import HTTPTypes
import Ledger
import NIOCore
import Payments

/// The page on which a customer confirms a transaction or cancels it. It needs no script and loads nothing.
struct ChallengePage {
    private let title: String
    private let main: String
    private let status: HTTPResponse.Status

    /// - Parameter redirectURI: on the client's list; checked before.
    init(asking payment: Payment, for merchant: String, redirectURI: String) {
        title = "Confirm your payment"
        status = .ok
        main = """
            <p>\(merchant.escapedForHTML) asks for \(payment.amount.description.escapedForHTML)
            from the card ending in \(payment.lastFour.escapedForHTML).</p>
            <form method="post">
            <input type="hidden" name="redirect_uri" value="\(redirectURI.escapedForHTML)">
            <button name="answer" value="confirm">Confirm</button>
            <button name="answer" value="cancel">Cancel</button>
            </form>
            """
    }

    init(refusing reason: String, _ status: HTTPResponse.Status) {
        title = "This page cannot be used"
        self.status = status
        main = "<p>\(reason.escapedForHTML)</p>"
    }

    var response: Response {
        let html = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
            <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"></head>
            <body><main><h1>\(title)</h1>
            \(main)
            </main></body></html>

            """
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
        ]
        // A browser applies form-action to the redirect behind the form, too, so it is open to https.
        headers[.contentSecurityPolicy] =
            "default-src 'none'; img-src data:; base-uri 'none'; form-action 'self' https:; frame-ancestors 'none'"
        return Response(status: status, headers: headers, body: ByteBuffer(string: html))
    }
}
