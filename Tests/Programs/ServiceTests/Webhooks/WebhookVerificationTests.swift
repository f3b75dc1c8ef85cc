import CardAPI
import CardClient
import Foundation
import Subprocess
import Testing
import TestSupport

/// Runs the functions of docs/WEBHOOKS.md with a webhook that a service has sent. WebhooksTests runs the one in Swift.
@Suite("The documented verification of webhooks", .timeLimit(.minutes(20)))
struct WebhookVerificationTests {
    private static let page = "docs/WEBHOOKS.md"

    @Test("The functions in Python and JavaScript accept only what the service signs")
    func interpreted() async throws {
        try await Self.withWebhook { webhook, place in
            let python = try Document.block("python", of: Self.page)
                + "\nimport sys\n\nprint(is_genuine(open(sys.argv[1], 'rb').read(), *sys.argv[2:]))\n"
            try python.write(toFile: "\(place)/verify.py", atomically: true, encoding: .utf8)
            try await webhook.check { arguments in
                try await Tester.run("python", ["\(place)/verify.py"] + arguments)
            }
            let script = try Document.block("js", of: Self.page)
                + "\nimport { readFileSync } from 'node:fs';\n\nconst [, , body, ...rest] = process.argv;\n"
                + "console.log(isGenuine(readFileSync(body), ...rest));\n"
            try script.write(toFile: "\(place)/verify.mjs", atomically: true, encoding: .utf8)
            try await webhook.check { arguments in
                try await Tester.command("node", ["\(place)/verify.mjs"] + arguments)
            }
        }
    }

    @Test(
        "The function in Kotlin accepts only what the service signs",
        .enabled(if: Tester.isOnPath("kotlinc"), "There is no kotlinc on the PATH: apt-get install kotlin"))
    func compiled() async throws {
        let source = "Tests/Kotlin/WebhookVerification.kt"
        for paragraph in try Document.block("kotlin", of: Self.page).components(separatedBy: "\n\n") {
            #expect(try Document.text(of: source).contains(paragraph), "\(source) lacks \(paragraph)")
        }
        try await Self.withWebhook { webhook, place in
            let file = Document.root.appending(path: source).path
            let archive = "\(place)/verify.jar"
            let built = try await Tester.command("kotlinc", [file, "-nowarn", "-include-runtime", "-d", archive])
            #expect(built.status.isSuccess, "\(built.errors)")
            try await webhook.check { arguments in
                try await Tester.command("java", ["-cp", archive, "WebhookVerificationKt"] + arguments)
            }
        }
    }

    // MARK: Helpers

    private struct Webhook: Sendable {
        /// The files with the body as it was sent, and with another one.
        let body: String
        let forged: String
        let signature: String
        let signingKey: String

        func check(_ verify: (_ arguments: [String]) async throws -> Program.Ending) async throws {
            let other = Data(repeating: 7, count: 32).base64EncodedString()
            for (arguments, expected) in [
                ([body, signature, signingKey], "true"), ([forged, signature, signingKey], "false"),
                ([body, other, signingKey], "false"), ([body, signature, other], "false"),
                ([body, "", signingKey], "false"),
            ] {
                let ending = try await verify(arguments)
                #expect(ending.output.lowercased() == expected + "\n", "\(arguments): \(ending.output)\(ending.errors)")
            }
        }
    }

    private static func withWebhook(_ body: (_ webhook: Webhook, _ place: String) async throws -> Void) async throws {
        try await withWebhookReceiver { receiver, port in
            try await DataDirectory.with(seeded: true) { directory in
                let arguments = ["--data-dir", directory.path, "--webhooks-anywhere"]
                let (webhook, _) = try await Program.serve(arguments) { service in
                    var wanted = SubscribeWebhookBody()
                    (wanted.eventType, wanted.url) = ("/prepaid/card/status/events", "http://127.0.0.1:\(port)/")
                    let subscription = try await service.business().subscribe(wanted)
                    let card = try await service.cards(of: "10000001").create(.virtual())
                    var cancelled = BusinessUpdateBody()
                    (cancelled.status, cancelled.statusReason) = ("CANCELLED", "Sofia, София")
                    _ = try await service.business().update(card.cardId, of: "10000001", cancelled)
                    let received = try await receiver.receivedInTime(1)[0]
                    let webhook = Webhook(
                        body: directory.path + "/body.json", forged: directory.path + "/forged.json",
                        signature: try #require(received["Signature"]),
                        signingKey: try #require(subscription.signingKey))
                    try Data(received.body).write(to: URL(filePath: webhook.body))
                    try Data(received.text.replacing("CANCELLED", with: "ACTIVE").utf8)
                        .write(to: URL(filePath: webhook.forged))
                    return webhook
                }
                try await body(webhook, directory.path)
            }
        }
    }
}
