import CardAPI
import CardClient
import Cards
import CardSecrets
import ContractTestSupport
import Foundation
import HTTPContract
import Issuing
import Sandbox
import Simulators
import Testing
import TestSupport

@Suite("The SDK: the documentation's samples work")
struct SDKSampleTests {
    /// The only test that configures the app's wallet, because a process has one.
    @Test("The Swift samples add a card to Apple's wallet")
    func applePay() async throws {
        try await withLiveService { service in
            Wallet.configure(service.sdk(of: .jonas))
            Wallet.configure(service.sdk(of: .ivana))
            let cardService = Wallet.instance.cardService
            let card = try await cardService.create(request: .virtual)
            #expect(card.customerID == LiveService.Person.ivana.rawValue, "the second configuration is the one")
            let completed = try await addToApplePay(card, of: service)
            #expect(completed.status == .completed && completed.walletType == .applePay)
            let listed = try await cardService.get(cardID: card.cardID, include: [.tokenizations]).tokenizations
            #expect(listed?.tokenizations == [completed])
        }
    }

    @MainActor
    private func addToApplePay(
        _ card: Wallet.Card, of service: LiveService
    ) async throws -> Wallet.MobileWalletTokenization {
        let entropy = Entropy.seeded(77)
        let (results, tell) = AsyncStream.makeStream(of: Result<Wallet.MobileWalletTokenization, WalletError>?.self)
        let app = SampleApp(card: card) {
            tell.yield($0)
            tell.finish()
        }
        let configuration = try #require(
            app.createPaymentPassRequestConfiguration(
                customerInfo: Wallet.CustomerInfo(firstName: "Ivana", lastName: "Petrova"), card: card))
        #expect(configuration.cardholderName == "Ivana Petrova" && configuration.paymentNetwork == .masterCard)
        let sheet = try #require(PKAddPaymentPassViewController(requestConfiguration: configuration, delegate: app))
        await sheet.present(on: service.iPhone(entropy: entropy), at: IssuingFixture.now, entropy: entropy)
        #expect(app.failures.isEmpty)
        var told: Result<Wallet.MobileWalletTokenization, WalletError>?
        for await result in results { told = result }
        return try #require(told).get()
    }

    @Test("The Kotlin samples work in Swift, from the programs to a card with a PIN, locked and unlocked")
    func lifeOfACard() async throws {
        try await withLiveService(asking: [.updateCard, .setPIN, .cardDetails, .secureDetails]) { service in
            let app = try await App(at: service)
            let wallet = service.sdk()
            let cardService = wallet.cardService
            let program = try await cardService.getPrograms().programs.first { $0.name == "SKRILL-PHYSICAL-MC-EEA" }
            #expect(program?.cardType == .physical && program?.scheme == .mastercard && program?.allowableCards == 5)
            let virtual = try await cardService.getPrograms(cardType: .virtual).programs
            #expect(virtual.allSatisfy { $0.cardType == .virtual })

            let address = Wallet.DeliveryAddress(
                address1: "Tsarigradsko Shose 73", city: "Sofia", countryCode: "BG", postalCode: "1000")
            let ordered = try await cardService.create(
                request: Wallet.CardRequest(
                    programName: "SKRILL-PHYSICAL-MC-EEA", currency: "BGN", mobile: "+1 123456789",
                    deliveryAddress: address))
            #expect(ordered.status == .issued && ordered.deliveryAddress == address && ordered.activationDate == nil)
            #expect(ordered.createdDate == IssuingFixture.now && ordered.expiry.year == 2029)

            let plastic: PlasticBody = try await service.sandbox("GET", "/cards/\(ordered.cardID)/plastic").decoded()
            let activated = try await cardService.activate(
                cardID: ordered.cardID,
                request: Wallet.CardActivationRequest(lastFourDigits: ordered.lastFour, cvv: plastic.cvv))
            #expect(activated.status == .active && activated.activationDate == IssuingFixture.now)

            for request in [
                Wallet.CardUpdateRequest(pin: "1243"),
                Wallet.CardUpdateRequest(status: .locked, statusReason: "Mislaid"),
                Wallet.CardUpdateRequest(status: .active, statusReason: "User Activate Card from LOCKED status"),
            ] {
                let error = try await failure { () throws(WalletError) in
                    try await cardService.update(cardID: ordered.cardID, request: request)
                }
                let event = try await wallet.verify(error, as: app)
                let card = try await cardService.update(cardID: ordered.cardID, request: request, scaDetails: event)
                #expect(card.isPinSet && card.status == (request.status ?? .active))
            }

            let list = try await cardService.getAll(
                parameters: Wallet.CardParameters(
                    cardType: .physical, limit: 2, offset: 0, status: [.active, .expired],
                    include: [.tokenizations, .availableActions]))
            #expect(list.cards.map(\.cardID) == [ordered.cardID])
            #expect(list.meta.numberOfRecords == 1 && list.meta.limit == 2 && list.meta.page == 1)
            #expect(list.cards[0].tokenizations?.tokenizations == [])
            #expect(
                list.cards[0].availableActions?.map(\.availableAction) == [
                    .cancel, .lock, .showDetails, .showPin, .setPin,
                ])
        }
    }

    @Test("The Kotlin samples for Google's wallet work in Swift")
    func googlePay() async throws {
        try await withLiveService { service in
            let cardService = service.sdk().cardService
            let card = try await cardService.create(
                request: .init(programName: "DEMO-VIRTUAL-VISA-EEA", currency: "EUR"))
            let tokenization = try await cardService.tokenize(
                cardID: card.cardID,
                request: Wallet.CardTokenizationRequest(
                    walletType: .googlePay, clientDeviceID: "WNkcsfZPiKfa5PrH3jilkQYT",
                    clientWalletAccountID: "40exmLiWV1iV55ZVstOAiMf7"))
            #expect(tokenization.cardNetwork == .cardNetworkVisa && tokenization.tokenProvider == .tokenProviderVisa)
            #expect(tokenization.opaquePaymentCard != nil && tokenization.activationData == nil)
            #expect(tokenization.cardLastDigits == card.lastFour && tokenization.customer.name == "Ivana Petrova")
            let request = Wallet.MobileWalletTokenization(
                dpanRef: "DAPLMC00002125433c0c34a2821f4f86866e7576963baf8b", walletID: "NMZlGi8-DezZZKaU06orvl0f",
                walletType: .googlePay, status: .completed)
            #expect(try await cardService.updateTokenizationStatus(cardID: card.cardID, request: request) == request)
        }
    }

    @Test("Completions get the same answers as `await`, on the main actor")
    func completions() async throws {
        try await withLiveService { service in
            let cardService = service.sdk().cardService
            let created = try await told { cardService.create(request: .virtual, completion: $0) }
            let id = created.cardID
            #expect(try await told { cardService.get(cardID: id, completion: $0) } == created)
            #expect(try await told { cardService.getAll(completion: $0) }.cards == [created])
            #expect(try await told { cardService.getPrograms(completion: $0) } == cardService.getPrograms())
            let lock = Wallet.CardUpdateRequest(status: .locked, statusReason: "Mislaid")
            #expect(
                try await told { cardService.update(cardID: id, request: lock, completion: $0) }.status == .locked)
            await #expect(throws: WalletError.self) {
                try await told { cardService.update(cardID: id, request: lock, completion: $0) }
            }
        }
    }
}

extension Wallet.CardRequest {
    static let virtual = Wallet.CardRequest(programName: "SKRILL-VIRTUAL-MC-EEA", currency: "EUR")
}
