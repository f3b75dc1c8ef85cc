import CardAPI
import CardClient
import ContractTestSupport
import HTTPContract
import Provisioning
import Testing
import TestSupport

/// Refusals of the simulated networks, as a brand's backend receives them.
@Suite("Tokens that a network refuses", .timeLimit(.minutes(20)))
struct RefusedTokenTests {
    private struct Phone: Decodable {
        let phoneId, stableHardwareId, activeWalletId: String
    }

    private struct Push: Decodable {
        struct Token: Decodable {
            let issuerTokenId: String
        }

        let verdict: String
        let token: Token?
    }

    /// A brand that receives the events about tokenizations, and a Visa card for a Pixel.
    private struct Scene: Sendable {
        let service: LiveService
        let receiver: WebhookReceiver
        let event: OpenAPIDocument.Webhook
        let card: CardBody
        let pixel: Phone

        init(_ service: LiveService, _ receiver: WebhookReceiver, port: Int) async throws {
            let event = try #require(CardEvents.all.first { $0.event == "/prepaid/card/tokenization/events" })
            let token = try await service.businessToken()
            _ = try await service.subscribe(to: "http://127.0.0.1:\(port)/", event: event.event, token: token)
            (self.service, self.receiver, self.event) = (service, receiver, event)
            card = try await service.cards(of: .ivana).create(.ordering("DEMO-VIRTUAL-VISA-EEA"))
            pixel = try await Self.pixel(at: service)
        }

        static func pixel(at service: LiveService) async throws -> Phone {
            try await service.sandbox("POST", "/phones", #"{"customerId":"10000001","kind":"PIXEL"}"#)
                .decoded(expecting: 201)
        }

        /// The sealed card that the app gets for the Pixel.
        func sealed() async throws -> CardTokenizationBody {
            var body = TokenizeCardBody()
            (body.walletType, body.clientDeviceId) = ("GOOGLE_PAY", pixel.stableHardwareId)
            body.clientWalletAccountId = pixel.activeWalletId
            return try await service.cards(of: .ivana).tokenize(card.cardId, body)
        }

        func push(
            _ sealed: CardTokenizationBody, advice: String = "APPROVE", to phone: Phone? = nil
        ) async throws -> Push {
            try await service.sandbox(
                "POST", "/phones/\((phone ?? pixel).phoneId)/push",
                """
                {"opaquePaymentCard":"\(sealed.pushed ?? "")","tokenProvider":"\(sealed.tokenProvider)",\
                "advice":"\(advice)"}
                """
            ).decoded(expecting: 200)
        }

        /// The events so far; every one is as documented.
        func events() async throws -> [String] {
            try await service.advance(seconds: 0)
            for request in receiver.received {
                let body = try JSONValue(parsing: request.body)
                #expect(event.body.faults(in: body, at: "") == [], "\(request.text)")
                #expect(request.member("deviceId") == pixel.stableHardwareId)
            }
            return receiver.received.compactMap { $0.member("enrollmentStatus") }
        }

        func statuses() async throws -> [String] {
            var query = CardQuery()
            query.inclusions = ["TOKENIZATIONS"]
            return try await service.cards(of: .ivana).get(card.cardId, query).tokenizations?.map(\.status) ?? []
        }
    }

    private func withScene(_ work: (Scene) async throws -> Void) async throws {
        try await withWebhookReceiver { receiver, port in
            try await withSandboxService(webhooks: .local) { service in
                try await work(Scene(service, receiver, port: port))
            }
        }
    }

    @Test("A refusal is reported once, and the app can begin again and complete the tokenization")
    func declined() async throws {
        try await withScene { scene in
            let first = try await scene.sealed()
            for _ in 1...2 { #expect(try await scene.push(first, advice: "DECLINE").verdict == "FAILED") }
            #expect(try await scene.events() == ["TOKENIZATION_INITIATED", "TOKENIZATION_FAILED"])
            #expect(try await scene.statuses() == ["INITIATED"])

            let second = try await scene.sealed()
            let token = try #require(try await scene.push(second).token)
            var report = UpdateTokenizationBody.completed(token.issuerTokenId, in: "GOOGLE_PAY")
            report.walletId = scene.pixel.activeWalletId
            _ = try await scene.service.cards(of: .ivana).updateTokenizationStatus(scene.card.cardId, report)
            #expect(try await scene.events() == [
                "TOKENIZATION_INITIATED", "TOKENIZATION_FAILED", "TOKENIZATION_INITIATED", "ENROLLMENT_SUCCESSFUL",
            ])
            #expect(try await scene.statuses() == ["COMPLETED"])
        }
    }

    @Test("The tokenization of a card that was encrypted too long ago has failed")
    func late() async throws {
        try await withScene { scene in
            let sealed = try await scene.sealed()
            try await scene.service.advance(seconds: Int(PushedCard.validitySeconds) + 1)
            #expect(try await scene.push(sealed).verdict == "FAILED")
            #expect(try await scene.events() == ["TOKENIZATION_INITIATED", "TOKENIZATION_FAILED"])
        }
    }

    @Test("A tokenization has not failed if its token waits for the app, or if another phone was refused")
    func waiting() async throws {
        try await withScene { scene in
            let sealed = try await scene.sealed()
            let other = try await Scene.pixel(at: scene.service)
            #expect(try await scene.push(sealed, to: other).verdict == "FAILED")
            #expect(try await scene.push(sealed).verdict == "PASSED")
            #expect(try await scene.push(sealed).verdict == "FAILED", "it was accepted before")
            #expect(try await scene.push(scene.sealed()).verdict == "FAILED", "the phone has a token")
            #expect(try await scene.events() == ["TOKENIZATION_INITIATED"])
        }
    }

    @Test("A pass that an iPhone itself refuses never reaches the network, so nothing has failed")
    func refusedByWallet() async throws {
        try await withScene { scene in
            let phone = try await RemotePhone("IPHONE", at: scene.service)
            let (device, other) = (try scene.service.device(), try scene.service.device())
            let pass = try await scene.service.cards(of: .ivana).tokenize(scene.card.cardId, .apple(device))
            #expect(try await phone.push(pass, openedBy: device, askedBy: other).failure == "pass.otherNonce")
            try await scene.service.advance(seconds: 0)
            let events = scene.receiver.received.map { $0.member("enrollmentStatus") }
            #expect(events == ["TOKENIZATION_INITIATED"])
        }
    }
}
