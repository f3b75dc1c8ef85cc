import CardAPI
import CardClient
import Cards
import CardSecrets
import ContractTestSupport
import Foundation
import HTTPContract
import Identifiers
import Ledger
import Testing
import TestSupport
import Validation

@testable import Issuing

@Suite("The documented events", .timeLimit(.minutes(20)))
struct WebhookBodyTests {
    @Test("The document describes exactly the events that a brand can subscribe to")
    func events() {
        #expect(CardEvents.all.map(\.event) == Vocabulary.webhookEvents)
        #expect(CardEvents.all.map(\.event) == WebhookEvent.allCases.map(\.rawValue))
    }

    @Test("The body and the header fields of every event are as documented")
    func bodies() async throws {
        try await withWebhookReceiver { receiver, port in
            try await withLiveService(webhooks: .local) { service in
                let token = try await service.businessToken()
                for event in CardEvents.all {
                    _ = try await service.subscribe(to: "http://127.0.0.1:\(port)/", event: event.event, token: token)
                }
                let cards = try await service.cards(of: .ivana)
                let card = try await cards.create(.ordering("DEMO-VIRTUAL-VISA-EEA"))
                try await disputePurchase(with: card, service)
                try await pay(with: card, asking: port, service)
                _ = try await cards.tokenize(card.cardId, .push())
                _ = try await cards.updateTokenizationStatus(card.cardId, .completed("DNITHE0001", in: "GOOGLE_PAY"))
                for event in ["SUSPEND", "RESUME", "EXPIRE"] { _ = try await service.happens(event, to: card) }
                try await confirm(with: card, service)
                try await service.advance(seconds: 0)

                // Two events about the tokenization; three about the card and three about its token, for the changes of
                // the card's status; two about the payment, to which the brand subscribes twice; one about the
                // load, and one about the purchase; one about the dispute; and one message.
                let received = receiver.received.filter { $0["Webhook-Attempt"] != nil }
                #expect(received.count == 14)
                for request in received {
                    let event = try #require(Self.event(of: request), "\(request.text)")
                    let body = try JSONValue(parsing: request.body)
                    #expect(event.body.faults(in: body, at: "") == [], "\(request.text)")
                    for header in event.headers { #expect(request[header.name] != nil, "\(header.name)") }
                }
                #expect(Set(received.compactMap { Self.event(of: $0)?.name }).count == CardEvents.all.count)
            }
        }
    }

    /// The partner is asked, and does not answer with 200.
    private func pay(with card: CardBody, asking port: Int, _ service: LiveService) async throws {
        let decision = #"{"url":"http://127.0.0.1:\#(port)/asked","timeLimitMilliseconds":5000}"#
        #expect(try await service.sandbox("PUT", "/brands/demo/partner-decision", decision).status == 200)
        let paid = try await service.sandbox("POST", "/cards/\(card.cardId)/payments", #"{"amount":1}"#)
        #expect(paid.status == 201, "\(paid.text)")
    }

    /// The customer loads money and pays, the merchant collects the money, and the customer disputes that.
    private func disputePurchase(with card: CardBody, _ service: LiveService) async throws {
        let load = #"{"amount":5000,"currencyCode":"EUR"}"#
        #expect(try await service.sandbox("POST", "/customers/10000001/load", load).status == 201)
        var claim = CreateDisputeBody()
        (claim.authorizationId, claim.reason) = (try await service.purchase(1, with: card), "FRAUD")
        _ = try await service.cards(of: .ivana).createDispute(claim)
    }

    /// The cardholder is sent a code for a payment.
    private func confirm(with card: CardBody, _ service: LiveService) async throws {
        let (issuing, customer) = (service.fixture.issuing, CustomerID(10_000_001))
        let payment = PaymentToConfirm(
            id: issuing.entropy.id(),
            card: ChargedCard(
                customer: customer, card: try #require(CardID(card.cardId)), brand: "demo", lastFour: "1234"),
            merchant: "Shop", amount: Money(minorUnits: 100, currency: .euro), endsAt: IssuingFixture.now + 600)
        _ = try await issuing.openConfirmation(of: payment)
        try await issuing.sendChallenge(for: payment, by: .smsCode)
    }

    /// A body does not name its type, but each type has a member that no other type has.
    private static func event(of request: WebhookReceiver.Received) -> OpenAPIDocument.Webhook? {
        CardEvents.all.first { event in
            [
                "newStatus", "enrollmentStatus", "tokenAction", "partnerAnswer", "transaction", "dispute", "messageId",
            ].contains { name in
                request.text.contains("\"\(name)\"") && event.body.members.contains { $0.name == name }
            }
        }
    }

    @Test("The document lists the statuses that a customer can request, and the server reads only these")
    func statuses() throws {
        let rows = TransitionMatrix.rows.filter { $0.actor == .customer && $0.occasion == .update }
        #expect(Set(rows.flatMap(\.to).map(\.rawValue)) == Set(Vocabulary.customerStatuses))
        let status = try #require(UpdateCardBody.members.first { $0.declaration.name == "status" }?.declaration)
        #expect(status.kind == .enumeration(Vocabulary.customerStatuses))
        let (body, errors) = try UpdateCardBody.read(Array(#"{"status":"EXPIRED","statusReason":"Old"}"#.utf8))
        #expect(body.status == nil && errors == [
            FieldError("status", "must be one of ACTIVE, DIGITAL, LOCKED, CANCELLED")
        ])
    }
}
