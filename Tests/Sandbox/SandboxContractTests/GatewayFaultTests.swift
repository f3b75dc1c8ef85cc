import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing

@Suite("Simulated faults at gateways", .timeLimit(.minutes(20)))
struct GatewayFaultTests {
    @Test("After a lost answer the money is held, and the merchant finds the payment by its order")
    func answerLost() async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            try await service.setFaults(#"{"operation":"authorize","fault":"ANSWER_LOST","times":2}"#)
            for method in ["PUT", "POST"] {
                let ending = await #expect(throws: NoAnswer.self) {
                    _ = try await shop.cardPointe(
                        method, "/cardconnect/rest/auth", shop.authorization(of: "10.00", order: "by-\(method)"))
                }
                #expect(ending?.received == "")
            }
            #expect(try await shop.available() == 3000)
            let found = try await shop.cardPointe(
                "GET", "/cardconnect/rest/inquireByOrderid/by-PUT/\(shop.id)")
            #expect(found.status == 200 && found.text.contains(#""respcode":"00""#), "\(found.text)")
            let voided = try await shop.cardPointe(
                "PUT", "/cardconnect/rest/voidByOrderId", #"{"merchid":"\#(shop.id)","orderid":"by-PUT"}"#)
            #expect(voided.status == 200)
            #expect(try await shop.available() == 4000)
        }
    }

    @Test("A request whose connection is reset changes nothing")
    func connectionReset() async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            try await service.setFaults(#"{"operation":"authorize","fault":"CONNECTION_RESET","times":1}"#)
            let ending = await #expect(throws: NoAnswer.self) { try await shop.authorize("10.00") }
            #expect(ending?.received.contains("reset") == true)
            #expect(try await shop.available() == 5000)
            #expect(try await shop.authorize("10.00").code == "FNOR 00")
        }
    }

    @Test("An outage looks like the gateway's own", arguments: [429, 500, 503])
    func status(_ status: Int) async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            let token = try await shop.stitchToken()
            try await service.setFaults(
                #"{"operation":"authorize","fault":"STATUS","status":\#(status)},"#
                    + #"{"operation":"stitchGraphQL","fault":"STATUS","status":\#(status),"retryAfterSeconds":7}"#)
            let refused = try await shop.cardPointe("PUT", "/cardconnect/rest/auth", shop.authorization(of: "10.00"))
            #expect(refused.status == status && refused["Tessera-Fault"] == "STATUS")
            #expect(!refused.text.contains("\"message\":\"\""), "\(refused.text)")
            #expect(refused.text.contains(#""errorcode":\#(status == 500 ? 43 : status)"#), "\(refused.text)")
            let failed = try await shop.graphQL("{ __typename }", token: token)
            #expect(failed.status == status && failed["Retry-After"] == (status == 500 ? nil : "7"))
            #expect(failed.text.hasPrefix(#"{"errors":[{"message""#), "\(failed.text)")
            #expect(!failed.text.contains("\"message\":\".\""), "\(failed.text)")
            #expect(failed["X-Request-Id"] != nil)
            #expect(try await shop.available() == 5000)
        }
    }

    @Test("A latency rule delays a gateway's answer, and rules for the card service do not affect gateways")
    func latency() async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            try await service.setFaults(
                #"{"operation":"capture","fault":"LATENCY","milliseconds":40},"#
                    + #"{"operation":"createCard","fault":"CONNECTION_RESET"}"#)
            #expect(try await shop.authorize("10.00").code == "FNOR 00")
            let begun = ContinuousClock.now
            let answer = try await shop.cardPointe(
                "PUT", "/cardconnect/rest/capture", #"{"merchid":"\#(shop.id)","retref":"000000000000"}"#)
            #expect(ContinuousClock.now - begun >= .milliseconds(40) && answer["Tessera-Fault"] == "LATENCY")
        }
    }

    @Test("If the issuer is down, the gateway answers in its own words, and nothing stays held", arguments: [1, 1000])
    func issuerDown(_ times: Int) async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            let token = try await shop.stitchToken()
            try await service.setFaults(#"{"fault":"ISSUER_DOWN","times":\#(times)}"#)
            #expect(try await shop.authorize("10.00").code == "PPS 62")
            try await service.setFaults(#"{"fault":"ISSUER_DOWN","times":\#(times)}"#)
            let sent = shop.transaction(of: "10.00", nonce: "n1", cryptogram: "AQABAAAAAFzZPsGnyMoFyankpOo=")
            let failed = try await shop.graphQL(Shop.initiate, sent, token: token)
            #expect(failed.text.contains(#""reason":"downstreamProviderUnavailable""#), "\(failed.text)")
            #expect(try await service.faults().text.contains(#""fault":"ISSUER_DOWN""#))
            #expect(try await service.sandbox("DELETE", "/faults").status == 204)
            try await service.advance(seconds: 60)
            #expect(try await shop.available() == 5000)
            #expect(try await shop.authorize("10.00", order: "order-2").code == "FNOR 00")
            #expect(try await shop.available() == 4000)
        }
    }

    @Test("While the issuer is down, a capture is not cleared, and its money stays held")
    func noClearing() async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            try await shop.authorize("10.00", capture: "Y")
            try await service.setFaults(#"{"fault":"ISSUER_DOWN"}"#)
            try await service.advance(seconds: 86_400)
            #expect(try await shop.posted() == 5000)
            #expect(try await shop.available() == 4000)
        }
    }

    @Test("A header or the nth call selects requests of a gateway, and a customer its messages to the issuer")
    func selectors() async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            try await service.setFaults(#"{"operation":"authorize","fault":"STATUS","status":504,"nth":2}"#)
            #expect(try await shop.authorize("1.00", order: "1").code == "FNOR 00")
            let failed = try await shop.cardPointe(
                "PUT", "/cardconnect/rest/auth", shop.authorization(of: "1.00", order: "2"))
            #expect(failed.status == 504 && failed.text.hasPrefix("<html>"))
            #expect(try await shop.authorize("1.00", order: "3").code == "FNOR 00")
            try await service.setFaults(#"{"fault":"ISSUER_DOWN","customerId":"10000002"}"#)
            #expect(try await shop.authorize("1.00", order: "4").code == "FNOR 00")
            try await service.setFaults(#"{"fault":"ISSUER_DOWN","customerId":"10000001"}"#)
            #expect(try await shop.authorize("1.00", order: "5").code == "PPS 62")
            let rules = #"{"fault":"STATUS","status":500,"operation":"authorize","customerId":"10000001"}"#
            let refused = try await service.sandbox("PUT", "/faults", #"{"rules":[\#(rules)]}"#)
            #expect(refused.status == 400 && refused.text.contains("only the issuer knows the card"))
            let again = #"{"rules":[{"fault":"SCA_AGAIN","operation":"authorize"}]}"#
            let without = try await service.sandbox("PUT", "/faults", again)
            #expect(without.status == 400 && without.text.contains("no gateway asks for authentication"))
        }
    }

    @Test("ISSUER_DOWN strikes messages, so it takes no operation")
    func refused() async throws {
        try await withSandboxService { service in
            let rules = #"{"fault":"ISSUER_DOWN","operation":"authorize"},{"fault":"STATUS","operation":"captur"}"#
            let answer = try await service.sandbox("PUT", "/faults", #"{"rules":[\#(rules)]}"#)
            #expect(answer.status == 400)
            #expect(answer.text.contains("must be absent: ISSUER_DOWN does not strike an operation"))
            #expect(answer.text.contains("did you mean capture?"))
        }
    }
}
