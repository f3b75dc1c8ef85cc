import CardAPI
import CardClient
import ContractTestSupport
import HTTPContract
import Testing

@Suite("The sandbox's clock and reset")
struct ClockStoryTests {
    @Test("The clock can be set, and moves forward by the given time")
    func setting() async throws {
        try await withSandboxService { service in
            let frozen = try await service.sandbox(
                "PUT", "/clock", #"{"now":"2027-01-31T23:59:59Z","frozen":true}"#)
            #expect(frozen.status == 200 && frozen.text == #"{"now":"2027-01-31T23:59:59Z","frozen":true}"#)
            let advanced = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":1}"#)
            #expect(advanced.text == #"{"now":"2027-02-01T00:00:00Z","frozen":true}"#)
            #expect(try await service.sandbox("GET", "/clock").body == advanced.body)
            let card = try await service.cards(of: .ivana).create(.virtual)
            #expect(card.createdDate.description == "2027-02-01T00:00:00Z")
            #expect(card.expiry == CardBody.Expiry(month: 2, year: 2030))
        }
    }

    @Test("The clock stays in the years 2000 to 2099, and a scenario works at either end")
    func bounds() async throws {
        try await withSandboxService { service in
            for now in ["2000-01-01T00:00:00Z", "2099-12-31T23:59:59Z"] {
                #expect(try await service.sandbox("PUT", "/clock", #"{"now":"\#(now)"}"#).status == 200)
                let scenario = """
                    {"customers":{"a":{"country":"PL","firstName":"A","lastName":"B","mobile":"+48 500100200"}},\
                    "cards":{"c":{"customer":"a","program":"SKRILL-VIRTUAL-MC-EEA"}},\
                    "tokenizations":{"t":{"card":"c","wallet":"APPLE_PAY"}}}
                    """
                let played = try await service.sandbox("POST", "/scenarios", scenario)
                #expect(played.status == 201, "\(played.text)")
            }
            for seconds in [1, 315_360_000] {
                let beyond = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":\#(seconds)}"#)
                #expect(beyond.status == 400 && beyond.text.contains(
                    "must not move the clock past 2099-12-31T23:59:59Z; it reads 2099-12-31T23:59:59Z"))
            }
            #expect(try await service.sandbox("GET", "/clock").text.contains("2099-12-31T23:59:59Z"))
        }
    }

    @Test("An access token is valid for 900 seconds and a refresh token for 1800 seconds")
    func tokenExpires() async throws {
        try await withSandboxService { service in
            let token = try await service.client.token(.customer("10000001"), as: .app)
            let cards = service.client.customer(accessToken: token.accessToken)
            _ = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":899}"#)
            #expect(try await cards.getAll().cards == [])
            _ = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":1}"#)
            await expectProblem(
                .unauthorized,
                "The token has expired; get another with its refresh token or by a new token exchange."
            ) { try await cards.getAll() }

            _ = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":899}"#)
            let renewed = try await service.client.token(.renewing(token), as: .app)
            _ = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":1800}"#)
            await #expect(throws: WalletError.self) {
                try await service.client.token(.renewing(renewed), as: .app)
            }
        }
    }

    @Test("A card is valid until the end of its expiry month, and then EXPIRED")
    func cardExpires() async throws {
        try await withSandboxService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            #expect(card.expiry == CardBody.Expiry(month: 3, year: 2029))
            for (now, status) in [("2029-03-31T23:59:59Z", "ACTIVE"), ("2029-04-01T00:00:00Z", "EXPIRED")] {
                #expect(try await service.sandbox("PUT", "/clock", #"{"now":"\#(now)"}"#).status == 200)
                #expect(try await service.cards(of: .ivana).get(card.cardId).status == status)
            }
            await expectProblem(.operationNotAllowed, "A card cannot go from EXPIRED to LOCKED; EXPIRED is final.") {
                try await service.cards(of: .ivana).update(card.cardId, .status("LOCKED"))
            }
        }
    }

    @Test("An idempotency key is remembered for a day")
    func keysExpire() async throws {
        try await withSandboxService { service in
            let first = try await service.cards(of: .ivana).create(.virtual, idempotencyKey: "monday")
            _ = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":86399}"#)
            #expect(try await service.cards(of: .ivana).create(.virtual, idempotencyKey: "monday") == first)
            _ = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":1}"#)
            let second = try await service.cards(of: .ivana).create(.virtual, idempotencyKey: "monday")
            #expect(second.cardId != first.cardId)
        }
    }

    @Test("A reset leaves only the demo universe, and the clock runs again")
    func reset() async throws {
        try await withSandboxService { service in
            let before = try await service.cards(of: .ivana)
            _ = try await before.create(.virtual)
            let enrolled = try await service.sandbox(
                "POST", "/customers",
                #"{"country":"DE","firstName":"Karl","lastName":"Weber","mobile":"+49 30123456"}"#)
            #expect(enrolled.status == 201)
            _ = try await service.sandbox("PUT", "/clock", #"{"now":"2027-01-01T00:00:00Z","frozen":true}"#)

            let answer = try await service.sandbox("POST", "/reset")
            #expect(answer.status == 204 && answer.body.isEmpty)
            #expect(try await service.sandbox("GET", "/clock").text.hasSuffix(#""frozen":false}"#))
            let cards = try await service.cards(of: .ivana)
            #expect(try await cards.getAll().cards == [])
            #expect(try await cards.programs().programs.allSatisfy { $0.allowableCards == 5 })
            let again = try await service.sandbox(
                "POST", "/customers",
                #"{"country":"DE","firstName":"Karl","lastName":"Weber","mobile":"+49 30123456"}"#)
            #expect(again.text == enrolled.text)
        }
    }
}
