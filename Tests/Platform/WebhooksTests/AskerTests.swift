import Foundation
import Identifiers
import Metrics
import Testing
import TestSupport

@testable import Webhooks

@Suite("A question goes to the first address of a host that answers", .timeLimit(.minutes(5)))
struct AskerTests {
    /// All of 127.0.0.0/8 is this machine, but receivers listen only at 127.0.0.1.
    private static let dead = HostAddress(bytes: [127, 0, 0, 2], text: "127.0.0.2")
    private static let living = HostAddress(bytes: [127, 0, 0, 1], text: "127.0.0.1")

    /// Sends a question to a host with these addresses.
    private static func ask(
        _ addresses: [HostAddress], port: Int, within limit: Duration = .seconds(60)
    ) async throws -> String {
        var settings = WebhookSettings(goesAnywhere: true)
        settings.addresses.resolve = { _, _ in addresses }
        let question = WebhookAsker.Question(
            Array("yes or no".utf8), at: "http://hooks.test:\(port)/", with: [("Test-Event", "1")], for: "owner",
            within: limit)
        let answer = try await WebhookAsker(settings, metrics: NOOPMetricsHandler.instance).ask(question)
        return String(decoding: answer, as: UTF8.self)
    }

    @Test("An address that cannot be reached is followed by the next one")
    func next() async throws {
        try await withWebhookReceiver([.answer("yes")]) { receiver, port in
            let answer = try await Self.ask([Self.dead, Self.dead, Self.living], port: port)
            #expect(answer == "yes")
            #expect(receiver.received.map(\.text) == ["yes or no"])
            #expect(receiver.received.map { $0["Test-Event"] } == ["1"])
        }
    }

    @Test("No more addresses are tried than the limit")
    func limit() async throws {
        try await withWebhookReceiver([.answer("yes")]) { receiver, port in
            let dead = [HostAddress](repeating: Self.dead, count: WebhookAsker.addresses)
            await #expect(throws: WebhookAsker.Failure.notReached) {
                try await Self.ask(dead + [Self.living], port: port)
            }
            #expect(receiver.received.isEmpty)
        }
    }

    @Test("Any answer counts, and no other address is asked", arguments: [
        (WebhookReceiver.Reaction.status(500), WebhookAsker.Failure.refused(status: 500)),
        (.answer(String(repeating: " ", count: 5000)), .tooLong),
    ])
    func once(_ reaction: WebhookReceiver.Reaction, _ failure: WebhookAsker.Failure) async throws {
        try await withWebhookReceiver([reaction, .answer("yes")]) { receiver, port in
            await #expect(throws: failure) { try await Self.ask([Self.living, Self.living], port: port) }
            #expect(receiver.received.count == 1)
        }
    }

    @Test("An address that answers too late uses up the time")
    func late() async throws {
        try await withWebhookReceiver([.hang, .answer("yes")]) { receiver, port in
            await #expect(throws: WebhookAsker.Failure.timedOut) {
                try await Self.ask([Self.living, Self.living], port: port, within: .milliseconds(200))
            }
            #expect(receiver.received.count <= 1)
        }
    }
}
