import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import HTTPTypes
import Hummingbird
import Testing

@Suite("The secure view in a real browser", .timeLimit(.minutes(20)))
struct BrowserTests {
    @Test("A view shows the card number once, with its separator, and nothing at the second load")
    func once() async throws {
        try await withLiveService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let plastic = try await service.plastic(of: card)
            let url = try await service.viewURL(
                of: card, #"{"type":"DETAILS","panSeparator":" · ","showCopyButton":true}"#)
            let page = try await Browser.open(url)
            let number = stride(from: 0, to: 16, by: 4).map { plastic.pan.dropFirst($0).prefix(4) }
            #expect(page.document.ranges(of: number.joined(separator: " · ")).count == 1)
            for text in [plastic.cvv, "03/29", "IVANA PETROVA"] { #expect(page.document.contains(">\(text)</dd>")) }
            let buttons = page.document.matches(of: /<button [^>]*>/).map { String($0.output) }
            #expect(buttons.count == 4 && buttons.allSatisfy { !$0.contains("hidden") }, "the script has run")
            #expect(page.console == [])

            let again = try await Browser.open(url)
            #expect(again.document.contains("Nothing to show here"))
            #expect(!again.document.contains(number[3]) && !again.document.contains(plastic.cvv + "<"))
            // A browser writes every 404 to its console. Other lines would be failures of the page.
            #expect(again.console.allSatisfy { $0.contains("404 (Not Found)") })
        }
    }

    @Test("A view has no button and no script unless the request asks for them", arguments: ["PAN", "PIN"])
    func noButton(type: String) async throws {
        try await withLiveService { service in
            let card = try await service.cards(of: .ivana).create(.ordering("SKRILL-VIRTUAL-MC-EEA", pin: "8362"))
            let page = try await Browser.open(try await service.viewURL(of: card, #"{"type":"\#(type)"}"#))
            #expect(page.document.contains(type == "PIN" ? ">8362</dd>" : " \(card.lastFour)</dd>"))
            #expect(!page.document.contains("<button") && !page.document.contains("<script"))
            #expect(page.console == [])
        }
    }

    @Test("The console shows a policy violation, a script error and an unknown feature")
    func complaints() async throws {
        let nothing: HTTPFields = [.contentSecurityPolicy: "default-src 'none'"]
        for (html, headers, complaint) in [
            ("<script>1</script>", nothing, "Content Security Policy"),
            ("<img src=/x>", nothing, "Content Security Policy"),
            ("<script>missing()</script>", [:], "missing is not defined"),
            ("<p>", [.permissionsPolicy: "telepathy=()"], "Unrecognized feature"),
        ] {
            let page = try await withPage(html, headers) { try await Browser.open($0) }
            #expect(page.console.contains { $0.contains(complaint) }, "\(page.console)")
        }
    }

    /// Serves a page of the test while `body` runs.
    private func withPage<Value: Sendable>(
        _ html: String, _ headers: HTTPFields, _ body: @escaping @Sendable (String) async throws -> Value
    ) async throws -> Value {
        let (ports, tell) = AsyncStream.makeStream(of: Int.self)
        let router = Router()
        router.get("/") { _, _ in
            var headers = headers
            headers[.contentType] = "text/html"
            return Response(
                status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
        }
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in tell.yield(channel.localAddress?.port ?? 0) })
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            let port = await ports.first { _ in true } ?? 0
            let value = try await body("http://127.0.0.1:\(port)/")
            group.cancelAll()
            return value
        }
    }
}

extension LiveService {
    /// The URL of a new view, at the port of the service.
    fileprivate func viewURL(of card: CardBody, _ body: String) async throws -> String {
        let view: SecureViewBody = try await askForView(of: card, body).decoded()
        return "http://127.0.0.1:\(publicPort)\(try view.path)"
    }
}
