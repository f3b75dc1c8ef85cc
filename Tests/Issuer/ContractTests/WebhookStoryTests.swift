import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import HTTPTypes
import Issuing
import Postgres
import Testing
import TestSupport
import Webhooks

@testable import CardServer
@testable import HTTPService

@Suite("Webhooks, as their receivers see them", .timeLimit(.minutes(20)))
struct WebhookStoryTests {
    @Test("A receiver that fails twice, hangs once and then answers gets each event signed and in order")
    func badDay() async throws {
        let timeout = Duration.seconds(8)
        try await withWebhookReceiver([.status(500), .status(500), .hang]) { receiver, port in
            try await withLiveService(webhooks: .local(timeout: timeout)) { service in
                let token = try await service.businessToken()
                let subscription = try await service.subscribe(to: "http://127.0.0.1:\(port)/hook?a=b", token: token)
                let card = try await service.threeEvents()
                for (seconds, requests) in [(0, 1), (1, 2), (2, 3), (4, 6)] {
                    try await service.advance(seconds: seconds)
                    #expect(receiver.received.count == requests, "\(seconds) s later")
                }
                let received = receiver.received
                #expect(received.map { $0.member("newStatus") } == [
                    "SUSPENDED", "SUSPENDED", "SUSPENDED", "SUSPENDED", "ACTIVE", "EXPIRED",
                ])
                #expect(Set(received.prefix(4).map(\.body)).count == 1, "every attempt sends the same bytes")
                #expect(received.map { $0["Webhook-Attempt"] } == ["1", "2", "3", "4", "1", "1"])
                for request in received {
                    let signature = try webhookSignature(of: request.body, key: subscription.signingKey)
                    #expect(request["Signature"] == signature)
                    #expect(request["Webhook-Id"] == request.member("id"))
                    #expect(request["Content-Type"] == "application/json")
                    #expect(request.head.path == "/hook?a=b" && request.head.method == .post)
                    #expect(request.member("cardId") == card.cardId && request.member("customerId") == card.customerId)
                }
                let log = try await service.deliveries("?status=DELIVERED&cardId=\(card.cardId)", token: token)
                #expect(log.meta.numberOfRecords == 3)
                let first = try #require(log.deliveries.first { $0.attempts.count > 1 })
                #expect(first.attempts.map(\.outcome) == ["REFUSED", "REFUSED", "TIMED_OUT", "DELIVERED"])
                #expect(first.attempts.map(\.statusCode) == [500, 500, nil, 204])
                #expect(first.attempts[2].milliseconds >= 8000)
                #expect(service.log.text.contains(#""message":"webhook was not delivered""#))
                let metrics = try await service.ask("GET", "/metrics").text
                #expect(metrics.contains(#"webhook_attempt_duration_seconds_count{outcome="DELIVERED"} 3"#))
                #expect(metrics.contains(#"webhook_attempt_duration_seconds_count{outcome="REFUSED"} 2"#))
            }
        }
    }

    @Test("Two servers on one database deliver each event once, and those of a card in order")
    func twoServers() async throws {
        try await withWebhookReceiver { receiver, port in
            try await withLiveService(webhooks: .local) { service in
                let token = try await service.businessToken()
                _ = try await service.subscribe(to: "http://127.0.0.1:\(port)/", token: token)
                for person in [LiveService.Person.ivana, .jonas] {
                    for _ in 0..<5 { _ = try await service.threeEvents(for: person) }
                }
                let other = try await CardWorkers(
                    service.fixture.server().issuing, webhooks: .local, logger: service.log.logger,
                    metrics: PrometheusRegistry())
                async let one: Void = service.webhooks.deliverWhatIsDue()
                async let two: Void = other.webhooks.deliverWhatIsDue()
                _ = await (one, two)
                let received = receiver.received
                #expect(received.count == 30 && Set(received.map { $0["Webhook-Id"] }).count == 30)
                for (_, events) in Dictionary(grouping: received, by: { $0.member("cardId") }) {
                    #expect(events.map { $0.member("newStatus") } == ["SUSPENDED", "ACTIVE", "EXPIRED"])
                }
                #expect(try await service.deliveries("?status=PENDING,DEAD", token: token).meta.numberOfRecords == 0)
            }
        }
    }

    @Test("While a receiver hangs on one card, it gets other cards' events, and so do other receivers")
    func independence() async throws {
        try await withWebhookReceiver([.hang]) { slow, slowPort in
            try await withWebhookReceiver { quick, quickPort in
                try await withLiveService(webhooks: .local) { service in
                    let token = try await service.businessToken()
                    _ = try await service.subscribe(to: "http://127.0.0.1:\(slowPort)/", token: token)
                    _ = try await service.subscribe(to: "http://127.0.0.1:\(quickPort)/", token: token)
                    let sending = Task { try await service.webhooks.run() }
                    _ = try await service.threeEvents()
                    _ = await slow.received(1)
                    _ = try await service.threeEvents()
                    let hanging = slow.received[0].member("cardId")
                    #expect(await quick.received(6).count == 6)
                    let events = await slow.received(4).dropFirst()
                    #expect(events.allSatisfy { $0.member("cardId") != hanging })
                    sending.cancel()
                    try await sending.value
                }
            }
        }
    }

    @Test("An unreachable receiver is retried, given up after 3 days, and tried again on resend")
    func deadLetters() async throws {
        try await withWebhookReceiver { receiver, port in
            try await withLiveService(webhooks: .local) { service in
                let token = try await service.businessToken()
                // Nothing listens on port 1.
                let subscription = try await service.subscribe(to: "http://127.0.0.1:1/", token: token)
                let card = try await service.threeEvents()
                try await service.advance(seconds: 0)
                let waiting = try await service.deliveries("?cardId=\(card.cardId)", token: token).deliveries
                #expect(waiting.map(\.status) == ["PENDING", "PENDING", "PENDING"])
                #expect(waiting.compactMap(\.nextAttemptDate).count == 1, "the others wait for the first")
                #expect(waiting.flatMap(\.attempts).map(\.outcome) == ["NOT_REACHED"])

                try await service.advance(seconds: 3 * 86_400)
                let again = try await service.businessToken()
                let dead = try await service.deliveries("?status=DEAD", token: again).deliveries
                #expect(dead.count == 3 && dead.allSatisfy { $0.attempts.last?.outcome == "NOT_REACHED" })
                try await service.fixture.issuing.database.execute(
                    script: "UPDATE webhook_subscription SET url = 'http://127.0.0.1:\(port)/'")
                let first = try #require(dead.first { $0.attempts.count == 2 })
                let answer = try await service.ask(
                    "POST", "\(deliveriesPath)/\(first.id)/resend", token: again, headers: [("Idempotency-Key", "k")])
                #expect(answer.status == 202 && answer.body.isEmpty)
                await service.webhooks.deliverWhatIsDue()
                #expect(receiver.received.map { $0.member("newStatus") } == ["SUSPENDED"])
                #expect(receiver.received[0]["Webhook-Attempt"] == "3")
                let signature = try webhookSignature(of: receiver.received[0].body, key: subscription.signingKey)
                #expect(receiver.received[0]["Signature"] == signature)
            }
        }
    }

    @Test("No webhook holds a PAN, a CVV or a PIN")
    func secrecy() async throws {
        try await withWebhookReceiver { receiver, port in
            try await withLiveService(webhooks: .local) { service in
                _ = try await service.subscribe(
                    to: "http://127.0.0.1:\(port)/", token: await service.businessToken())
                let cards = try await service.cards(of: .ivana)
                let card = try await cards.create(.ordering("SKRILL-PHYSICAL-MC-EEA", pin: "8362"))
                let plastic = try await service.plastic(of: card)
                _ = try await cards.activate(card.cardId, .showing(plastic))
                _ = try await cards.replace(card.cardId, .because("LOST"))
                try await service.advance(seconds: 0)
                let received = receiver.received
                #expect(received.map { $0.member("newStatus") } == ["ACTIVE", "LOST"])
                for request in received {
                    let text = "\(request.head) \(request.text)"
                    #expect(!text.contains(plastic.pan) && !text.contains(plastic.pan.dropFirst(6).dropLast(4)))
                    let values = ["cardId", "customerId", "id"].compactMap(request.member)
                    let rest = values.reduce(request.text) { $0.replacing($1, with: "") }
                    #expect(!rest.contains(plastic.cvv) && !rest.contains("8362"))
                }
            }
        }
    }
}
