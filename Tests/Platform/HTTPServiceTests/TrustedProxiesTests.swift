import HTTPTypes
import NIOCore
import NIOEmbedded
import Testing

@testable import HTTPService

@Suite("The client's address behind proxies")
struct TrustedProxiesTests {
    private static func client(
        _ connection: String, _ forwarded: [String], trusting proxies: [String]
    ) throws -> String? {
        let channel = EmbeddedChannel()
        channel.remoteAddress = try SocketAddress(ipAddress: connection, port: 1)
        var headers = HTTPFields()
        for value in forwarded {
            headers.append(HTTPField(name: try #require(HTTPField.Name("X-Forwarded-For")), value: value))
        }
        return try TrustedProxies(proxies).client(of: channel, headers)?.ipAddress
    }

    @Test("The last address that is no trusted proxy's is the client's", arguments: [
        (["192.0.2.7"], "192.0.2.7"), (["203.0.113.5, 192.0.2.7"], "192.0.2.7"),
        (["203.0.113.5, 192.0.2.7, 10.1.2.3"], "192.0.2.7"), (["203.0.113.5", "192.0.2.7,10.9.9.9"], "192.0.2.7"),
        (["192.0.2.7:4711"], "192.0.2.7"), (["[2001:db8::1]:4711"], "2001:db8::1"), (["2001:db8::1"], "2001:db8::1"),
        (["10.1.2.3, 10.4.5.6"], "10.1.2.3"), ([], "10.0.0.1"), (["192.0.2.7, unknown"], "10.0.0.1"),
        (["192.0.2.7, unknown, 10.1.1.1"], "10.1.1.1"), (["192.0.2.7, 127.1"], "10.0.0.1"),
        (["192.0.2.7,  203.0.113.5\t"], "203.0.113.5"),
    ] as [([String], String)])
    func chain(forwarded: [String], client: String) throws {
        #expect(try Self.client("10.0.0.1", forwarded, trusting: ["10.0.0.0/8"]) == client)
    }

    @Test("The word of anybody else does not count", arguments: [
        ("192.0.2.1", ["10.0.0.0/8"]), ("10.0.0.1", []), ("11.0.0.1", ["10.0.0.0/8"]), ("10.0.0.2", ["10.0.0.1"]),
        ("10.64.0.1", ["10.0.0.0/10"]), ("2001:db8::1", ["10.0.0.0/8", "0.0.0.0/0"]),
    ] as [(String, [String])])
    func untrusted(connection: String, proxies: [String]) throws {
        #expect(try Self.client(connection, ["203.0.113.5"], trusting: proxies) == nil)
    }

    @Test("Blocks of both kinds, and single addresses, are proxies", arguments: [
        ("10.63.255.255", "10.0.0.0/10"), ("::ffff:10.0.0.1", "10.0.0.1"), ("2001:db8:7::1", "2001:db8::/32"),
        ("::1", "::1"), ("203.0.113.9", "0.0.0.0/0"), ("10.0.0.1", "10.0.0.1/32"),
    ])
    func trusted(connection: String, proxy: String) throws {
        #expect(try Self.client(connection, ["192.0.2.7"], trusting: [proxy]) == "192.0.2.7")
    }

    @Test("A text that is no address and no block is refused", arguments: [
        "", "/8", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/", "::/129", "proxy.example", "10.0.0.0/8/8",
        "[::1]", "10.0.0.1:80",
    ])
    func unreadable(text: String) throws {
        let failure = #expect(throws: TrustedProxies.Unreadable.self) { try TrustedProxies(["10.0.0.1", text]) }
        #expect(failure?.text == text)
    }
}
