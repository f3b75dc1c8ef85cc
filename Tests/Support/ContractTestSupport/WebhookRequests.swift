import CardAPI
import CardClient
import CardServer
import Crypto
import Foundation
import HTTPContract
import Testing
import TestSupport
import Webhooks

package let subscriptionsPath = "/digitalwallets/v1/webhooks/subscriptions"
package let deliveriesPath = "/digitalwallets/v1/webhooks/deliveries"

extension WebhookSettings {
    /// For receivers on this machine. Timeouts are long, because the machine may be busy.
    package static let local = local(timeout: .seconds(60))

    package static func local(timeout: Duration) -> WebhookSettings {
        var settings = WebhookSettings(goesAnywhere: true)
        (settings.connectTimeout, settings.timeout, settings.patience) = (timeout, timeout, .seconds(600))
        return settings
    }
}

extension LiveService {
    package func subscribe(
        to url: String, event: String = "/prepaid/card/status/events", token: String
    ) async throws -> WebhookSubscriptionBody {
        let answer = try await ask(
            "POST", subscriptionsPath, token: token, #"{"eventType":"\#(event)","url":"\#(url)"}"#)
        #expect(answer.status == 201, "\(answer.text)")
        return try answer.decoded()
    }

    package func deliveries(_ query: String = "", token: String) async throws -> WebhookDeliveryListBody {
        try await ask("GET", deliveriesPath + query, token: token).decoded()
    }

    /// Creates a card, which then becomes SUSPENDED, ACTIVE and EXPIRED. So there are three events about it.
    package func threeEvents(for person: Person = .ivana) async throws -> CardBody {
        let card = try await cards(of: person).create(.ordering("DEMO-VIRTUAL-VISA-EEA"))
        for event in ["SUSPEND", "RESUME", "EXPIRE"] { _ = try await happens(event, to: card) }
        return card
    }

    package func advance(seconds: Int) async throws {
        #expect(try await sandbox("PUT", "/clock", #"{"advanceSeconds":\#(seconds)}"#).status == 200)
    }
}

/// HMAC-SHA256, written from RFC 2104, independent of the service's code.
package func webhookSignature(of body: [UInt8], key base64: String?) throws -> String {
    let key = Array(try #require(Data(base64Encoded: base64 ?? "")))
    let block = (key.count > 64 ? Array(SHA256.hash(data: key)) : key) + [UInt8](repeating: 0, count: 64)
    let inner = SHA256.hash(data: block.prefix(64).map { $0 ^ 0x36 } + body)
    let outer = SHA256.hash(data: block.prefix(64).map { $0 ^ 0x5C } + Array(inner))
    return Data(outer).base64EncodedString()
}
