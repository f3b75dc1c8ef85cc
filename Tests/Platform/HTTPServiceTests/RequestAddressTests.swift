import Testing

@testable import HTTPService

@Suite("The host and the path of a request")
struct RequestAddressTests {
    @Test("A host is a name or an address, with or without a port", arguments: [
        "a", "tessera.example", "tessera_1:8080", "127.0.0.1", "127.0.0.1:0", "1.2.3.999.example",
        "[::1]", "[::ffff:1.2.3.4]:65535",
    ])
    func authority(text: String) { #expect(RequestAddress.isAuthority(text)) }

    @Test("Anything else is not a host", arguments: [
        "", " a", "a b", "a/b", "a:", ":80", "a:65536", "a:000080", "a:8x", "a:-1", "u@a", "[]", "[::1", "[::g]", "::1",
        "127.999.0.1", "256.0.0.1:80", "[::1]80", "a,b", "a:80:80", "ä", "a\u{0}", String(repeating: "a", count: 256),
    ])
    func noAuthority(text: String) { #expect(!RequestAddress.isAuthority(text)) }

    @Test("A path has one spelling", arguments: [
        ("/", true), ("/?x//", true), ("/metrics", true), ("/metrics?a=/../", true), ("/a/b.c/...", true), ("", false),
        ("metrics", false), ("*", false), ("//", false), ("//metrics", false), ("/metrics/", false),
        ("/metrics/?x", false), ("/a//b", false), ("/./metrics", false), ("/a/../metrics", false),
        ("/metrics/.", false), ("/..", false),
    ])
    func path(text: String, isCanonical: Bool) { #expect(RequestAddress.isCanonical(path: text) == isCanonical) }

    @Test("Where segments may be empty, dots still may not stand alone", arguments: [
        ("/a/", true), ("/a/?x", true), ("/a", true), ("//", true), ("/a//b", true), ("/a//", true),
        ("/../", false), ("/a//../b", false), ("//.", false), ("a//b", false),
    ])
    func emptySegments(text: String, isAccepted: Bool) {
        #expect(RequestAddress.isCanonical(path: text, .emptySegments) == isAccepted)
    }
}
