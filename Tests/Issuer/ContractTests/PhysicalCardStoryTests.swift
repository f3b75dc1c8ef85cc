import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing

@Suite("The life of a physical card, through the client and the sandbox")
struct PhysicalCardStoryTests {
    @Test("The digits on the plastic activate the card once")
    func activation() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.physical)
            #expect(card.status == "ISSUED" && card.activationDate == nil && card.deliveryAddress == .sofia)
            let plastic = try await service.plastic(of: card)
            #expect(plastic.pan.hasPrefix(card.bin) && plastic.pan.hasSuffix(card.lastFour) && plastic.pan.count == 16)
            #expect(plastic.expiry == card.expiry && plastic.cardHolderName == "IVANA PETROVA")

            let active = try await cards.activate(card.cardId, .showing(plastic))
            var expected = card
            (expected.status, expected.activationDate) = ("ACTIVE", card.createdDate)
            #expect(active == expected)
            await expectProblem(
                .operationNotAllowed,
                "A card can be activated once, while it is ISSUED or DIGITAL; this one is ACTIVE."
            ) { try await cards.activate(card.cardId, .showing(plastic)) }
        }
    }

    @Test("A virtual card needs no activation")
    func virtual() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            let plastic = try await service.plastic(of: card)
            await expectProblem(
                .operationNotAllowed,
                "A virtual card needs no activation; a physical card can be activated while it is ISSUED or DIGITAL, "
                    + "and this one is VIRTUAL and ACTIVE."
            ) { try await cards.activate(card.cardId, .showing(plastic)) }
        }
    }

    @Test("The third wrong security code suspends the card; after RESUME it can be activated", arguments: [
        (CreateCardBody.physical, "ISSUED"), (CreateCardBody.digital, "DIGITAL"),
    ])
    func suspension(application: CreateCardBody, begin: String) async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(application)
            #expect(card.status == begin)
            let plastic = try await service.plastic(of: card)
            let wrong = ActivateCardBody.showing(plastic, cvv: plastic.wrongCVV)
            for triesLeft in ["2.", "1."] {
                await expectProblem(
                    .activationDataShouldBeValid,
                    "The digits do not match the card; tries left before it is SUSPENDED: \(triesLeft)"
                ) { try await cards.activate(card.cardId, wrong) }
                #expect(try await cards.get(card.cardId).status == begin)
            }
            await expectProblem(
                .activationDataShouldBeValid,
                "The digits do not match the card, which is now SUSPENDED; customer service can lift that."
            ) { try await cards.activate(card.cardId, wrong) }
            #expect(try await cards.get(card.cardId).status == "SUSPENDED")
            await expectProblem(
                .operationNotAllowed,
                "A card can be activated once, while it is ISSUED or DIGITAL; this one is SUSPENDED."
            ) { try await cards.activate(card.cardId, .showing(plastic)) }

            #expect(try await service.happens("RESUME", to: card).status == begin)
            #expect(try await cards.activate(card.cardId, .showing(plastic)).status == "ACTIVE")
        }
    }

    @Test("Wrong last digits get the same answer as a wrong security code")
    func wrongDigits() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.physical)
            var wrong = ActivateCardBody.showing(try await service.plastic(of: card))
            wrong.lastFourDigits = card.lastFour == "0000" ? "0001" : "0000"
            await expectProblem(
                .activationDataShouldBeValid,
                "The digits do not match the card; tries left before it is SUSPENDED: 2."
            ) { try await cards.activate(card.cardId, wrong) }
        }
    }

    @Test("A DIGITAL card becomes ACTIVE by chip and PIN, not by the customer's update")
    func chipAndPIN() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.digital)
            await expectProblem(
                .operationNotAllowed,
                "A card cannot go from DIGITAL to ACTIVE; "
                    + "it becomes ACTIVE by activation or its first chip and PIN transaction."
            ) { try await cards.update(card.cardId, .status("ACTIVE")) }
            #expect(try await service.happens("CHIP_AND_PIN", to: card).status == "ACTIVE")
            #expect(try await cards.get(card.cardId).activationDate != nil)
        }
    }

    @Test("A locked card returns only to its status before the lock")
    func lockedFromDigital() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let digital = try await cards.create(.digital).cardId
            #expect(try await cards.update(digital, .status("LOCKED")).status == "LOCKED")
            await expectProblem(
                .operationNotAllowed, "A card cannot go from LOCKED to ACTIVE; it can go to CANCELLED or DIGITAL."
            ) { try await cards.update(digital, .status("ACTIVE")) }
            #expect(try await cards.update(digital, .status("DIGITAL")).status == "DIGITAL")

            let active = try await cards.create(.virtual).cardId
            _ = try await cards.update(active, .status("LOCKED"))
            await expectProblem(
                .operationNotAllowed, "A card cannot go from LOCKED to DIGITAL; it can go to CANCELLED or ACTIVE."
            ) { try await cards.update(active, .status("DIGITAL")) }
        }
    }

    @Test("Wrong PINs block the PIN until the retries are reset")
    func retries() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.digital)
            await expectProblem(
                .operationNotAllowed, "The retries can be reset once they are used up; this card has some left."
            ) { try await cards.resetRetries(card.cardId) }
            for _ in 1...3 { _ = try await service.happens("WRONG_PIN", to: card) }
            let blocked = try await service.sandbox(
                "POST", "/cards/\(card.cardId)/events", #"{"type":"CHIP_AND_PIN"}"#)
            #expect(blocked.status == 403)
            #expect(try await service.actions(card, cards).contains("RESET_PIN_CVV_RETRIES"))
            _ = try await cards.resetRetries(card.cardId)
            #expect(try await service.actions(card, cards).contains("RESET_PIN_CVV_RETRIES") == false)
            #expect(try await service.happens("CHIP_AND_PIN", to: card).status == "ACTIVE")
        }
    }
}
