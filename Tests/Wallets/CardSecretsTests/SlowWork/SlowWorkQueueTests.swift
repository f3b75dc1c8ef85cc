#if canImport(Glibc)
import Glibc
#endif
import Testing

@testable import CardSecrets

@Suite("The order of slow work")
struct SlowWorkQueueTests {
    private final class Database {}

    private let database = Database()

    private func owner(_ name: String, places: Int = 8) -> SlowWork.Owner {
        SlowWork.Owner(name, in: database, places: places)
    }

    private func job(of name: String) -> SlowWorkQueue.Job {
        SlowWorkQueue.Job(owner: owner(name), arrival: .now) { _ in {} }
    }

    @Test("Owners take turns, however much one of them asks for")
    func turns() {
        var queue = SlowWorkQueue(threads: 1, limit: 10)
        let admissions = ["first", "brand", "brand", "brand", "one", "brand", "two"].map { queue.admit(job(of: $0)) }
        #expect(admissions == [.begins] + [SlowWorkQueue.Admission](repeating: .waits, count: 6))
        var order: [String] = []
        while let next = queue.next() { order.append(next.owner.name) }
        #expect(order == ["brand", "one", "two", "brand", "brand", "brand"])
        #expect(queue.running == 0 && queue.waitingCount == 0)
    }

    @Test("A full queue refuses work, and accepts more once some of its work has begun")
    func full() {
        var queue = SlowWorkQueue(threads: 2, limit: 2)
        let admissions = ["a", "b", "c", "d", "e"].map { queue.admit(job(of: $0)) }
        #expect(admissions == [.begins, .begins, .waits, .waits, .refused])
        let next = queue.next()
        let later = ["e", "f"].map { queue.admit(job(of: $0)) }
        #expect(next?.owner.name == "c" && later == [.waits, .refused])
    }

    @Test("An owner has a limited number of places; the same name in another database has its own")
    func places() {
        var queue = SlowWorkQueue(threads: 1, limit: 10)
        let (customer, elsewhere) = (owner("customer", places: 2), Database())
        let entered = (1...3).map { _ in queue.enter(customer) }
        #expect(entered == [true, true, false])
        let isElsewhere = queue.enter(SlowWork.Owner("customer", in: elsewhere, places: 2))
        queue.leave(customer)
        let again = (1...2).map { _ in queue.enter(customer) }
        #expect(isElsewhere && again == [true, false])
        for _ in 1...2 { queue.leave(customer) }
        #expect(queue.places(takenBy: customer) == 0)
    }

    #if canImport(Glibc)
    @Test("Slow work has a lower priority than its caller")
    func priority() async throws {
        let process = Int32(bitPattern: PRIO_PROCESS.rawValue)
        let pool = SlowWork(threads: 1, niceness: 5)
        let slow = try await pool.withPlace(of: owner("anybody"), { $0 as any Error }) { place in
            try await place.run { getpriority(process, 0) }.get()
        }
        #expect(slow == min(19, getpriority(process, 0) + 5))
    }
    #endif
}
