import CardAPI
import Cards
import HTTPContract
import HTTPService
import HTTPTypes
import NIOCore

/// The page at a secure view's address. It is one file without further requests and without third-party content.
///
/// The page works without its script, which is only for copying. Only style and script with the nonce of this response
/// are allowed, so markup in a value could not run or fetch anything.
struct SecureViewPage {
    private let title: String
    private let main: String
    private let nonce: String
    private var theme = SecureView.Theme.automatic
    private var frameAncestors: [String] = []
    private var script: String?
    private var style = SecureViewPage.style
    private var colorSchemes: String
    private var status = HTTPResponse.Status.ok

    /// The page that shows the requested details: each with its name, or one value alone. The names on a bare page are
    /// only for those who listen to it.
    init(showing details: DetailsBody, as view: SecureView, frameAncestors: [String], nonce: String) {
        let values = Value.all(of: details, separatedBy: view.panSeparator)
        title = values.count == 1 ? values[0].label : "Card details"
        let isBare = view.bare != nil
        let list = values.map { $0.html(hasCopyButton: view.hasCopyButton, isBare: isBare) }.joined(separator: "\n")
        main = """
            <h1 class="unseen">\(title)</h1>
            <dl>
            \(list)
            </dl>
            <p class="unseen" role="status" aria-live="polite"></p>
            """
        (theme, self.frameAncestors, self.nonce) = (view.theme, frameAncestors, nonce)
        script = view.hasCopyButton ? Self.copying : nil
        colorSchemes = isBare ? view.theme.bareColorSchemes : view.theme.colorSchemes
        if let bare = view.bare { style = Self.style(of: bare) }
    }

    /// The page for details that may no longer be shown.
    init(refusing view: SecureView, frameAncestors: [String], nonce: String) {
        self.init(
            title: "Not available now", text: "The card cannot be shown now. Your app shows the reason.",
            status: .forbidden, nonce: nonce)
        (theme, self.frameAncestors) = (view.theme, frameAncestors)
        colorSchemes = theme.colorSchemes
    }

    /// The page for every address that shows nothing: unknown, already opened, or expired.
    static func missing(_ status: HTTPResponse.Status = .notFound, nonce: String) -> SecureViewPage {
        SecureViewPage(
            title: "Nothing to show here",
            text: "Card details are shown only once, right after the request. Go back to your app and request them "
                + "again.",
            status: status, nonce: nonce)
    }

    private init(title: String, text: String, status: HTTPResponse.Status, nonce: String) {
        (self.title, self.status, self.nonce) = (title, status, nonce)
        colorSchemes = theme.colorSchemes
        main = "<h1>\(title)</h1>\n<p>\(text)</p>"
    }

    var response: Response {
        Response(status: status, headers: headers, body: ByteBuffer(string: html))
    }

    /// Its length is unknown without the details, which would have to be opened for it.
    var responseToHead: Response { Response(toHead: status, headers: headers) }

    // MARK: Head

    var headers: HTTPFields {
        let ancestors = frameAncestors.isEmpty ? "'none'" : frameAncestors.joined(separator: " ")
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8",
            .cacheControl: "no-store",
            .contentSecurityPolicy: "default-src 'none'; style-src 'nonce-\(nonce)'; "
                + (script == nil ? "" : "script-src 'nonce-\(nonce)'; ")
                + "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors \(ancestors)",
            .xContentTypeOptions: "nosniff",
        ]
        headers[.referrerPolicy] = "no-referrer"
        headers[.permissionsPolicy] = Self.permissions
        headers[.crossOriginOpenerPolicy] = "same-origin"
        headers[.robots] = "noindex, nofollow, noarchive"
        return headers
    }

    /// The page may only write text to the clipboard. Browsers know all these names; they would report an unknown one.
    private static let permissions =
        ([
            "accelerometer", "autoplay", "camera", "clipboard-read", "display-capture", "encrypted-media", "fullscreen",
            "geolocation", "gyroscope", "magnetometer", "microphone", "midi", "payment", "picture-in-picture",
            "publickey-credentials-get", "screen-wake-lock", "usb", "xr-spatial-tracking",
        ].map { "\($0)=()" } + ["clipboard-write=(self)"]).joined(separator: ", ")

    // MARK: Body

    /// The icon is empty; otherwise a browser would request one.
    private var html: String {
        """
        <!doctype html>
        <html lang="en" data-theme="\(theme.rawValue)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="\(colorSchemes)">
        <title>\(title)</title>
        <link rel="icon" href="data:,">
        <style nonce="\(nonce)">
        \(style)
        </style>
        </head>
        <body>
        <main>
        \(main)
        </main>
        \(script.map { "<script nonce=\"\(nonce)\">\n\($0)\n</script>" } ?? "")
        </body>
        </html>

        """
    }

    private static let darkColours =
        "--ground: #14161a; --ink: #f4f6fa; --quiet: #a3acba; --line: #30353e; --touch: #8ab4f8"

    private static let style = """
        :root { --ground: #fff; --ink: #14161a; --quiet: #5a6270; --line: #e1e4ea; --touch: #0b57d0 }
        :root[data-theme=DARK] { \(darkColours) }
        @media (prefers-color-scheme: dark) { :root[data-theme=AUTO] { \(darkColours) } }
        * { box-sizing: border-box; margin: 0 }
        body { background: var(--ground); color: var(--ink); padding: .5rem 1rem;
          font: 1rem/1.4 system-ui, sans-serif; -webkit-text-size-adjust: 100% }
        main { max-width: 26rem; margin: 0 auto }
        h1 { font-size: 1.25rem; padding-top: 1rem }
        p { color: var(--quiet); padding: .5rem 0 1rem }
        dl > div { display: grid; grid-template-columns: 1fr auto; column-gap: .5rem; align-items: center;
          padding: .75rem 0 }
        dl > div + div { border-top: 1px solid var(--line) }
        dt { color: var(--quiet); font-size: .8125rem }
        dd { grid-column: 1; font-size: 1.125rem; font-weight: 500; overflow-wrap: anywhere; white-space: pre-wrap }
        dd.digits { font-size: clamp(1.0625rem, 6.2vw, 1.625rem); font-variant-numeric: tabular-nums;
          letter-spacing: .02em; line-height: 1.25 }
        dd.copy { grid-area: 1 / 2 / 3 / 3 }
        button { display: grid; width: 2.75rem; height: 2.75rem; border: 0; border-radius: .75rem; padding: .625rem;
          background: none; color: var(--touch) }
        button[hidden] { display: none }
        button:active { background: var(--line) }
        button:focus-visible { outline: 2px solid var(--touch) }
        path { display: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round }
        button:not([data-state]) .sheets, [data-state=copied] .tick, [data-state=failed] .cross { display: inline }
        .unseen { position: absolute; width: 1px; height: 1px; padding: 0; overflow: hidden; clip-path: inset(50%) }
        """

    /// A bare page adds nothing to the value: no ground, no space around it. The button has the size and the colour of
    /// the text.
    private static func style(of bare: SecureView.Bare) -> String {
        """
        :root { --ink: #14161a }
        :root[data-theme=DARK] { --ink: #f4f6fa }
        @media (prefers-color-scheme: dark) { :root[data-theme=AUTO] { --ink: #f4f6fa } }
        * { box-sizing: border-box; margin: 0 }
        body { background: transparent; color: \(bare.textColor?.text ?? "var(--ink)");
          font: \(bare.textSize)px/1.2 \(bare.font.families); -webkit-text-size-adjust: 100% }
        dl > div { display: flex; align-items: center; column-gap: .35em }
        dd { white-space: pre }
        dd.digits { font-variant-numeric: tabular-nums }
        button { display: grid; width: 1.2em; height: 1.2em; border: 0; padding: .1em; background: none;
          color: inherit; font: inherit }
        button[hidden] { display: none }
        button:focus-visible { outline: 2px solid currentColor }
        path { display: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round }
        button:not([data-state]) .sheets, [data-state=copied] .tick, [data-state=failed] .cross { display: inline }
        .unseen { position: absolute; width: 1px; height: 1px; padding: 0; overflow: hidden; clip-path: inset(50%) }
        """
    }

    /// A page copies only the digits of a card number, as they are typed into a form; a bare page copies what it shows.
    /// If the browser offers no clipboard,
    /// as in some web views, the script selects the text and copies it in the older way.
    private static let copying = """
        'use strict';
        const notice = document.querySelector('[role=status]');
        const copySelected = (element, text) => {
          document.addEventListener('copy', (event) => {
            event.clipboardData.setData('text/plain', text);
            event.preventDefault();
          }, { once: true });
          getSelection().selectAllChildren(element);
          const isCopied = document.execCommand('copy');
          getSelection().removeAllRanges();
          return isCopied;
        };
        for (const button of document.querySelectorAll('button')) {
          const [name, value] = button.closest('div').children;
          button.hidden = false;
          button.addEventListener('click', async () => {
            const shown = value.textContent;
            const text = value.dataset.separated === undefined ? shown : shown.replace(/[^0-9]/g, '');
            const isCopied = await Promise.resolve().then(() => navigator.clipboard.writeText(text))
              .then(() => true, () => copySelected(value, text));
            button.dataset.state = isCopied ? 'copied' : 'failed';
            notice.textContent = `${name.textContent} ${isCopied ? 'copied' : 'could not be copied'}`;
            setTimeout(() => { delete button.dataset.state; notice.textContent = ''; }, 2000);
          });
        }
        """
}

/// One value on the page, with its label.
private struct Value {
    let label: String
    let text: String
    var isDigits = true
    var isSeparated = false

    static func all(of details: DetailsBody, separatedBy separator: String) -> [Value] {
        [
            details.pan.map {
                Value(label: "Card number", text: grouped($0, separatedBy: separator), isSeparated: true)
            },
            details.expiry.map { Value(label: "Expiry date", text: "\(twoDigits($0.month))/\(twoDigits($0.year))") },
            details.cvv.map { Value(label: "Security code", text: $0) },
            details.cardHolderName.map { Value(label: "Cardholder", text: $0, isDigits: false) },
            details.pin.map { Value(label: "PIN", text: $0) },
        ].compactMap(\.self)
    }

    /// The button is hidden until the script that makes it work has run.
    func html(hasCopyButton: Bool, isBare: Bool) -> String {
        let classes = isDigits ? #" class="digits""# : ""
        let button = #"<button type="button" aria-label="Copy \#(label)" hidden>\#(Self.icons)</button>"#
        let separated = isSeparated && !isBare ? " data-separated" : ""
        return "<div><dt\(isBare ? " class=\"unseen\"" : "")>\(label)</dt>"
            + "<dd\(classes) dir=\"\(isDigits ? "ltr" : "auto")\"\(separated)>"
            + "\(text.escapedForHTML)</dd>\(hasCopyButton ? "<dd class=\"copy\">\(button)</dd>" : "")</div>"
    }

    /// Two sheets; a tick and a cross show the result.
    private static let icons =
        #"<svg viewBox="0 0 24 24" aria-hidden="true"><path class="sheets" d="M8 8V3h13v13h-5M3 8h13v13H3z"/>"#
        + #"<path class="tick" d="M4 13l5 5L20 6"/><path class="cross" d="M5 5l14 14M19 5L5 19"/></svg>"#

    private static func grouped(_ digits: String, separatedBy separator: String) -> String {
        stride(from: 0, to: digits.count, by: 4).map { String(digits.dropFirst($0).prefix(4)) }
            .joined(separator: separator)
    }

    private static func twoDigits(_ number: Int) -> String { String(String(number % 100 + 100).suffix(2)) }
}

extension SecureView.Bare.Font {
    fileprivate var families: String {
        switch self {
        case .sansSerif: "system-ui, sans-serif"
        case .serif: "ui-serif, serif"
        case .monospace: "ui-monospace, monospace"
        }
    }
}

extension SecureView.Theme {
    /// The colour that the browser uses before it reads the style, and for scroll bars.
    fileprivate var colorSchemes: String {
        switch self {
        case .light: "light"
        case .dark: "dark"
        case .automatic: "light dark"
        }
    }

    /// A browser draws a ground behind a frame whose scheme differs from that of the page around it. So a bare page has
    /// one only if the app chose it.
    fileprivate var bareColorSchemes: String {
        self == .automatic ? "normal" : colorSchemes
    }
}
