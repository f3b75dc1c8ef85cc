import Cards
import Testing
import Validation

@Suite("Secure view of a card")
struct SecureViewRuleTests {
    @Test("DETAILS includes everything except the PIN, and other content only itself")
    func includedContent() {
        for content in SecureView.Content.allCases {
            let included = SecureView.Content.allCases.filter(content.includes)
            #expect(included == (content == .details ? [.details, .pan, .cvv, .expiry, .cardholderName] : [content]))
        }
    }

    @Test("A card can show exactly what its actions offer", arguments: SecureView.Content.allCases, Standing.all)
    func shownContent(content: SecureView.Content, standing: Standing) {
        for isPINSet in [false, true] {
            let card = Sample.card(standing, isPINSet: isPINSet)
            let isUsable = [.active, .digital].contains(standing.status)
            let lacksPIN = content == .pin && !isPINSet
            let action: CardAction = content == .pin ? .showPIN : .showDetails
            #expect(CardAction.available(on: card).contains(action) == (isUsable && !lacksPIN))
            if isUsable && !lacksPIN {
                #expect(throws: Never.self) { try content.check(card) }
            } else {
                let refusal = Refusal.secureView(isUsable ? .noPIN : .notAllowed(status: standing.status))
                #expect(throws: refusal) { try content.check(card) }
            }
        }
    }

    @Test("Missing options have default values")
    func defaultOptions() {
        let view = SecureView.read(content: .pan, panSeparator: nil, hasCopyButton: nil, theme: nil).value
        #expect(view == SecureView(content: .pan, panSeparator: " ", hasCopyButton: false, theme: .automatic))
    }

    @Test("A bare view has the text sizes of the SDK, all of which are allowed")
    func textSizes() {
        let sizes = SecureView.Content.allCases.map(SecureView.Bare.defaultTextSize(of:))
        #expect(Dictionary(uniqueKeysWithValues: zip(SecureView.Content.allCases, sizes)) == [
            .pan: 24, .cvv: 20, .expiry: 20, .cardholderName: 20, .details: 20, .pin: 28,
        ])
        #expect(sizes.allSatisfy(SecureView.Bare.textSizes.contains))
    }

    @Test("A separate view has its own look, and the common separator and theme")
    func separately() {
        let look = SecureView.Bare(textSize: 30, textColor: SecureView.Bare.Color("#FF0000"), font: .serif)
        let whole = SecureView(content: .details, panSeparator: "-", hasCopyButton: true, theme: .dark)
        let separate = whole.separately(.cvv, hasCopyButton: nil, bare: look)
        #expect(separate == SecureView(
            content: .cvv, panSeparator: "-", hasCopyButton: true, theme: .dark, bare: look))
    }

    @Test(
        "A separator has up to 3 visible characters or spaces",
        arguments: ["", " ", "-", " - ", "·", "\u{A0}", "•••", "/"])
    func validSeparators(text: String) {
        let draft = SecureView.read(content: .pan, panSeparator: text, hasCopyButton: true, theme: .dark)
        #expect(draft.errors.isEmpty && draft.value?.panSeparator == text)
    }

    @Test("A long separator, a digit and an invisible character are refused", arguments: [
        "----", "0", "-1-", "٣", "²", "½", "\n", "\t", "\u{200B}", "\u{202E}", "\u{2028}", "\u{E000}",
        "e\u{301}\u{301}\u{301}",
    ])
    func invalidSeparators(text: String) {
        let violation = FieldError(
            "panSeparator", "must be at most 3 characters, none of them a digit or invisible")
        let draft = SecureView.read(content: .pan, panSeparator: text, hasCopyButton: nil, theme: nil)
        #expect(draft.errors == [violation])
    }

    @Test("All errors are reported at once")
    func allErrors() {
        let type = FieldError("type", "is required")
        let draft = Draft((), errors: [type]).then {
            SecureView.read(content: nil, panSeparator: "12345", hasCopyButton: nil, theme: nil)
        }
        #expect(draft.errors.fields == ["type", "panSeparator"] && draft.value == nil)
    }
}

@Suite("Origins that may frame a secure view")
struct FrameAncestorsTests {
    @Test("HTTPS origins and local HTTP origins are accepted", arguments: [
        [], ["https://wallet.example"], ["https://*.wallet.example:8443", "https://a-b.c1.example"],
        ["http://localhost:3000", "http://127.0.0.1", "https://localhost"],
    ])
    func validOrigins(origins: [String]) throws {
        let ancestors: FrameAncestors = try FrameAncestors.read(origins: origins).accepted()
        #expect(ancestors.origins == origins)
    }

    @Test("Anything else is not an origin", arguments: [
        "", "*", "https:", "https://", "wallet.example", "http://wallet.example", "https://wallet.example/",
        "https://wallet.example/a", "https://Wallet.example", "https://a b", "https://a;script-src *", "https://a,b",
        "https://a 'unsafe-inline'", "'self'", "data:", "https://a:", "https://a:٣", "https://a:123456",
        "https://a:99999", "https://a:0", "https://127.999.0.1", "http://localhost:65536",
        "https://*", "https://a.*.example", "https://a\r\nSet-Cookie: x", "https://é.example", "https://user@a.example",
        "http://localhost.evil.example", "http://127.0.0.1.evil.example",
        "https://" + String(repeating: "a", count: 250),
    ])
    func invalidOrigins(text: String) {
        #expect(!FrameAncestors.read(origins: ["https://wallet.example", text]).errors.isEmpty)
    }

    @Test("The list of origins is required and its length is limited")
    func originLimit() {
        let origins = (1...FrameAncestors.limit).map { "https://a\($0).example" }
        #expect(FrameAncestors.read(origins: origins).errors.isEmpty)
        #expect(!FrameAncestors.read(origins: origins + ["https://b.example"]).errors.isEmpty)
        #expect(FrameAncestors.read(origins: nil).value == nil)
    }
}
