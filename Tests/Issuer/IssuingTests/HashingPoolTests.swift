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
                try await pool.run(for: .customer(CustomerID(rawValue: 1)), in: database) { gate.wait() }
            }
            while pool.load.running == 0 { await Task.yield() }
        }

        func run(for customer: Int64) async throws -> Int {
            try await run(for: .customer(CustomerID(rawValue: customer)))
        }

        func run(for owner: HashingPool.Owner) async throws -> Int {
            try await pool.run(for: owner, in: database) { 42 }
        }

        /// Starts a hash and returns when it waits in the queue.
        func wait(for customer: Int64) async -> Task<Int, any Error> {
            await wait(for: .customer(CustomerID(rawValue: customer)))
        }

        func wait(for owner: HashingPool.Owner) async -> Task<Int, any Error> {
            let waiting = pool.load.waiting
            let task = Task { try await run(for: owner) }
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

    @Test("One brand that sets PINs of many customers cannot fill the queue alone")
    func limitPerBrand() async throws {
        let bench = try await Bench(limit: 32)
        var waiting: [Task<Int, any Error>] = []
        for _ in 1...8 { waiting.append(await bench.wait(for: .brand("demo"))) }
        #expect(await refusal { try await bench.run(for: .brand("demo")) } == .authentication(.tooManySecretsAtOnce))
        waiting.append(await bench.wait(for: .brand("other")))
        waiting.append(await bench.wait(for: 1))
        try await bench.end()
        for task in waiting { #expect(try await task.value == 42) }
        #expect(try await bench.run(for: .brand("demo")) == 42)
    }

    @Test("A wallet's PIN is hashed in a place of its brand")
    func walletPIN() async throws {
        let fixture = try await IssuingFixture.make(seed: 8)
        var issuing = fixture.issuing
        issuing.hashing = HashingPool(threads: 1, waitingLimit: .seconds(600))
        let (pool, database, gate) = (issuing.hashing, issuing.database, Gate())
        let owner = HashingPool.Owner.brand("demo")
        var holding: [Task<Void, any Error>] = []
        for number in 1...8 {
            holding.append(Task { try await pool.run(for: owner, in: database) { if number == 1 { gate.wait() } } })
            while pool.load.running + pool.load.waiting < number { await Task.yield() }
        }
        let customer = NamedCustomer(CustomerID(rawValue: 10_000_001), in: "demo")
        let asked = issuing
        #expect(await refusal { try await asked.setWalletPIN("4071", of: customer) }
            == .authentication(.tooManySecretsAtOnce))
        gate.open()
        for task in holding { try await task.value }
        try await asked.setWalletPIN("4071", of: customer)
    }

    @Test("A hash that has waited too long is refused")
    func waitingLimit() async throws {
        let database = try await IssuingFixture.shared().issuing.database
        let pool = HashingPool(threads: 1, waitingLimit: .nanoseconds(-1))
        let failure = await #expect(throws: IssuingFailure.self) {
            try await pool.run(for: .customer(CustomerID(rawValue: 1)), in: database) { 42 }
        }
        guard case .overloaded? = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
    }
}
