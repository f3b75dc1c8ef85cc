import CardAPI
import CardClient
import Cards
import ContractTestSupport
import HTTPContract
import Postgres
import Sandbox
import Testing
import TestSupport

@Suite("The audit trail of requests", .timeLimit(.minutes(20)))
struct AuditStoryTests {
    @Test(
        "An audited operation leaves one event, with the caller and the grant of the token",
        arguments: [
            (Operations.showDetails, "CARD_DATA_SHOWN"), (Operations.createSecureView, "SECURE_VIEW_MADE"),
            (Operations.setPIN, "PIN_SET"), (Operations.resetRetries, "TRIES_RESET"),
            (Operations.tokenizeCard, "CARD_SEALED"), (Operations.trustDevice, "DEVICE_TRUSTED"),
            (Operations.distrustDevice, "DEVICE_REMOVED"),
        ])
    func operation(_ operation: Operation, _ act: String) async throws {
        try await withLiveService { service in
            let scene = try await ProtectedScene(operation, at: service)
            let answer = try await scene.request().send()
            #expect((200..<300).contains(answer.status), "\(answer.text)")
            let events = try await service.auditEvents("""
                SELECT concat_ws(' ', outcome, client, brand, customer, operation, address, request_id, (
                    SELECT g.act FROM audit_event g WHERE g.token_id = e.token_id AND g.number < e.number LIMIT 1))
                FROM audit_event e WHERE act = '\(act)'
                """)
            let id = try #require(answer["X-Request-Id"])
            #expect(
                events == [
                    "DONE demo-app demo \(scene.customer) \(operation.name) 127.0.0.1 \(id) TOKEN_GRANTED"
                ])
        }
    }

    @Test("A secure view that is opened leaves an event, although its page needs no token")
    func openedView() async throws {
        try await withLiveService { service in
            let scene = try await ProtectedScene(Operations.createSecureView, at: service)
            let view: SecureViewBody = try await scene.request().send().decoded(expecting: 201)
            let path = try #require(view.url?.split(separator: "/", maxSplits: 2).last)
            for status in [200, 404] { #expect(try await service.ask("GET", "/\(path)").status == status) }
            #expect(
                try await service.auditEvents("""
                    SELECT concat_ws(' ', outcome, client, customer, detail, operation) FROM audit_event
                    WHERE act = 'SECURE_VIEW_OPENED'
                    """) == ["DONE \(scene.customer) PAN /secure-views/{token}"])
        }
    }

    @Test("Grants and refused secrets leave events: a wrong secret, a refresh token that comes again")
    func grants() async throws {
        try await withLiveService { service in
            let good = try await service.client.token(.customer("10000001"), as: .app)
            _ = try await service.client.token(.renewing(good), as: .app)
            _ = try? await service.client.token(.renewing(good), as: .app)
            let wrong = CardAPIClient.Credentials(clientID: "demo-app", clientSecret: "never-stored")
            _ = try? await service.client.token(.customer("10000001"), as: wrong)
            let strange = CardAPIClient.Credentials(clientID: "a secret", clientSecret: "never-stored")
            _ = try? await service.client.token(.customer("10000001"), as: strange)
            #expect(
                try await service.auditEvents("""
                    SELECT concat_ws(' ', act, outcome, coalesce(client, '-'), coalesce(customer, '-'), detail,
                                     CASE WHEN detail = 'client secret' THEN coalesce(subject, '-') END)
                    FROM audit_event WHERE operation = 'issueToken' ORDER BY number
                    """) == [
                    "TOKEN_GRANTED DONE demo-app 10000001 ", "TOKEN_RENEWED DONE demo-app 10000001 ",
                    "SECRET_REFUSED REFUSED demo-app - refresh token",
                    "SECRET_REFUSED REFUSED - - client secret demo-app",
                    "SECRET_REFUSED REFUSED - - client secret -",
                ])
            let stored = try await service.auditEvents("SELECT audit_event::text FROM audit_event").joined()
            for secret in ["never-stored", good.accessToken] { #expect(!stored.contains(secret)) }
        }
    }

    @Test("Each answer to a challenge leaves an event with its outcome, and none has the code")
    func authentication() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let (_, event) = try await app.begin()
            _ = try await app.challenge(event)
            let code = try await app.code()
            for otp in [code.wrong, code.right] { _ = try await app.attempt(event, otp: otp) }
            #expect(
                try await service.auditEvents("""
                    SELECT concat_ws(' ', outcome, detail, subject = '\(event.eventId)') FROM audit_event
                    WHERE act = 'AUTHENTICATION_ANSWERED' ORDER BY number
                    """) == ["REFUSED OTP by SMS REJECTED t", "DONE OTP by SMS VERIFIED t"])
            let stored = try await service.auditEvents("SELECT audit_event::text FROM audit_event").joined()
            #expect(!stored.contains(code.right))
        }
    }

    @Test("What a brand's backend does to a customer leaves events, and what changes nothing leaves none")
    func backend() async throws {
        let body = #"{"customer":{"externalId":"order-4711","email":"ana@example.com","mobile":"+34 600123456","#
            + #""registrationIp":"192.0.2.50","firstName":"Ana","lastName":"Arc","address1":"Gran Vía 1","#
            + #""city":"Madrid","zip":"28013","countryCode":"ES","birthDate":"1981-01-11"}}"#
        try await withLiveService { service in
            let token = try await service.businessToken()
            func ask(_ method: String, _ path: String, _ body: String = "") async throws -> RawAnswer {
                try await service.ask(method, "/digitalwallets/v2/\(path)", token: token, body)
            }
            let wallet: WalletBody = try await ask("POST", "wallets", body).decoded(expecting: 200)
            let id = wallet.customer.id
            for (method, path, body, status) in [
                ("POST", "wallets", body, 200), ("PATCH", "customer-persons/\(id)", #"{"title":"Dr."}"#, 200),
                ("POST", "customers/\(id)/restrictions", #"{"name":"SEND_MONEY"}"#, 201),
                ("DELETE", "customers/\(id)/restrictions", "", 200),
                ("DELETE", "customers/99999999/restrictions", "", 404),
            ] { #expect(try await ask(method, path, body).status == status, "\(method) \(path)") }
            let events = try await service.auditEvents("""
                SELECT concat_ws(' ', act, outcome, brand, customer, detail, operation) FROM audit_event
                WHERE customer IN ('\(id)', '99999999') ORDER BY number
                """)
            #expect(
                events == [
                    "CUSTOMER_ENROLLED DONE demo \(id) createWalletV2",
                    "PERSON_CHANGED DONE demo \(id) updateCustomerPersonV2",
                    "RESTRICTION_PLACED DONE demo \(id) SEND_MONEY placeRestrictionV2",
                    "RESTRICTIONS_LIFTED DONE demo \(id) liftRestrictionsV2",
                ])
        }
    }

    @Test("A receiver of webhooks leaves an event with its host when it is added, and one when it is ended")
    func receiver() async throws {
        try await withLiveService(webhooks: .local) { service in
            let token = try await service.businessToken()
            let body = #"{"eventType":"\#(WebhookEvent.message.rawValue)","url":"https://127.0.0.1/a?key=secret"}"#
            let made = try await service.ask("POST", subscriptionsPath, token: token, body)
            let subscription: WebhookSubscriptionBody = try made.decoded(expecting: 201)
            for status in [204, 404] {
                let path = "\(subscriptionsPath)/\(subscription.id)"
                #expect(try await service.ask("DELETE", path, token: token).status == status)
            }
            #expect(
                try await service.auditEvents("""
                    SELECT concat_ws(' ', act, outcome, brand, subject, detail, operation) FROM audit_event
                    WHERE act LIKE 'WEBHOOK_%' ORDER BY number
                    """) == [
                    "WEBHOOK_SUBSCRIBED DONE demo \(subscription.id) \(WebhookEvent.message.rawValue) "
                        + "127.0.0.1 subscribeWebhook",
                    "WEBHOOK_ENDED DONE demo \(subscription.id) unsubscribeWebhook",
                ])
        }
    }

    @Test("A card that is made with a PIN leaves an event, and one without does not")
    func newCard() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            _ = try await cards.create(.ordering("SKRILL-VIRTUAL-MC-EEA"))
            let card = try await cards.create(.ordering("SKRILL-VIRTUAL-MC-EEA", pin: "4071"))
            #expect(
                try await service.auditEvents("SELECT subject FROM audit_event WHERE act = 'PIN_SET'")
                    == [card.cardId])
        }
    }
}

extension LiveService {
    fileprivate func auditEvents(_ sql: String) async throws -> [String] {
        try await fixture.scratch.database.read(Statement.evidence(sql)())
    }
}
