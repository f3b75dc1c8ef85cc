import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Ledger
import Testing
import TestSupport

@testable import Authorizing

@Suite("Events about transactions, as their receivers see them", .timeLimit(.minutes(20)))
struct ReceivedTransactionEventTests {
    private static let event = "/transactions/events"

    @Test("An event is signed, has the transaction as the API shows it, and is in the log of its account")
    func events() async throws {
        try await withWebhookReceiver { receiver, port in
            try await withLiveService(webhooks: .local) { service in
                let token = try await service.businessToken()
                let subscription = try await service.subscribe(
                    to: "http://127.0.0.1:\(port)/", event: Self.event, token: token)
                let cards = try await service.cards(of: .ivana)
                let card = try await cards.create(.virtual)
                _ = try await service.load(5000, "EUR", for: .ivana)
                try await service.authorize(card, 1) { sample in
                    sample.outcome = .paid
                    sample.message.type = "ATM_WITHDRAWAL"
                    sample.message.currency = "USD"
                    sample.rate = ExchangeRate(numerator: 92, denominator: 100)
                    sample.tariff = Tariff(atmFee: 200, foreignExchangeFee: BasisPoints(300))
                }
                try await service.authorize(card, 2) { $0.outcome = .approved }
                try await service.advance(seconds: 2)

                let received = receiver.received
                let bodies = try received.map {
                    try JSONDecoder().decode(TransactionEventBody.self, from: Data($0.body))
                }
                let transactions = try await cards.transactions().transactions
                #expect(bodies.map(\.transaction) == transactions.reversed() && bodies.count == 2)
                let fees = try #require(bodies.last?.transaction.fees)
                #expect(Set(fees.map(\.paymentReason)) == ["ATM_FEE", "FX_FEE"])
                for (request, body) in zip(received, bodies) {
                    let signature = try webhookSignature(of: request.body, key: subscription.signingKey)
                    #expect(request["Signature"] == signature)
                    #expect(request["Webhook-Id"] == body.id && request["Webhook-Attempt"] == "1")
                    #expect(body.operationType == "Create" && body.timestamp == body.transaction.creationTime)
                }
                let account: String = try #require(card.accountId)
                let log = try await service.deliveries("?accountId=\(account)", token: token)
                #expect(Set(log.deliveries.map(\.eventId)) == Set(bodies.map(\.id)) && log.meta.numberOfRecords == 2)
                #expect(log.deliveries.allSatisfy { $0.accountId == account && $0.cardId == nil })
                for nobody in ["accountId=1", "accountId=\(account)&cardId=\(card.cardId)", "cardId=\(card.cardId)"] {
                    #expect(try await service.deliveries("?\(nobody)", token: token).meta.numberOfRecords == 0)
                }
            }
        }
    }
}
