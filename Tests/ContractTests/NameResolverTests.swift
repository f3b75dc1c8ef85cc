import CardAPI
import Cards
import Dispatch
import HTTPContract
import Synchronization
import Testing
import Validation

@testable import CardServer
@testable import HTTPService

@Suite("Names are looked up on few threads, and not for long", .timeLimit(.minutes(8)))
struct NameResolverTests {
    /// Says nothing until it is let go, and then that there is no such name.
    private final class SilentNameServer: Sendable {
        private let silence = DispatchSemaphore(value: 0)
        private let count = Mutex(0)

        var asked: Int { count.withLock { $0 } }

        func lookUp(_ host: String) throws -> [HostAddress] {
            count.withLock { $0 += 1 }
            silence.wait()
            silence.signal()
            throw HostAddress.NotFound()
        }

        func speak() { silence.signal() }
    }

    private static let good = HostAddress(bytes: [8, 8, 8, 8], text: "8.8.8.8")

    @Test("What is beyond a brand's share or everybody's is refused, and what waits has its turn")
    func bounds() async throws {
        let server = SilentNameServer()
        let limits = NameResolver.Limits(threads: 3, share: 2, waiting: 4, waitingShare: 2, deadline: .seconds(600))
        let resolver = NameResolver(limits: limits, lookUp: server.lookUp)
        await withTaskGroup(of: Void.self) { group in
            for (brand, waiting) in [("a", 0), ("a", 0), ("a", 1), ("a", 2), ("b", 2), ("b", 3), ("b", 4)] {
                group.addTask {
                    let found = try? await resolver.addresses(of: "silent.example", for: brand)
                    #expect(found == nil)
                }
                while resolver.waiting < waiting || (waiting == 0 && resolver.threads == 0) { await Task.yield() }
            }
            while resolver.waiting < 4 { await Task.yield() }
            await #expect(throws: NameResolver.Failure.shareUsedUp) {
                try await resolver.addresses(of: "silent.example", for: "a")
            }
            await #expect(throws: NameResolver.Failure.overloaded) {
                try await resolver.addresses(of: "silent.example", for: "c")
            }
            #expect(resolver.threads == 3)
            server.speak()
        }
        #expect(server.asked == 7)
        while resolver.threads > 0 { await Task.yield() }
    }

    @Test("Nobody waits beyond the deadline, while the thread is held until the name server answers")
    func deadline() async throws {
        let server = SilentNameServer()
        let limits = NameResolver.Limits(threads: 1, share: 1, deadline: .milliseconds(10))
        let resolver = NameResolver(limits: limits, lookUp: server.lookUp)
        await #expect(throws: NameResolver.Failure.timedOut) {
            try await resolver.addresses(of: "silent.example", for: "a")
        }
        #expect(resolver.threads == 1)
        await #expect(throws: NameResolver.Failure.shareUsedUp) {
            try await resolver.addresses(of: "silent.example", for: "a")
        }
        await #expect(throws: NameResolver.Failure.overloaded) {
            try await resolver.addresses(of: "silent.example", for: "b")
        }
        server.speak()
        while resolver.threads > 0 { await Task.yield() }
        #expect(server.asked == 1)
    }

    @Test("A subscription whose name server says nothing keeps others waiting neither long nor unanswered")
    func subscribing() async throws {
        let server = SilentNameServer()
        let limits = NameResolver.Limits(threads: 1, share: 1, deadline: .milliseconds(10))
        var settings = WebhookSettings(goesAnywhere: true)
        settings.addresses = WebhookAddresses(
            goesAnywhere: true, resolver: NameResolver(limits: limits, lookUp: server.lookUp))
        try await withLiveService(webhooks: settings) { service in
            let token = try await service.businessToken()
            let body = #"{"eventType":"/prepaid/card/status/events","url":"https://silent.example/"}"#
            let first = try await service.ask("POST", subscriptionsPath, token: token, body)
            #expect(first.problem?.fieldErrors == [FieldError("url", "must have a host with an address")])
            let second = try await service.ask("POST", subscriptionsPath, token: token, body)
            #expect(second.status == 429 && second["Retry-After"] == "1", "\(second.text)")
            server.speak()
        }
    }

    @Test("Nothing is looked up for a subscription beyond those that a brand may have")
    func countedFirst() async throws {
        let asked = Mutex<[String]>([])
        var settings = WebhookSettings(goesAnywhere: true)
        settings.addresses.resolve = { host, _ in
            asked.withLock { $0.append(host) }
            return [Self.good]
        }
        try await withLiveService(webhooks: settings) { service in
            let token = try await service.businessToken()
            for number in 1...WebhookSubscription.limit {
                _ = try await service.subscribe(to: "https://\(number).example/", token: token)
            }
            let body = #"{"eventType":"/prepaid/card/status/events","url":"https://silent.example/"}"#
            let answer = try await service.ask("POST", subscriptionsPath, token: token, body)
            #expect(answer.problem?.code == .subscriptionLimitExceeded, "\(answer.text)")
            #expect(asked.withLock { $0.count } == WebhookSubscription.limit)
        }
    }
}
