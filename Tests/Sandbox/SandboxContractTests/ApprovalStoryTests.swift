import CardAPI
import CardClient
import ContractTestSupport
import HTTPContract
import Testing

/// The app's view of an application that the issuer decides on.
@Suite("Applications that the issuer must approve", .timeLimit(.minutes(20)))
struct ApprovalStoryTests {
    private func addProgram(_ name: String, at service: LiveService) async throws {
        let type = name.contains("PHYSICAL") ? "PHYSICAL" : "VIRTUAL"
        let answer = try await service.sandbox(
            "POST", "/programs",
            #"{"name":"\#(name)","cardType":"\#(type)","scheme":"VISA","region":"EEA","currencies":["EUR"],"#
                + #""requiresApproval":true}"#)
        #expect(answer.status == 201, "\(answer.text)")
    }

    @Test("The app lists a card as APPLIED and PENDING, and can use it once it is approved")
    func approval() async throws {
        try await withSandboxService { service in
            try await addProgram("NEW-PHYSICAL-EEA", at: service)
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.ordering("NEW-PHYSICAL-EEA"))
            #expect(card.status == "APPLIED")
            for (status, event) in [("APPLIED", "REVIEW"), ("PENDING", "APPROVE")] {
                var query = CardListQuery.including("AVAILABLE_ACTIONS")
                query.statuses = [status]
                let listed = try await cards.getAll(query).cards
                #expect(listed.map(\.cardId) == [card.cardId] && listed.first?.availableActions == [])
                await expectProblem(
                    .operationNotAllowed,
                    "A card cannot go from \(status) to CANCELLED; until its application is approved, only the issuer "
                        + "can change its status."
                ) { try await cards.update(card.cardId, .status("CANCELLED")) }
                _ = try await service.happens(event, to: card)
            }
            #expect(try await cards.get(card.cardId).status == "ISSUED")
            #expect(try await service.actions(card, cards) == ["ACTIVATE", "SET_PIN"])
        }
    }

    @Test("A refused decision says in which status it is possible")
    func refusedDecision() async throws {
        try await withSandboxService { service in
            try await addProgram("NEW-VIRTUAL-EEA", at: service)
            let card = try await service.cards(of: .ivana).create(.ordering("NEW-VIRTUAL-EEA"))
            let path = "/cards/\(card.cardId)/events"
            let approve = try await service.sandbox("POST", path, #"{"type":"APPROVE"}"#)
            #expect(approve.status == 403)
            #expect(approve.text.contains("APPROVE can happen to a card that is PENDING; this one is APPLIED."))
            #expect(try await service.happens("REJECT", to: card).status == "REJECTED")
            let review = try await service.sandbox("POST", path, #"{"type":"REVIEW"}"#)
            #expect(review.status == 403)
            #expect(review.text.contains("REVIEW can happen to a card that is APPLIED; this one is REJECTED."))
        }
    }

    @Test("A scenario puts cards into every status of an application, and later transitions are covered")
    func scenario() async throws {
        struct Made: Decodable { let cards: [String: String] }
        struct Covered: Decodable {
            struct Section: Decodable { let counts: [String: Int] }
            let statusTransitions: Section
        }
        try await withSandboxService { service in
            let program = #""scheme":"VISA","region":"EEA","currencies":["EUR"],"requiresApproval":true"#
            let played = try await service.sandbox("POST", "/scenarios", """
                {"programs":{"ONLINE":{"cardType":"VIRTUAL",\(program)},"PLASTIC":{"cardType":"PHYSICAL",\(program)},
                             "BOTH":{"cardType":"PHYSICAL","isDigital":true,\(program)}},
                 "cards":{"applied":{"customer":"10000001","program":"ONLINE"},
                          "pending":{"customer":"10000001","program":"ONLINE","status":"PENDING"},
                          "rejected":{"customer":"10000001","program":"ONLINE","status":"REJECTED"},
                          "active":{"customer":"10000001","program":"ONLINE","status":"ACTIVE"},
                          "issued":{"customer":"10000001","program":"PLASTIC","status":"ISSUED"},
                          "digital":{"customer":"10000001","program":"BOTH","status":"DIGITAL"}}}
                """)
            let made: Made = try played.decoded(expecting: 201)
            let cards = try await service.cards(of: .ivana)
            for (name, id) in made.cards { #expect(try await cards.get(id).status == name.uppercased()) }
            for (name, event) in [("applied", "REVIEW"), ("applied", "REJECT"), ("pending", "APPROVE")] {
                let path = "/cards/\(made.cards[name] ?? "")/events"
                #expect(try await service.sandbox("POST", path, #"{"type":"\#(event)"}"#).status == 200)
            }
            let covered: Covered = try await service.sandbox("GET", "/coverage").decoded(expecting: 200)
            #expect(covered.statusTransitions.counts == [
                "ISSUER EVENT APPLIED -> PENDING": 1, "ISSUER EVENT PENDING -> REJECTED": 1,
                "ISSUER EVENT PENDING -> ACTIVE": 1,
            ])
        }
    }
}
