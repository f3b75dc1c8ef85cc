import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import NIOCore

import struct HTTPContract.Operation

/// Records requests and responses, and counts them. Probes are left out.
///
/// An exchange that may hold a secret, or that ended with an error, is masked before it is stored. Any other is stored
/// as it was sent and masked when the journal is read, because masking takes longer than reading a card.
package struct RequestRecording<Context: ServiceRequestContext>: Layer {
    /// The address where people see a recorded request, for the header `Link`; nil if there is none.
    package typealias Linking = @Sendable (_ number: Int, Request, _ prefix: String) -> String?

    private let traffic: ControlledTraffic
    private let now: @Sendable () -> Date
    private let link: Linking
    private let call: @Sendable (Context) -> RecordedCall

    /// - Parameters:
    ///   - traffic: keeps what is recorded, counts it and publishes it.
    ///   - now: the time of the service's clock.
    ///   - call: what a request is for, and who sends it.
    package init(
        _ traffic: ControlledTraffic, now: @escaping @Sendable () -> Date, link: @escaping Linking,
        call: @escaping @Sendable (Context) -> RecordedCall
    ) {
        (self.traffic, self.now, self.link, self.call) = (traffic, now, link, call)
    }

    package func handle(
        _ request: Request, context: Context, next: @Sendable (Request, Context) async throws -> Response
    ) async throws -> Response {
        if ProbePaths.contains(context.base.route?.path ?? request.target.path) {
            return try await next(request, context)
        }
        return try await request.caller.running { try await record(request, context, next) }
    }

    private func record(
        _ request: Request, _ context: Context, _ next: @Sendable (Request, Context) async throws -> Response
    ) async throws -> Response {
        let call = call(context)
        let (readable, body) = await request.readAhead(for: call.operation)
        let (time, begun) = (now(), ContinuousClock.now)
        var response = try await next(readable, context)
        let duration = ContinuousClock.now - begun
        let exchange = Exchange(request, body: body, response, to: call, at: time, taking: duration)
        let entry = exchange.mayHoldSecret ? JournalEntry(exchange.recorded) : JournalEntry(exchange)
        let mayHaveCodes = !call.service.hasCodesOnlyInErrors || response.status.code >= 400
        let codes = mayHaveCodes ? entry.request.codes : []
        traffic.coverage.count(call, status: exchange.status, codes: codes)
        let number = traffic.journal.add(entry)
        traffic.events.publish(SandboxEvent(exchange, number: number, codes: codes))
        if let kind = call.service.changeEvent, request.method != .get {
            traffic.events.publish(SandboxEvent(kind, of: exchange))
        }
        // The bodies of errors are documented, so the way to the request's page is in a header.
        if response.status.code >= 400 {
            response.headers[.link] = link(number, request, context.base.pathPrefix)
        }
        return response
    }
}

extension Request {
    /// This request with its body already read, and the body; nil if no operation would read it. If the body is too
    /// long or broken, the operation finds that out when it reads the body.
    fileprivate func readAhead(for operation: Operation?) async -> (Request, ByteBuffer?) {
        guard let limit = operation?.bodyLimitBytes, head.bodyLength <= limit else { return (self, nil) }
        // RFC 9112, section 6.3: a request without either header has no body.
        guard headers.contains(.contentLength) || headers.contains(.transferEncoding) else {
            return (self, ByteBuffer())
        }
        do {
            let buffer = try await body.collect(upTo: limit)
            return (Request(head: head, body: .whole(buffer)), buffer)
        } catch {
            return (Request(head: head, body: .unreadable(error)), nil)
        }
    }
}
