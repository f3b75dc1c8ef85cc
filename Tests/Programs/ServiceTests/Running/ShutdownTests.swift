import CardAPI
import CardClient
import Foundation
import HTTPContract
import NIOCore
import NIOPosix
import Subprocess
import Testing
import TestSupport

@Suite("SIGTERM and SIGINT shut the service down gracefully", .timeLimit(.minutes(20)))
struct ShutdownTests {
    @Test(
        "A request in progress is answered, a new one is refused, and the exit code is 0",
        arguments: [SIGTERM, SIGINT])
    func requestUnderWay(signal: Int32) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let arguments = ["--demo", "--data-dir", directory.path, "--database-url", scratch.url]
            let (card, ending) = try await Program.serve(arguments) { service in
                let cards = try await service.cards(of: "10000001")
                let cardTable = try await TableLock.take("issuing.card", in: scratch)
                async let creating = cards.create(.virtual())
                try await cardTable.isWaitedForInTime()
                service.signal(signal)
                try await Deadline.within(Deadline.usual, "the moment when the listener closes") {
                    while await service.acceptsConnections, !Task.isCancelled { await Task.yield() }
                }
                #expect(!service.log.isOver, "it waits for the answer")
                cardTable.release()
                return try await creating
            }
            #expect(card.status == "ACTIVE")
            #expect(ending.status == .exited(0))
        }
    }

    @Test("Connections that stop sending or reading do not prevent the shutdown")
    func stalledConnections() async throws {
        try await DataDirectory.with(seeded: true) { directory in
            let (_, ending) = try await Program.serve(["--data-dir", directory.path]) { service in
                let body = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"
                let unread = String(repeating: "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n", count: 1000)
                var channels: [any Channel] = []
                for text in [body, unread] {
                    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                        .channelOption(.autoRead, value: false)
                        .connect(host: service.host, port: service.port).get()
                    channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
                    channels.append(channel)
                }
                #expect(try await service.get("/healthz").status == 200)
                service.signal(SIGTERM)
                try await service.log.end()
                for channel in channels { try? await channel.close() }
            }
            #expect(ending.status == .exited(0))
        }
    }

    @Test("The embedded Postgres ends with the service", arguments: [SIGTERM, SIGINT])
    func embeddedPostgresEnds(signal: Int32) async throws {
        try await DataDirectory.with(seeded: true) { directory in
            let (_, ending) = try await Program.serve(["--data-dir", directory.path]) { service in
                #expect(!directory.serverProcesses.isEmpty)
                service.signal(signal)
                try await service.log.end()
            }
            #expect(ending.status == .exited(0))
            #expect(directory.serverProcesses.isEmpty)
            let log = try String(contentsOfFile: directory.path + "/postgres/server.log", encoding: .utf8)
            #expect(log.contains("database system is shut down"), "in order, so that the next start replays nothing")
        }
    }
}

extension RunningService {
    /// True while the public listener is open. This connects by itself, because the HTTP client would try for ten
    /// seconds, which is half of the time that the service has for its shutdown.
    fileprivate var acceptsConnections: Bool {
        get async {
            let connecting = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(host: host, port: port)
            guard let channel = try? await connecting.get() else { return false }
            try? await channel.close()
            return true
        }
    }
}
