import CardAPI
import CardClient
import CardSecrets
import ContractTestSupport
import Foundation
import HTTPContract
import HTTPTypes
import Issuing
import Postgres
import Testing
import TestSupport
import Validation
import Webhooks

@testable import CardServer

@Suite("Webhook operations")
struct WebhookContractTests {
    private static let status = "/prepaid/card/status/events"

    @Test("A subscription is created, listed and deleted; its key is shown once")
    func subscriptions() async throws {
        try await withSandboxService(webhooks: .local) { service in
            let token = try await service.businessToken()
            let key = Data(repeating: 7, count: 32).base64EncodedString()
            let answer = try await service.ask(
                "POST", subscriptionsPath, token: token,
                #"{"eventType":"\#(Self.status)","url":"https://127.0.0.1/1","signingKey":"\#(key)"}"#)
            #expect(answer.status == 201 && answer["Cache-Control"] == "no-store")
            let first: WebhookSubscriptionBody = try answer.decoded()
            #expect(first.signingKey == key && first.eventType == Self.status && first.url == "https://127.0.0.1/1")
            let second = try await service.subscribe(to: "http://127.0.0.1/2", token: token)
            #expect(Data(base64Encoded: second.signingKey ?? "")?.count == 32)
            let again = try await service.ask(
                "POST", subscriptionsPath, token: token,
                #"{"eventType":"\#(Self.status)","url":"https://127.0.0.1/1"}"#)
            #expect(again.status == 403 && again.problem?.code == .operationNotAllowed)

            let list = try await service.ask("GET", subscriptionsPath + "?limit=1&offset=1", token: token)
            #expect(!list.text.contains("signingKey"))
            let page: WebhookSubscriptionListBody = try list.decoded()
            #expect(page.subscriptions.count == 1 && page.meta.numberOfRecords == 2 && page.meta.page == 2)

            let path = "\(subscriptionsPath)/\(first.id)"
            let gone = try await service.ask("DELETE", path, token: token)
            #expect(gone.status == 204 && gone.body.isEmpty)
            let twice = try await service.ask("DELETE", path, token: token)
            #expect(twice.problem == Problem(.entityNotFound, "There is no such subscription."))
            let rest: WebhookSubscriptionListBody = try await service.ask(
                "GET", subscriptionsPath, token: token).decoded()
            #expect(rest.subscriptions.map(\.id) == [second.id])
            #expect(!service.log.text.contains(key) && !service.log.text.contains("127.0.0.1/1"))
            #expect(try await !service.journal().text.contains(key))
        }
    }

    @Test("A brand has at most 10 subscriptions")
    func limit() async throws {
        try await withLiveService(webhooks: .local) { service in
            let token = try await service.businessToken()
            for number in 1...10 { _ = try await service.subscribe(to: "http://127.0.0.1/\(number)", token: token) }
            let answer = try await service.ask(
                "POST", subscriptionsPath, token: token, #"{"eventType":"\#(Self.status)","url":"http://127.0.0.1/"}"#)
            #expect(answer.problem?.code == .subscriptionLimitExceeded)
        }
    }

    @Test("An invalid subscription is refused field by field", arguments: textTable(#"""
        {}                                   | eventType is required; url is required
        {"eventType":"status","url":7}       | eventType must be one of /prepaid/card/status/events, \#
            /prepaid/card/tokenization/events, /prepaid/card/token/events, /prepaid/card/authorization/events, \#
            /transactions/events, /prepaid/card/dispute/events, /prepaid/customer/message/events; \#
            url must be a string, not a number
        {"eventType":"/prepaid/card/token/events","url":"http://hooks.example/","signingKey":"AAAA","key":1} \#
            | url must be an absolute https URL of at most 500 characters, without user, password or fragment; \#
            signingKey must be 16 to 64 bytes in Base64; key is not a known field; did you mean signingKey?
        """#))
    func badBodies(_ row: [String]) async throws {
        try await withSharedLiveService { service in
            let answer = try await service.ask(
                "POST", subscriptionsPath, token: await service.businessToken(), row[0])
            #expect(answer.status == 400)
            let errors = answer.problem?.fieldErrors.map { "\($0.field) \($0.error)" }.joined(separator: "; ")
            #expect(errors == row[1])
        }
    }

    @Test("An invalid query of the log is refused field by field", arguments: textTable("""
        status=SENT                | status must be one of PENDING, DELIVERED, DEAD
        cardId=1                   | cardId must be a UUID
        subscriptionId=1&limit=0   | limit must be a whole number from 1 to 100; subscriptionId must be a UUID
        subscriptionId=%00         | subscriptionId must not contain control characters
        """))
    func badQueries(_ row: [String]) async throws {
        try await withSharedLiveService { service in
            let answer = try await service.ask(
                "GET", "\(deliveriesPath)?\(row[0])", token: await service.businessToken())
            #expect(answer.status == 400)
            let errors = answer.problem?.fieldErrors.map { "\($0.field) \($0.error)" }.sorted().joined(separator: "; ")
            #expect(errors == row[1])
        }
    }

    @Test("Another brand's subscriptions and deliveries look like unknown ones, byte for byte")
    func otherBrand() async throws {
        try await withLiveService(webhooks: .local) { service in
            let token = try await service.businessToken()
            let subscription = try await service.subscribe(to: "http://127.0.0.1:1/", token: token)
            _ = try await service.threeEvents()
            let delivery = try #require(await service.deliveries(token: token).deliveries.first)
            let issuing = service.fixture.issuing
            let stored = issuing.vault.clientSecretHash("their-secret").bytes
            let hash = stored.map { String(format: "%02x", $0) }.joined()
            try await issuing.database.execute(script: """
                INSERT INTO brand VALUES ('other');
                INSERT INTO client VALUES ('other', 'their-backend', '\\x\(hash)', false, true);
                """)
            let theirs = try await service.client(brand: "other").token(
                .clientCredentials(scope: nil),
                as: .init(clientID: "their-backend", clientSecret: "their-secret")
            ).accessToken
            #expect(try await service.deliveries(token: theirs).meta.numberOfRecords == 0)
            #expect(
                try await service.deliveries("?subscriptionId=\(subscription.id)", token: theirs).deliveries.isEmpty)
            for (method, template, id) in [
                ("DELETE", subscriptionsPath + "/%", subscription.id),
                ("POST", deliveriesPath + "/%/resend", delivery.id),
            ] {
                var answers: [RawAnswer] = []
                for name in [id, "f16ba382-eb42-481a-b08f-c57bdc9aae24", "1"] {
                    answers.append(
                        try await service.ask(
                            method, template.replacing("%", with: name), token: theirs,
                            headers: [("X-Request-Id", "same")]))
                }
                #expect(answers[0].status == 404)
                #expect(answers.allSatisfy { $0.withoutDate == answers[0].withoutDate })
                #expect(answers.allSatisfy { $0.body == answers[0].body })
            }
            let mine: WebhookSubscriptionListBody = try await service.ask(
                "GET", subscriptionsPath, token: token).decoded()
            #expect(mine.subscriptions.map(\.id) == [subscription.id])
        }
    }

    @Test("Webhook operations need a business token")
    func audience() async throws {
        try await withLiveService { service in
            let customer = try await service.token(of: .ivana)
            let own = try await service.client.token(.clientCredentials(scope: nil), as: .app).accessToken
            let operations = Operations.all.filter { $0.path.contains("/webhooks/") }
            #expect(operations.count == 5)
            for operation in operations {
                let id = "f16ba382-eb42-481a-b08f-c57bdc9aae24"
                let path = operation.path(filling: ["subscriptionId": id, "deliveryId": id])
                for (token, code) in [
                    (nil, ErrorCode.unauthorized), (customer, .customerNotAllowed), (own, .customerNotAllowed),
                ] {
                    let answer = try await service.ask(operation.method.rawValue, path, token: token)
                    #expect(answer.problem?.code == code, "\(operation.name)")
                }
            }
        }
    }

    @Test("The transcript of a subscription, an event and the log")
    func transcript() async throws {
        try await withLiveService(webhooks: .local) { service in
            let story = Transcript("Webhooks: a subscription, an event, the log, and no more.", at: service)
            let token = try await story.token(
                "The brand's backend is given a business token", "grant_type=client_credentials",
                client: "demo-backend:demo-backend-secret"
            ).accessToken
            let subscription: WebhookSubscriptionBody = try await story.ask(
                "It subscribes to changes of a card's status", "POST", subscriptionsPath, token: token,
                #"{"eventType":"\#(Self.status)","url":"http://127.0.0.1:1/cards"}"#).decoded()
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            _ = try await service.happens("SUSPEND", to: card)
            let log: WebhookDeliveryListBody = try await story.ask(
                "A card was suspended, and the receiver is not there yet", "GET",
                "\(deliveriesPath)?status=PENDING&cardId=\(card.cardId)", token: token).decoded()
            let delivery = try #require(log.deliveries.first)
            try await story.ask(
                "It is there now, and waits no longer", "POST", "\(deliveriesPath)/\(delivery.id)/resend",
                token: token)
            try await story.ask("What is subscribed to", "GET", subscriptionsPath, token: token)
            try await story.ask("Enough", "DELETE", "\(subscriptionsPath)/\(subscription.id)", token: token)
            try await story.ask(
                "An address in the service's own network", "POST", subscriptionsPath, token: token,
                #"{"eventType":"\#(Self.status)","url":"ftp://169.254.169.254/"}"#)
            try story.expectGolden("webhooks.http")
        }
    }
}
