import Cards
import Foundation
import Issuing
import Postgres
import TestSupport

/// Three servers on one database, each behind a wire of its own, which fails as a seed says; and their clients, who
/// send a request again to the next server if they got no answer.
///
/// The same seed draws the same faults for each wire. Which request meets which fault depends on the threads.
package struct StormyServers: Sendable {
    /// `STORM_SEEDS` is the number of storms that each test plays.
    package static let seeds = UInt64(1)...max(
        1, ProcessInfo.processInfo.environment["STORM_SEEDS"].flatMap { UInt64($0) } ?? 1)

    private static let count = 3
    /// More tries than any request needs, unless it hangs.
    private static let mostTries = 10_000
    /// A session ends within milliseconds, and so many answers take a minute.
    private static let mostLooks = 500_000

    private let fixture: IssuingFixture
    private let all: [IssuingFixture]
    private let wires: [FaultyWire]

    /// - Parameters:
    ///   - fixture: the test's own server, whose connection does not fail.
    ///   - now: the time of the three clocks.
    package init(on fixture: IssuingFixture, now: Date = IssuingFixture.now, seed: UInt64) async throws {
        var (all, wires): ([IssuingFixture], [FaultyWire]) = ([], [])
        for number in 0..<Self.count {
            let wire = try FaultyWire(to: fixture.scratch.url)
            wire.begin(WireStorm(seed: seed * 8 + UInt64(number)))
            wires.append(wire)
            all.append(try await fixture.server(now: now, over: wire))
        }
        (self.fixture, self.all, self.wires) = (fixture, all, wires)
    }

    /// The number of connections that the storm has ended.
    package var losses: Int { wires.reduce(0) { $0 + $1.losses } }

    /// Ends the storm and the servers, and waits until Postgres has ended their sessions. Some of these may only now
    /// run the last request of a client that has lost its connection.
    package func end() async throws {
        for wire in wires { wire.set(.pieces(of: 65_536)) }
        for server in all { await server.issuing.database.shutDown() }
        let sessions = """
            SELECT count(*)::text FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = $1
            """
        for _ in 0..<Self.mostLooks {
            if try await fixture.texts(sessions, .text(ScratchDatabase.nameBehindWire)) == ["0"] { return }
        }
        throw Unexpected(what: "the servers have ended, and their sessions are open")
    }

    // MARK: clients

    /// Sends a request to one server after another until one answers. A refusal is an answer, except that another
    /// request with its key is in progress.
    ///
    /// - Parameter first: the number of the client, which says where it begins.
    package func outcome<Value>(
        for first: Int, _ request: (IssuingFixture) async throws -> Value
    ) async throws -> Result<Value, Refusal> {
        for number in 0..<Self.mostTries {
            if let outcome = try await outcomeOfOneTry(for: first + number, request) { return outcome }
        }
        throw Unexpected(what: "no answer in \(Self.mostTries) tries")
    }

    /// The same for a request that no rule refuses.
    package func answer<Value>(
        for first: Int, _ request: (IssuingFixture) async throws -> Value
    ) async throws -> Value {
        try await outcome(for: first, request).get()
    }

    /// Sends a request once.
    ///
    /// - Returns: nil without an answer.
    package func outcomeOfOneTry<Value>(
        for client: Int, _ request: (IssuingFixture) async throws -> Value
    ) async throws -> Result<Value, Refusal>? {
        do {
            return .success(try await request(all[client % all.count]))
        } catch IssuingFailure.refused(.idempotency(.keyInUse)) {
            return nil
        } catch IssuingFailure.refused(let refusal) {
            return .failure(refusal)
        } catch let error as any DatabaseError where Self.isLost(error.postgresFailure) {
            return nil
        }
    }

    private static func isLost(_ failure: PostgresFailure?) -> Bool {
        failure.map { $0.kind == .connectionLost || $0.isPassing } ?? false
    }

    /// The results of so many clients at once, in their order.
    package func atOnce<Value: Sendable>(
        _ clients: Int, _ send: @escaping @Sendable (Int) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: (client: Int, value: Value).self) { group in
            for client in 0..<clients {
                group.addTask { (client, try await send(client)) }
            }
            let results = try await group.reduce(into: [Int: Value]()) { $0[$1.client] = $1.value }
            return (0..<clients).compactMap { results[$0] }
        }
    }
}
