import CardAPI
import CardClient
import Foundation
import NIOHTTP1
import NIOTransport
import Subprocess
import Testing
import TestSupport

@Suite("Messages to customers in production", .timeLimit(.minutes(20)))
struct BrandMessageTests {
    @Test("tessera-core refuses a code that nobody would send; once the brand subscribes, it sends the code")
    func core() async throws {
        try await withWebhookReceiver { receiver, port in
            try await ProductionDatabase.with { _, options in
                let (_, ending) = try await Program.serve(options + ["--webhooks-anywhere"], by: .core) { service in
                    let token = try await service.token(of: "10000001")
                    let wallet = Wallet(service.configuration, transport: AsyncHTTPTransport(.patient)) {
                        Wallet.Token(accessToken: token)
                    }
                    let card = try await service.business().create(for: "10000001", .virtual())
                    func lock(_ proof: Wallet.SCAAuthenticationEventRequest?) async throws(WalletError) -> Wallet.Card {
                        let request = Wallet.CardUpdateRequest(status: .locked, statusReason: "Mislaid")
                        return try await wallet.cardService.update(
                            cardID: card.cardId, request: request, scaDetails: proof)
                    }
                    let asked = await #expect(throws: WalletError.self) { try await lock(nil) }
                    guard case .scaRequired(let required, _) = asked else {
                        Issue.record("\(String(describing: asked))")
                        return
                    }
                    let (event, sms) = (required.scaDetails, Wallet.SCAVerification(method: .otp, channel: .sms))
                    let refused = await #expect(throws: WalletError.self) {
                        try await wallet.scaService.sendChallenge(event: event, verification: sms)
                    }
                    #expect(refused?.problem?.status == 403)
                    #expect(refused?.problem?.message.contains("/prepaid/customer/message/events") == true)

                    let subscribed = try await service.askAsBusiness(
                        .POST, "/webhooks/subscriptions",
                        #"{"eventType":"/prepaid/customer/message/events","url":"http://127.0.0.1:\#(port)/"}"#)
                    #expect(subscribed.status == 201)
                    _ = try await wallet.scaService.sendChallenge(event: event, verification: sms)
                    let message = try #require(try await receiver.receivedInTime(1).first)
                    let code = try #require(message.member("code"))
                    let attempt = try await wallet.scaService.attempt(
                        event: event, verification: sms, answer: .otp(code))
                    #expect(attempt.status == .verified)
                    #expect(try await lock(event).status == .locked)
                }
                #expect(ending.status == .exited(0), "\(ending.errors)")
            }
        }
    }
}
