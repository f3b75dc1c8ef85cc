import HTTPContract
import HTTPService
import HTTPTypes

/// The console: one page that shows what is in a sandbox and acts in it.
///
/// The page only calls the public and the sandbox's operations, as any client can, so the console needs nothing from
/// the service but the place at which its files are found. They hold no data, so they may be given to anyone.
package struct ConsolePages: Sendable {
    private let pages: [(path: String, answer: UnchangingAnswer)]
    private let parts: [(name: String, answer: UnchangingAnswer)]

    /// The name of this release of all parts. It is in their addresses, so a browser asks only once for each.
    static let release = UnchangingAnswer.tag(of: ConsoleFile.parts.flatMap { Array($0.name.utf8) + $0.bytes })

    package init() {
        // The second stands for the page of a shop that has none: where its customers come back to after 3-D Secure.
        pages = [("/", "index.html"), ("/returned", "returned.html")].compactMap { path, name in
            ConsoleFile.all[name].map { (path, Self.page($0)) }
        }
        parts = ConsoleFile.parts.map { ($0.name, Self.part($0)) }
    }

    /// Adds `/`, `/returned`, and the files that they name, below `/console` and a release.
    package func register(on router: Router<some ServiceRequestContext>) {
        for (path, answer) in pages {
            router.get(path) { request, _ in answer.response(to: request) }
        }
        for (name, answer) in parts {
            router.get("/console/{release}/\(name)") { request, context in
                // A page of another release, which is still open, gets the files of this one.
                context.parameters.get("release") == Self.release
                    ? answer.lastingResponse() : answer.response(to: request)
            }
        }
    }

    private static func part(_ file: ConsoleFile) -> UnchangingAnswer {
        UnchangingAnswer(file.bytes, headers(as: file.mediaType))
    }

    /// A page with the release in its links. It contains its style sheets, so that a browser draws it without asking
    /// for them.
    private static func page(_ file: ConsoleFile) -> UnchangingAnswer {
        var html = String(decoding: file.bytes, as: UTF8.self).replacing("/console/", with: "/console/\(release)/")
        var styles: [PageStyle] = []
        while let link = html.firstMatch(of: /<link rel="stylesheet" href="(.*?)">/),
            let sheet = ConsoleFile.all[String(link.1)]
        {
            let style = PageStyle(String(decoding: sheet.bytes, as: UTF8.self))
            html.replaceSubrange(link.range, with: style.element)
            styles.append(style)
        }
        return UnchangingAnswer(Array(html.utf8), headers(as: file.mediaType, styles))
    }

    /// The page runs only its own scripts and talks only to where it came from. Nothing may show it in a frame, and it
    /// tells no other site its address.
    private static func headers(as mediaType: String?, _ styles: [PageStyle] = []) -> HTTPFields {
        let sources = styles.isEmpty ? "'none'" : styles.map(\.source).joined(separator: " ")
        var headers: HTTPFields = [
            .contentSecurityPolicy: "default-src 'none'; script-src 'self'; style-src \(sources); img-src 'self'; "
                + "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
            .xContentTypeOptions: "nosniff",
            .referrerPolicy: "no-referrer",
            .crossOriginOpenerPolicy: "same-origin",
        ]
        headers[.contentType] = mediaType
        return headers
    }
}
