import CardAPI
import CardClient
import ContractTestSupport
import HTTPContract
import Testing

@Suite("PINs and replacements, through the client")
struct PINAndReplacementStoryTests {
    @Test("A customer in the EU sets the PIN with the application or by an update, not by the call for the US")
    func pinInEurope() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.ordering("SKRILL-VIRTUAL-MC-EEA", pin: "1234"))
            #expect(card.isPinSet)
            #expect(try await service.actions(card, cards).contains("SHOW_PIN"))
            let other = try await cards.create(.virtual).cardId
            #expect(try await cards.update(other, .pin("1243")).isPinSet)
            #expect(try await cards.update(other, .pin("0000")).isPinSet)
            await expectProblem(
                .operationNotAllowed,
                "Only customers in the US set the PIN by this call; send pin with PATCH …/cards/{cardId}."
            ) { try await cards.setPIN(other, .pin("1243")) }
        }
    }

    @Test("A customer in the US sets the PIN by PUT, not with the application and not by an update")
    func pinInTheUnitedStates() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .emily)
            await expectFieldErrors(
                "cardPin must be absent: customers in the US set the PIN by PUT …/cards/{cardId}/pin"
            ) { try await cards.create(.ordering("DEMO-VIRTUAL-VISA-US", pin: "1234")) }
            let card = try await cards.create(.ordering("DEMO-VIRTUAL-VISA-US"))
            #expect(card.isPinSet == false)
            await expectProblem(
                .operationNotAllowed, "Customers in the US set the PIN by PUT …/cards/{cardId}/pin."
            ) { try await cards.update(card.cardId, .pin("1234")) }
            #expect(try await cards.setPIN(card.cardId, .pin("1234")).isPinSet)
        }
    }

    @Test("An ISSUED card accepts one PIN, and another one only after its activation")
    func pinBeforeActivation() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.physical)
            #expect(try await cards.update(card.cardId, .pin("1234")).isPinSet)
            await expectProblem(
                .operationNotAllowed,
                "This card is ISSUED and has a PIN, which can be changed only after the activation."
            ) { try await cards.update(card.cardId, .pin("1243")) }
            _ = try await cards.activate(card.cardId, .showing(try await service.plastic(of: card)))
            #expect(try await cards.update(card.cardId, .pin("1243")).status == "ACTIVE")
        }
    }

    @Test("A replacement ends the old card and issues a new one on the same account", arguments: [
        ("DAMAGED", "DAMAGED"), ("LOST", "LOST"), ("RENEW", "EXPIRED"),
    ])
    func replacement(reason: String, leaves: String) async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let issued = try await cards.create(.physical)
            let old = try await cards.activate(issued.cardId, .showing(try await service.plastic(of: issued)))
            let new = try await cards.replace(old.cardId, .because(reason))
            #expect(new.cardId != old.cardId && new.status == "ISSUED" && new.accountId == old.accountId)
            #expect(new.programName == old.programName && new.currency == old.currency && new.mobile == old.mobile)
            #expect(new.deliveryAddress == .sofia && new.activationDate == nil && !new.isPinSet)
            let pans = try await [service.plastic(of: old).pan, service.plastic(of: new).pan]
            #expect(pans[0] != pans[1])
            #expect(try await cards.get(old.cardId).status == leaves)
            #expect(try await cards.getAll().meta.numberOfRecords == 2)
            await expectProblem(
                .operationNotAllowed, "A card cannot go from \(leaves) to ACTIVE; "
                    + (leaves == "DAMAGED" ? "it cannot change its status here." : "\(leaves) is final.")
            ) { try await cards.update(old.cardId, .status("ACTIVE")) }
        }
    }

    @Test("A DAMAGED card can be reported lost; an ISSUED card cannot, but it can be renewed")
    func replacementRules() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual).cardId
            _ = try await cards.replace(card, .because("DAMAGED"))
            await expectProblem(
                .operationNotAllowed,
                "A card can be replaced as DAMAGED while it is ACTIVE or LOCKED; this one is DAMAGED."
            ) { try await cards.replace(card, .because("DAMAGED")) }
            #expect(try await cards.replace(card, .because("LOST")).status == "ACTIVE")
            #expect(try await cards.get(card).status == "LOST")

            let waiting = try await cards.create(.physical).cardId
            await expectProblem(
                .operationNotAllowed,
                "A card can be replaced as LOST while it is ACTIVE, LOCKED or DAMAGED; this one is ISSUED."
            ) { try await cards.replace(waiting, .because("LOST")) }
            #expect(try await cards.replace(waiting, .because("RENEW")).status == "ISSUED")
        }
    }
}
