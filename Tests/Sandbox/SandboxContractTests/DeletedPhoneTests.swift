import CardAPI
import CardClient
import ContractTestSupport
import Testing
import TestSupport

@Suite("Deletion of simulated phones")
struct DeletedPhoneTests {
    @Test("Deleting a phone deletes its tokens, also at the Card service")
    func tokens() async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            let phone = try await RemotePhone("PIXEL", at: service)
            let token = try #require(try await phone.push(card, of: cards).push.token)
            _ = try await phone.complete(token, of: cards)
            #expect(try await phone.ask("DELETE").status == 204)
            for answer in [
                try await phone.ask("GET"), try await phone.ask("DELETE"), try await phone.ask("GET", "/tokens"),
                try await phone.ask("POST", "/wallet"), try await phone.begin(card),
                try await phone.happens("DELETE", to: token), try await phone.verify(token, "000000"),
            ] {
                #expect(answer.status == 404 && answer.text.contains("There is no such phone"))
            }
            #expect(try await cards.tokenizations(of: card) == [])
        }
    }

    /// Mastercard does not bind a message to a device, so only the network's memory stops it.
    @Test("A message that a phone has used is not accepted on another phone after the first one was deleted")
    func message() async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.ordering("SKRILL-VIRTUAL-MC-EEA"))
            let phone = try await RemotePhone("PIXEL", at: service)
            let (pushed, json) = try await phone.push(card, of: cards)
            #expect(pushed.verdict == "PASSED")
            #expect(try await phone.ask("DELETE").status == 204)
            let other = try await RemotePhone("PIXEL", at: service)
            let again: RemotePhone.Push = try await other.ask("POST", "/push", json).decoded(expecting: 200)
            #expect(again.failure == "tokenService.replayed")
        }
    }

    /// Each request either comes before the deletion, which then deletes its token, or finds no phone.
    @Test("Of several simultaneous deletions one succeeds, and a push at the same time leaves no token")
    func simultaneously() async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let (card, other) = (try await cards.create(.virtual), try await cards.create(.virtual))
            for _ in 1...5 {
                let phone = try await RemotePhone("PIXEL", at: service)
                let first = try #require(try await phone.push(card, of: cards).push.token)
                _ = try await phone.complete(first, of: cards)
                let body = try await phone.message(of: other, cards)
                let statuses = try await withThrowingTaskGroup(of: (String, Int).self) { group in
                    for _ in 1...3 { group.addTask { ("DELETE", try await phone.ask("DELETE").status) } }
                    group.addTask { ("POST", try await phone.ask("POST", "/push", body).status) }
                    group.addTask { ("EVENT", try await phone.happens("SUSPEND", to: first).status) }
                    return try await group.reduce(into: [String: [Int]]()) { $0[$1.0, default: []].append($1.1) }
                }
                #expect(statuses["DELETE"]?.sorted() == [204, 404, 404])
                #expect([[200], [404]].contains(statuses["POST"]))
                #expect([[200], [404]].contains(statuses["EVENT"]))
                #expect(try await cards.tokenizations(of: card) == [])
            }
        }
    }
}
