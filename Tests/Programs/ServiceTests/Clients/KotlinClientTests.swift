import Foundation
@testable import ClientSources
import Subprocess
import Testing
import TestSupport

@Suite("The Kotlin client", .timeLimit(.minutes(20)))
struct KotlinClientTests {
    private static let needsKotlin: ConditionTrait = .enabled(
        if: KotlinProgram.missing.isEmpty,
        """
        \(KotlinProgram.missing.joined(separator: ", ")) is missing. Debian has the packages kotlin, \
        libkotlinx-coroutines-java and libkotlinx-atomicfu-java.
        """)

    @Test("An app goes from its first token to a card in Google's wallet", needsKotlin)
    func story() async throws {
        let ending = try await Self.play("story")
        #expect(ending.status == .exited(0), "\(ending.errors)")
        #expect(ending.output == "The story is complete.\n")
    }

    @Test("The samples of the SDK's page compile as printed, and run", needsKotlin, Page.paysafe.needed)
    func samples() async throws {
        let page = SDKPage(try Page.paysafe.text)
        let ending = try await Self.play("samples")
        #expect(ending.status == .exited(0), "\(ending.errors)")
        let parts = ending.output.split(separator: "sample: ").map { $0.split(separator: "\n") }
        // The first sample has no output, because it only gets the service.
        #expect(parts.compactMap { $0.first.map(String.init) } == page.samples.dropFirst().map(\.name))
        let logged = parts.map { $0.dropFirst().map { $0.replacing("page: ", with: "", maxReplacements: 1) } }
        let pan = "0000 0000 0000 0000, 30.0", cvv = "000, 31.0", expiry = "00/00, 32.0", holder = "NAME, 33.0"
        let copied = ", colour 0, copied as sensitive"
        let plain = [pan, cvv, expiry, holder].map { $0 + ", colour 0" }
        let views = ["0000-0000-0000-0000, 30.0", cvv, expiry, holder].map { $0 + copied }
        let pin = "0000, 34.0, colour 7"
        let expected = [
            ["CardList(cards=[Card("], ["Card("], ["Card("], ["Card("],
            // These samples are refused, because the card is virtual here and a card's last digits cannot be chosen.
            ["com.paysafe.wallet.RefusedException: DW-OPERATION-NOT-ALLOWED"], ["Card("], ["Card("],
            // The views in a container, and in Compose.
            views + views,
            // The fragment's screen opens, and shows the details once the customer has answered.
            [], plain, [pin, pin],
            ["CardProgramList(programs=[CardProgram("], ["CardTokenization("], ["MobileWallet("],
        ]
        #expect(logged.count == expected.count)
        for (lines, beginnings) in zip(logged, expected) {
            let isExpected = lines.count == beginnings.count && zip(lines, beginnings).allSatisfy { $0.hasPrefix($1) }
            #expect(isExpected, "\(lines)")
        }
    }

    @Test("Over TLS, a call needs the service's root: in the transport, or in the JVM's trust store", needsKotlin)
    func roots() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let options = ["--demo", "--tls", "--data-dir", directory.path, "--database-url", scratch.url]
            _ = try await Program.serve(options) { service in
                let authority = try await Program.run(["ca", "--data-dir", directory.path])
                let root = directory.path + "/tessera-root.pem"
                try Data(authority.output.utf8).write(to: URL(filePath: root))
                let arguments = ["https://\(service.host):\(service.port)", "10000001", root]
                let answered = ["JdkTransport, root: answered", "UrlConnectionTransport, root: answered"]

                let plain = try await KotlinProgram.run("Secured", arguments)
                #expect(plain.status == .exited(0), "\(plain.errors)")
                let refusal = "SSLHandshakeException: unable to find valid certification path to requested target"
                let refused = ["JdkTransport", "UrlConnectionTransport"].map { "\($0): javax.net.ssl.\(refusal)" }
                #expect(plain.output.split(separator: "\n").map(String.init) == answered + refused)

                // Takes the command and the options from the page about phones.
                let page = "docs/MOBILE.md"
                let command = try Document(page).unpasted.map(\.command).first { $0.hasPrefix("keytool ") }
                let added = try await Tester.command("sh", ["-c", try #require(command)], in: directory.path)
                #expect(added.status.isSuccess, "\(added.output)\(added.errors)")
                let store = try Document.text(of: page).matches(of: /-Djavax[^\s`]+/).map { String($0.output) }
                #expect(store.count == 2)
                let trusting = try await KotlinProgram.run("Secured", arguments, options: store, in: directory.path)
                #expect(trusting.status == .exited(0), "\(trusting.errors)")
                #expect(
                    trusting.output.split(separator: "\n").map(String.init)
                        == answered + ["JdkTransport: answered", "UrlConnectionTransport: answered"])
            }
        }
    }

    @Test("A request ends, even if its response stalls or never ends", needsKotlin)
    func limits() async throws {
        let ending = try await KotlinProgram.run("Limits", [])
        #expect(ending.status == .exited(0), "\(ending.errors)")
        let expected = ["JdkTransport", "UrlConnectionTransport"].flatMap { transport in
            [
                "\(transport), everything: 10 bytes", "\(transport), nothing: time limit",
                "\(transport), drops: time limit",
                "\(transport), a flood: The response is larger than 1048576 bytes.",
            ]
        }
        #expect(ending.output.split(separator: "\n").map(String.init) == expected)
    }

    @Test("Proxies and attackers cannot give a call two effects, take its key or change its token", needsKotlin)
    func attacks() async throws {
        let ending = try await KotlinProgram.run("Attacks", [])
        #expect(ending.status == .exited(0), "\(ending.errors)")
        #expect(ending.output == "All attacks have failed.\n")
    }

    @Test("Samples are found unchanged between prose and Swift, and an alternative is its own sample")
    func extraction() {
        let page = SDKPage(
            """
            Use it:
            A table's row.val = 1
            val a = f(
            b = 1
            )

            try {
            g(a)
            } catch (e: Exception) {
            }
            Prose.

            func h() {
            // Swift
            }
            // One way
            val b = 1

            // Another way
            val b = 2
            """)
        #expect(page.samples.map(\.name) == ["line 3", "line 16, alternative 1", "line 16, alternative 2"])
        #expect(page.samples[0].text == "val a = f(\nb = 1\n)\ntry {\ng(a)\n} catch (e: Exception) {\n}")
        #expect(page.samples[1].text.contains("val b = 1") && !page.samples[1].text.contains("val b = 2"))
    }

    @Test("A description can neither end its comment nor begin another", arguments: [
        ("Any of image/*.", "/** Any of image/ *. */"), ("Ends in */", "/** Ends in * / */"),
        ("Both: /* a */ or */*", "/** Both: / * a * / or * / * */"), ("/*/", "/** / * / */"),
    ])
    func comments(description: String, comment: String) {
        #expect(Documentation.comment(description) == comment)
    }

    @Test("Every name of the SDK belongs to an object of the contract")
    func names() {
        #expect(ClientContract().unusedNames.isEmpty)
    }

    private static func play(_ part: String) async throws -> Program.Ending {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let sandbox = Sandbox()
            let options = ["--demo", "--data-dir", directory.path, "--database-url", scratch.url]
            return try await Program.serve(options, sandbox) { service in
                try await KotlinProgram.run("StoryKt", [part, service.url, sandbox.url, "10000001"])
            }.result
        }
    }
}
