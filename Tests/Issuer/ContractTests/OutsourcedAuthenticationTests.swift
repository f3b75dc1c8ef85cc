import CardAPI
import CardClient
import Cards
import ContractTestSupport
import HTTPContract
import Testing
import TestSupport

@Suite("Outsourced authentication: the partner decides")
struct OutsourcedAuthenticationTests {
    @Test("The partner's decision lets the request through, on both paths; the customer cannot answer",
        arguments: ["/digitalwallets/v1/sca/events", "/digitalwallets/v2/sca/events"])
    func decided(path: String) async throws {
        try await withOutsourcedService { service, app in
            let (card, event) = try await app.begin()
            #expect(event.authenticationMode == "OUTSOURCED")
            let offered = event.availableVerifications.map { "\($0.method) \($0.channel ?? "-") \($0.target ?? "-")" }
            #expect(offered == [
                "OTP SMS +359 *******67", "OTP EMAIL i****@example.com", "OTP AUTHENTICATOR -",
                "OTP PUSH_NOTIFICATION -", "PASSWORD - -",
            ])
            for answer in [try await app.challenging(event), try await app.attempting(event, #""otp":"1""#)] {
                #expect(answer.problem == Problem(
                    .operationNotAllowed,
                    "This event is OUTSOURCED: the partner decides about it, by POST …/sca/events/{eventId}/attempts "
                        + "with a business token."))
            }
            let partner = Partner(service: service, token: try await service.businessToken(), path: path)
            let rejected: AttemptBody = try await partner.decide(
                event, "REJECTED", #","statusReason":"Wrong code","verification":\#(String.sms)"#
            ).decoded(expecting: 201)
            #expect(rejected.status == "REJECTED" && rejected.statusReason == "Wrong code")
            #expect(rejected.verification?.channel == "SMS" && rejected.currentAttempts == 1)
            _ = try await app.lock(card, presenting: event).event
            let verified: AttemptBody = try await partner.decide(event, "VERIFIED").decoded(expecting: 201)
            #expect(verified.status == "VERIFIED" && verified.currentAttempts == 2 && verified.verification == nil)
            #expect(try await app.lock(card, presenting: event).status == 200)
        }
    }

    @Test("After the fifth rejection the event has failed, and the partner cannot verify it")
    func failed() async throws {
        try await withOutsourcedService { service, app in
            let (card, event) = try await app.begin()
            let partner = Partner(service: service, token: try await service.businessToken())
            for count in 1...5 {
                let attempt: AttemptBody = try await partner.decide(event, "REJECTED").decoded(expecting: 201)
                #expect(attempt.status == (count < 5 ? "REJECTED" : "FAILED") && attempt.currentAttempts == count)
            }
            let late = try await partner.decide(event, "VERIFIED")
            #expect(late.problem == Problem(
                .operationNotAllowed,
                "The authentication event has failed; repeat the request it was for to get a new one."))
            _ = try await app.lock(card, presenting: event).event
        }
    }

    @Test("Another brand's event, an embedded one and an unknown one get the same answer, byte for byte")
    func unknown() async throws {
        try await withOutsourcedService { service, app in
            let (_, event) = try await app.begin()
            _ = try await service.sandbox("PUT", "/brands/demo/authentication", #"{"mode":"EMBEDDED"}"#)
            let (_, embedded) = try await app.begin()
            let own = Partner(service: service, token: try await service.businessToken())
            let other = Partner(service: service, token: try await service.businessTokenOfAnotherBrand())
            var unknown = event
            unknown.eventId = event.walletOperationId
            var half = event
            half.walletOperationId = event.eventId
            let answers = [
                try await other.decide(event, "VERIFIED"), try await other.decide(unknown, "VERIFIED"),
                try await own.decide(embedded, "VERIFIED"), try await own.decide(unknown, "VERIFIED"),
                try await own.decide(half, "VERIFIED"),
            ]
            #expect(answers[0].status == 404 && answers[0].problem?.code == .entityNotFound)
            for answer in answers {
                #expect(answer.body == answers[0].body && answer.withoutDate == answers[0].withoutDate)
            }
        }
    }

    @Test("A refused decision names every wrong field", arguments: textTable(#"""
        {}                                  | walletOperationId: is required; status: is required
        {"walletOperationId":"1","status":"verified","statusReason":1,"verification":[]} | \#
        walletOperationId: must be a UUID; \#
        status: must be one of VERIFIED, REJECTED, FAILED; write VERIFIED in capital letters; \#
        statusReason: must be a string, not a number; verification: must be an object, not an array
        {"walletOperationId":":id","status":"VERIFIED","verification":{"method":"PIN","channel":"SMS"},"otp":"1"} | \#
        verification.channel: must be absent for PIN; otp: is not a known field
        """#))
    func badBodies(row: [String]) async throws {
        try await withSharedLiveService { service in
            let answer = try await service.ask(
                "POST", "/digitalwallets/v1/sca/events/\(LiveService.anyID)/attempts",
                token: try await service.businessToken(), row[0].replacing(":id", with: LiveService.anyID))
            #expect(answer.wrongFields == row[1])
        }
    }

    private func withOutsourcedService(_ work: (LiveService, App) async throws -> Void) async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            _ = try await service.sandbox("PUT", "/brands/demo/authentication", #"{"mode":"OUTSOURCED"}"#)
            try await work(service, try await App(at: service))
        }
    }
}

/// The brand's backend, which authenticates its customers itself.
private struct Partner {
    let service: LiveService
    let token: String
    var path = "/digitalwallets/v1/sca/events"

    func decide(_ event: AuthenticationEventBody, _ status: String, _ rest: String = "") async throws -> RawAnswer {
        try await service.ask(
            "POST", "\(path)/\(event.eventId)/attempts", token: token,
            #"{"walletOperationId":"\#(event.walletOperationId)","status":"\#(status)"\#(rest)}"#,
            headers: [("X-Request-Id", "same")])
    }
}

extension LiveService {
    /// An id that does not exist.
    static let anyID = "f16ba382-eb42-481a-b08f-c57bdc9aae24"
}
