import Testing

@testable import Gateways

@Suite("URLs to which a customer returns")
struct ReturnURLTests {
    @Test(
        "A page's URL uses https or the customer's own machine, and has no user and no fragment",
        arguments: [
            ("https://shop.example/done", true), ("https://shop.example?a=1", true), ("http://shop.example", false),
            ("https://", false), ("https:///x", false), ("https://a@shop.example", false),
            ("https://shop.example#x", false), ("https://shop.example/<x>", false), ("HTTPS://shop.example", false),
            ("javascript:alert(1)", false), ("https://shop.example/\r\nX: y", false),
            ("http://127.0.0.1:3000/", true), ("http://127.1.2.3/done", true), ("http://localhost:65535", true),
            ("http://127.0.0.1:99999/", false), ("http://127.999.0.1/", false), ("http://localhost:0/", false),
            ("https://127.999.0.1/", false), ("https://shop.example:99999/", false), ("https://shop.example:x/", false),
        ])
    func pages(_ text: String, _ isAccepted: Bool) {
        #expect(ReturnURL.isPage(text) == isAccepted)
    }

    @Test("The URL of an app's screen is accepted, and a script is not", arguments: [
        ("shop://done?x=1", "shop"), ("SHOP://done", "shop"), ("https://shop.example/done", "https"),
        ("javascript://done", nil), ("data://x", nil), ("shop:done", nil), ("shop://a@done", nil),
        ("shop://done#x", nil), ("http://shop.example:99999/", nil),
    ] as [(String, String?)])
    func screens(_ text: String, _ scheme: String?) {
        #expect(ReturnURL.scheme(of: text) == scheme)
    }

    @Test("On the customer's own machine, the port does not count")
    func listed() {
        #expect(ReturnURL.listed("http://127.1.2.3:8080/done") == "http://127.0.0.1/done")
        #expect(ReturnURL.listed("http://localhost:8080/done") == "http://localhost/done")
        #expect(ReturnURL.listed("https://shop.example:8080/done") == "https://shop.example:8080/done")
        #expect(ReturnURL.loopbackOrigin(of: "http://localhost:8080/done") == "http://localhost:8080")
        #expect(ReturnURL.loopbackOrigin(of: "https://shop.example/done") == nil)
    }

    @Test("Parameters are added after those of the URL")
    func parameters() {
        #expect(ReturnURL.adding([("a", "1 2")], to: "https://shop.example") == "https://shop.example?a=1%202")
        #expect(ReturnURL.adding([("a", "1"), ("b", "&")], to: "shop://x?y=1") == "shop://x?y=1&a=1&b=%26")
    }
}
