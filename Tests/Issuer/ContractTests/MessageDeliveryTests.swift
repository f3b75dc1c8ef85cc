import CardAPI
import Cards
import ContractTestSupport
import Foundation
import HTTPContract
import Testing
import TestSupport

@Suite("Messages to customers, as a brand's backend gets them", .timeLimit(.minutes(10)))
struct MessageDeliveryTests {
    private static let event = "/prepaid/customer/message/events"

    @Test("A receiver that is back in time gets the code once, which confirms the event; no log shows it")
    func backInTime() async throws {
        try await withWebhookReceiver([.status(503), .status(503)]) { receiver, port in
            try await withSandboxService(asking: [.updateCard], webhooks: .local) { service in
                let token = try await service.businessToken()
                let subscription = try await service.subscribe(
                    to: "http://127.0.0.1:\(port)/", event: Self.event, token: token)
                let app = try await App(at: service)
                let (card, event) = try await app.begin()
                _ = try await app.challenge(event)
                for seconds in [0, 1, 2, 60] { try await service.advance(seconds: seconds) }
                let received = receiver.received
                #expect(received.map { $0["Webhook-Attempt"] } == ["1", "2", "3"])
                #expect(Set(received.map(\.body)).count == 1)
                let message = try #require(received.last)
                #expect(message["Signature"] == (try webhookSignature(of: message.body, key: subscription.signingKey)))
                #expect(message.member("authenticationEventId") == event.eventId)
                let code = try #require(message.member("code"))
                #expect(try await app.code().right == code, "the inbox has it, too")
                #expect(try await app.attempt(event, otp: code).status == "VERIFIED")
                #expect(try await app.lock(card, presenting: event).status == 200)

                let own = try await service.ask("GET", deliveriesPath, token: token)
                let log: WebhookDeliveryListBody = try own.decoded()
                #expect(log.deliveries.map(\.status) == ["DELIVERED"] && log.deliveries[0].cardId == nil)
                let all = try await service.sandbox("GET", "/webhooks/deliveries")
                #expect(all.text.contains(#""bodyIsSecret":true"#) && !all.text.contains(#""body":"#))
                for text in [own.text, all.text, try await service.journal().text, service.log.text] {
                    #expect(!text.contains(#""\#(code)""#))
                }
                let again = try await service.ask(
                    "POST", "\(deliveriesPath)/\(log.deliveries[0].id)/resend", token: token)
                #expect(again.status == 403 && again.problem?.code == .operationNotAllowed)
            }
        }
    }

    @Test("A receiver that is down until the challenge has expired gets nothing afterwards, and the code is gone")
    func backTooLate() async throws {
        try await withWebhookReceiver([.status(503)]) { receiver, port in
            try await withLiveService(asking: [.updateCard], webhooks: .local) { service in
                let token = try await service.businessToken()
                _ = try await service.subscribe(to: "http://127.0.0.1:\(port)/", event: Self.event, token: token)
                let app = try await App(at: service)
                let sent = try await app.challenge(app.begin().event)
                try await service.advance(seconds: 0)
                #expect(receiver.received.count == 1)
                let life = sent.expirationTime.secondsSince1970 - sent.creationTime.secondsSince1970
                try await service.advance(seconds: Int(life) + 1)
                #expect(receiver.received.count == 1)
                #expect(try await service.deliveries(token: token).deliveries.map(\.status) == ["DEAD"])
            }
        }
    }
}
