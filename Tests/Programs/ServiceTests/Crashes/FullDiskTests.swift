import AsyncHTTPClient
import CardAPI
import CardClient
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import NIOTransport
import Postgres
import Subprocess
import Testing

@Suite("A disk without room", .timeLimit(.minutes(20)))
struct FullDiskTests {
    @Test(
        "Without room, writes are refused and reads answered; with room again, writes succeed without a step by hand",
        .enabled("this account may not mount a file system") { await SmallDisk.isPermitted })
    func full() async throws {
        try await DataDirectory.with(seeded: true) { original in
            try await SmallDisk.with(original) { disk in
                let sandbox = Sandbox()
                let storage = ["--data-dir", disk.directory.path]
                let (_, ending) = try await Program.serve(storage, sandbox) { service in
                    try await Self.prepare(disk)
                    let token = try await service.token(of: "10000001")
                    let stream = CardStream()
                    let disaster = CardStream.Disaster(count: 20) { disk.fill() }
                    await stream.run(on: service, sandbox, isPatient: false, disaster: disaster)
                    let refused = stream.unanswered.count
                    #expect(refused > 0, "cards were refused, \(stream.acknowledged.count) were issued")
                    let made = try await Self.expectRefusal(bearing: token, on: service)
                    var all = CardListQuery()
                    all.limit = 100
                    let found = try await service.cards(bearing: token).getAll(all).cards.count
                    #expect(found == made, "each write without room had its whole effect or none")
                    #expect(try await service.get("/healthz").status == 200)
                    try disk.clear()
                    let goal = stream.acknowledged.count + 20
                    await stream.run(on: service, sandbox, isPatient: true, disaster: disaster, until: goal)
                    let problems = try await stream.problems(on: service)
                    #expect(problems == [])
                    let starts = service.log.lines.count { $0.contains("The Postgres server is ready") }
                    #expect(starts == 1, "the server has not ended")
                }
                #expect(ending.status == .exited(0))
                let check = try await Program.run(["ledger", "check"] + storage)
                #expect(check.status == .exited(0), "\(check.output)")
            }
        }
    }

    /// Begins a segment of the write-ahead log, which has room for all that is written without room elsewhere. Without
    /// a segment, the server would end, and start again each time that it is restarted.
    private static func prepare(_ disk: SmallDisk) async throws {
        let logger = Logger(label: "tessera.tests") { _ in SwiftLogNoOpLogHandler() }
        let database = Database(try DatabaseConfiguration(url: disk.administratorURL), logger: logger)
        try await database.execute(script: """
            UPDATE issuing.program SET cards_per_customer = 100000;
            SELECT pg_switch_wal();
            """)
        await database.shutDown()
    }

    /// Asks for cards until one is refused.
    ///
    /// - Returns: the number of those that were issued.
    private static func expectRefusal(bearing token: String, on service: RunningService) async throws -> Int {
        var made = 0
        while true {
            var request = HTTPClientRequest(url: service.url + "/digitalwallets/v1/profile/prepaid/cards")
            request.method = .POST
            request.headers.add(name: "Authorization", value: "Bearer \(token)")
            request.headers.add(name: "Content-Type", value: "application/json")
            request.headers.add(name: "Idempotency-Key", value: "without-room-\(made)")
            request.body = .bytes(
                ByteBuffer(string: #"{"programName": "SKRILL-VIRTUAL-MC-EEA", "currency": "EUR"}"#))
            let response = try await HTTPClient.patient.execute(request, timeout: .seconds(120))
            let body = String(buffer: try await response.body.collect(upTo: 1 << 20))
            guard response.status.code == 201 else {
                #expect(response.status.code == 503 && body.contains("nothing was done"), "\(body)")
                #expect(response.headers.first(name: "Retry-After") != nil)
                return made
            }
            made += 1
        }
    }
}
