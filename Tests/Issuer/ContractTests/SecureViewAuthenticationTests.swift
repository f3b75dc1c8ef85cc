import CardAPI
import CardClient
import Cards
import ContractTestSupport
import Foundation
import HTTPContract
import Testing
import TestSupport
import Validation

@Suite("Showing details and PIN needs authentication, not only a token")
struct SecureViewAuthenticationTests {
    /// A session key, taken from RFC 7517, appendix A.1.
    static let sessionKey =
        #"{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","#
        + #""y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}"#

    @Test("Each request to see card data needs its own authentication", arguments: [
        ("GET", "details", "", 200), ("POST", "secure-details", #"{"type":"DETAILS"}"#, 201),
        ("POST", "secure-details", #"{"type":"PIN","showCopyButton":true}"#, 201),
        ("POST", "secure-details", #"{"type":"PAN","sessionKey":\#(sessionKey)}"#, 201),
    ])
    func once(method: String, operation: String, body: String, status: Int) async throws {
        try await withLiveService(asking: [.cardDetails, .secureDetails]) { service in
            let look = try await Look(method, operation, body, at: service)
            let asked = try await look()
            #expect(asked.problem?.code == .scaRequired && asked["Cache-Control"] == "no-store")
            let event = try asked.event
            #expect(try await look(presenting: event).event != event, "an event that nobody answered opens nothing")

            try await look.app.verify(event)
            let shown = try await look(presenting: event)
            #expect(shown.status == status && shown["Cache-Control"] == "no-store")
            if method == "GET" {
                #expect(try await look(presenting: event).status == 401)
            } else {
                _ = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":30}"#)
                let attempt = try await look.app.attempting(event, #""otp":"1""#)
                #expect(
                    attempt.status == 403 && attempt.problem?.message.contains("event has been used") == true,
                    "its request can be repeated, but it is used")
                let repeated = try await look(presenting: event)
                #expect(
                    repeated.status == 201 && repeated.body != shown.body,
                    "as after a rotation: a new page, or encrypted with a new key")
                _ = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":30}"#)
            }
            let again = try await look(presenting: event)
            #expect(try again.event.eventId != event.eventId)
            #expect(again.body == asked.body, "and no hint why")
        }
    }

    @Test("An event for one content does not show another")
    func reach() async throws {
        try await withLiveService(asking: [.cardDetails, .secureDetails]) { service in
            let look = try await Look("POST", "secure-details", #"{"type":"EXPIRY"}"#, at: service)
            let event = try await look().event
            try await look.app.verify(event)
            for body in [#"{"type":"PIN"}"#, #"{"type":"EXPIRY","theme":"AUTO"}"#] {
                let answer = try await service.askForView(
                    of: look.card, body, headers: [("SCA-Authorization", event.pass)])
                #expect(try answer.event.eventId != event.eventId)
            }
            #expect(try await look(presenting: event).status == 201)
        }
    }

    @Test("The checks are in this order: scope, owner of the card, authentication, status of the card")
    func precedence() async throws {
        try await withLiveService(asking: [.cardDetails, .secureDetails]) { service in
            let card = try await service.cards(of: .ivana).create(.physical)
            let unscoped = try await service.token(of: .ivana)
            let stranger = try await service.token(of: .jonas, scope: Audience.cardDataScope)
            let own = try await service.dataToken()
            let path = "\(cardsPath)/\(card.cardId)"
            for (method, operation, body) in [
                ("GET", "details", ""), ("POST", "secure-details", #"{"type":"PAN"}"#),
            ] {
                for (token, code) in [
                    (unscoped, ErrorCode.scopeRequired), (stranger, .entityNotFound), (own, .scaRequired),
                ] {
                    let answer = try await service.ask(method, "\(path)/\(operation)", token: token, body)
                    #expect(answer.problem?.code == code)
                    let challenge = answer["WWW-Authenticate"]
                    #expect((challenge?.hasPrefix("SCA ") == true) == (code == .scaRequired))
                }
                let malformed = try await service.ask(
                    method, "\(path)/\(operation)", token: own, body, headers: [("SCA-Authorization", "e30")])
                #expect(malformed.status == 400 && malformed.wrongFields?.contains("SCA-Authorization") == true)
            }
            let app = try await App(at: service)
            let event = try await service.ask("GET", "\(path)/details", token: own).event
            try await app.verify(event)
            let refused = try await service.ask(
                "GET", "\(path)/details", token: own, headers: [("SCA-Authorization", event.pass)])
            #expect(
                refused.problem == Problem(
                    .operationNotAllowed,
                    "A card shows its details and its PIN while it is ACTIVE or DIGITAL; this one is ISSUED."))
        }
    }

    private static let wrongParts: [(String, String)] = [
        (#"{"type":"PAN","separateViews":[{"type":"PAN"}]}"#, "separateViews"),
        (#"{"type":"DETAILS","separateViews":[]}"#, "separateViews"),
        (#"{"type":"DETAILS","separateViews":[{"type":"PIN"}]}"#, "separateViews[0].type"),
        (#"{"type":"DETAILS","separateViews":[{"showCopyButton":true}]}"#, "separateViews[0].type"),
        (
            #"{"type":"DETAILS","separateViews":[{"type":"PAN"}],"sessionKey":"#
                + Self.sessionKey + "}", "separateViews"
        ),
    ]

    @Test("Separate views must be parts of DETAILS")
    func parts() async throws {
        try await withLiveService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            for (body, field) in Self.wrongParts {
                let answer = try await service.askForView(of: card, body)
                #expect(answer.status == 400 && answer.problem?.fieldErrors.map(\.field) == [field], "\(body)")
            }
        }
    }
}

/// One request for data of a card that has a PIN.
private struct Look {
    let app: App
    let card: CardBody
    private let request: RawRequest

    init(_ method: String, _ operation: String, _ body: String, at service: LiveService) async throws {
        app = try await App(at: service)
        card = try await service.cards(of: .ivana).create(.ordering("SKRILL-VIRTUAL-MC-EEA", pin: "8362"))
        request = .asking(
            method, "\(cardsPath)/\(card.cardId)/\(operation)", token: try await service.dataToken(), body)
    }

    func callAsFunction(presenting event: AuthenticationEventBody? = nil) async throws -> RawAnswer {
        var request = request
        if let event { request.headers.append(("SCA-Authorization", event.pass)) }
        return try await app.service.send(request)
    }
}

@Suite("The transcript of card details and secure views")
struct SecureViewTranscriptTests {
    @Test("After authentication, a page opens once, and a session key gets sealed details")
    func secureDetails() async throws {
        try await withLiveService(asking: [.cardDetails, .secureDetails]) { service in
            let story = Transcript(
                "Card details: on a page that opens once, and sealed to the key of an app's session.", at: service)
            let token = try await story.token(
                "A customer's token with the scope for card secrets",
                "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange&subject_token=10000001"
                    + "&subject_token_type=urn%3Atessera%3Atoken-type%3Acustomer-id&scope=pci-dss-1"
            ).accessToken
            let card: CardBody = try await story.ask(
                "A card is ordered", "POST", cardsPath, token: token,
                #"{"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR"}"#).decoded()
            let path = "\(cardsPath)/\(card.cardId)/secure-details", app = try await App(at: service)
            func shown(_ first: String, _ second: String, _ body: String) async throws -> RawAnswer {
                let event = try await story.ask(first, "POST", path, token: token, body).event
                try await app.verify(event)
                return try await story.ask(
                    second, "POST", path, token: token, body, headers: [("SCA-Authorization", event.pass)])
            }
            let view: SecureViewBody = try await shown(
                "The app wants to show its number, and is asked for the customer",
                "The customer has answered (see strong-authentication.http)",
                #"{"type":"PAN","panSeparator":"-","showCopyButton":true,"theme":"DARK"}"#).decoded()
            try await story.ask("The app opens the address in a web view", "GET", view.path)
            try await story.ask("It opens once", "GET", view.path)
            _ = try await shown(
                "An app with a view of its own sends the public half of a key that it made for this session",
                "and is sent what only the other half opens",
                #"{"type":"DETAILS","sessionKey":\#(SecureViewAuthenticationTests.sessionKey)}"#)
            try story.expectGolden("secure-details.http")
        }
    }
}
