import CardAPI
import CardClient
import CardSecrets
import ContractTestSupport
import Crypto
import Foundation
import HTTPContract
import Testing
import TestSupport

@Suite("Details and PIN: in plain text, on a page that opens once, or sealed to a session key")
struct CardDetailsTests {
    @Test("A token with the scope gets the details in plain text")
    func details() async throws {
        try await withLiveService { service in
            let (card, plastic) = try await service.cardWithPIN(.digital)
            let answer = try await service.ask(
                "GET", "\(cardsPath)/\(card.cardId)/details", token: service.dataToken())
            #expect(answer.status == 200 && answer["Cache-Control"] == "no-store")
            #expect(
                answer.text == #"{"pan":"\#(plastic.pan)","cvv":"\#(plastic.cvv)","#
                    + #""expiry":{"month":3,"year":2029},"cardHolderName":"IVANA PETROVA"}"#)
            let client = service.client.customer(accessToken: try await service.dataToken())
            let details = try await client.showDetails(card.cardId)
            #expect(details.pan == plastic.pan && details.pin == nil)
            let shown = "DetailsBody(pan: hidden, cvv: hidden, expiry: Expiry(month: 3, year: 2029), "
                + "cardHolderName: IVANA PETROVA)"
            #expect("\(details)" == shown && String(reflecting: details) == shown)
        }
    }

    @Test("The URL of a view is valid for 1 minute and opens once, and HEAD does not open it")
    func once() async throws {
        try await withLiveService { service in
            let (card, plastic) = try await service.cardWithPIN()
            let asked = try await service.askForView(of: card, #"{"type":"PAN","panSeparator":"-"}"#)
            #expect(asked.status == 201 && asked["Cache-Control"] == "no-store")
            let view: SecureViewBody = try asked.decoded()
            #expect(view.url?.hasPrefix("http://tessera.localhost/secure-views/") == true && view.jwe == nil)
            #expect(view.expiresAt?.description == "2026-03-15T12:01:00Z")
            #expect("\(view)" == "SecureViewBody(url: hidden, expiresAt: 2026-03-15T12:01:00Z)")

            let path = try view.path
            let looks = [try await service.ask("HEAD", path), try await service.ask("HEAD", path)]
            let page = try await service.ask("GET", path)
            for look in looks {
                #expect(look.body.isEmpty && look.headWithoutNonce == page.headWithoutLength)
            }
            let number = stride(from: 0, to: 16, by: 4).map { plastic.pan.dropFirst($0).prefix(4) }
            #expect(page.status == 200 && page.text.contains(">\(number.joined(separator: "-"))</dd>"))
            #expect(!page.text.contains(plastic.cvv + "<") && !page.text.contains("<script"))

            let missed = (try await service.ask("HEAD", path), try await service.ask("GET", path))
            #expect(missed.0.status == 404 && missed.0.headWithoutNonce == missed.1.headWithoutLength)
            let unknown = Base64url.encode([UInt8](repeating: 0, count: 32))
            let missing = try await service.ask("GET", "/secure-views/" + unknown)
            for path in [path, "/secure-views/x", "/secure-views/%00"] {
                let again = try await service.ask("GET", path)
                #expect(again.status == 404 && again.text.contains("Nothing to show here"))
                #expect(again.withoutNonce == missing.withoutNonce, "nothing tells one from the other")
            }
            let post = try await service.ask("POST", path)
            #expect(post.status == 405 && post["Allow"] == "GET, HEAD")
        }
    }

    @Test("The page's headers forbid other content, a referrer and frames of other origins")
    func headers() async throws {
        try await withLiveService { service in
            let (card, _) = try await service.cardWithPIN()
            for origins in [[], ["https://wallet.example", "https://*.brand.example"]] {
                let settings = #"{"frameAncestors":["# + origins.map { "\"\($0)\"" }.joined(separator: ",") + "]}"
                let set = try await service.sandbox("PUT", "/brands/demo/secure-views", settings)
                #expect(set.status == 200 && set.text == settings)
                let page = try await service.open(#"{"type":"DETAILS","showCopyButton":true}"#, of: card)
                let nonce = try #require(page.nonce)
                let ancestors = origins.isEmpty ? "'none'" : origins.joined(separator: " ")
                #expect(
                    page["Content-Security-Policy"] == "default-src 'none'; style-src 'nonce-\(nonce)'; "
                        + "script-src 'nonce-\(nonce)'; img-src data:; base-uri 'none'; form-action 'none'; "
                        + "frame-ancestors \(ancestors)")
                #expect(page.text.contains(#"<style nonce="\#(nonce)">"#))
                #expect(page.text.contains(#"<script nonce="\#(nonce)">"#))
                for (name, value) in [
                    ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
                    ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
                    ("Cross-Origin-Opener-Policy", "same-origin"), ("X-Robots-Tag", "noindex, nofollow, noarchive"),
                ] {
                    #expect(page.values(of: name) == [value])
                }
                let permissions = try #require(page["Permissions-Policy"]).split(separator: ", ")
                #expect(permissions.filter { !$0.hasSuffix("=()") } == ["clipboard-write=(self)"])
            }
            for (brand, settings, status) in [
                ("nobody", #"{"frameAncestors":[]}"#, 404), ("demo", #"{"frameAncestors":["*"]}"#, 400),
                ("demo", #"{"frameAncestors":["https://a; script-src *"]}"#, 400), ("demo", "{}", 400),
            ] {
                let answer = try await service.sandbox("PUT", "/brands/\(brand)/secure-views", settings)
                #expect(answer.status == status)
            }
        }
    }

    @Test("A name is escaped on the page")
    func escaping() async throws {
        try await withLiveService { service in
            struct Enrolled: Decodable { let customerId: String }
            let enrolled: Enrolled = try await service.sandbox(
                "POST", "/customers",
                #"{"country":"BG","firstName":"Zoe &amp","lastName":"O'Neill","mobile":"+1 1"}"#
            ).decoded()
            let card = try await service.cards(of: enrolled.customerId).create(.virtual)
            let token = try await service.token(of: enrolled.customerId, scope: Audience.cardDataScope)
            let page = try await service.open(#"{"type":"CARDHOLDER_NAME"}"#, of: card, token: token)
            #expect(page.text.contains(">ZOE &amp;AMP O&#39;NEILL</dd>"))
            #expect(page.text.utf8.count { $0 == UInt8(ascii: "<") } == page.text.matches(of: /<[a-z!\/]/).count)
        }
    }

    @Test("A card that was locked after the request is not shown, and the page says so")
    func locked() async throws {
        try await withLiveService { service in
            let (card, plastic) = try await service.cardWithPIN()
            let view: SecureViewBody = try await service.askForView(
                of: card, #"{"type":"DETAILS","theme":"DARK"}"#).decoded()
            let cards = try await service.cards(of: .ivana)
            _ = try await cards.update(card.cardId, .status("LOCKED"))
            let look = try await service.ask("HEAD", view.path)
            let page = try await service.ask("GET", view.path)
            #expect(look.headWithoutNonce == page.headWithoutLength)
            #expect(page.status == 403 && page.text.contains("Not available now"))
            #expect(page.text.contains(#"data-theme="DARK""#))
            #expect(!page.text.contains(plastic.pan.suffix(4)))
            let refused = try await service.askForView(of: card, #"{"type":"DETAILS"}"#)
            #expect(
                refused.problem == Problem(
                    .operationNotAllowed,
                    "A card shows its details and its PIN while it is ACTIVE or DIGITAL; this one is LOCKED."))
            _ = try await cards.update(card.cardId, .status("ACTIVE"))
            #expect(try await service.ask("GET", view.path).status == 404, "it was used up")
        }
    }

    @Test("With a session key there is no page, but details that only this key opens", arguments: [
        "DETAILS", "PAN", "CVV", "EXPIRY", "CARDHOLDER_NAME", "PIN",
    ])
    func sealed(type: String) async throws {
        try await withLiveService { service in
            let (card, plastic) = try await service.cardWithPIN()
            let key = P256.KeyAgreement.PrivateKey()
            let point = key.publicKey.rawRepresentation
            var sessionKey = SessionKeyBody()
            (sessionKey.kty, sessionKey.crv) = ("EC", "P-256")
            sessionKey.x = Base64url.encode(point.prefix(32))
            sessionKey.y = Base64url.encode(point.suffix(32))
            var body = SecureViewRequestBody()
            (body.type, body.sessionKey) = (type, sessionKey)
            let client = service.client.customer(accessToken: try await service.dataToken())
            let answer = try await client.createSecureView(card.cardId, body)
            #expect(answer.url == nil && answer.expiresAt == nil)
            let payload = SessionKeySealing.open(answer.jwe ?? "", with: Secret(Array(key.rawRepresentation)))
            let expiry = #""expiry":{"month":3,"year":2029}"#
            let members = [
                "PAN": #""pan":"\#(plastic.pan)""#, "CVV": #""cvv":"\#(plastic.cvv)""#, "EXPIRY": expiry,
                "CARDHOLDER_NAME": #""cardHolderName":"IVANA PETROVA""#, "PIN": #""pin":"8362""#,
            ]
            let all = ["PAN", "CVV", "EXPIRY", "CARDHOLDER_NAME"].compactMap { members[$0] }.joined(separator: ",")
            #expect(payload?.withBytes { String(decoding: $0, as: UTF8.self) } == "{\(members[type] ?? all)}")
        }
    }

    @Test("Twenty views may wait; one more is refused with Retry-After")
    func limit() async throws {
        try await withLiveService { service in
            let (card, _) = try await service.cardWithPIN()
            for _ in 0..<20 { #expect(try await service.askForView(of: card, #"{"type":"CVV"}"#).status == 201) }
            let refused = try await service.askForView(of: card, #"{"type":"CVV"}"#)
            #expect(refused.status == 429 && refused["Retry-After"] == "60")
            #expect(refused.problem?.code == .tooManyRequests)
            #expect(try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":60}"#).status == 200)
            #expect(try await service.askForView(of: card, #"{"type":"CVV"}"#).status == 201)
        }
    }

    @Test("An idempotency key does not replay a view: each view has its own URL")
    func notIdempotent() async throws {
        try await withLiveService { service in
            let (card, _) = try await service.cardWithPIN()
            var urls: Set<String> = []
            for _ in 0..<2 {
                let answer = try await service.askForView(
                    of: card, #"{"type":"PAN"}"#, headers: [("Idempotency-Key", "view")])
                #expect(answer["Idempotent-Replayed"] == nil)
                urls.insert(try answer.decoded(as: SecureViewBody.self).url ?? "")
            }
            #expect(urls.count == 2)
            let dump = try await DatabaseDump.text(of: service.fixture.scratch)
            #expect(urls.allSatisfy { url in !dump.contains(url.suffix(43)) })
        }
    }

    @Test("The log, the journal and the metrics hold no view's token and no card number")
    func log() async throws {
        try await withSandboxService { service in
            let (card, plastic) = try await service.cardWithPIN()
            var tokens: [String] = []
            for spelling in ["/secure-views/", "//secure-views//", "/Secure-Views/", "/secure-views/a/", "/"] {
                let view: SecureViewBody = try await service.askForView(
                    of: card, #"{"type":"DETAILS","showCopyButton":true}"#).decoded()
                let token = String(try view.path.suffix(43))
                for path in [spelling + token, spelling + token + "/", spelling + token + "?x=\(token)"] {
                    _ = try await service.ask("HEAD", path)
                    _ = try await service.ask("GET", path)
                }
                tokens.append(token)
            }
            _ = try await service.ask(
                "GET", "\(cardsPath)/\(card.cardId)/details", token: service.dataToken())
            let metrics = try await service.ask("GET", "/metrics").text
            #expect(service.log.text.contains(#""route":"/secure-views/{token}""#))
            let journal = try await service.journal("?limit=1000").text
            #expect(journal.contains(#""path":"/secure-views/hidden""#) && journal.contains(#""pan":"hidden""#))
            for secret in tokens + [plastic.pan, plastic.pan.prefix(4) + " " + plastic.pan.dropFirst(4).prefix(4)] {
                let isKept = [service.log.text, metrics, journal].contains { $0.contains(secret) }
                #expect(!isKept)
            }
        }
    }

    private static let statusesOfHosts: [(String, Int)] = [
        ("tessera.localhost", 201), ("LOCALHOST:8080", 201), ("127.0.0.1:8080", 201), ("127.255.0.9", 201),
        ("[::1]:8080", 201), ("cards.example", 400), ("tessera:8080", 400), ("localhost.cards.example", 400),
        ("127.0.0.1.cards.example", 400), ("10.0.0.7", 400), ("[2001:db8::1]", 400), ("127.0.0.256", 400),
        ("a b", 400), ("a/b", 400),
        ("a?b", 400), ("user@a.example", 400), ("\"><script>", 400), ("a:b", 400), ("", 400),
        (String(repeating: "a", count: 256), 400),
    ]

    @Test("Without a public URL, a view gets a URL only for hosts of this machine")
    func host() async throws {
        try await withLiveService { service in
            let (card, _) = try await service.cardWithPIN()
            let asked = RawRequest.asking(
                "POST", "\(cardsPath)/\(card.cardId)/secure-details", token: try await service.dataToken(),
                #"{"type":"PAN"}"#)
            for (host, status) in Self.statusesOfHosts {
                let head = asked.head.replacing("Host: tessera.localhost", with: "Host: \(host)")
                let answer = try await service.send(Array((head + "\r\n").utf8) + asked.body, method: "POST")
                #expect(answer.status == status, "\(host)")
                guard status == 201 else { continue }
                let view: SecureViewBody = try answer.decoded()
                #expect(view.url?.hasPrefix("http://\(host)/secure-views/") == true, "\(host)")
            }
        }
    }
}

extension SecureViewBody {
    /// The path of the view.
    var path: String {
        get throws { try #require(URL(string: url ?? "")).path }
    }
}

extension RawAnswer {
    fileprivate var nonce: String? {
        self["Content-Security-Policy"]?.firstMatch(of: /style-src 'nonce-([^']{22})'/).map { String($0.output.1) }
    }

    /// The status and the headers, without date, request id and nonce.
    fileprivate var headWithoutNonce: String {
        let lines = withoutDate.split(separator: "\r\n").filter { !$0.hasPrefix("X-Request-Id") }
        return lines.joined(separator: "\n").replacing(nonce ?? "-", with: "nonce")
    }

    /// The headers of the response to HEAD: all except the length, which is known only after decrypting the card's
    /// secrets.
    fileprivate var headWithoutLength: String {
        headWithoutNonce.split(separator: "\n").filter { !$0.hasPrefix("Content-Length: ") }.joined(separator: "\n")
    }

    /// A page without its date, request id and nonce, so that two pages can be compared.
    fileprivate var withoutNonce: String {
        headWithoutNonce + text.replacing(nonce ?? "-", with: "nonce")
    }
}

extension LiveService {
    fileprivate func cardWithPIN(
        _ order: CreateCardBody = .virtual
    ) async throws -> (card: CardBody, plastic: PlasticBody) {
        var order = order
        order.cardPin = "8362"
        let card = try await cards(of: .ivana).create(order)
        return (card, try await plastic(of: card))
    }

    /// Requests a view and opens it.
    fileprivate func open(_ body: String, of card: CardBody, token: String? = nil) async throws -> RawAnswer {
        let view: SecureViewBody = try await askForView(of: card, body, token: token).decoded()
        return try await ask("GET", view.path)
    }
}
