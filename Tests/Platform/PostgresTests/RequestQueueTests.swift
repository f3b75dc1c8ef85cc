import Testing

@testable import Postgres

/// The races of a lane, each test with the events in one order.
@Suite("Request queue of a lane")
struct RequestQueueTests {
    final class Item: Sendable {}

    let start = ContinuousClock.now

    func queue(limit: Int = 3) -> RequestQueue<Item> {
        RequestQueue(limit: limit, waitingLimit: .seconds(2))
    }

    @Test("The last worker to park is woken first, and each once")
    func wakeOrder() {
        var queue = queue()
        #expect(queue.park(0) == .parked)
        #expect(queue.park(1) == .parked)
        #expect(queue.admit(Item(), at: start) == .queued(wake: 1))
        #expect(queue.admit(Item(), at: start) == .queued(wake: 0))
        #expect(queue.admit(Item(), at: start) == .queued(wake: nil))
    }

    @Test("A worker does not park while work waits")
    func parkWithWork() {
        var queue = queue()
        _ = queue.admit(Item(), at: start)
        #expect(queue.park(0) == .workWaits)
        #expect(queue.take(upTo: 32).count == 1)
        #expect(queue.park(0) == .parked)
    }

    @Test("A full queue refuses a request and gives the reason")
    func fullQueue() {
        var queue = queue(limit: 1)
        _ = queue.admit(Item(), at: start)
        #expect(queue.admit(Item(), at: start) == .refused(.overloaded))
        _ = queue.becameUnreachable()
        #expect(queue.admit(Item(), at: start) == .refused(.unavailable))
    }

    @Test("Only requests that wait too long expire")
    func expiredRequest() {
        var queue = queue()
        let (early, late) = (Item(), Item())
        _ = queue.admit(early, at: start)
        _ = queue.admit(late, at: start + .seconds(1))
        let none = queue.expire(at: start + .seconds(2))
        #expect(none.expired.isEmpty)
        let (expired, reason) = queue.expire(at: start + .seconds(2.5))
        #expect(expired.map(ObjectIdentifier.init) == [ObjectIdentifier(early)])
        #expect(reason == .overloaded)
        #expect(queue.take(upTo: 9).map(\.item).map(ObjectIdentifier.init) == [ObjectIdentifier(late)])
    }

    @Test("A returned request is the next one, and its wait starts again")
    func returnedRequest() {
        var queue = queue()
        let (first, second) = (Item(), Item())
        _ = queue.admit(first, at: start)
        _ = queue.admit(second, at: start)
        let taken = queue.take(upTo: 1)
        queue.giveBack(taken, at: start + .seconds(5))
        let (expired, _) = queue.expire(at: start + .seconds(6))
        #expect(expired.map(ObjectIdentifier.init) == [ObjectIdentifier(second)])
        #expect(queue.take(upTo: 9).map(\.item).map(ObjectIdentifier.init) == [ObjectIdentifier(first)])
    }

    /// Otherwise a request would wait for the end of one worker's pause although another worker has a session.
    @Test("A worker that cannot connect wakes another one")
    func unreachable() {
        var queue = queue()
        _ = queue.park(0)
        _ = queue.park(1)
        _ = queue.admit(Item(), at: start)
        let first = queue.becameUnreachable()
        #expect(first.isNews && first.wake == 0)
        let second = queue.becameUnreachable()
        #expect(!second.isNews && second.wake == nil)
        let waited = queue.expire(at: start + .seconds(3))
        #expect(waited.because == .unavailable)
        #expect(queue.becameReachable() == true)
        #expect(queue.becameReachable() == false)
    }

    @Test("A request can be removed once, and only while it waits")
    func removedRequest() {
        var queue = queue()
        let (waiting, taken) = (Item(), Item())
        _ = queue.admit(taken, at: start)
        _ = queue.take(upTo: 1)
        _ = queue.admit(waiting, at: start)
        #expect(queue.remove(taken) == false)
        #expect(queue.remove(waiting) == true)
        #expect(queue.remove(waiting) == false)
        #expect(queue.count == 0)
    }

    @Test("A closed queue refuses new requests and completes the waiting ones")
    func closedQueue() {
        var queue = queue()
        _ = queue.park(4)
        #expect(queue.close() == [4])
        #expect(queue.close() == [])
        #expect(queue.admit(Item(), at: start) == .refused(.shutDown))
        #expect(queue.park(4) == .finished)

        var busy = self.queue()
        _ = busy.admit(Item(), at: start)
        _ = busy.close()
        #expect(busy.park(0) == .workWaits)
    }

    @Test("Pauses between tries grow to a limit and differ by seed")
    func backoff() {
        func pauses(seed: UInt64) -> [Duration] {
            var backoff = Backoff(from: .milliseconds(10), upTo: .milliseconds(80), seed: seed)
            return (0..<6).map { _ in backoff.next() }
        }
        let steps = [10, 20, 40, 80, 80, 80].map(Duration.milliseconds)
        for (pause, step) in zip(pauses(seed: 7), steps) {
            #expect(pause >= step / 2 && pause <= step)
        }
        #expect(pauses(seed: 7) == pauses(seed: 7))
        #expect(pauses(seed: 7) != pauses(seed: 8))
    }
}
