import Testing

@testable import HTTPService

@Suite("What addresses in answers begin with")
struct PublicURLTests {
    @Test("An address that the service can be reached at", arguments: [
        ("https://cards.example", "https://cards.example"), ("https://cards.example/", "https://cards.example"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://[::1]:8080/a/b/", "http://[::1]:8080/a/b"),
    ])
    func accepted(text: String, base: String) {
        #expect(PublicURL(text)?.text == base)
    }

    @Test("Anything else", arguments: [
        "", "cards.example", "ftp://cards.example", "https://", "https:///a", "https://a b", "https://a?b",
        "https://a#b", "https://user@a.example", "https://a.example/?x",
        "https://a.example/<", "https://a:123456", "https://a\n",
    ])
    func refused(text: String) {
        #expect(PublicURL(text) == nil)
    }
}
