import Testing

@testable import HTTPService

@Suite("The public URL, with which addresses in answers begin")
struct PublicURLTests {
    @Test("A valid public URL is accepted, without its last slash", arguments: [
        ("https://cards.example", "https://cards.example"), ("https://cards.example/", "https://cards.example"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://[::1]:8080/a/b/", "http://[::1]:8080/a/b"),
    ])
    func accepted(text: String, base: String) {
        #expect(PublicURL(text)?.text == base)
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
