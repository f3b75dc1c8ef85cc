import AsyncHTTPClient
import Cards
import CardSecrets
import Crypto
import Foundation
import Issuing
import NIOCore
import NIOHTTP1
import NIOSSL

/// Carries events to one receiver, one after the other, on a connection that is kept as long as the receiver's name
/// leads to the same address.
///
/// To be closed when there is nothing left to carry.
struct WebhookCourier {
    let settings: WebhookSettings
    private var way: (address: HostAddress, http: HTTPClient)?

    init(_ settings: WebhookSettings) {
        self.settings = settings
    }

    /// An attempt is over when the head of the answer is there: 2xx is delivered, whatever the body says.
    mutating func carry(_ webhook: ClaimedWebhook) async -> WebhookAttempt {
        let start = ContinuousClock.now
        var outcome: WebhookOutcome
        var statusCode: Int?
        do {
            let code = try await send(webhook, by: start + settings.timeout)
            outcome = (200...299).contains(code) ? .delivered : .refused
            statusCode = code
        } catch is WebhookAddresses.NotAllowed {
            outcome = .addressNotAllowed
        } catch NameResolver.Failure.timedOut {
            outcome = .timedOut
        } catch let error as HTTPClientError where Self.timeouts.contains(error) {
            outcome = .timedOut
        } catch {
            outcome = .notReached
        }
        let time = (ContinuousClock.now - start).components
        let milliseconds = Int(time.seconds) * 1000 + Int(time.attoseconds / 1_000_000_000_000_000)
        return WebhookAttempt(outcome, statusCode: statusCode, milliseconds: milliseconds)
    }

    mutating func close() async {
        try? await way?.http.shutdown()
        way = nil
    }

    /// - Returns: the status of the answer.
    private mutating func send(_ webhook: ClaimedWebhook, by deadline: ContinuousClock.Instant) async throws -> Int {
        guard let url = WebhookURL(webhook.url) else { throw WebhookAddresses.NotAllowed() }
        let addresses = try await settings.addresses.of(url, for: webhook.brand)
        // The next attempt tries the next address, should a receiver have several and one be down.
        let http = await client(for: url, at: addresses[(webhook.attempt - 1) % addresses.count])
        var request = HTTPClientRequest(url: url.text)
        request.method = .POST
        request.headers = [
            "Content-Type": "application/json", "User-Agent": "Tessera-Webhooks/1.0",
            "Signature": Self.signature(of: webhook), "Webhook-Id": webhook.event.spelled,
            "Webhook-Attempt": String(webhook.attempt),
        ]
        request.body = .bytes(ByteBuffer(bytes: webhook.body))
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { throw HTTPClientError.deadlineExceeded }
        let response = try await http.execute(request, timeout: TimeAmount(left))
        await drain(response.body, by: deadline)
        return Int(response.status.code)
    }

    /// A connection can be used again once its answer was read. One that is long, or slow to come, is not worth it.
    private func drain(_ body: HTTPClientResponse.Body, by deadline: ContinuousClock.Instant) async {
        await withTaskGroup { group in
            group.addTask { _ = try? await body.collect(upTo: Self.answerLimitBytes) }
            group.addTask { try? await Task.sleep(until: deadline) }
            await group.next()
            group.cancelAll()
        }
    }

    /// The URL's name stays what is asked for and what the certificate must be for; only the look-up is taken out of
    /// the client's hands.
    private mutating func client(for url: WebhookURL, at address: HostAddress) async -> HTTPClient {
        if let way, way.address == address { return way.http }
        await close()
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = .clientDefault
        configuration.tlsConfiguration?.trustRoots = settings.trustRoots
        configuration.dnsOverride = [url.host: address.text]
        configuration.redirectConfiguration = .disallow
        configuration.timeout.connect = TimeAmount(settings.connectTimeout)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.httpVersion = .http1Only
        let http = HTTPClient(configuration: configuration)
        way = (address, http)
        return http
    }

    private static func signature(of webhook: ClaimedWebhook) -> String {
        let code = webhook.signingKey.withBytes { key in
            HMAC<SHA256>.authenticationCode(for: webhook.body, using: SymmetricKey(data: key))
        }
        return Data(code).base64EncodedString()
    }

    private static let answerLimitBytes = 4096
    private static let timeouts: [HTTPClientError] = [
        .deadlineExceeded, .connectTimeout, .readTimeout, .writeTimeout, .tlsHandshakeTimeout,
        .getConnectionFromPoolTimeout,
    ]
}
