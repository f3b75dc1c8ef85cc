import CardAPI
import CardClient
import Foundation
import Postgres
import Subprocess
import Testing
import TestSupport

/// Plays sales, captures, voids and refunds of four customers at two gateways at once, on a service that is killed and
/// on a model of plain numbers.
///
/// `KILLED_ROUNDS` is the number of kills, and `KILLED_SEED` the seed that the requests are drawn from.
@Suite("Payments at gateways, with kill -9 in between", .timeLimit(.minutes(20)))
struct KilledGatewayTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let rounds = environment["KILLED_ROUNDS"].flatMap { Int($0) } ?? 3
    private static let seed = environment["KILLED_SEED"].flatMap { UInt64($0) } ?? 1
    private static let loaded: Int64 = 500_000

    @Test("Acknowledged payments are there after every kill, no cent is lost, and the ledger adds up")
    func storm() async throws {
        let (sandbox, host, ports) = (Sandbox(), Unshared.host(), (card: Unshared.port(), merchants: Unshared.port()))
        let scratch = try await ScratchDatabase.make()
        try await DataDirectory.with { directory in
            let storage = ["--data-dir", directory.path, "--database-url", scratch.url]
            let listeners = ["--host", host, "--port", "\(ports.card)", "--merchants-port", "\(ports.merchants)"]
            let place = GatewayLane.Place(sandbox: sandbox, url: "http://\(host):\(ports.merchants)")
            func serve<Result: Sendable>(
                _ work: (RunningService) async throws -> Result
            ) async throws -> (result: Result, ending: Program.Ending) {
                try await Program.serve(["--demo"] + listeners + storage, sandbox, host: host) { service in
                    for port in [ports.card, ports.merchants] {
                        #expect(try await service.log.entry("Server started and listening on \(host):\(port)") != nil)
                    }
                    return try await work(
                        RunningService(
                            processIdentifier: service.processIdentifier, host: host, port: ports.card,
                            log: service.log))
                }
            }
            var lanes: [GatewayLane] = []
            var numbers = SeededNumbers(seed: Self.seed)
            for _ in 1...Self.rounds {
                let (before, fuse) = (lanes, 40 + numbers.below(60))
                let (after, ending) = try await serve { service in
                    var lanes = before
                    if lanes.isEmpty { lanes = try await Self.makeLanes(on: service, place) }
                    try await Self.recover(&lanes, scratch.database, sandbox)
                    return try await Self.play(lanes, Fuse(fuse) { service.signal(SIGKILL) })
                }
                lanes = after
                #expect(ending.status == .signaled(SIGKILL), "seed \(Self.seed)")
                guard lanes.allSatisfy({ $0.problem == nil }) else { break }
            }
            let before = lanes
            lanes = try await serve { _ in
                var lanes = before
                try await Self.recover(&lanes, scratch.database, sandbox)
                try await Self.advance(sandbox, days: 10)
                for index in lanes.indices {
                    try await lanes[index].compareMoney(loaded: Self.loaded, with: scratch.database)
                }
                return lanes
            }.result
            #expect(lanes.compactMap(\.problem) == [], "seed \(Self.seed)")
            #expect(lanes.contains { $0.hasLostAnswers }, "it was killed while requests were under way")
            let check = try await Program.run(["ledger", "check"] + storage)
            #expect(check.status == .exited(0), "seed \(Self.seed): \(check.output)")
        }
    }

    private static func makeLanes(
        on service: RunningService, _ place: GatewayLane.Place
    ) async throws -> [GatewayLane] {
        var lanes: [GatewayLane] = []
        for number in 0..<4 {
            let customer = try await place.sandbox.newCustomer()
            let card = try await service.cards(of: customer).create(.virtual("DEMO-VIRTUAL-VISA-EEA")).cardId
            let load = #"{"amount": \#(loaded), "currencyCode": "EUR"}"#
            #expect(try await place.sandbox.send("POST", "/sandbox/customers/\(customer)/load", load).status == 201)
            let instrument: GatewayLane.Instrument
            if number.isMultiple(of: 2) {
                instrument = .card(number: try await Answer.plastic(of: card, at: place.sandbox))
            } else {
                let phone = try await Program.run([
                    "phone", "google", "--card", card, "--customer", customer, "--url", service.url, "--sandbox-url",
                    place.sandbox.url,
                ])
                #expect(phone.status == .exited(0), "\(phone.errors)")
                instrument = try await .token(ofCard: card, at: place.sandbox)
            }
            lanes.append(
                GatewayLane(
                    number: number, customer: try #require(Int64(customer)), instrument: instrument, place: place,
                    numbers: SeededNumbers(seed: seed &* 4 &+ UInt64(number))))
        }
        return lanes
    }

    /// Sends requests for all lanes at once until the service ends.
    private static func play(_ lanes: [GatewayLane], _ fuse: Fuse) async throws -> [GatewayLane] {
        try await withThrowingTaskGroup(of: GatewayLane.self) { group in
            for lane in lanes {
                group.addTask {
                    var lane = lane
                    await lane.play(fuse)
                    return lane
                }
            }
            let played = try await group.reduce(into: [GatewayLane]()) { $0.append($1) }
            return played.sorted { $0.number < $1.number }
        }
    }

    /// Ends the waits for requests that were under way, as if a minute had passed. Then a day passes, and its work is
    /// done.
    private static func recover(
        _ lanes: inout [GatewayLane], _ database: Database, _ sandbox: Sandbox
    ) async throws {
        try await database.execute(
            script: """
                UPDATE merchants.payment SET answer_due_at = '2000-01-01Z' WHERE answer_due_at IS NOT NULL;
                UPDATE merchants.unsent_step SET free_at = '2000-01-01Z' WHERE free_at IS NOT NULL;
                """)
        try await advance(sandbox, days: 1)
        for index in lanes.indices { try await lanes[index].recover(from: database) }
    }

    private static func advance(_ sandbox: Sandbox, days: Int) async throws {
        let moved = try await sandbox.send("PUT", "/sandbox/clock", #"{"advanceSeconds": \#(days * 86_400)}"#)
        #expect(moved.status == 200, "\(moved.body)")
    }
}
