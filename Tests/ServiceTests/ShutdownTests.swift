import CardAPI
import CardClient
import Foundation
import Subprocess
import TestSupport
import Testing

@Suite("SIGTERM and SIGINT end the service in order", .timeLimit(.minutes(20)))
struct ShutdownTests {
    @Test(
        "A request under way is answered, nothing new is let in, and the exit code is 0",
        arguments: [SIGTERM, SIGINT])
    func requestUnderWay(signal: Int32) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let arguments = ["--demo", "--data-dir", directory.path, "--database-url", scratch.url]
            let (card, ending) = try await Program.serve(arguments) { service in
                let cards = try await service.cards(of: "10000001")
                let cardTable = try await TableLock.take("card", in: scratch)
                async let creating = cards.create(.virtual())
                try await cardTable.isWaitedFor()
                service.signal(signal)
                while (try? await service.get("/healthz")) != nil { await Task.yield() }
                #expect(!service.log.isOver, "it waits for the answer")
                cardTable.release()
                return try await creating
            }
            #expect(card.status == "ACTIVE")
            #expect(ending.status == .exited(0))
        }
    }

    @Test("The embedded Postgres ends with the service", arguments: [SIGTERM, SIGINT])
    func embeddedPostgresEnds(signal: Int32) async throws {
        try await DataDirectory.with(seeded: true) { directory in
            let (_, ending) = try await Program.serve(["--data-dir", directory.path]) { service in
                #expect(!directory.serverProcesses.isEmpty)
                service.signal(signal)
                await service.log.end()
            }
            #expect(ending.status == .exited(0))
            #expect(directory.serverProcesses.isEmpty)
            let log = try String(contentsOfFile: directory.path + "/postgres/server.log", encoding: .utf8)
            #expect(log.contains("database system is shut down"), "in order, so that the next start replays nothing")
        }
    }
}
