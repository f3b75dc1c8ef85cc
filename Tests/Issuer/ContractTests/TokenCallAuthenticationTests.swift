import CardAPI
import CardClient
import Cards
import ContractTestSupport
import HTTPContract
import Testing
import TestSupport

@Suite("Strong customer authentication at the token call")
struct TokenCallAuthenticationTests {
    @Test("The client answers the event with its own token; then the same call gets the customer's token, once")
    func embedded() async throws {
        try await withLiveService(asking: [.issueToken]) { service in
            let app = try await App(at: service, holding: service.ownToken())
            let refused = try await service.exchange()
            let event = try refused.event(in: "Authentication")
            #expect(event.authenticationMode == "EMBEDDED" && !event.availableVerifications.isEmpty)
            #expect(refused["Cache-Control"] == "no-store")
            #expect(refused.text == #"{"error":"interaction_required","error_description":"The customer must "#
                + #"authenticate; then send the same request again with SCA-Authorization."}"#)
            _ = try await service.exchange(presenting: event).event(in: "Authentication")
            try await app.verify(event)
            _ = try await service.exchange(scope: "pci-dss-1", presenting: event).event(in: "Authentication")
            _ = try await service.exchange(for: .jonas, presenting: event).event(in: "Authentication")
            let token: TokenBody = try await service.exchange(presenting: event).decoded(expecting: 200)
            _ = try await service.exchange(presenting: event).event(in: "Authentication")

            #expect(try await service.ask("GET", cardsPath, token: token.accessToken).status == 200)
            let renewed = try await service.client.token(
                .refreshToken(try #require(token.refreshToken), scope: nil), as: .app)
            #expect(try await service.ask("GET", cardsPath, token: renewed.accessToken).status == 200)
        }
    }

    @Test("In outsourced mode the partner's decision lets the call through")
    func outsourced() async throws {
        try await withLiveService(asking: [.issueToken]) { service in
            _ = try await service.sandbox("PUT", "/brands/demo/authentication", #"{"mode":"OUTSOURCED"}"#)
            let event = try await service.exchange().event(in: "Authentication")
            #expect(event.authenticationMode == "OUTSOURCED" && !event.availableVerifications.isEmpty)
            let app = try await App(at: service, holding: service.ownToken())
            #expect(try await app.challenging(event).problem?.code == .operationNotAllowed)
            let decided = try await service.ask(
                "POST", "/digitalwallets/v2/sca/events/\(event.eventId)/attempts", token: service.businessToken(),
                #"{"walletOperationId":"\#(event.walletOperationId)","status":"VERIFIED"}"#)
            #expect(decided.status == 201)
            #expect(try await service.exchange(presenting: event).status == 200)
        }
    }

    @Test("A client reaches only events of its brand, by both ids, and no other operation")
    func onlyItsEvents() async throws {
        try await withLiveService(asking: [.issueToken]) { service in
            let event = try await service.exchange().event(in: "Authentication")
            var (unknown, half) = (event, event)
            (unknown.eventId, half.walletOperationId) = (LiveService.anyID, LiveService.anyID)
            let own = try await App(at: service, holding: service.ownToken())
            let stranger = try await App(at: service, holding: service.tokenOfAnotherBrand(isBusiness: false))
            for answer in [
                try await own.challenging(unknown), try await own.challenging(half),
                try await stranger.challenging(event), try await stranger.attempting(event, #""otp":"123456""#),
            ] {
                #expect(answer.status == 404 && answer.problem?.code == .entityNotFound)
            }
            #expect(try await own.inbox().isEmpty)
            let backend = try await App(at: service, holding: service.businessToken())
            #expect(try await backend.challenging(event).problem?.code == .customerNotAllowed)
            #expect(try await own.ask("GET", cardsPath).problem?.code == .customerNotAllowed)
        }
    }

    @Test("A client cannot answer an event of another operation; its customer can")
    func noOtherEvents() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let ivana = try await App(at: service)
            let (card, event) = try await ivana.begin()
            let own = try await App(at: service, holding: service.ownToken())
            #expect(try await own.challenging(event).problem?.code == .entityNotFound)
            #expect(try await own.inbox().isEmpty)
            _ = try await ivana.challenge(event)
            let code = try await ivana.code().right
            #expect(try await own.attempting(event, #""otp":"\#(code)""#).problem?.code == .entityNotFound)
            #expect(try await ivana.lock(card, presenting: event).status == 401)
            #expect(try await ivana.attempt(event, otp: code).status == "VERIFIED")
            #expect(try await ivana.lock(card, presenting: event).status == 200)
        }
    }

    @Test("Only a token exchange needs authentication, and only if the brand requires it")
    func others() async throws {
        try await withLiveService(asking: ProtectedOperation.ofCustomerTokens) { service in
            let answer = try await service.exchange()
            #expect(answer.status == 200)
        }
        try await withLiveService(asking: [.issueToken]) { service in
            _ = try await service.ownToken()
            let broken = try await service.exchange(headers: [("SCA-Authorization", "{}")])
            #expect(broken.status == 400 && broken.text.contains(#""error":"invalid_request""#))
        }
    }
}

extension LiveService {
    /// A token exchange, as the brand's app sends it.
    fileprivate func exchange(
        for person: Person = .ivana, scope: String? = nil, presenting event: AuthenticationEventBody? = nil,
        headers: [(name: String, value: String)] = []
    ) async throws -> RawAnswer {
        try await ask(
            "POST", Operations.issueToken.path(filling: ["brand": "demo"]),
            TokenGrant.customer(person.rawValue, scope: scope).formText,
            headers: [
                ("Authorization", "Basic \("demo-app:demo-secret".base64)"),
                ("Content-Type", "application/x-www-form-urlencoded"),
            ] + (event.map { [("SCA-Authorization", $0.pass)] } ?? []) + headers)
    }

    fileprivate func ownToken() async throws -> String {
        try await client.token(.clientCredentials(scope: nil), as: .app).accessToken
    }
}
