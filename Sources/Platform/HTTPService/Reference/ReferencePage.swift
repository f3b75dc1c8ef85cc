import HTTPContract
import HTTPTypes

/// The reference of the API for people. Like the OpenAPI document for tools, it is made from the operations, and it is
/// one page.
///
/// It loads no other files, and is the same for all readers except for the address. Its only script is inside it.
struct ReferencePage {
    let document: OpenAPIDocument

    var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(document.title.escapedForHTML)</title>
        <link rel="icon" href="data:,">
        \(Self.style.element)
        </head>
        <body>
        <nav aria-label="Operations">
        <div class="search" hidden>
        <input id="search" type="search" placeholder="Search" aria-label="Search" aria-keyshortcuts="/" \
        aria-describedby="found" autocomplete="off" spellcheck="false"><kbd>/</kbd>
        <p id="found" role="status"></p>
        </div>
        \(nouns.map(contents).joined(separator: "\n"))
        <p><a href="#errors">Errors</a></p>
        \(Self.links(document.errors.codes.map(\.rawValue)))
        </nav>
        <main>
        <header>
        <h1>\(document.title.escapedForHTML)</h1>
        \(document.description.paragraphs)
        <p>The requests below need the address of the service. <code>$TOKEN</code> is an access token, and \
        <code>$CLIENT</code> a client's id and secret with a colon between them. Tools can read \
        <a href="openapi.json">openapi.json</a>.</p>
        \(Self.block("\(document.base.variable)=\(document.address)"))
        </header>
        \(nouns.map(section).joined(separator: "\n"))
        \(errors)
        </main>
        \(Self.script.element)
        </body>
        </html>

        """
    }

    /// The policy allows the style and the script by their hashes, so the page is the same in every response.
    var headers: HTTPFields {
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8",
            .contentSecurityPolicy: "default-src 'none'; style-src \(Self.style.source); "
                + "script-src \(Self.script.source); img-src data:; base-uri 'none'; form-action 'none'; "
                + "frame-ancestors 'none'",
            .xContentTypeOptions: "nosniff",
        ]
        headers[.referrerPolicy] = "no-referrer"
        headers[.crossOriginOpenerPolicy] = "same-origin"
        return headers
    }

    private var nouns: [Operation.Noun] { document.nouns + document.eventNouns }

    private func webhooks(about noun: Operation.Noun) -> [OpenAPIDocument.Webhook] {
        document.webhooks.filter { $0.noun == noun }
    }

    private func operations(about noun: Operation.Noun) -> [Operation] {
        document.operations.filter { $0.noun == noun }
    }

    private func contents(_ noun: Operation.Noun) -> String {
        let names = operations(about: noun).map(\.name) + webhooks(about: noun).map(\.name)
        return "<p>\(noun.title.escapedForHTML)</p>\n\(Self.links(names))"
    }

    private static func links(_ names: [String]) -> String {
        "<ul>\(names.map { "<li><a href=\"#\($0)\">\($0)</a></li>" }.joined())</ul>"
    }

    /// A text that readers copy.
    private static func block(_ text: String) -> String {
        "<div class=\"block\"><pre><code>\(text.escapedForHTML)</code></pre></div>"
    }

    private func section(_ noun: Operation.Noun) -> String {
        """
        <section>
        <h2>\(noun.title.escapedForHTML)</h2>
        \(noun.description.paragraphs)
        \(operations(about: noun).map(article).joined(separator: "\n"))
        \(webhooks(about: noun).map(article).joined(separator: "\n"))
        </section>
        """
    }

    private func article(_ webhook: OpenAPIDocument.Webhook) -> String {
        let headers = webhook.headers.map { "<b>\($0.name)</b>: \($0.description.inline)" }
        return """
            <article id="\(webhook.name)">
            <h3><a href="#\(webhook.name)">\(webhook.name)</a></h3>
            <p>\(webhook.summary.inline) <span class="quiet">sent by the service</span></p>
            <p class="path"><b>POST</b> <code>\(webhook.event.escapedForHTML)</code></p>
            \(Self.block(webhook.body.allExamples[0].value.indentedText))
            \(webhook.description.paragraphs)
            <p>\(headers.joined(separator: "<br>"))</p>
            \(MemberTable(receiving: webhook).html)
            \(MemberTable(answeringTo: webhook).html)
            </article>
            """
    }

    private func article(_ operation: Operation) -> String {
        let codes = operation.otherErrors.map { "\($0.status.code) \($0.body?.name ?? "")" }
            + operation.errorCodes.map { "<a href=\"#\($0.rawValue)\">\($0.status.code) \($0.rawValue)</a>" }
        let path = operation.path.escapedForHTML.replacing("/", with: "/<wbr>")
        return """
            <article id="\(operation.name)">
            <h3><a href="#\(operation.name)">\(operation.name)</a></h3>
            <p>\(operation.summary.inline) <span class="quiet">\(operation.audience.description.inline)</span></p>
            <p class="path"><b>\(operation.method)</b> <code>\(path)</code></p>
            \(Self.block(Curl(operation, document).text))
            \(operation.description.paragraphs)
            \(MemberTable(asking: operation).html)
            \(MemberTable(answering: operation).html)
            <p class="errors"><span class="quiet">Errors</span> \(codes.joined(separator: " "))</p>
            </article>
            """
    }

    private var errors: String {
        let rows = document.errors.codes.map { code in
            "<tr id=\"\(code.rawValue)\"><td><code>\(code.rawValue)</code></td><td>\(code.status.code)</td>"
                + "<td>\(code.meaning.inline)</td><td>\(code.remedy.inline)</td></tr>"
        }
        return """
            <section id="errors">
            <h2>Errors</h2>
            <p>All errors have the same shape, and all its members are always present.</p>
            \(Self.block(document.errors.example(document.errors.exampleCode).indentedText))
            <div class="wide"><table>
            <thead><tr><th>Code</th><th>Status</th><th>Meaning</th><th>What to do</th></tr></thead>
            <tbody>\(rows.joined(separator: "\n"))</tbody>
            </table></div>
            </section>
            """
    }
}

extension String {
    /// Text in which `…` is code, as HTML.
    var inline: String {
        escapedForHTML.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .map { $0.isMultiple(of: 2) ? String($1) : "<code>\($1)</code>" }.joined()
    }

    var paragraphs: String {
        split(separator: "\n\n").map { "<p>\(String($0).inline)</p>" }.joined(separator: "\n")
    }
}
