import Testing

@testable import CardSecrets

@Suite("RSA keys that are made ahead")
struct RSAKeyStockTests {
    @Test("No key is made before the stock has a size; then simultaneous takers get different keys")
    func once() async throws {
        let threads = SlowWork(threads: 1, waitingLimit: .seconds(600))
        #expect(await threads.readyRSAKey() == nil)
        #expect(threads.load.running == 0)
        threads.stockRSAKeys(1)
        let taken = await withTaskGroup(of: Secret?.self) { tasks in
            for _ in 1...3 { tasks.addTask { await threads.readyRSAKey() } }
            return await tasks.reduce(into: []) { $0.append($1) }
        }
        let keys = taken.compactMap(\.self)
        #expect(keys.count == 3 && keys.allSatisfy { $0.rsaDecryptionKey != nil })
        #expect(Set(keys.map { $0.withBytes { Array($0) } }).count == 3)
    }

    @Test("If the threads have no room, no caller waits for a key")
    func full() async {
        let threads = SlowWork(threads: 0, limit: 0)
        threads.stockRSAKeys(2)
        #expect(await threads.readyRSAKey() == nil)
        #expect(await threads.readyRSAKey() == nil)
    }
}
