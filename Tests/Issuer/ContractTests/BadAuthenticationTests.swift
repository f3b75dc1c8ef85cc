import CardAPI
import CardClient
import Cards
import ContractTestSupport
import Foundation
import HTTPContract
import Testing
import TestSupport
import Validation

@Suite("Invalid authentication requests: every wrong field is reported once")
struct BadAuthenticationTests {
    @Test("SCA-Authorization and SCA-Device must be a JSON object in Base64 of at most 4096 characters")
    func unreadableHeaders() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let card = try await app.newCard()
            let padded = "{}" + String(repeating: " ", count: 3070)
            #expect(padded.base64.utf8.count == 4096)
            for name in ["SCA-Authorization", "SCA-Device"] {
                let wrong = "\(name): must be one JSON object in Base64, of at most 4096 characters"
                for value in [
                    "", "x", "=", "{}", "eyJ9", "{}".base64 + "!", "[]".base64, "null".base64, "{}{}".base64,
                    (padded + " ").base64, String(repeating: "A", count: 60_000), "\u{FF}",
                ] {
                    let answer = try await app.lock(card, headers: [(name, value)])
                    #expect(answer.wrongFields == wrong, "\(name): \(value.prefix(40))")
                }
                let twice = try await app.lock(card, headers: [(name, "{}".base64), (name, "{}".base64)])
                #expect(twice.wrongFields == wrong)
                let longest = try await app.lock(card, headers: [(name, padded.base64)])
                #expect(longest.wrongFields?.contains("is required") == true, "of 4096 characters it is read")
            }
            #expect(try await service.cards(of: .ivana).get(card.cardId) == card)
        }
    }

    @Test("Wrong members of SCA-Authorization and SCA-Device are named")
    func wrongHeaders() async throws {
        try await refusesHeaders(#"""
            SCA-Authorization | {} | SCA-Authorization.scaDetails: is required
            SCA-Authorization | {"scaDetails":"x","event":1} | \#
            SCA-Authorization.scaDetails: must be an object, not a string; \#
            SCA-Authorization.event: is not a known field
            SCA-Authorization | {"scaDetails":{"eventId":1,"operationId":":id"}} | \#
            SCA-Authorization.scaDetails.eventId: must be a string, not a number; \#
            SCA-Authorization.scaDetails.walletOperationId: is required; \#
            SCA-Authorization.scaDetails.operationId: is not a known field; \#
            did you mean scaDetails.walletOperationId?
            SCA-Authorization | {"scaDetails":{"eventId":"x","walletOperationId":":id"}} | \#
            SCA-Authorization.scaDetails: must hold two UUIDs
            SCA-Device        | {} | SCA-Device.deviceId: is required; SCA-Device.signedAt: is required; \#
            SCA-Device.signature: is required
            SCA-Device        | {"deviceId":":id","signedAt":"now","signature":"AA"} | \#
            SCA-Device.signedAt: must be a whole number
            SCA-Device        | {"deviceId":"x","signedAt":1,"signature":"AA"} | \#
            SCA-Device: must hold a UUID, milliseconds since 1970 and Base64url
            SCA-Device        | {"deviceId":":id","signedAt":-1,"signature":"AA"} | \#
            SCA-Device.signedAt: must be 0 to 253402300799999
            SCA-Device        | {"deviceId":":id","signedAt":9223372036854775807,"signature":"AA"} | \#
            SCA-Device.signedAt: must be 0 to 253402300799999
            SCA-Device        | {"deviceId":":id","signedAt":1,"signature":"+/=="} | \#
            SCA-Device: must hold a UUID, milliseconds since 1970 and Base64url
            """#)
    }

    @Test("The errors of both headers are reported together")
    func bothHeaders() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let answer = try await app.lock(
                try await app.newCard(), headers: [("SCA-Device", "x"), ("SCA-Authorization", "x")])
            #expect(answer.problem?.fieldErrors.map(\.field) == ["SCA-Authorization", "SCA-Device"])
        }
    }

    @Test("Wrong fields of a body that asks for a challenge are named")
    func challenges() async throws {
        try await refuses("challenges", #"""
            {}                                   | walletOperationId: is required; verification: is required
            {"walletOperationId":1,"verification":"OTP","otp":"1"} | \#
            walletOperationId: must be a string, not a number; verification: must be an object, not a string; \#
            otp: is not a known field
            {"walletOperationId":"x","verification":{}} | \#
            walletOperationId: must be a UUID; verification.method: is required
            {"walletOperationId":":id","verification":{"method":"OTPS"}} | verification.method: must be one of \#
            PASSWORD, PIN, OTP, PASSKEYS, BIOMETRIC, PUSH_NOTIFICATION; did you mean OTP?
            {"walletOperationId":":id","verification":{"method":"OTP"}} | verification.channel: must be one of \#
            SMS, EMAIL, AUTHENTICATOR, PUSH_NOTIFICATION for OTP
            {"walletOperationId":":id","verification":{"method":"OTP","channel":"REDIRECT"}} | \#
            verification.channel: must be one of SMS, EMAIL, AUTHENTICATOR, PUSH_NOTIFICATION for OTP
            {"walletOperationId":":id","verification":{"method":"PASSWORD","channel":"SMS"}} | \#
            verification.channel: must be absent for PASSWORD
            {"walletOperationId":"x","verification":{"method":"OTP","channel":1,"action":{"language":2,"url":""}}} | \#
            walletOperationId: must be a UUID; verification.channel: must be a string, not a number; \#
            verification.action.language: must be a string, not a number; \#
            verification.action.url: is not a known field; did you mean verification.action.returnUrl?
            {"walletOperationId":":id","verification":{"method":"PIN","action":{"language":":long"}},\#
            "deviceInfo":[1]} | \#
            verification.action.language: must be at most 35 characters long
            """#)
    }

    @Test("Wrong fields of a body that answers a challenge are named")
    func attempts() async throws {
        try await refuses("attempts", #"""
            {}                                   | walletOperationId: is required; verification: is required
            {"walletOperationId":"x","verification":{"method":"OTP","channel":"SMS"}} | \#
            walletOperationId: must be a UUID; otp: is needed to answer OTP by SMS
            {"walletOperationId":":id","verification":{"method":"OTP","channel":"SMS"},"otp":123456} | \#
            otp: must be a string, not a number
            {"walletOperationId":":id","verification":{"method":"OTP","channel":"EMAIL"},\#
            "otp":"12345678901","code":1} | \#
            otp: must be at most 10 characters long; code: is not a known field
            {"walletOperationId":":id","verification":{"method":"PASSWORD"},"otp":"1"} | \#
            password: is needed to answer PASSWORD
            {"walletOperationId":":id","verification":{"method":"PASSWORD"},"password":":long"} | \#
            password: must be at most 128 characters long
            {"walletOperationId":":id","verification":{"method":"PIN"},"pin":"1234"} | pin: must be exactly 6 digits
            {"walletOperationId":":id","verification":{"method":"PIN"},"pin":1234} | pin: must be a string, not a number
            {"walletOperationId":":id","verification":{"method":"PASSKEYS"}} | assertion: is needed to answer PASSKEYS
            {"walletOperationId":":id","verification":{"method":"PASSKEYS"},"assertion":"x"} | \#
            assertion: must be an object, not a string
            {"walletOperationId":":id","verification":{"method":"PASSKEYS"},"assertion":{"credentialId":"=","x":1}} | \#
            assertion.credentialId: must be bytes in Base64url, without padding; \#
            assertion.authenticatorData: is needed to answer PASSKEYS; \#
            assertion.clientDataJSON: is needed to answer PASSKEYS; assertion.signature: is required; \#
            assertion.x: is not a known field
            {"walletOperationId":":id","verification":{"method":"BIOMETRIC"},"assertion":{"signature":""}} | \#
            assertion.deviceId: is needed to answer BIOMETRIC; \#
            assertion.signature: must be bytes in Base64url, without padding
            {"walletOperationId":":id","verification":{"method":"BIOMETRIC"},"assertion":\#
            {"deviceId":"x","signature":":long"}} | \#
            assertion.deviceId: must be a UUID; assertion.signature: must be at most 200 characters long
            """#)
    }

    @Test("A body that is not a JSON object, too large or of another media type is refused")
    func unreadableBodies() async throws {
        try await withLiveService { service in
            let app = try await App(at: service)
            for call in ["challenges", "attempts"] {
                let path = "\(eventsPath)/\(LiveService.anyID)/\(call)"
                for body in ["", "[]", "{", "null", #"{"a":1,"a":2}"#] {
                    let answer = try await app.ask(
                        "POST", path, body, headers: [("Content-Type", "application/json")])
                    #expect(answer.status == 400 && answer.problem?.code == .bodyNotReadable, "\(body)")
                }
                let large = #"{"deviceInfo":"\#(String(repeating: "x", count: 65_536))"}"#
                #expect(try await app.ask("POST", path, large).status == 413)
                let form = try await app.ask("POST", path, "otp=1", headers: [("Content-Type", "text/plain")])
                #expect(form.status == 415)
            }
        }
    }

    @Test("A verification that the customer lacks, or that differs from the challenge, is refused")
    func wrongWays() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let (_, event) = try await app.begin()
            let unsent = try await app.attempting(event, #""otp":"123456""#)
            #expect(unsent.status == 403 && unsent.problem?.message.hasPrefix("No challenge was sent") == true)
            let closed = try await app.challenging(event, #"{"method":"BIOMETRIC"}"#)
            #expect(closed.wrongFields
                == "verification.method: must be one that is open to this customer: OTP by SMS, OTP by EMAIL, "
                + "OTP by AUTHENTICATOR, OTP by PUSH_NOTIFICATION, PASSWORD")
            _ = try await app.challenge(event)
            let other = try await app.attempting(event, #""otp":"123456""#, #"{"method":"OTP","channel":"EMAIL"}"#)
            #expect(other.wrongFields
                == "verification.method: must be that of the latest challenge, which is OTP by SMS")
            #expect(try await app.attempt(event, otp: app.code().right).currentAttempts == 1, "neither has counted")
        }
    }

    /// Sends each JSON of a table in a header, and expects the listed field errors.
    private func refusesHeaders(_ table: String) async throws {
        try await withLiveService(asking: [.updateCard, .trustDevice]) { service in
            let app = try await App(at: service)
            let card = try await app.newCard()
            for row in textTable(table) {
                let header = (name: row[0], value: row[1].replacing(":id", with: LiveService.anyID).base64)
                #expect(try await app.lock(card, headers: [header]).wrongFields == row[2], "\(row[1])")
                let device = try await app.ask(
                    "POST", "/digitalwallets/v1/auth/sca/trusted-devices", Phone().introduction, headers: [header])
                #expect(device.wrongFields == row[2], "\(row[1])")
            }
        }
    }

    /// Sends each body of a table, and expects the listed field errors.
    private func refuses(_ call: String, _ table: String) async throws {
        try await withLiveService { service in
            let app = try await App(at: service)
            for row in textTable(table) {
                let body = row[0].replacing(":id", with: LiveService.anyID)
                    .replacing(":long", with: String(repeating: "x", count: 201))
                let answer = try await app.ask("POST", "\(eventsPath)/\(LiveService.anyID)/\(call)", body)
                #expect(answer.wrongFields == row[1], "\(row[0])")
            }
        }
    }
}
