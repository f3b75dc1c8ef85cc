import Cards
import Testing
import Validation

@Suite struct SecureViewTests {
    @Test func detailsAreEverythingButThePIN() {
        for content in SecureView.Content.allCases {
            let included = SecureView.Content.allCases.filter(content.includes)
            #expect(included == (content == .details ? [.details, .pan, .cvv, .expiry, .cardholderName] : [content]))
        }
    }

    /// A card shows exactly what its actions offer.
    @Test(arguments: SecureView.Content.allCases, Standing.all)
    func aCardShowsWhatItOffers(content: SecureView.Content, standing: Standing) {
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

    @Test func whatIsNotSaidIsADefault() {
        let view = SecureView.read(content: .pan, panSeparator: nil, hasCopyButton: nil, theme: nil).value
        #expect(view == SecureView(content: .pan, panSeparator: " ", hasCopyButton: false, theme: .automatic))
    }

    @Test(arguments: ["", " ", "-", " - ", "·", "\u{A0}", "•••", "/"])
    func separators(text: String) {
        let draft = SecureView.read(content: .pan, panSeparator: text, hasCopyButton: true, theme: .dark)
        #expect(draft.errors.isEmpty && draft.value?.panSeparator == text)
    }

    @Test(arguments: [
        "----", "0", "-1-", "٣", "²", "½", "\n", "\t", "\u{200B}", "\u{202E}", "\u{2028}", "\u{E000}",
        "e\u{301}\u{301}\u{301}",
    ])
    func noSeparators(text: String) {
        let violation = FieldError(
            "panSeparator", "must be at most 3 characters, none of them a digit or invisible")
        let draft = SecureView.read(content: .pan, panSeparator: text, hasCopyButton: nil, theme: nil)
        #expect(draft.errors == [violation])
    }

    @Test func allThatIsWrongIsToldAtOnce() {
        let type = FieldError("type", "is required")
        let draft = Draft((), errors: [type]).then {
            SecureView.read(content: nil, panSeparator: "12345", hasCopyButton: nil, theme: nil)
        }
        #expect(draft.errors.fields == ["type", "panSeparator"] && draft.value == nil)
    }
}

@Suite struct FrameAncestorsTests {
    @Test(arguments: [
        [], ["https://wallet.example"], ["https://*.wallet.example:8443", "https://a-b.c1.example"],
        ["http://localhost:3000", "http://127.0.0.1", "https://localhost"],
    ])
    func origins(origins: [String]) throws {
        let ancestors: FrameAncestors = try FrameAncestors.read(origins: origins).accepted()
        #expect(ancestors.origins == origins)
    }

    @Test(arguments: [
        "", "*", "https:", "https://", "wallet.example", "http://wallet.example", "https://wallet.example/",
        "https://wallet.example/a", "https://Wallet.example", "https://a b", "https://a;script-src *", "https://a,b",
        "https://a 'unsafe-inline'", "'self'", "data:", "https://a:", "https://a:٣", "https://a:123456",
        "https://*", "https://a.*.example", "https://a\r\nSet-Cookie: x", "https://é.example", "https://user@a.example",
        "http://localhost.evil.example", "http://127.0.0.1.evil.example",
        "https://" + String(repeating: "a", count: 250),
    ])
    func noOrigins(text: String) {
        #expect(!FrameAncestors.read(origins: ["https://wallet.example", text]).errors.isEmpty)
    }

    @Test func theListHasAnEnd() {
        let origins = (1...FrameAncestors.limit).map { "https://a\($0).example" }
        #expect(FrameAncestors.read(origins: origins).errors.isEmpty)
        #expect(!FrameAncestors.read(origins: origins + ["https://b.example"]).errors.isEmpty)
        #expect(FrameAncestors.read(origins: nil).value == nil)
    }
}
