import CardAPI
import CardClient
import Cards
import ContractTestSupport
import Foundation
import HTTPContract
import Testing
import Validation

@Suite("A bare view shows one value for an app's own layout")
struct BareViewTests {
    @Test("A bare view has no visible label, a transparent ground and the requested look", arguments: [
        (#"{"type":"PAN","panSeparator":"-","bare":{}}"#, "24px/1.2 system-ui, sans-serif", "var(--ink)"),
        (#"{"type":"CVV","bare":{"textSize":9,"font":"MONOSPACE"}}"#, "9px/1.2 ui-monospace, monospace", "var(--ink)"),
        (##"{"type":"PIN","bare":{"textColor":"#ffFFff80","font":"SERIF"}}"##, "28px/1.2 ui-serif, serif", "#ffFFff80"),
    ])
    func look(body: String, font: String, color: String) async throws {
        try await withLiveService { service in
            let card = try await service.cards(of: .ivana).create(.ordering("SKRILL-VIRTUAL-MC-EEA", pin: "8362"))
            let view: SecureViewBody = try await service.askForView(of: card, body).decoded()
            let page = try await service.ask("GET", view.path)
            #expect(page.status == 200 && page.text.contains("font: \(font);"))
            #expect(page.text.contains("body { background: transparent; color: \(color);"))
            #expect(page.text.matches(of: /<dt[^>]*>/).map { String($0.output) } == [#"<dt class="unseen">"#])
            #expect(!page.text.contains("<script") && page.text.contains(#"content="normal""#))
        }
    }

    @Test("Separate views have the common look or their own")
    func separate() async throws {
        try await withLiveService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let asked = ##"{"type":"DETAILS","bare":{"textColor":"#112233"},"separateViews":[{"type":"PAN"},"##
                + #"{"type":"CVV","bare":{"textSize":12}}]}"#
            let answer: SecureViewBody = try await service.askForView(of: card, asked).decoded()
            var pages: [String] = []
            for view in answer.views ?? [] {
                pages.append(try await service.ask("GET", #require(URL(string: view.url)).path).text)
            }
            try #require(pages.count == 2)
            #expect(pages[0].contains("color: #112233;") && pages[0].contains("font: 24px/"))
            #expect(pages[1].contains("color: var(--ink);") && pages[1].contains("font: 12px/"))
        }
    }

    private static let refusedLooks: [(String, String)] = [
        (#"{"type":"PAN","bare":{"textSize":7}}"#, "bare.textSize"),
        (#"{"type":"PAN","bare":{"textSize":97}}"#, "bare.textSize"),
        (#"{"type":"PAN","bare":{"textColor":"red"}}"#, "bare.textColor"),
        (##"{"type":"PAN","bare":{"textColor":"#fff;}"}}"##, "bare.textColor"),
        (##"{"type":"DETAILS","separateViews":[{"type":"PAN","bare":{"textColor":"#ff"}}]}"##,
            "separateViews[0].bare.textColor"),
        (#"{"type":"PAN","bare":{"font":"url(//a)"}}"#, "bare.font"),
        (##"{"type":"PAN","bare":{"background":"#fff"}}"##, "bare.background"),
        (#"{"type":"DETAILS","bare":{}}"#, "bare"),
        (
            #"{"type":"PAN","bare":{},"sessionKey":"# + SecureViewAuthenticationTests.sessionKey + "}", "bare"
        ),
    ]

    @Test("The look is limited, and only for a single value on a page")
    func refused() async throws {
        try await withLiveService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            for (body, field) in Self.refusedLooks {
                let answer = try await service.askForView(of: card, body)
                #expect(answer.status == 400 && answer.problem?.fieldErrors.map(\.field) == [field], "\(body)")
            }
        }
    }

    @Test("A bare view copies what it shows; a page copies only the digits")
    func copied() async throws {
        try await withLiveService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            for (bare, isSeparated) in [(#","bare":{}"#, false), ("", true)] {
                let view: SecureViewBody = try await service.askForView(
                    of: card, #"{"type":"PAN","panSeparator":"-","showCopyButton":true\#(bare)}"#).decoded()
                let page = try await service.ask("GET", view.path)
                #expect(page.text.contains("<button") && page.text.contains("<dd class=\"digits\""))
                #expect(page.text.contains(" data-separated>") == isSeparated)
            }
        }
    }

    @Test("The wire has exactly the fonts and the sizes of the rules")
    func vocabulary() {
        #expect(Vocabulary.secureViewFonts == SecureView.Bare.Font.allCases.map(\.rawValue))
        #expect(Vocabulary.secureViewTextSizes == SecureView.Bare.textSizes)
    }
}
