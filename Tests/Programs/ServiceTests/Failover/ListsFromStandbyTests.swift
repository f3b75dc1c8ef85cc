import CardAPI
import CardClient
import Foundation
import Subprocess
import Testing

/// Services whose lists a real standby answers: it applies the log, pauses, freezes, dies, comes back and is promoted.
@Suite("Lists from a standby", .timeLimit(.minutes(20)))
struct ListsFromStandbyTests {
    @Test("A new card is in the lists of all services at once, also while the standby applies nothing")
    func ownCards() async throws {
        try await ListScene.withTwoServices { one, two in
            for scene in [one, two] { try await scene.untilStandbyAnswers() }
            for _ in 1...10 {
                try await one.expectNewCard(listedBy: two)
                try await two.expectNewCard(listedBy: one)
            }
            let sound = try await one.diagnosis()
            #expect(sound.hasPrefix("OK "), "\(sound)")

            try await one.pair.two.pauseReplay()
            try await one.expectNewCard(listedBy: two)
            let before = [try await one.lists(from: "standby"), try await two.lists(from: "standby")]
            for _ in 1...5 {
                try await one.expectNewCard(listedBy: two)
                try await two.expectNewCard(listedBy: one)
            }
            let after = [try await one.lists(from: "standby"), try await two.lists(from: "standby")]
            #expect(before == after, "the standby knows none of the new cards")
            let late = try await one.diagnosis()
            #expect(late.hasPrefix("WARNING ") && late.contains("does not apply"), "\(late)")

            try await one.pair.two.resumeReplay()
            for scene in [one, two] { try await scene.untilStandbyAnswers() }
            try await one.expectNewCard(listedBy: two)
        }
    }

    @Test("When the standby stops to answer, dies, comes back and is promoted, lists go on and no write is lost")
    func lostStandby() async throws {
        try await ListScene.withService { scene in
            let standby = scene.pair.two
            // Otherwise no write is acknowledged without the standby.
            _ = try await scene.pair.one.ask("ALTER SYSTEM SET synchronous_standby_names = ''")
            _ = try await scene.pair.one.ask("SELECT pg_reload_conf()")
            try await scene.pair.one.says("", to: "SHOW synchronous_standby_names")
            try await scene.untilStandbyAnswers()

            standby.freeze()
            for _ in 1...3 { try await scene.expectNewCard(listedBy: scene) }
            try await standby.die()
            for _ in 1...5 { try await scene.expectNewCard(listedBy: scene) }

            try await standby.start()
            try await scene.untilStandbyAnswers()
            try await scene.expectNewCard(listedBy: scene)

            try await standby.promote()
            let before = try await scene.lists(from: "standby")
            for _ in 1...5 { try await scene.expectNewCard(listedBy: scene) }
            #expect(try await scene.lists(from: "standby") == before, "it is a second primary")
        }
    }

    @Test("After a failover to the standby for lists, every acknowledged card is in its customer's list")
    func failover() async throws {
        try await ListScene.withService { scene in
            try await scene.untilStandbyAnswers()
            var cards: [(token: String, card: String)] = []
            for _ in 1...5 { cards.append(try await scene.newCard()) }
            try await scene.pair.lose(scene.pair.one, .cut)
            try await scene.pair.two.promote()
            let before = try await scene.lists(from: "standby")
            for (token, card) in cards {
                #expect(try await scene.service.cards(bearing: token).getAll().cards.map(\.cardId) == [card])
            }
            for _ in 1...5 { try await scene.expectNewCard(listedBy: scene) }
            #expect(try await scene.lists(from: "standby") == before, "there is no standby")
        }
    }
}

/// A service that has a standby for lists, and its two database servers. At first the second server is the standby.
private struct ListScene: Sendable {
    let service: RunningService
    let sandbox: Sandbox
    let pair: DatabasePair
    /// The options of the service and of `doctor`.
    let storage: [String]

    static func withService(_ body: (ListScene) async throws -> Void) async throws {
        try await DataDirectory.with(seeded: true) { directory in
            try await DatabasePair.with(directory) { pair in
                let storage = [
                    "--data-dir", directory.path, "--database-url", pair.url, "--read-url", pair.two.url,
                ]
                let sandbox = Sandbox()
                _ = try await Program.serve(storage, sandbox) { service in
                    try await body(ListScene(service: service, sandbox: sandbox, pair: pair, storage: storage))
                }
            }
        }
    }

    /// Two services with the same database servers and the same sandbox.
    static func withTwoServices(_ body: (ListScene, ListScene) async throws -> Void) async throws {
        try await withService { one in
            _ = try await Program.serve(one.storage) { service in
                try await body(
                    one,
                    ListScene(service: service, sandbox: one.sandbox, pair: one.pair, storage: one.storage))
            }
        }
    }

    /// A new customer's token and only card.
    func newCard() async throws -> (token: String, card: String) {
        let token = try await service.token(of: try await sandbox.newCustomer())
        return (token, try await service.cards(bearing: token).create(.virtual()).cardId)
    }

    /// Makes a card at this service, and expects it in the list of one that may be another.
    func expectNewCard(listedBy other: ListScene) async throws {
        let (token, card) = try await newCard()
        let listed = try await other.service.cards(bearing: token).getAll().cards.map(\.cardId)
        #expect(listed == [card])
    }

    /// The number of lists that a server has answered: `standby` or `primary`.
    func lists(from server: String) async throws -> Double {
        let lines = try await service.get("/metrics").body.split(separator: "\n").filter {
            $0.hasPrefix("postgres_lists_total{") && $0.contains("server=\"\(server)\"")
        }
        return lines.compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }.reduce(0, +)
    }

    /// Asks for lists until the standby answers one.
    func untilStandbyAnswers() async throws {
        let (token, before) = (try await newCard().token, try await lists(from: "standby"))
        try await Deadline.within(Deadline.usual, "a list from the standby") {
            while try await lists(from: "standby") == before, !Task.isCancelled {
                _ = try await service.cards(bearing: token).getAll()
            }
        }
    }

    /// The line of `doctor` about the standby.
    func diagnosis() async throws -> String {
        let told = try await Program.run(["doctor"] + storage)
        return told.output.split(separator: "\n").first { $0.contains(" standby: ") }.map(String.init) ?? told.errors
    }
}

extension DatabaseNode {
    /// Lets the standby receive the log, and apply nothing of it.
    fileprivate func pauseReplay() async throws {
        _ = try await ask("SELECT pg_wal_replay_pause()")
        try await says("paused", to: "SELECT pg_get_wal_replay_pause_state()")
    }

    fileprivate func resumeReplay() async throws {
        _ = try await ask("SELECT pg_wal_replay_resume()")
    }
}
