import Crypto
import Foundation
import HTTPService
import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import Testing
import TestSupport

@testable import Console

@Suite("The console's page and its files")
struct ConsolePagesTests {
    private static let pages = ["index.html", "returned.html"].compactMap { ConsoleFile.all[$0] }
    private static let folder = Golden.repository.appending(path: "Sources/Console/Console/Pages")

    @Test("The program contains every file of the folder, unchanged and with its media type")
    func everyFile() throws {
        let found = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
            .filter { $0.contains(".") }
        #expect(Set(ConsoleFile.all.keys) == Set(found))
        #expect(Self.pages.count == 2)
        for file in ConsoleFile.all.values {
            #expect(try Data(file.bytes) == Data(contentsOf: Self.folder.appending(path: file.name)), "\(file.name)")
        }
        for file in Self.pages + ConsoleFile.parts { #expect(file.mediaType != nil, "\(file.name)") }
    }

    @Test("Each file's headers allow no other site, and a browser that has the file does not get it again")
    func headers() async throws {
        let script = ("/console/old/api.js", "text/javascript")
        for (path, type) in [("/", "text/html"), ("/returned", "text/html"), script] {
            let response = try await Self.get(path)
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "\(type); charset=utf-8")
            let styles = String(buffer: response.body).matches(of: /<style>(.*?)<\/style>/.dotMatchesNewlines())
                .map { "'sha256-\(Data(SHA256.hash(data: Data($0.output.1.utf8))).base64EncodedString())'" }
            #expect(styles.isEmpty == (type == "text/javascript"))
            #expect(response.headers[.contentSecurityPolicy] == """
                default-src 'none'; script-src 'self'; \
                style-src \(styles.isEmpty ? "'none'" : styles.joined(separator: " ")); img-src 'self'; \
                connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'
                """)
            #expect(response.headers[.xContentTypeOptions] == "nosniff")
            #expect(response.headers[.init("Referrer-Policy")!] == "no-referrer")
            #expect(response.headers[.cacheControl] == "no-cache")
            let again = try await Self.get(path, [.ifNoneMatch: response.headers[.eTag] ?? ""])
            #expect(again.status == .notModified && again.body.readableBytes == 0)
        }
    }

    @Test("A page names its release, whose files a browser keeps without asking")
    func release() async throws {
        for path in ["/", "/returned"] {
            let page = String(buffer: try await Self.get(path).body)
            let links = page.matches(of: /"(\/console\/[^"]+)"/).map { String($0.output.1) }
            #expect(!links.isEmpty)
            for link in links {
                #expect(link.hasPrefix("/console/\(ConsolePages.release)/"))
                let response = try await Self.get(link)
                #expect(response.status == .ok)
                #expect(response.headers[.cacheControl] == "max-age=31536000, immutable")
            }
        }
    }

    @Test("A page contains its style sheets, and links to none", arguments: [
        ("/", ["base.css", "shell.css", "parts.css", "card.css", "story.css"]),
        ("/returned", ["base.css", "returned.css"]),
    ])
    func styles(path: String, sheets: [String]) async throws {
        let page = String(buffer: try await Self.get(path).body)
        #expect(!page.contains("stylesheet"))
        let found = page.matches(of: /<style>(.*?)<\/style>/.dotMatchesNewlines()).map { String($0.output.1) }
        let expected = try sheets.map { try String(contentsOf: Self.folder.appending(path: $0), encoding: .utf8) }
        #expect(found == expected)
    }

    @Test("Other paths are not found", arguments: [
        "/console", "/console/index.html", "/console/..", "/console/api.js", "/console/old/Api.js",
        "/console/old/api.js/x", "/console/old/base.css", "/console/old/index.html", "/index.html",
    ])
    func nothingElse(path: String) async throws {
        await #expect(throws: NoRoute.self) { _ = try await Self.get(path) }
    }

    @Test("The page has no inline script or style, and no file loads from another site")
    func onlyFiles() throws {
        for page in Self.pages.map({ String(decoding: $0.bytes, as: UTF8.self) }) {
            #expect(page.matches(of: /<script[^>]*>/).allSatisfy { $0.output.contains("src=") })
            for pattern in [try Regex("<style"), try Regex("\\sstyle\\s*="), try Regex("\\son\\w+\\s*=")] {
                #expect(page.firstMatch(of: pattern) == nil)
            }
        }
        for file in ConsoleFile.all.values {
            let text = String(decoding: file.bytes, as: UTF8.self)
            let loaded = text.matches(of: /(src=|href=|url\(|from |import\(|fetch\()["'`]?(https?:)?\/\/[\w.-]+/)
            #expect(loaded.isEmpty, "\(file.name) loads \(loaded.map { String($0.output.0) })")
        }
    }

    private static func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> Response {
        let router = Router<RequestContext>()
        ConsolePages().register(on: router)
        let head = HTTPRequest(
            method: .get, scheme: "http", authority: "localhost", path: path, headerFields: headers)
        return try await router.responder().respond(
            to: Request(head: head, body: .whole(ByteBuffer())),
            context: RequestContext(channel: EmbeddedChannel(), logger: Logger(label: "test")))
    }
}
