import Cards
import Identifiers
import Testing

@Suite("Calls that count against rates")
struct CountedCallsTests {
    /// A server that counts the calls of the brand `acme`. Times are in seconds after any start.
    private final class Server {
        private static let second: Int64 = 1_000_000
        private static let start: Int64 = 1_773_576_000 * second

        private var calls: CountedCalls

        init(_ rates: CallRates, capacity: Int = 100) {
            calls = CountedCalls(capacity: capacity)
            calls.set(["acme": rates])
        }

        var count: Int { calls.count }

        func set(_ rates: CallRates?) { calls.set(rates.map { ["acme": $0] } ?? [:]) }

        func call(
            by client: String = "app", for customer: CustomerID? = nil, to operation: String = "listCards",
            in brand: String = "acme", at seconds: Double = 0
        ) -> UsedUpRate? {
            let call = CountedCall(brand: brand, client: client, customer: customer, operation: operation)
            return calls.count(call, at: Self.time(seconds))
        }

        /// How long the caller must wait; nil if the call is accepted.
        func wait(for customer: CustomerID? = nil, at seconds: Double = 0) -> Int? {
            call(for: customer, at: seconds)?.retryAfterSeconds
        }

        func takeUnsent(at seconds: Double) -> (uses: [CountedCalls.Use], since: Double) {
            let (uses, since) = calls.takeUnsent(at: Self.time(seconds))
            return (uses, Double(since - Self.start) / Double(Self.second))
        }

        func putBack(_ uses: [CountedCalls.Use], since seconds: Double) {
            calls.putBack(uses, since: Self.time(seconds))
        }

        func learn(_ subject: CountedCalls.Subject, isUsedUntil seconds: Double) {
            calls.learn(subject, isUsedUntil: Self.time(seconds))
        }

        private static func time(_ seconds: Double) -> Int64 { start + Int64(seconds * Double(second)) }
    }

    private static func customer(_ number: Int) -> CustomerID { CustomerID(known: Int64(10_000_000 + number)) }

    @Test("A minute's calls may come at once, and then one whenever there is time for one")
    func burst() {
        let server = Server(CallRates(client: 6))
        for _ in 0..<6 { #expect(server.wait() == nil) }
        #expect(server.wait() == 10, "one of six calls in a minute takes ten seconds")
        #expect(server.wait(at: 9.999) == 1)
        #expect(server.wait(at: 10) == nil)
        #expect(server.wait(at: 10) == 10)
        for _ in 0..<6 { #expect(server.wait(at: 70) == nil) }
        #expect(server.wait(at: 70) == 10)
    }

    @Test("Who comes as often as the rate allows is never refused; who comes twice as often is refused half the time")
    func steady() {
        let (steady, hasty) = (Server(CallRates(client: 60)), Server(CallRates(client: 60)))
        for number in 0..<600 { #expect(steady.wait(at: Double(number)) == nil) }
        let accepted = (0..<1200).count { hasty.wait(at: Double($0) / 2) == nil }
        #expect(accepted == 659, "one for each second, and 60 that were free at the beginning")
    }

    @Test("Each client, each customer and each operation has a rate of its own, and a refused call counts for none")
    func subjects() throws {
        let server = Server(CallRates(client: 4, customer: 2, operations: ["createCard": 1]))
        let (one, two) = (Self.customer(1), Self.customer(2))
        #expect(server.call(for: one, to: "createCard") == nil)
        let operation = try #require(server.call(for: two, to: "createCard"))
        #expect(operation.name == "createCard" && operation.perMinute == 1 && operation.retryAfterSeconds == 60)
        #expect(server.call(for: one) == nil)
        let customer = try #require(server.call(for: one))
        #expect(customer.name == "customer" && customer.perMinute == 2 && customer.retryAfterSeconds == 30)
        #expect(server.call(for: one, to: "createCard")?.name == "createCard", "of two, it lasts longer")
        #expect(server.call(for: two) == nil)
        #expect(server.call() == nil)
        #expect(server.call()?.name == "client")
        #expect(server.call(by: "backend", to: "createCard") == nil)
        #expect(server.call(by: "other", for: one)?.name == "customer")
        #expect(server.call(in: "elsewhere") == nil)
    }

    @Test("Other rates hold at once, also for calls from before, and without rates nothing is remembered")
    func change() {
        let server = Server(CallRates(client: 1))
        #expect(server.wait() == nil)
        #expect(server.wait() == 60)
        server.set(CallRates(client: 600))
        #expect(server.wait() == 1)
        #expect(server.wait(at: 1) == nil)
        server.set(nil)
        #expect(server.count == 0)
        #expect(server.wait() == nil)
        #expect(server.count == 0)
    }

    @Test("If there are too many callers, those are forgotten first whose calls have used the least time")
    func eviction() {
        let server = Server(CallRates(customer: 2), capacity: 8)
        for number in 0..<8 {
            for _ in 0...(number % 2) { #expect(server.wait(for: Self.customer(number)) == nil) }
        }
        #expect(server.count == 8)
        #expect(server.wait(for: Self.customer(100)) == nil)
        #expect(server.count == 8, "one was forgotten, and one is new")
        for number in [1, 3, 5, 7] {
            #expect(server.wait(for: Self.customer(number)) == 30, "it has used the whole minute")
        }
        for number in 200..<208 { #expect(server.wait(for: Self.customer(number), at: 61) == nil) }
        #expect(server.count == 8)
    }

    @Test("Only calls since the last time are sent, those that did not arrive again, and never too many")
    func sending() {
        let server = Server(CallRates(client: 60), capacity: 2)
        for _ in 0..<3 { #expect(server.wait() == nil) }
        let first = server.takeUnsent(at: 1)
        #expect(first.uses.map(\.microseconds) == [3_000_000] && first.since == 1)
        #expect(server.takeUnsent(at: 2).uses.isEmpty)
        #expect(server.wait(at: 2) == nil)
        server.putBack(first.uses, since: first.since)
        let second = server.takeUnsent(at: 3)
        #expect(second.uses.map(\.microseconds) == [4_000_000] && second.since == 1)
        for number in 0..<5 { #expect(server.call(by: "app-\(number)", at: 3) == nil) }
        #expect(server.takeUnsent(at: 4).uses.count == 2)
    }

    @Test("What all servers have counted together is taken over, with what was counted here in the meantime")
    func learning() throws {
        let server = Server(CallRates(client: 6))
        #expect(server.wait() == nil)
        let use = try #require(server.takeUnsent(at: 0).uses.first)
        #expect(server.wait() == nil)
        server.learn(use.subject, isUsedUntil: 40)
        #expect(server.wait() == nil, "after four calls of all servers and one more of this one")
        #expect(server.wait() == 10)
        server.learn(use.subject, isUsedUntil: 0)
        #expect(server.wait() == 10, "no server gives time back")
    }
}
