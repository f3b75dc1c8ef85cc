import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing

@Suite("Many requests at once")
struct ManyRequestsTests {
    @Test("Of 50 simultaneous applications for 5 allowable cards exactly 5 are granted")
    func allowance() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let outcomes = await withTaskGroup(of: Result<CardBody, any Error>.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        do { return .success(try await cards.create(.virtual)) } catch { return .failure(error) }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let granted = outcomes.compactMap { try? $0.get() }
            #expect(granted.count == 5 && Set(granted.map(\.cardId)).count == 5)
            let refused = outcomes.compactMap { outcome in
                if case .failure(let error as WalletError) = outcome { error.knownProblem } else { nil }
            }
            let message = "This customer has been issued as many cards as the program allows; its allowableCards is 0."
            #expect(refused == Array(repeating: Problem(.cardLimitExceeded, message), count: 45))
            #expect(Set(try await cards.getAll().cards.map(\.cardId)) == Set(granted.map(\.cardId)))
            let left = try await cards.programs().programs.first { $0.name == "SKRILL-VIRTUAL-MC-EEA" }
            #expect(left?.allowableCards == 0)
        }
    }

    @Test("100 POSTs with one key create one card, and every answer is that card or says to wait")
    func oneKey() async throws {
        try await withLiveService { service in
            let token = try await service.token(of: .ivana)
            let order = RawRequest.asking(
                "POST", cardsPath, token: token, #"{"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR"}"#,
                headers: [("Idempotency-Key", "one")])
            let answers = try await withThrowingTaskGroup(of: RawAnswer.self) { group in
                for _ in 0..<100 { group.addTask { try await service.send(order) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let created = answers.filter { $0.status == 201 }
            let first = try #require(created.first { $0["Idempotent-Replayed"] == nil })
            #expect(created.count { $0["Idempotent-Replayed"] == nil } == 1)
            #expect(created.allSatisfy { $0.body == first.body })
            let waiting = Problem(
                .idempotencyKeyInUse,
                "A request with this Idempotency-Key is in progress; send it again once that one is answered.")
            #expect(answers.filter { $0.status != 201 }.allSatisfy { $0.status == 409 && $0.problem == waiting })
            let card: CardBody = try first.decoded()
            #expect(try await service.cards(of: .ivana).getAll().cards == [card])
            #expect(try await service.send(order).body == first.body)
        }
    }

    @Test("Of 10 simultaneous locks and 10 activations, one of each succeeds")
    func transitions() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let locked = try await cards.create(.virtual).cardId
            let issued = try await cards.create(.physical)
            let plastic = try await service.plastic(of: issued)
            let (locks, activations) = await withTaskGroup(of: (Int, Int).self) { group in
                for _ in 0..<10 {
                    group.addTask { (try? await cards.update(locked, .status("LOCKED"))) == nil ? (0, 0) : (1, 0) }
                    group.addTask {
                        (try? await cards.activate(issued.cardId, .showing(plastic))) == nil ? (0, 0) : (0, 1)
                    }
                }
                return await group.reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
            }
            #expect(locks == 1 && activations == 1)
        }
    }

    @Test("Of 20 wrong security codes at the same time, 3 are counted")
    func wrongCodes() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.physical)
            let plastic = try await service.plastic(of: card)
            let wrong = ActivateCardBody.showing(plastic, cvv: plastic.wrongCVV)
            let codes = await withTaskGroup(of: ErrorCode?.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        do throws(WalletError) {
                            _ = try await cards.activate(card.cardId, wrong)
                            return nil
                        } catch {
                            return error.knownProblem?.code
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(codes.count { $0 == .activationDataShouldBeValid } == 3)
            #expect(codes.count { $0 == .operationNotAllowed } == 17)
            #expect(try await cards.get(card.cardId).status == "SUSPENDED")
        }
    }
}
