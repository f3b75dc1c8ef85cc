import CardAPI
import Cards
import ContractTestSupport
import Dispatch
import HTTPContract
import Synchronization
import Testing
import Validation

@testable import CardServer
@testable import HTTPService
@testable import Webhooks

@Suite("A subscription looks up the URL's host, within limits", .timeLimit(.minutes(8)))
struct WebhookSubscribingTests {
    /// A name server that answers only after `speak()`: there is no such name.
    private final class SilentNameServer: Sendable {
        private let silence = DispatchSemaphore(value: 0)

        func lookUp(_ host: String) throws -> [HostAddress] {
            silence.wait()
            silence.signal()
            throw HostAddress.NotFound()
        }

        func speak() { silence.signal() }
    }

    private static let good = HostAddress(bytes: [8, 8, 8, 8], text: "8.8.8.8")

    @Test("If the name server is silent, a subscription is refused and the next one gets 429")
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

    @Test("A subscription beyond the brand's limit is refused without a lookup")
    func countedFirst() async throws {
        let asked = Mutex<[String]>([])
        var settings = WebhookSettings(goesAnywhere: true)
        settings.addresses.resolve = { host, _ in
            asked.withLock { $0.append(host) }
            return [Self.good]
        }
        try await withLiveService(webhooks: settings) { service in
            let token = try await service.businessToken()
            for number in 1...WebhookEvent.subscriptionLimit {
                _ = try await service.subscribe(to: "https://\(number).example/", token: token)
            }
            let body = #"{"eventType":"/prepaid/card/status/events","url":"https://silent.example/"}"#
            let answer = try await service.ask("POST", subscriptionsPath, token: token, body)
            #expect(answer.problem?.code == .subscriptionLimitExceeded, "\(answer.text)")
            #expect(asked.withLock { $0.count } == WebhookEvent.subscriptionLimit)
        }
    }
}
