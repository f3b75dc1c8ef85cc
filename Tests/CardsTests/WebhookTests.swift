import Foundation
import Testing
import Validation

@testable import Cards

@Suite struct WebhookTests {
    @Test(arguments: [
        (1, 1), (2, 2), (3, 4), (4, 8), (11, 1024), (12, 2048), (13, 3600), (14, 3600), (1000, 3600), (0, 1),
    ] as [(Int, TimeInterval)])
    func theDelayDoublesUpToAnHour(failures: Int, seconds: TimeInterval) {
        let now = Date(timeIntervalSince1970: 1_773_576_000)
        #expect(WebhookRetry.next(afterFailures: failures, at: now, queuedAt: now) == now + seconds)
    }

    @Test func afterThreeDaysItIsGivenUp() {
        let queued = Date(timeIntervalSince1970: 1_773_576_000)
        let end = queued + 3 * 86_400
        #expect(WebhookRetry.next(afterFailures: 80, at: end - 0.001, queuedAt: queued) == end - 0.001 + 3600)
        #expect(WebhookRetry.next(afterFailures: 1, at: end, queuedAt: queued) == nil)
    }

    static let urls = Example.table(over: ["url": "https://hooks.example"], """
        url: https://hooks.example                        → hooks.example 443
        url: HTTPS://Hooks.Example/                       → Hooks.Example 443
        url: https://hooks.example:8443/a/b?c=d&e=%20     → hooks.example 8443
        url: https://192.0.2.1/x                          → 192.0.2.1 443
        url: https://[2001:db8::1]:444/x                  → 2001:db8::1 444
        url: https://xn--bcher-kva.example                → xn--bcher-kva.example 443
        url: http://hooks.example                         → plain 80
        url: http://127.0.0.1:9000/hook                   → plain 9000
        url: empty                                        → refused
        url: hooks.example                                → refused
        url: /hook                                        → refused
        url: //hooks.example                              → refused
        url: https:hooks.example                          → refused
        url: https://                                     → refused
        url: https:///x                                   → refused
        url: https://:443                                 → refused
        url: https://hooks.example:0                      → refused
        url: https://hooks.example:65536                  → refused
        url: https://user@hooks.example                   → refused
        url: https://user:pass@hooks.example              → refused
        url: https://@hooks.example                       → refused
        url: https://hooks.example\\@evil.example         → refused
        url: https://hooks.example#x                      → refused
        url: https://hooks.example/a␠b                    → refused
        url: https://hooks.example/␊X-Header:1            → refused
        url: https://bücher.example                       → refused
        url: ftp://hooks.example                          → refused
        url: file:///etc/passwd                           → refused
        url: http+unix://%2Ftmp%2Fsocket/x                → refused
        url: gopher://hooks.example                       → refused
        """)

    @Test(arguments: urls)
    func aURLIsAPlaceAndNothingElse(example: Example) throws {
        let text = try #require(example["url"])
        let isRefused = WebhookURL.violation(in: text, isPlainAllowed: false) != nil
        let url = WebhookURL(text)
        switch example.expected[0] {
        case "refused":
            #expect(url == nil && isRefused && WebhookURL.violation(in: text, isPlainAllowed: true) != nil)
        case "plain":
            #expect(url?.isEncrypted == false && isRefused && url.map { "\($0.port)" } == example.expected[1])
            #expect(WebhookURL.violation(in: text, isPlainAllowed: true) == nil)
        default:
            #expect(url?.isEncrypted == true && !isRefused)
            #expect(url.map { [$0.host, "\($0.port)"] } == example.expected && url?.text == text)
        }
    }

    @Test func aLongURLIsRefused() {
        let start = "https://hooks.example/"
        let longest = start + String(repeating: "a", count: WebhookURL.maximumLength - start.count)
        #expect(WebhookURL(longest) != nil && WebhookURL(longest + "a") == nil)
    }

    static let keys = Example.table(over: ["key": "absent"], """
        key: absent                                       → ok
        key: AAECAwQFBgcICQoLDA0ODw==                     → ok
        key: 88×A                                         → signingKey
        key: 84×A                                         → ok
        key: AAECAwQFBgcICQoLDA0O                         → signingKey
        key: empty                                        → signingKey
        key: not␠base64                                   → signingKey
        """)

    @Test(arguments: keys)
    func aKeyOfOnesOwnIsLongEnough(example: Example) {
        let draft = WebhookSubscription.Draft(
            event: .cardStatus, url: "https://hooks.example", signingKey: example["key"])
        do throws(Refusal) {
            let accepted = try draft.accepted(isPlainAllowed: false)
            #expect(example.expected.isEmpty && (accepted.signingKey == nil) == (example["key"] == nil))
        } catch {
            guard case .invalidFields(let violations) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(violations.map(\.field) == example.expected)
        }
    }

    @Test func everythingWrongIsToldAtOnce() {
        let draft = WebhookSubscription.Draft(
            event: nil, url: "nowhere", signingKey: "x", unreadable: [FieldError("eventType", "is required")])
        let refusal = #expect(throws: Refusal.self) { try draft.accepted(isPlainAllowed: true) }
        guard case .invalidFields(let violations) = refusal else { return }
        #expect(violations.map(\.field) == ["eventType", "url", "signingKey"])
    }
}
