import CardAPI
import CardClient
import Cards
import ContractTestSupport
import Foundation
import HTTPContract
import Testing

@Suite("The SDK: replacements, PINs and retries, for which Paysafe's page shows no method")
struct SDKCardCareTests {
    @Test("A replacement ends the old card and is one card, even if its answer is lost or its key reused")
    func replacement() async throws {
        try await withLiveService { service in
            let old = try await service.cards(of: .ivana).create(.digital).cardId
            try await withFront(of: service, [.loseAnswer]) { front, port in
                let cardService = service.sdk(port: port).cardService
                let address = Wallet.DeliveryAddress(
                    address1: "Unter den Linden 77", city: "Berlin", countryCode: "DE", postalCode: "10117")
                let renewed = try await cardService.replace(
                    cardID: old, request: .init(reason: .renew, deliveryAddress: address, cardPin: "1243"))
                #expect(front.received.count == 2 && Set(front.received.map(\.key)).count == 1)
                #expect(renewed.cardID != old && renewed.deliveryAddress == address && renewed.isPinSet)
                #expect(try await cardService.get(cardID: old).status == .expired)

                let lost = Wallet.CardReplacementRequest(reason: .lost)
                let virtual = try await cardService.create(request: .virtual).cardID
                let new = try await cardService.replace(cardID: virtual, request: lost, idempotencyKey: "lost-1")
                #expect(
                    try await told {
                        cardService.replace(cardID: virtual, request: lost, idempotencyKey: "lost-1", completion: $0)
                    } == new)
                #expect(try await cardService.get(cardID: virtual).status == .lost)
                #expect(try await cardService.getAll().meta.numberOfRecords == 4)
            }
        }
    }

    @Test("A US customer sets the PIN after authenticating; for others the refusal names the operation")
    func pin() async throws {
        try await withLiveService(asking: [.setPIN]) { service in
            let card = try await service.cards(of: .emily).create(.ordering("DEMO-VIRTUAL-VISA-US"))
            let request = Wallet.CardPinRequest(pin: "1243")
            try await withFront(of: service, [.problem(503, "DW-SERVICE-UNAVAILABLE")]) { front, port in
                let wallet = service.sdk(of: .emily, port: port)
                let asked = try await failure { () throws(WalletError) in
                    try await wallet.cardService.setPin(cardID: card.cardId, request: request)
                }
                #expect(front.received.map(\.method) == ["PUT", "PUT"] && front.received.allSatisfy { $0.key == nil })
                let event = try await wallet.verify(asked, as: App(of: .emily, at: service))
                let set = try await told {
                    wallet.cardService.setPin(
                        cardID: card.cardId, request: request, scaDetails: event, completion: $0)
                }
                #expect(set.isPinSet)
            }
            let european = try await service.cards(of: .ivana).create(.virtual)
            let wallet = service.sdk()
            let refused = try await failure { () throws(WalletError) in
                try await wallet.cardService.setPin(cardID: european.cardId, request: request)
            }
            #expect(refused.knownProblem?.code == .operationNotAllowed)
        }
    }

    @Test("Used-up retries can be reset, and a lost answer does not reset them twice")
    func retries() async throws {
        try await withLiveService { service in
            let card = try await service.cards(of: .ivana).create(.digital)
            let cardService = service.sdk().cardService
            func usedUp() async throws -> Bool {
                let card = try await cardService.get(cardID: card.cardId, include: [.availableActions])
                return card.availableActions?.map(\.availableAction).contains(.resetPinCvvRetries) == true
            }
            for _ in 1...3 { _ = try await service.happens("WRONG_PIN", to: card) }
            #expect(try await usedUp())
            try await withFront(of: service, [.loseAnswer]) { front, port in
                let reset = try await service.sdk(port: port).cardService.resetPinCvvRetries(cardID: card.cardId)
                #expect(reset.cardID == card.cardId && front.received.count == 2)
                #expect(Set(front.received.map(\.key)).count == 1)
            }
            #expect(try await !usedUp())
            let refused = try await failure { () throws(WalletError) in
                try await cardService.resetPinCvvRetries(cardID: card.cardId)
            }
            #expect(refused.knownProblem?.code == .operationNotAllowed, "there are retries left")
            for _ in 1...3 { _ = try await service.happens("WRONG_PIN", to: card) }
            _ = try await told { cardService.resetPinCvvRetries(cardID: card.cardId, completion: $0) }
            #expect(try await !usedUp())
        }
    }
}
