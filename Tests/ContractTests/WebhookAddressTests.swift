import CardAPI
import Cards
import Foundation
import HTTPContract
import HTTPTypes
import Issuing
import NIOSSL
import Synchronization
import TestSupport
import Testing
import Validation

@testable import CardServer
@testable import HTTPService

@Suite("Where webhooks go, and where they do not", .timeLimit(.minutes(20)))
struct WebhookAddressTests {
    @Test("A host is resolved as the system does it, in any spelling", arguments: [
        ("127.0.0.1", "127.0.0.1"), ("127.1", "127.0.0.1"), ("2130706433", "127.0.0.1"), ("0x7f.0.0.1", "127.0.0.1"),
        ("017700000001", "127.0.0.1"), ("0", "0.0.0.0"), ("::1", "::1"), ("::ffff:127.0.0.1", "::ffff:127.0.0.1"),
        ("8.8.8.8", "8.8.8.8"), ("2001:db8::7", "2001:db8::7"),
    ])
    func spellings(host: String, address: String) async throws {
        let found = try await NameResolver().addresses(of: host, for: "demo")
        #expect(found.map(\.text) == [address])
        #expect(found[0].bytes.count == (address.contains(":") ? 16 : 4))
    }

    @Test("What is not public is refused when somebody subscribes, all of it in the same words", arguments: [
        "https://127.0.0.1/", "https://127.1/", "https://2130706433/", "https://0x7f.1/", "https://localhost/",
        "https://[::1]/", "https://[::ffff:8.8.8.8]/", "https://169.254.169.254/latest/meta-data", "https://0/",
        "https://10.1.2.3:8443/", "https://[fe80::1]/", "https://[fd00::1]/", "https://no-such-host.invalid/",
    ])
    func refusedAtSubscribing(url: String) async throws {
        try await withLiveService { service in
            let token = try await service.businessToken()
            let body = #"{"eventType":"/prepaid/card/status/events","url":"\#(url)"}"#
            let answer = try await service.ask("POST", subscriptionsPath, token: token, body)
            let expected = FieldError("url", "must have a host with public addresses and no others")
            #expect(answer.problem?.fieldErrors == [expected])
        }
    }

    @Test("One address that is not public among others is one too many")
    func oneOfMany() async throws {
        let url = try #require(WebhookURL("https://hooks.example/"))
        var addresses = WebhookAddresses(goesAnywhere: false)
        let good = HostAddress(bytes: [8, 8, 8, 8], text: "8.8.8.8")
        let bad = HostAddress(bytes: [10, 0, 0, 1], text: "10.0.0.1")
        addresses.resolve = { _, _ in [good] }
        #expect(try await addresses.of(url, for: "demo") == [good])
        addresses.resolve = { _, _ in [good, bad] }
        await #expect(throws: WebhookAddresses.NotAllowed.self) { try await addresses.of(url, for: "demo") }
        let plain = try #require(WebhookURL("http://hooks.example/"))
        addresses.resolve = { _, _ in [good] }
        await #expect(throws: WebhookAddresses.NotAllowed.self) { try await addresses.of(plain, for: "demo") }
        addresses = WebhookAddresses(goesAnywhere: true)
        addresses.resolve = { _, _ in [bad] }
        #expect(try await addresses.of(plain, for: "demo") == [bad])
    }

    @Test("A name that leads elsewhere by the time of an attempt is not followed")
    func rebinding() async throws {
        try await withWebhookReceiver { receiver, port in
            let isTurned = Mutex(false)
            var settings = WebhookSettings()
            settings.addresses.resolve = { _, _ in
                isTurned.withLock { $0 }
                    ? [HostAddress(bytes: [127, 0, 0, 1], text: "127.0.0.1")]
                    : [HostAddress(bytes: [8, 8, 8, 8], text: "8.8.8.8")]
            }
            try await withLiveService(webhooks: settings) { service in
                let token = try await service.businessToken()
                _ = try await service.subscribe(to: "https://hooks.test:\(port)/", token: token)
                _ = try await service.threeEvents()
                isTurned.withLock { $0 = true }
                try await service.advance(seconds: 0)
                let log = try await service.deliveries(token: token).deliveries
                #expect(log.flatMap(\.attempts).map(\.outcome) == ["ADDRESS_NOT_ALLOWED"])
                #expect(receiver.received.isEmpty)
            }
        }
    }

    @Test("The connection goes to the address that was looked at, the certificate must be the name's")
    func pinning() async throws {
        try await withWebhookReceiver(isEncrypted: true) { receiver, port in
            var settings = WebhookSettings.local
            settings.trustRoots = .certificates([try TestCertificate.authority()])
            settings.addresses.resolve = { _, _ in [HostAddress(bytes: [127, 0, 0, 1], text: "127.0.0.1")] }
            try await withLiveService(webhooks: settings) { service in
                let token = try await service.businessToken()
                for host in [TestCertificate.host, "other.test"] {
                    _ = try await service.subscribe(to: "https://\(host):\(port)/", token: token)
                }
                _ = try await service.threeEvents()
                try await service.advance(seconds: 0)
                #expect(receiver.received.map { $0.member("newStatus") } == ["SUSPENDED", "ACTIVE", "EXPIRED"])
                #expect(receiver.received.allSatisfy { $0.head.authority == "hooks.test:\(port)" })
                let waiting = try await service.deliveries("?status=PENDING", token: token).deliveries
                #expect(waiting.flatMap(\.attempts).map(\.outcome) == ["NOT_REACHED"])
            }
        }
    }

    @Test("A certificate that nobody vouches for is not believed")
    func strangeCertificate() async throws {
        try await withWebhookReceiver(isEncrypted: true) { receiver, port in
            var settings = WebhookSettings.local
            settings.addresses.resolve = { _, _ in [HostAddress(bytes: [127, 0, 0, 1], text: "127.0.0.1")] }
            try await withLiveService(webhooks: settings) { service in
                let token = try await service.businessToken()
                _ = try await service.subscribe(to: "https://\(TestCertificate.host):\(port)/", token: token)
                _ = try await service.threeEvents()
                try await service.advance(seconds: 0)
                let log = try await service.deliveries(token: token).deliveries
                #expect(log.flatMap(\.attempts).map(\.outcome) == ["NOT_REACHED"])
                #expect(receiver.received.isEmpty)
            }
        }
    }
}
