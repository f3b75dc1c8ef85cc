import CardAPI
import CardClient
import Cards
import ContractTestSupport
import HTTPContract
import Testing
import TestSupport
import Validation

@Suite("Strong customer authentication in the sandbox")
struct AuthenticationSandboxTests {
    private static let policy = "/brands/demo/authentication"

    @Test("A brand's settings can be read and changed one by one, and apply at once")
    func settings() async throws {
        try await withSandboxService(asking: [.updateCard]) { service in
            let before = try await service.sandbox("GET", Self.policy)
            #expect(before.text
                == #"{"mode":"EMBEDDED","operations":["UPDATE_CARD","TRUST_DEVICE"],"eventLifetimeSeconds":900,"#
                + #""challengeLifetimeSeconds":300,"allowableChallenges":5,"cooldownSeconds":900,"#
                + #""allowableAttempts":5,"challengesPerHour":100,"wrongAttemptsBeforeLockOut":10,"#
                + #""refusesWeakPins":false,"acceptsTrustedDevices":true,"relyingPartyId":"wallet.example","#
                + #""origins":["https://wallet.example"]}"#)
            let change = #"{"mode":"HYBRID","allowableAttempts":1,"eventLifetimeSeconds":60}"#
            let after = try await service.sandbox("PUT", Self.policy, change)
            #expect(after.status == 200)
            #expect(try await service.sandbox("GET", Self.policy).body == after.body)
            #expect(after.text
                == before.text.replacing("EMBEDDED", with: "HYBRID")
                .replacing(#""allowableAttempts":5"#, with: #""allowableAttempts":1"#)
                .replacing(#""eventLifetimeSeconds":900"#, with: #""eventLifetimeSeconds":60"#))

            let app = try await App(at: service)
            let (card, event) = try await app.begin()
            #expect(event.authenticationMode == "HYBRID")
            #expect(event.expirationTime.description == "2026-03-15T12:01:00Z")
            #expect(try await app.challenge(event).expirationTime == event.expirationTime)
            let code = try await app.code()
            #expect(try await app.attempt(event, otp: code.wrong).status == "FAILED", "the first is the last")
            try await app.verify(event)
            #expect(try await app.lock(card, presenting: event).status == 200)

            _ = try await service.sandbox("PUT", Self.policy, #"{"operations":[]}"#)
            let other = try await app.newCard()
            #expect(try await app.lock(other).status == 200, "nothing asks any more")
        }
    }

    @Test("Ten wrong codes in a row, over all events, block a verification until the sandbox clears it")
    func blocked() async throws {
        try await withSandboxService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let card = try await app.newCard()
            for _ in 1...2 {
                let event = try await app.lock(card).event
                _ = try await app.challenge(event)
                let code = try await app.code()
                for _ in 1...5 { _ = try await app.attempt(event, otp: code.wrong) }
            }
            let event = try await app.lock(card).event
            for answer in [try await app.challenging(event), try await app.attempting(event, #""otp":"1""#)] {
                #expect(answer.status == 429 && answer["Retry-After"] == "900")
                #expect(answer.problem == Problem(
                    .tooManyRequests,
                    "This customer's attempts by OTP by SMS were wrong too often; they are accepted again in 900 "
                        + "seconds."))
            }
            let stranger = try await App(of: .jonas, at: service)
            try await stranger.verify(try await stranger.begin().event)
            let clearing = #"{"clearAttempts":true}"#
            #expect(try await service.sandbox("PUT", "/customers/10000001/authentication", clearing).status == 200)
            try await app.verify(event)
            #expect(try await app.lock(card, presenting: event).status == 200)
        }
    }

    @Test("The latest message comes first, even if the clock stands still or is set back")
    func latestFirst() async throws {
        try await withSandboxService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let (card, event) = try await app.begin()
            _ = try await app.challenge(event)
            let pixel = try await RemotePhone("PIXEL", at: service)
            let token: RemotePhone.Token = try await pixel.begin(card).decoded(expecting: 201)
            #expect(try await app.code().right == pixel.code(for: token))
            _ = try await app.challenge(event)
            #expect(try await app.code().right != pixel.code(for: token))
            _ = try await service.sandbox("PUT", "/clock", #"{"now":"2026-03-15T11:00:00Z","frozen":true}"#)
            let earlier = try await App(at: service)
            try await earlier.verify(try await earlier.begin().event)
        }
    }

    @Test("Refused settings, means and inbox queries name every wrong field")
    func refused() async throws {
        try await withSandboxService { service in
            for row in textTable(Self.bad) {
                let call = row[0].split(separator: " ", maxSplits: 2).map(String.init)
                let answer = try await service.sandbox(call[0], call[1], call.count == 3 ? call[2] : "")
                #expect(answer.status == 400, "\(row[0])")
                let errors = try answer.decoded(as: Refused.self).errors
                #expect(errors.map { "\($0.field): \($0.error)" }.joined(separator: "; ") == row[1], "\(row[0])")
            }
            for path in ["/customers/999/authentication", "/customers/x/authentication", "/brands/x/authentication"] {
                #expect(try await service.sandbox("PUT", path, "{}").status == 404, "\(path)")
            }
            #expect(try await service.sandbox("GET", "/messages?customerId=999").text == #"{"messages":[]}"#)
        }
    }

    private struct Refused: Decodable {
        let errors: [FieldError]
    }

    private static let bad = #"""
        PUT \#(policy) {"mode":"embedded","operations":["UPDATE_CARD","PAY"],"acceptsTrustedDevices":1} | \#
        mode: must be one of EMBEDDED, HYBRID, OUTSOURCED; write EMBEDDED in capital letters; \#
        acceptsTrustedDevices: must be true or false, not a number; \#
        operations: must contain only ISSUE_TOKEN, CREATE_CARD, UPDATE_CARD, ACTIVATE_CARD, REPLACE_CARD, SET_PIN, \#
        RESET_RETRIES, CARD_DETAILS, SECURE_DETAILS, TOKENIZE_CARD, COMPLETE_TOKENIZATION, CARD_CONTROLS, \#
        CREATE_TRANSFER, CREATE_WITHDRAWAL, DISPUTE_PAYMENT, TRUST_DEVICE
        PUT \#(policy) {"eventLifetimeSeconds":9,"challengeLifetimeSeconds":86401,"allowableChallenges":0,\#
        "cooldownSeconds":0,"allowableAttempts":101,"challengesPerHour":1001,"wrongAttemptsBeforeLockOut":0,\#
        "relyingPartyId":"","origins":[]} | \#
        eventLifetimeSeconds: must be 10 to 86400; challengeLifetimeSeconds: must be 10 to 86400; \#
        allowableChallenges: must be 1 to 100; cooldownSeconds: must be 1 to 86400; \#
        allowableAttempts: must be 1 to 100; challengesPerHour: must be 1 to 1000; \#
        wrongAttemptsBeforeLockOut: must be 1 to 100; relyingPartyId: must be 1 to 253 characters long; \#
        origins: must be 1 to 10 origins of at most 300 characters
        PUT \#(policy) {"eventLifetimeSeconds":99999999999999999999,"origins":"x"} | \#
        eventLifetimeSeconds: must be 10 to 86400; origins: must be an array of strings, not a string
        PUT /customers/10000001/authentication {"email":"x","password":"","authenticatorSecret":"1","phone":1} | \#
        phone: is not a known field; email: must be an e-mail address like ada@example.com; \#
        password: must be 1 to 128 bytes; authenticatorSecret: must be 16 to 64 bytes in Base32
        PUT /customers/10000001/authentication {"passkey":{"credentialId":"","publicKey":{"kty":"EC"}}} | \#
        passkey.publicKey.crv: is required; passkey.publicKey.x: is required; passkey.publicKey.y: is required; \#
        passkey.publicKey: must be a point of P-256: x and y of 32 bytes each in Base64url, \#
        so a compressed point has to be expanded; passkey.credentialId: must be 1 to 1023 bytes in Base64url
        PUT /customers/10000001/authentication {"pin":"4071"} | pin: must be exactly 6 digits
        PUT /customers/10000001/authentication {"pin":"654321"} | \#
        pin: must not be one digit or one pair repeated, nor digits in a row such as 1234 or 9876
        GET /messages?customerId=0x1 | customerId: must be a number of 1 to 18 digits
        GET /messages?customerId=x&limit=1 | limit: is not a known query parameter
        """#
}
