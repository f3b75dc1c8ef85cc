import HTTPTypes
import NIOCore
import Testing

@testable import HTTPService

@Suite("The public URL, with which URLs in answers begin")
struct PublicURLTests {
    @Test("A valid public URL is accepted, without its last slash", arguments: [
        ("https://cards.example", "https://cards.example"), ("https://cards.example/", "https://cards.example"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://[::1]:8080/a/b/", "http://[::1]:8080/a/b"),
    ])
    func accepted(text: String, base: String) {
        #expect(PublicURL(text)?.text == base)
    }

    private static func request(_ scheme: String, _ host: String) -> Request {
        Request(
            head: HTTPRequest(method: .get, scheme: scheme, authority: host, path: "/"), body: .whole(ByteBuffer()))
    }

    @Test("The address that a caller used has the scheme of its connection", arguments: ["http", "https"])
    func scheme(scheme: String) throws {
        #expect(try PublicURL(of: Self.request(scheme, "127.0.0.1:8080")).text == "\(scheme)://127.0.0.1:8080")
    }

    @Test("A secret address is given out over TLS, and without TLS only on this machine", arguments: [
        ("http", "localhost:8080", true), ("http", "127.0.0.1", true), ("http", "192.168.1.7:8080", false),
        ("http", "cards.example", false), ("https", "192.168.1.7:8080", true), ("https", "cards.example", true),
        ("https", "a b", false),
    ])
    func confidential(scheme: String, host: String, isGiven: Bool) {
        let url = try? PublicURL(confidentiallyOf: Self.request(scheme, host))
        #expect(url?.text == (isGiven ? "\(scheme)://\(host)" : nil))
    }

    @Test("Anything else is not a public URL", arguments: [
        "", "cards.example", "ftp://cards.example", "https://", "https:///a", "https://a b", "https://a?b",
        "https://a#b", "https://user@a.example", "https://a.example/?x",
        "https://a.example/<", "https://a:123456", "https://a\n",
    ])
    func refused(text: String) {
        #expect(PublicURL(text) == nil)
    }
}
