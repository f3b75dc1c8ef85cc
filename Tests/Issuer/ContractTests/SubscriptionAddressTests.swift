import CardAPI
import Cards
import ContractTestSupport
import Foundation
import HTTPContract
import HTTPTypes
import Issuing
import Synchronization
import Testing
import TestSupport
import Validation

@testable import CardServer
@testable import HTTPService
@testable import Webhooks

@Suite("The addresses of webhooks", .timeLimit(.minutes(20)))
struct SubscriptionAddressTests {
    @Test("A subscription with an address that is not public is refused, always in the same words", arguments: [
        "https://127.0.0.1/", "https://127.1/", "https://2130706433/", "https://0x7f.1/", "https://localhost/",
        "https://[::1]/", "https://[::ffff:8.8.8.8]/", "https://169.254.169.254/latest/meta-data", "https://0/",
        "https://10.1.2.3:8443/", "https://[fe80::1]/", "https://[fd00::1]/", "https://no-such-host.invalid/",
    ])
    func refusedAtSubscribing(url: String) async throws {
        try await withSharedLiveService { service in
            let token = try await service.businessToken()
            let body = #"{"eventType":"/prepaid/card/status/events","url":"\#(url)"}"#
            let answer = try await service.ask("POST", subscriptionsPath, token: token, body)
            let expected = FieldError("url", "must have a host with public addresses and no others")
            #expect(answer.problem?.fieldErrors == [expected])
        }
    }

    @Test("A webhook is not sent if its host has a private address by the time of the attempt")
    func rebinding() async throws {
        try await withWebhookReceiver { receiver, port in
            let isTurned = Mutex(false)
            var settings = WebhookSettings()
            settings.addresses.resolve = { _, _ in
                isTurned.withLock { $0 }
                    ? [HostAddress(bytes: [127, 0, 0, 1], text: "127.0.0.1")]
                    : [HostAddress(bytes: [8, 8, 8, 8], text: "8.8.8.8")]
            }
            try await withLiveService(webhooks: settings) { service in
                let token = try await service.businessToken()
                _ = try await service.subscribe(to: "https://hooks.test:\(port)/", token: token)
                _ = try await service.threeEvents()
                isTurned.withLock { $0 = true }
                try await service.advance(seconds: 0)
                let log = try await service.deliveries(token: token).deliveries
                #expect(log.flatMap(\.attempts).map(\.outcome) == ["ADDRESS_NOT_ALLOWED"])
                #expect(receiver.received.isEmpty)
            }
        }
    }
}
