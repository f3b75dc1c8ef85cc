import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import Validation

/// Sends events of one subscription, one after the other. It keeps the connection while they go to the same host and
/// its name resolves to the same address.
///
/// Close it when there are no more events to send.
struct WebhookCourier {
    let settings: WebhookSettings
    private var connection: (receiver: Receiver, http: HTTPClient)?

    /// The host, address and certificate check that a client is used for. The client was made for a host whose address
    /// was checked, and would look up another host's address itself. Its first URL decided whether it checks
    /// certificates.
    private struct Receiver: Equatable {
        let host: String
        let address: HostAddress
        let isOwn: Bool
    }

    init(_ settings: WebhookSettings) {
        self.settings = settings
    }

    /// An attempt ends when the head of the answer arrives: 2xx means delivered, no matter what the body says.
    mutating func send(_ webhook: ClaimedWebhook) async -> WebhookAttempt {
        let start = ContinuousClock.now
        var outcome: WebhookOutcome
        var statusCode: Int?
        do {
            let code = try await deliver(webhook, by: start + settings.timeout)
            outcome = (200...299).contains(code) ? .delivered : .refused
            statusCode = code
        } catch is WebhookAddresses.NotAllowed {
            outcome = .addressNotAllowed
        } catch NameResolver.Failure.timedOut {
            outcome = .timedOut
        } catch let error as HTTPClientError where error.isTimeout {
            outcome = .timedOut
        } catch {
            outcome = .notReached
        }
        let time = (ContinuousClock.now - start).components
        let milliseconds = Int(time.seconds) * 1000 + Int(time.attoseconds / 1_000_000_000_000_000)
        return WebhookAttempt(outcome, statusCode: statusCode, milliseconds: milliseconds)
    }

    mutating func close() async {
        try? await connection?.http.shutdown()
        connection = nil
    }

    /// - Returns: the status of the answer.
    private mutating func deliver(_ webhook: ClaimedWebhook, by deadline: ContinuousClock.Instant) async throws -> Int {
        guard let url = WebhookURL(webhook.url, maximumLength: WebhookURL.maximumSentLength) else {
            throw WebhookAddresses.NotAllowed()
        }
        let addresses = try await settings.addresses.of(url, for: webhook.owner)
        // If a receiver has several addresses, the next attempt tries the next one.
        let http = await client(for: url, at: addresses[(webhook.attempt - 1) % addresses.count])
        let request = HTTPClientRequest(delivering: webhook, to: url)
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { throw HTTPClientError.deadlineExceeded }
        let response = try await http.execute(request, timeout: TimeAmount(left))
        await drain(response.body, by: deadline)
        return Int(response.status.code)
    }

    /// A connection can be used again once its answer was read. A long or slow answer is not worth reading.
    private func drain(_ body: HTTPClientResponse.Body, by deadline: ContinuousClock.Instant) async {
        await withTaskGroup { group in
            group.addTask { _ = try? await body.collect(upTo: Self.answerLimitBytes) }
            group.addTask { try? await Task.sleep(until: deadline) }
            await group.next()
            group.cancelAll()
        }
    }

    private mutating func client(for url: WebhookURL, at address: HostAddress) async -> HTTPClient {
        let receiver = Receiver(host: url.host, address: address, isOwn: settings.addresses.isOwn(url))
        if let connection, connection.receiver == receiver { return connection.http }
        await close()
        let http = settings.client(for: url, at: address)
        connection = (receiver, http)
        return http
    }

    private static let answerLimitBytes = 4096
}
