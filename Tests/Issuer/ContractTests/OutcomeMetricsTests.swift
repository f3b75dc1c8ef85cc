import CardAPI
import CardClient
import Cards
import ContractTestSupport
import Foundation
import HTTPService
import Issuing
import Testing
import TestSupport
import Webhooks

@Suite("The metrics of what the service decides", .timeLimit(.minutes(20)))
struct OutcomeMetricsTests {
    @Test("Each step of an authentication is counted by its outcome, without the customer")
    func authentication() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let (card, event) = try await app.begin()
            _ = try await app.challenge(event)
            let code = try await app.code()
            for otp in [code.wrong, code.wrong, code.right] { _ = try await app.attempt(event, otp: otp) }
            #expect(try await app.lock(card, presenting: event).status == 200)
            let metrics = try await service.ask("GET", "/metrics").text
            for line in [
                #"authentication_steps_total{status="",step="DEMANDED",way="EMBEDDED"} 1"#,
                #"authentication_steps_total{status="",step="CHALLENGED",way="SMS"} 1"#,
                #"authentication_steps_total{status="REJECTED",step="ATTEMPTED",way="SMS"} 2"#,
                #"authentication_steps_total{status="VERIFIED",step="ATTEMPTED",way="SMS"} 1"#,
                #"authentication_steps_total{status="",step="USED",way=""} 1"#,
            ] { #expect(metrics.contains("\n\(line)\n"), "\(line)") }
            #expect(!metrics.contains(LiveService.Person.ivana.rawValue))
        }
    }

    @Test("A tokenization is counted by the status that it reaches, once for a repeated report")
    func tokenization() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.ordering("SKRILL-VIRTUAL-MC-EEA"))
            var request = TokenizeCardBody.push("GOOGLE_PAY")
            request.clientDeviceId = "WNkcsfZPiKfa5PrH3jilkQYT"
            request.clientWalletAccountId = "40exmLiWV1iV55ZVstOAiMf7"
            _ = try await cards.tokenize(card.cardId, request)
            var report = UpdateTokenizationBody()
            (report.dpanRef, report.walletId) = (
                "DAPLMC00002125433c0c34a2821f4f86866e7576963baf8b", "NMZlGi8-DezZZKaU06orvl0f"
            )
            (report.walletType, report.status) = ("GOOGLE_PAY", "COMPLETED")
            for _ in 1...2 { _ = try await cards.updateTokenizationStatus(card.cardId, report) }
            let metrics = try await service.ask("GET", "/metrics").text
            for status in ["INITIATED", "COMPLETED"] {
                let labels = #"scheme="MC",status="\#(status)",wallet="GOOGLE_PAY""#
                #expect(metrics.contains("\ntokenization_steps_total{\(labels)} 1\n"), "\(status)")
            }
        }
    }

    @Test("The backlog of webhooks has the number that waits and the age of the oldest")
    func backlog() async throws {
        try await withWebhookReceiver([.status(500)]) { _, port in
            try await withLiveService(webhooks: .local) { service in
                let registry = PrometheusRegistry()
                let meter = WebhookBacklogMeter(service.fixture.issuing.webhooks, metrics: registry)
                _ = try await service.subscribe(
                    to: "http://127.0.0.1:\(port)/", token: try await service.businessToken())
                _ = try await service.threeEvents()
                for (seconds, waiting, age) in [(0, 3, 0), (60, 3, 60), (60, 0, 0)] {
                    if seconds > 0 { try await service.advance(seconds: seconds) }
                    try await meter.measure()
                    let metrics = registry.render()
                    #expect(metrics.contains("\nwebhook_deliveries_waiting \(waiting)\n"), "\(metrics)")
                    #expect(metrics.contains("\nwebhook_oldest_delivery_age_seconds \(age)\n"), "\(metrics)")
                }
            }
        }
    }
}
