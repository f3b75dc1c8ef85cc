import HTTPContract
import HTTPService
import HTTPTypes

/// The console: one page that shows what is in a sandbox and acts in it.
///
/// The page only calls the public and the sandbox's operations, as any client can, so the console needs nothing from
/// the service but the place at which its files are found. They hold no data, so they may be given to anyone.
package struct ConsolePages: Sendable {
    private let files: [(path: String, answer: UnchangingAnswer)]

    package init() {
        let pages = [("/", Self.answer(.index)), ("/returned", Self.answer(.returned))]
        files = pages + ConsoleFile.parts.map { ("/console/\($0.name)", Self.answer($0)) }
    }

    /// Adds `/`, `/returned`, and the files that they name, below `/console`.
    package func register(on router: Router<some ServiceRequestContext>) {
        for (path, answer) in files {
            router.get(path) { request, _ in answer.response(to: request) }
        }
    }

    private static func answer(_ file: ConsoleFile) -> UnchangingAnswer {
        UnchangingAnswer(file.bytes, headers(as: file.mediaType))
    }

    /// The page runs only its own scripts and talks only to where it came from. Nothing may show it in a frame, and it
    /// tells no other site its address.
    private static func headers(as mediaType: String?) -> HTTPFields {
        var headers: HTTPFields = [
            .contentSecurityPolicy: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                + "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
            .xContentTypeOptions: "nosniff",
            .referrerPolicy: "no-referrer",
            .crossOriginOpenerPolicy: "same-origin",
        ]
        headers[.contentType] = mediaType
        return headers
    }
}
