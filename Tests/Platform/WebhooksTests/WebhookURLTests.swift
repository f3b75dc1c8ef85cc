import Foundation
import Testing

@testable import Webhooks

@Suite("A subscription needs a valid URL and a valid key")
struct WebhookURLTests {
    static let urls = table("""
        https://hooks.example                        → hooks.example 443
        HTTPS://Hooks.Example/                       → Hooks.Example 443
        https://hooks.example:8443/a/b?c=d&e=%20     → hooks.example 8443
        https://192.0.2.1/x                          → 192.0.2.1 443
        https://[2001:db8::1]:444/x                  → 2001:db8::1 444
        https://xn--bcher-kva.example                → xn--bcher-kva.example 443
        http://hooks.example                         → plain 80
        http://127.0.0.1:9000/hook                   → plain 9000
        hooks.example                                → refused
        /hook                                        → refused
        //hooks.example                              → refused
        https:hooks.example                          → refused
        https://                                     → refused
        https:///x                                   → refused
        https://:443                                 → refused
        https://hooks.example:0                      → refused
        https://hooks.example:65536                  → refused
        https://127.999.0.1                          → refused
        https://256.1.2.3:8443/x                     → refused
        https://user@hooks.example                   → refused
        https://user:pass@hooks.example              → refused
        https://@hooks.example                       → refused
        https://hooks.example\\@evil.example         → refused
        https://hooks.example#x                      → refused
        https://bücher.example                       → refused
        ftp://hooks.example                          → refused
        https://hooks.example/%zz                    → refused
        https://hooks.example/?a=%2                  → refused
        file:///etc/passwd                           → refused
        http+unix://%2Ftmp%2Fsocket/x                → refused
        gopher://hooks.example                       → refused
        """) + ["", "https://hooks.example/a b", "https://hooks.example/\nX-Header:1"].map { ($0, ["refused"]) }

    @Test("A URL is absolute, uses http or https, and has no user, password or fragment", arguments: urls)
    func url(text: String, expected: [String]) {
        let isRefused = WebhookURL.violation(in: text, isPlainAllowed: false) != nil
        let url = WebhookURL(text)
        switch expected[0] {
        case "refused":
            #expect(url == nil && isRefused && WebhookURL.violation(in: text, isPlainAllowed: true) != nil)
        case "plain":
            #expect(url?.isEncrypted == false && isRefused && url.map { "\($0.port)" } == expected[1])
            #expect(WebhookURL.violation(in: text, isPlainAllowed: true) == nil)
        default:
            #expect(url?.isEncrypted == true && !isRefused)
            #expect(url.map { [$0.host, "\($0.port)"] } == expected && url?.text == text)
        }
    }

    @Test("A URL has at most 500 characters")
    func length() {
        let start = "https://hooks.example/"
        let longest = start + String(repeating: "a", count: WebhookURL.maximumLength - start.count)
        #expect(WebhookURL(longest) != nil && WebhookURL(longest + "a") == nil)
    }

    @Test("Parameters are added after those of the URL, in the encoding of forms", arguments: [
        ("https://a.example", "https://a.example?x=1+2&y=%C3%BC%26"),
        ("https://a.example/?", "https://a.example/?x=1+2&y=%C3%BC%26"),
        ("https://a.example/b?c=d", "https://a.example/b?c=d&x=1+2&y=%C3%BC%26"),
    ])
    func adding(text: String, expected: String) throws {
        let url = try #require(WebhookURL(text))
        #expect(url.adding([("x", "1 2"), ("y", "ü&")])?.text == expected)
    }

    @Test("With parameters, a URL may be longer than a subscriber's: up to 4000 characters")
    func longWithParameters() throws {
        let url = try #require(WebhookURL("https://a.example/"))
        let most = 4000 - url.text.utf8.count - 3
        #expect(url.adding([("x", String(repeating: "a", count: most))])?.text.utf8.count == 4000)
        #expect(url.adding([("x", String(repeating: "a", count: most + 1))]) == nil)
    }

    @Test("A URL with a card number in any encoding is refused", arguments: [
        "https://hooks.example/5500000000000004", "https://hooks.example/%35500000000000004",
    ])
    func cardNumber(text: String) {
        #expect(
            WebhookURL.violation(in: text, isPlainAllowed: false) == "must not hold what looks like a card number")
    }

    @Test("A key is 16 to 64 bytes in Base64", arguments: [
        ("AAECAwQFBgcICQoLDA0ODw==", true), (String(repeating: "A", count: 84), true),
        (String(repeating: "A", count: 88), false), ("AAECAwQFBgcICQoLDA0O", false), ("", false),
        ("not base64", false),
    ])
    func key(text: String, isKey: Bool) {
        #expect((SigningKey(base64: text) != nil) == isKey)
    }
}
