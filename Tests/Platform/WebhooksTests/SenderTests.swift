import Crypto
import Foundation
import HTTPTypes
import Identifiers
import Logging
import Metrics
import NIOSSL
import Postgres
import Synchronization
import Testing
import TestSupport

@testable import Webhooks

@Suite("The sender sends to a receiver on a real socket", .timeLimit(.minutes(10)))
struct SenderTests {
    @Test("A request carries the stored bytes, their signature, the event's id and the attempt's number")
    func request() async throws {
        try await withWebhookReceiver([.status(500)]) { receiver, port in
            let fixture = try await WebhooksFixture.make()
            let url = try #require(WebhookURL("http://127.0.0.1:\(port)/hook?a=b"))
            let (_, key) = try await fixture.webhooks.subscribe(
                WebhooksFixture.owner, to: "moved", at: url, signingKey: nil, in: TestDialect())
            try await fixture.happen("one", to: "subject")
            await fixture.sender().deliverWhatIsDue()
            #expect(receiver.received.count == 1)
            try await fixture.laterSender(seconds: 1).deliverWhatIsDue()
            let received = receiver.received
            #expect(received.map(\.text) == ["one", "one"])
            #expect(received.map { $0["Test-Attempt"] } == ["1", "2"])
            let code = key.withBytes {
                HMAC<SHA256>.authenticationCode(for: Array("one".utf8), using: SymmetricKey(data: $0))
            }
            let event = try #require(await fixture.log().deliveries.first).event
            for request in received {
                #expect(request["Test-Signature"] == Data(code).base64EncodedString())
                #expect(request["Test-Event"] == event.description)
                #expect(request["Content-Type"] == "application/json")
                #expect(request.head.path == "/hook?a=b" && request.head.method == .post)
            }
        }
    }

    @Test("An event without a body is a GET to its own address")
    func get() async throws {
        try await withWebhookReceiver { receiver, port in
            let fixture = try await WebhooksFixture.make()
            let url = try #require(WebhookURL("http://127.0.0.1:\(port)/paid")?.adding([("session", "1")]))
            let (webhooks, owner) = (fixture.webhooks, WebhooksFixture.owner)
            let subscribe = webhooks.subscribingToAddressedEvents(
                owner, of: "moved", signingKey: SigningKey(text: "secret"), in: TestDialect(), as: "P12345678",
                at: WebhooksFixture.now)
            let event = NewWebhookEvent(type: "moved", body: "", url: url)
            _ = try await webhooks.database.write(subscribe)
            try await webhooks.queue([event], of: owner, about: "subject")
            await fixture.sender().deliverWhatIsDue()
            let request = try #require(receiver.received.first)
            #expect(request.head.path == "/paid?session=1" && request.head.method == .get && request.text.isEmpty)
            #expect(request["Test-Signer"] == "P12345678" && request["Content-Type"] == nil)
        }
    }

    @Test("Redirects are not followed, and an endless answer counts as delivered")
    func oddAnswers() async throws {
        try await withWebhookReceiver { elsewhere, otherPort in
            let reactions = [WebhookReceiver.Reaction.redirect(to: "http://127.0.0.1:\(otherPort)/"), .babble]
            try await withWebhookReceiver(reactions) { receiver, port in
                let fixture = try await WebhooksFixture.make()
                try await fixture.subscribe(at: "http://127.0.0.1:\(port)/")
                try await fixture.happen("one", to: "subject")
                await fixture.sender().deliverWhatIsDue()
                try await fixture.laterSender(seconds: 1).deliverWhatIsDue()
                #expect(receiver.received.count == 2 && elsewhere.received.isEmpty)
                let attempts = try #require(await fixture.log().deliveries.first).attempts
                #expect(attempts.map(\.outcome) == [.refused, .delivered])
                #expect(attempts.map(\.statusCode) == [307, 200])
            }
        }
    }

    @Test("Hooks delay a delivery and everything behind it, and repeat a delivery")
    func hooks() async throws {
        try await withWebhookReceiver { receiver, port in
            let fixture = try await WebhooksFixture.make()
            try await fixture.subscribe(at: "http://127.0.0.1:\(port)/")
            for word in ["one", "two"] { try await fixture.happen(word, to: "subject") }
            let delays = Mutex([60])
            let hooks = WebhookHooks(delay: { _ in delays.withLock { $0.popLast() } })
            await fixture.sender(hooks).deliverWhatIsDue()
            #expect(receiver.received.isEmpty)
            let isFirst = Mutex(true)
            let repeating = WebhookHooks(repeatsDelivery: {
                isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
            })
            try await fixture.laterSender(seconds: 60, repeating).deliverWhatIsDue()
            #expect(receiver.received.map(\.text) == ["one", "one", "two"])
            #expect(receiver.received.map { $0["Test-Attempt"] } == ["1", "1", "1"])
        }
    }

    @Test("A connection to one host is not used for another host at the same address")
    func hosts() async throws {
        try await withWebhookReceiver { receiver, port in
            let fixture = try await WebhooksFixture.make()
            let (webhooks, owner) = (fixture.webhooks, WebhooksFixture.owner)
            _ = try await webhooks.database.write(
                webhooks.subscribingToAddressedEvents(
                    owner, of: "moved", signingKey: SigningKey(text: "secret"), in: TestDialect(), as: "P12345678",
                    at: WebhooksFixture.now))
            let hosts = ["one.test", "two.test", "one.test"]
            for host in hosts {
                let url = try #require(WebhookURL("http://\(host):\(port)/"))
                let event = NewWebhookEvent(type: "moved", body: host, url: url)
                try await webhooks.queue([event], of: owner, about: "subject")
            }
            await fixture.sender().deliverWhatIsDue()
            #expect(receiver.received.map(\.text) == hosts)
        }
    }

    @Test("A receiver's host must have public addresses at every attempt")
    func rebinding() async throws {
        try await withWebhookReceiver { receiver, port in
            let fixture = try await WebhooksFixture.make()
            try await fixture.subscribe(at: "https://hooks.test:\(port)/")
            try await fixture.happen("one", to: "subject")
            await fixture.sender(goesAnywhere: false).deliverWhatIsDue()
            #expect(receiver.received.isEmpty)
            let attempts = try #require(await fixture.log().deliveries.first).attempts
            #expect(attempts.map(\.outcome) == [.addressNotAllowed])
        }
    }

    @Test("The connection uses the checked address, and the certificate must be the host's", arguments: [
        (TestCertificate.host, true, "DELIVERED"), ("other.test", true, "NOT_REACHED"),
        (TestCertificate.host, false, "NOT_REACHED"),
    ])
    func certificates(host: String, isTrusted: Bool, outcome: String) async throws {
        try await withWebhookReceiver(isEncrypted: true) { receiver, port in
            let fixture = try await WebhooksFixture.make()
            try await fixture.subscribe(at: "https://\(host):\(port)/")
            try await fixture.happen("one", to: "subject")
            let sender = try fixture.sender(trusting: isTrusted)
            await sender.deliverWhatIsDue()
            let attempts = try #require(await fixture.log().deliveries.first).attempts
            #expect(attempts.map(\.outcome.rawValue) == [outcome])
            #expect(receiver.received.count == (outcome == "DELIVERED" ? 1 : 0))
        }
    }

    @Test("A URL of the service itself gets webhooks over TLS although no authority is trusted")
    func own() async throws {
        try await withWebhookReceiver(isEncrypted: true) { receiver, port in
            let fixture = try await WebhooksFixture.make()
            try await fixture.subscribe(at: "https://\(TestCertificate.host):\(port)/")
            try await fixture.happen("one", to: "subject")
            await fixture.sender(owning: TestCertificate.host).deliverWhatIsDue()
            #expect(receiver.received.map(\.text) == ["one"])
        }
    }
}

extension WebhooksFixture {
    /// - Parameter goesAnywhere: if false, every host still resolves to this machine.
    fileprivate func sender(_ hooks: WebhookHooks = WebhookHooks(), goesAnywhere: Bool = true) -> WebhookSender {
        sender(settings(goesAnywhere: goesAnywhere), hooks)
    }

    fileprivate func sender(trusting isTrusted: Bool) throws -> WebhookSender {
        var settings = settings(goesAnywhere: true)
        if isTrusted { settings.trustRoots = .certificates([try TestCertificate.authority()]) }
        return sender(settings, WebhookHooks())
    }

    /// A sender of a service that is itself at a host.
    fileprivate func sender(owning host: String) -> WebhookSender {
        sender(settings(goesAnywhere: false).allowing { $0.host == host }, WebhookHooks())
    }

    /// A sender on a server whose clock is ahead.
    fileprivate func laterSender(
        seconds: TimeInterval, _ hooks: WebhookHooks = WebhookHooks()
    ) throws -> WebhookSender {
        try server(now: Self.now + seconds).sender(hooks)
    }

    /// A busy machine makes tests slow, but must not make them fail.
    private func settings(goesAnywhere: Bool) -> WebhookSettings {
        var settings = WebhookSettings(goesAnywhere: goesAnywhere)
        settings.addresses.resolve = { _, _ in [HostAddress(bytes: [127, 0, 0, 1], text: "127.0.0.1")] }
        (settings.connectTimeout, settings.timeout, settings.patience) = (.seconds(60), .seconds(60), .seconds(600))
        return settings
    }

    private func sender(_ settings: WebhookSettings, _ hooks: WebhookHooks) -> WebhookSender {
        WebhookSender(
            webhooks, settings, hooks: hooks,
            logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }, metrics: NOOPMetricsHandler.instance)
    }
}
