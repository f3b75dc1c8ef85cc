import Foundation
import Testing

@testable import Webhooks

@Suite("Webhooks are sent only to public addresses")
struct WebhookAddressTests {
    @Test("The system resolves a host in any spelling", arguments: [
        ("127.0.0.1", "127.0.0.1"), ("127.1", "127.0.0.1"), ("2130706433", "127.0.0.1"), ("0x7f.0.0.1", "127.0.0.1"),
        ("017700000001", "127.0.0.1"), ("0", "0.0.0.0"), ("::1", "::1"), ("::ffff:127.0.0.1", "::ffff:127.0.0.1"),
        ("8.8.8.8", "8.8.8.8"), ("2001:db8::7", "2001:db8::7"),
    ])
    func spellings(host: String, address: String) async throws {
        let found = try await NameResolver().addresses(of: host, for: "owner")
        #expect(found.map(\.text) == [address])
        #expect(found[0].bytes.count == (address.contains(":") ? 16 : 4))
    }

    @Test("A host with one address that is not public is refused")
    func oneOfMany() async throws {
        let url = try #require(WebhookURL("https://hooks.example/"))
        var addresses = WebhookAddresses(goesAnywhere: false)
        let good = HostAddress(bytes: [8, 8, 8, 8], text: "8.8.8.8")
        let bad = HostAddress(bytes: [10, 0, 0, 1], text: "10.0.0.1")
        addresses.resolve = { _, _ in [good] }
        #expect(try await addresses.of(url, for: "owner") == [good])
        addresses.resolve = { _, _ in [good, bad] }
        await #expect(throws: WebhookAddresses.NotAllowed.self) { try await addresses.of(url, for: "owner") }
        let plain = try #require(WebhookURL("http://hooks.example/"))
        addresses.resolve = { _, _ in [good] }
        await #expect(throws: WebhookAddresses.NotAllowed.self) { try await addresses.of(plain, for: "owner") }
        addresses = WebhookAddresses(goesAnywhere: true)
        addresses.resolve = { _, _ in [bad] }
        #expect(try await addresses.of(plain, for: "owner") == [bad])
    }
}
