import Crypto
import Foundation
import HTTPContract
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
    init(asking prompt: AuthenticationPrompt, about payment: Payment, for merchant: String, redirectURI: String) {
        title = "Confirm your payment"
        status = .ok
        let note = prompt.note.map { "<p role=\"alert\"><strong>\($0.escapedForHTML)</strong></p>" } ?? ""
        main = """
            <dl>
            <div><dt>Merchant</dt><dd>\(merchant.escapedForHTML)</dd></div>
            <div><dt>Amount</dt><dd>\(payment.amount.description.escapedForHTML)</dd></div>
            <div><dt>Card</dt><dd>ending in \((prompt.lastFour ?? payment.lastFour).escapedForHTML)</dd></div>
            </dl>
            \(note)
            <form method="post" autocomplete="off">
            <input type="hidden" name="redirect_uri" value="\(redirectURI.escapedForHTML)">
            \(Self.question(prompt))
            \(Self.others(prompt))
            <button name="answer" value="cancel" class="quiet" formnovalidate>Cancel the payment</button>
            </form>
            """
    }

    init(refusing reason: String, _ status: HTTPResponse.Status) {
        title = "This page cannot be used"
        self.status = status
        main = "<p>\(reason.escapedForHTML)</p>"
    }

    // MARK: - The question

    /// What is asked now, with the button that answers it. The first button of a form is the one that Enter presses.
    private static func question(_ prompt: AuthenticationPrompt) -> String {
        switch prompt.question {
        case .method: "<p>How do you want to confirm it?</p>"
        case .approvalInApp:
            """
            <p>Open your app and approve the payment there. Then continue.</p>
            <button name="answer" value="confirm">Continue</button>
            """
        case .test:
            """
            <p>This is a test. No money moves, and no bank is asked.</p>
            <button name="answer" value="confirm">Confirm</button>
            """
        case .code(let method):
            """
            <label for="code">\(origin(of: method))</label>
            <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]*" \
            maxlength="16" required>
            <button name="answer" value="code">Confirm</button>
            """
        }
    }

    private static func origin(of method: AuthenticationMethod) -> String {
        switch method.kind {
        case .authenticator: "The code that your authenticator shows"
        default: "The code that we sent to \((method.target ?? "you").escapedForHTML)"
        }
    }

    /// The ways to begin, or to begin again.
    private static func others(_ prompt: AuthenticationPrompt) -> String {
        let isFirst = prompt.question == .method
        let look = isFirst ? "" : #" class="quiet""#
        let buttons = prompt.methods.map { method in
            #"<button name="answer" value="\#(method.kind.rawValue)"\#(look) formnovalidate>"#
                + "\(invitation(to: method))</button>"
        }
        guard !isFirst, !buttons.isEmpty else { return buttons.joined(separator: "\n") }
        return (["<p>Begin again, or another way:</p>"] + buttons).joined(separator: "\n")
    }

    private static func invitation(to method: AuthenticationMethod) -> String {
        let target = method.target.map { " to \($0.escapedForHTML)" } ?? ""
        return switch method.kind {
        case .sms: "Send a text message\(target)"
        case .email: "Send an e-mail\(target)"
        case .authenticator: "Use a code of your authenticator"
        case .app: "Approve it in your app"
        }
    }

    // MARK: - The page

    var response: Response {
        let html = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
            <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
            <style>\(Self.style)</style></head>
            <body><main><h1>\(title)</h1>
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
            + "form-action 'self' https:; frame-ancestors 'none'"
        headers[.referrerPolicy] = "no-referrer"
        return Response(status: status, headers: headers, body: ByteBuffer(string: html))
    }

    private static let style = """
        :root { color-scheme: light dark }
        * { box-sizing: border-box }
        body { margin: 0; padding: 1rem; font: 1rem/1.4 system-ui, sans-serif }
        main { max-width: 26rem; margin: 0 auto }
        dl > div { display: flex; justify-content: space-between; gap: 1rem; padding: .25rem 0 }
        dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
        label, input, button { display: block; width: 100%; font: inherit }
        input { margin: .5rem 0; padding: .5rem; font-size: 1.25rem; letter-spacing: .2em }
        button { margin: .5rem 0; padding: .75rem; border: 0; border-radius: .5rem; background: #0b57d0; color: #fff }
        button.quiet { background: none; border: 1px solid currentColor; color: inherit }
        """
}
