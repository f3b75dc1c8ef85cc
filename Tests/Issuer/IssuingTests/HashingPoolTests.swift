import Cards
import Foundation
import IssuingTestSupport
import Postgres
import Testing
import TestSupport

@testable import Issuing

@Suite("Pool for hashing passwords")
struct HashingPoolTests {
    /// A pool whose only thread is busy until the gate opens.
    private struct Bench {
        let pool: HashingPool
        let database: Database
        let gate = Gate()
        let blocking: Task<Void, any Error>

        init(limit: Int) async throws {
            let pool = HashingPool(threads: 1, limit: limit, waitingLimit: .seconds(600))
            let database = try await IssuingFixture.shared().issuing.database
            self.pool = pool
            self.database = database
            blocking = Task { [gate] in
                try await pool.run(for: CustomerID(rawValue: 1), in: database) { gate.wait() }
            }
            while pool.load.running == 0 { await Task.yield() }
        }

        func run(for customer: Int64) async throws -> Int {
            try await pool.run(for: CustomerID(rawValue: customer), in: database) { 42 }
        }

        /// Starts a hash and returns when it waits in the queue.
        func wait(for customer: Int64) async -> Task<Int, any Error> {
            let waiting = pool.load.waiting
            let task = Task { try await run(for: customer) }
            while pool.load.waiting == waiting { await Task.yield() }
            return task
        }

        func end() async throws {
            gate.open()
            try await blocking.value
        }
    }

    @Test("A full queue refuses immediately, and the waiting hashes are still done")
    func fullQueue() async throws {
        let bench = try await Bench(limit: 2)
        let waiting = [await bench.wait(for: 2), await bench.wait(for: 3)]
        let failure = await #expect(throws: IssuingFailure.self) { try await bench.run(for: 4) }
        guard case .overloaded? = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
        try await bench.end()
        for task in waiting { #expect(try await task.value == 42) }
        #expect(try await bench.run(for: 4) == 42)
        while bench.pool.load != (running: 0, waiting: 0) { await Task.yield() }
    }

    @Test("One customer cannot fill the queue alone")
    func limitPerCustomer() async throws {
        let bench = try await Bench(limit: 10)
        let waiting = [await bench.wait(for: 1), await bench.wait(for: 2)]
        #expect(await refusal { try await bench.run(for: 1) } == .authentication(.tooManyAttemptsAtOnce))
        try await bench.end()
        for task in waiting { #expect(try await task.value == 42) }
        #expect(try await bench.run(for: 1) == 42)
    }

    @Test("A hash that has waited too long is refused")
    func waitingLimit() async throws {
        let database = try await IssuingFixture.shared().issuing.database
        let pool = HashingPool(threads: 1, waitingLimit: .nanoseconds(-1))
        let failure = await #expect(throws: IssuingFailure.self) {
            try await pool.run(for: CustomerID(rawValue: 1), in: database) { 42 }
        }
        guard case .overloaded? = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
    }
}
