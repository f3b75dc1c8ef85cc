import CardAPI
import CardClient
import Cards
import ContractTestSupport
import HTTPContract
import Testing

@Suite("The SDK: calls to a brand that protects every operation")
struct SDKProtectedCallTests {
    @Test("Each call is refused with an event, and succeeds when the event is verified")
    func calls() async throws {
        try await withLiveService(asking: ProtectedOperation.ofCustomerTokens) { service in
            let (app, wallet) = (try await App(at: service), service.sdk())
            let cards = wallet.cardService
            func proving<Answer: Sendable>(
                _ call: (Wallet.SCAAuthenticationEventRequest?) async throws(WalletError) -> Answer
            ) async throws -> Answer {
                let asked = try await failure { () throws(WalletError) in try await call(nil) }
                guard case .scaRequired(let event, _) = asked else { throw asked }
                let sms = Wallet.SCAVerification(method: .otp, channel: .sms)
                _ = try await wallet.scaService.sendChallenge(event: event.scaDetails, verification: sms)
                let code = try await app.code().right
                _ = try await wallet.scaService.attempt(
                    event: event.scaDetails, verification: sms, answer: .otp(code))
                return try await call(event.scaDetails)
            }
            let address = Wallet.DeliveryAddress(
                address1: "Tsarigradsko Shose 73", city: "Sofia", countryCode: "BG", postalCode: "1000")
            let ordering = Wallet.CardRequest(
                programName: "SKRILL-PHYSICAL-MC-EEA", currency: "EUR", deliveryAddress: address)
            let ordered = try await proving { event throws(WalletError) in
                try await cards.create(request: ordering, scaDetails: event)
            }
            let plastic: PlasticBody = try await service.sandbox("GET", "/cards/\(ordered.cardID)/plastic").decoded()
            let printed = Wallet.CardActivationRequest(lastFourDigits: ordered.lastFour, cvv: plastic.cvv)
            let active = try await proving { event throws(WalletError) in
                try await cards.activate(cardID: ordered.cardID, request: printed, scaDetails: event)
            }
            #expect(active.status == .active)
            for _ in 1...3 {
                _ = try await service.sandbox("POST", "/cards/\(active.cardID)/events", #"{"type":"WRONG_PIN"}"#)
            }
            let reset = try await proving { event throws(WalletError) in
                try await cards.resetPinCvvRetries(cardID: active.cardID, scaDetails: event)
            }
            #expect(reset.cardID == active.cardID)

            let pixel = Wallet.CardTokenizationRequest(
                walletType: .googlePay, clientDeviceID: "pixel", clientWalletAccountID: "account")
            let sealed = try await proving { event throws(WalletError) in
                try await cards.tokenize(cardID: active.cardID, request: pixel, scaDetails: event)
            }
            #expect(sealed.opaquePaymentCard != nil)
            let report = Wallet.MobileWalletTokenization(
                dpanRef: "DPAN-1", walletID: "account", walletType: .googlePay, status: .completed)
            let told = try await proving { event throws(WalletError) in
                try await cards.updateTokenizationStatus(cardID: active.cardID, request: report, scaDetails: event)
            }
            #expect(told.status == .completed)
            let renewed = try await proving { event throws(WalletError) in
                try await cards.replace(cardID: active.cardID, request: .init(reason: .renew), scaDetails: event)
            }
            #expect(renewed.cardID != active.cardID)
        }
    }
}
