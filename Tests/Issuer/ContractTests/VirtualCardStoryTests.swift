import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing
import TestSupport

@Suite("The life of a virtual card, through the client")
struct VirtualCardStoryTests {
    @Test("A program that the customer is not eligible for is not found", arguments: [
        "DEMO-VIRTUAL-VISA-US", "NO-SUCH-PROGRAM", "skrill-virtual-mc-eea", "%00", "%F0", "%2e", "🂡".percentEncoded,
        String(repeating: "A", count: 3000),
    ])
    func unknownProgram(name: String) async throws {
        try await withSharedLiveService { service in
            let token = try await service.token(of: .ivana)
            let answer = try await service.ask("GET", programsPath + "/" + name, token: token)
            let message = "There is no such program for this customer; "
                + "GET /profile/prepaid/programs lists the customer's programs."
            #expect(answer.problem == Problem(.entityNotFound, message))
        }
    }

    @Test("A customer finds a program, creates a card, lists it, gets it, locks, unlocks and cancels it")
    func life() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let offered = try await cards.programs().programs
            #expect(offered.map(\.name) == [
                "DEMO-PHYSICAL-VISA-EEA", "DEMO-VIRTUAL-VISA-EEA", "SKRILL-PHYSICAL-MC-EEA", "SKRILL-VIRTUAL-MC-EEA",
            ])
            for program in offered { #expect(try await cards.program(program.name) == program) }
            #expect(offered.allSatisfy { $0.allowableCards == 5 && $0.currencies == ["EUR", "BGN", "PLN", "RON"] })

            let card = try await cards.create(.virtual)
            #expect(card.status == "ACTIVE" && card.cardType == "VIRTUAL" && card.scheme == "MC")
            #expect(card.customerId == "10000001" && card.mobile == "+359 881234567" && card.isPinSet == false)
            #expect(card.bin.count == 6 && card.lastFour.count == 4)
            #expect(card.createdDate.description == "2026-03-15T12:00:00Z")
            #expect(card.tokenizations == nil && card.availableActions == nil && card.deliveryAddress == nil)

            let list = try await cards.getAll()
            #expect(list.cards == [card])
            #expect(list.meta.numberOfRecords == 1 && list.meta.limit == 10 && list.meta.page == 1)
            #expect(try await cards.get(card.cardId) == card)
            #expect(try await service.actions(card, cards) == ["CANCEL", "LOCK", "SHOW_DETAILS", "SET_PIN"])

            var expected = card
            expected.status = "LOCKED"
            #expect(try await cards.update(card.cardId, .status("LOCKED")) == expected)
            #expect(try await service.actions(card, cards) == ["CANCEL", "UNLOCK"])
            expected.status = "ACTIVE"
            #expect(try await cards.update(card.cardId, .status("ACTIVE")) == expected)
            expected.status = "CANCELLED"
            #expect(try await cards.update(card.cardId, .status("CANCELLED")) == expected)
            #expect(try await cards.get(card.cardId) == expected)
            #expect(try await service.actions(card, cards) == [])
        }
    }

    @Test("A cancelled card accepts no further change")
    func cancelled() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let id = try await cards.create(.virtual).cardId
            _ = try await cards.update(id, .status("CANCELLED"))
            for status in ["ACTIVE", "DIGITAL", "LOCKED", "CANCELLED"] {
                let message = "A card cannot go from CANCELLED to \(status); cancelling is final."
                await expectProblem(.operationNotAllowed, message) {
                    try await cards.update(id, .status(status))
                }
            }
            await expectProblem(
                .operationNotAllowed,
                "The PIN can be set while the card is ACTIVE or DIGITAL, or ISSUED without a PIN; this one is "
                    + "CANCELLED."
            ) { try await cards.update(id, .pin("1243")) }
            for (reason, accepted) in [
                ("DAMAGED", "ACTIVE or LOCKED"), ("LOST", "ACTIVE, LOCKED or DAMAGED"),
                ("RENEW", "ACTIVE, ISSUED, DIGITAL, LOCKED or SUSPENDED"),
            ] {
                await expectProblem(
                    .operationNotAllowed,
                    "A card can be replaced as \(reason) while it is \(accepted); this one is CANCELLED."
                ) { try await cards.replace(id, .because(reason)) }
            }
            await expectProblem(
                .operationNotAllowed, "The retries can be reset once they are used up; this card has some left."
            ) { try await cards.resetRetries(id) }
            #expect(try await cards.get(id).status == "CANCELLED")
        }
    }

    @Test("Cards are listed newest first, in pages, by status and type, with the requested inclusions")
    func listing() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            var created: [String] = []
            for body in [CreateCardBody.virtual, .physical, .virtual, .digital] {
                created.insert(try await cards.create(body).cardId, at: 0)
                _ = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":1}"#)
            }
            _ = try await cards.update(created[1], .status("LOCKED"))

            var query = CardListQuery()
            #expect(try await cards.getAll(query).cards.map(\.cardId) == created)
            query.statuses = ["LOCKED", "DIGITAL"]
            #expect(try await cards.getAll(query).cards.map(\.cardId) == [created[0], created[1]])
            query.cardType = "PHYSICAL"
            #expect(try await cards.getAll(query).cards.map(\.cardId) == [created[0]])
            query = CardListQuery()
            (query.limit, query.offset) = (2, 2)
            let page = try await cards.getAll(query)
            #expect(page.cards.map(\.cardId) == [created[2], created[3]])
            #expect(page.meta.numberOfRecords == 4 && page.meta.limit == 2 && page.meta.page == 2)
            query.offset = 100
            #expect(try await cards.getAll(query).cards == [])
            #expect(try await cards.getAll(query).meta.numberOfRecords == 4)

            let included = try await cards.getAll(.including("TOKENIZATIONS", "AVAILABLE_ACTIONS")).cards
            #expect(included.allSatisfy { $0.tokenizations == [] })
            #expect(included.map { $0.availableActions?.map(\.action) } == [
                ["ACTIVATE", "CANCEL", "LOCK", "SHOW_DETAILS", "SET_PIN"], ["CANCEL", "UNLOCK"],
                ["ACTIVATE", "SET_PIN"], ["CANCEL", "LOCK", "SHOW_DETAILS", "SET_PIN"],
            ])
        }
    }

    @Test("The documentation's own samples work unchanged", arguments: [
        """
        {"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"BGN","mobile":"+1 123456789","cardPin":null,\
        "externalId":null,"deliveryAddress":null}
        """,
        """
        {"programName":"SKRILL-PHYSICAL-MC-EEA","currency":"BGN","mobile":"+1 123456789","cardPin":null,\
        "externalId":null,"deliveryAddress":{"address1":"Tsarigradsko Shose 73","address2":null,"address3":null,\
        "city":"Sofia","countryCode":"BG","state":null,"postalCode":"1000"}}
        """,
    ])
    func documentedSamples(sample: String) async throws {
        try await withLiveService { service in
            let answer = try await service.ask("POST", cardsPath, token: try await service.token(of: .ivana), sample)
            #expect(answer.status == 201)
            let card: CardBody = try answer.decoded()
            #expect(card.currency == "BGN" && card.mobile == "+1 123456789" && card.isPinSet == false)
            #expect(card.deliveryAddress == (card.cardType == "PHYSICAL" ? .sofia : nil))
            #expect(!answer.text.contains("null"))
        }
    }
}

private let programsPath = "/digitalwallets/v1/profile/prepaid/programs"

extension String {
    fileprivate var percentEncoded: String { utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined() }
}
