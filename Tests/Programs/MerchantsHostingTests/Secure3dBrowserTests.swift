import ContractTestSupport
import Foundation
import Gateways
import HTTPContract
import HTTPService
import IssuingTestSupport
import Logging
import Payments
import ServiceLifecycle
import Testing
import TestSupport

@Suite("The page for 3-D Secure in a real browser", .timeLimit(.minutes(5)))
struct Secure3dBrowserTests {
    @Test("The page's buttons and its field work without a script, and the page violates no security policy")
    func page() async throws {
        let fixture = try await IssuingFixture.make()
        let (shop, shopper) = (try await SecureShop(fixture), try await Shopper(fixture))
        let payment = try await shop.pay(with: shopper)
        try await withListener(of: shop) { port in
            let query = FormText.encode([("redirect_uri", SecureShop.done)])
            let url = "http://127.0.0.1:\(port)/stitch/3ds/\(payment.id)?\(query)"
            let first = try await Browser.open(url)
            for text in ["12.34 EUR", "Bread &amp; &lt;b&gt;Butter&lt;/b&gt;", "Cancel the payment"] {
                #expect(first.document.contains(text), "\(text)")
            }
            #expect(first.document.contains(#"<button name="answer" value="sms" formnovalidate="">"#))
            #expect(first.console == [])

            let second = try await press("sms", on: first, from: url)
            #expect(second.document.contains(#"<label for="code">"#))
            let again = try await Browser.open(url)
            #expect(again.document.contains(#"<label for="code">"#) && again.console == [])

            let wrong = try await shop.code(for: shopper) == "000000" ? "000001" : "000000"
            let third = try await press("code", typing: wrong, on: again, from: url)
            #expect(third.document.contains("The code is wrong. Attempts left: 4."))

            let gone = try await Browser.open(url + "x")
            #expect(gone.document.contains("The redirect_uri is not on the merchant's list."))
        }
    }

    /// Opens a copy of a page whose script types the code and presses a button.
    private func press(
        _ button: String, typing code: String? = nil, on page: Browser.Page, from url: String
    ) async throws -> Browser.Page {
        let form = #"<form method="post""#
        #expect(page.document.contains(form))
        let copy = page.document.replacing(form, with: #"<form action="\#(url)" method="post""#) + """
            <script>
            \(code.map { "document.getElementById('code').value = '\($0)';" } ?? "")
            document.querySelector('button[value=\(button)]').click();
            </script>
            """
        let file = FileManager.default.temporaryDirectory.appending(path: "page-\(abs(copy.hashValue)).html")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(copy.utf8).write(to: file)
        return try await Browser.open(file.absoluteString)
    }

    /// Runs the merchants' listener of a shop while the body talks to it.
    private func withListener(of shop: SecureShop, _ body: (Int) async throws -> Void) async throws {
        let (ports, tellPort) = AsyncStream.makeStream(of: Int.self)
        let address = ListenerAddress(host: "127.0.0.1", port: 0) { tellPort.yield($0) }
        let logger = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }
        let service = ServiceGroup(
            configuration: .init(services: [.init(service: shop.side.listener(at: address))], logger: logger))
        async let running: Void = service.run()
        let port = try #require(await ports.first { _ in true })
        let outcome: Result<Void, any Error>
        do {
            try await body(port)
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        await service.triggerGracefulShutdown()
        try await running
        try outcome.get()
    }
}
