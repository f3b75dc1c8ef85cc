import HTTPContract
import HTTPService
import HTTPTypes
import NIOCore

/// A page for a merchant's customers. It needs no script and loads nothing.
package struct CustomerPage {
    private let title: String
    private let main: String
    private let status: HTTPResponse.Status
    private let framing: Framing
    private let origin: String?

    /// The pages that may show this page in a frame.
    package enum Framing: String {
        case nobody = "'none'"
        /// Shops at any address, because their addresses are unknown.
        case anybody = "*"
    }

    /// - Parameters:
    ///   - title: as text.
    ///   - main: as HTML.
    ///   - origin: where a form may lead although that is not https, such as `http://127.0.0.1:8081`.
    package init(
        _ title: String, _ main: String, _ status: HTTPResponse.Status, framedBy framing: Framing,
        leadingTo origin: String? = nil
    ) {
        (self.title, self.main, self.status, self.framing) = (title, main, status, framing)
        self.origin = origin
    }

    /// A summary of the payment: names with values, as text.
    package static func summary(_ rows: [(name: String, value: String)]) -> String {
        let shown = rows.map { name, value in
            "<div><dt>\(name.escapedForHTML)</dt><dd>\(value.escapedForHTML)</dd></div>"
        }
        return (["<dl>"] + shown + ["</dl>"]).joined(separator: "\n")
    }

    /// A note that a customer must not overlook; empty without a note.
    package static func alert(_ note: String?) -> String {
        note.map { "<p role=\"alert\"><strong>\($0.escapedForHTML)</strong></p>" } ?? ""
    }

    package static func paragraph(_ text: String) -> String { "<p>\(text.escapedForHTML)</p>" }

    package var response: Response {
        let html = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>\(title.escapedForHTML)</title>
            <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
            \(Self.style.element)</head>
            <body><main><h1>\(title.escapedForHTML)</h1>
            \(main)
            </main></body></html>

            """
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
        ]
        // A browser applies form-action to the redirect behind the form, too.
        let goals = ["'self'", "https:"] + (origin.map { [$0] } ?? [])
        headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src \(Self.style.source); img-src data:; base-uri 'none'; "
            + "form-action \(goals.joined(separator: " ")); frame-ancestors \(framing.rawValue)"
        headers[.referrerPolicy] = "no-referrer"
        return Response(status: status, headers: headers, body: ByteBuffer(string: html))
    }

    private static let style = PageStyle(
        """
        :root { color-scheme: light dark }
        * { box-sizing: border-box }
        body { margin: 0; padding: 1rem; font: 1rem/1.4 system-ui, sans-serif }
        main { max-width: 26rem; margin: 0 auto }
        h1 { font-size: 1.25rem }
        dl > div { display: flex; justify-content: space-between; gap: 1rem; padding: .25rem 0 }
        dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
        label, input, button { display: block; width: 100%; font: inherit }
        input { margin: .25rem 0 1rem; padding: .5rem }
        input[type=checkbox] { display: inline; width: auto; margin: 0 .5rem 1rem 0 }
        #code { font-size: 1.25rem; letter-spacing: .2em }
        button { margin: .5rem 0; padding: .75rem; border: 0; border-radius: .5rem; background: #0b57d0; color: #fff }
        button.quiet { background: none; border: 1px solid currentColor; color: inherit }
        """)
}
