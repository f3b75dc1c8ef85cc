import Foundation
import Synchronization
import Testing

@testable import Postgres

@Suite("The end of a database's threads")
struct ThreadEndTests {
    /// Stands for what OpenSSL keeps for each thread and frees after the thread's last line.
    private final class Kept: Sendable {
        let isFreed = Atomic(false)

        static let free: @convention(c) (UnsafeMutableRawPointer?) -> Void = { kept in
            guard let kept else { return }
            for _ in 1...10_000 { sched_yield() }
            Unmanaged<Kept>.fromOpaque(kept).takeRetainedValue().isFreed.store(true, ordering: .releasing)
        }
    }

    @Test("A shutdown waits until each thread has freed what libraries keep for it")
    func joined() async throws {
        let bench = try await Bench.make()
        var made = pthread_key_t()
        let failure = pthread_key_create(&made, Kept.free)
        #expect(failure == 0)
        let (key, kept) = (made, Kept())
        let select = one("select", "SELECT 1::bigint")
        _ = try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
            pthread_setspecific(key, Unmanaged.passRetained(kept).toOpaque())
            return try transaction.run(select())
        }
        await bench.database.shutDown()
        let isFreed = kept.isFreed.load(ordering: .acquiring)
        #expect(isFreed)
        pthread_key_delete(key)
    }

    @Test("A second shutdown waits, too")
    func twice() async throws {
        let bench = try await Bench.make()
        _ = try await bench.database.read(one("select", "SELECT 1::bigint")())
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...2 { group.addTask { await bench.database.shutDown() } }
        }
    }
}
