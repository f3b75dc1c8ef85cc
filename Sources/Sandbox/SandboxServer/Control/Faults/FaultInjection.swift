import CardAPI
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import NIOCore
import ServiceLifecycle

/// Makes operations fail as the plan says. Faults never strike probes and pages.
struct FaultInjection<Context: ServiceRequestContext>: Layer {
    let faults: Faults
    /// The operation as rules name it.
    var named: @Sendable (HTTPContract.Operation) -> HTTPContract.Operation = { $0 }
    /// The answer of a service that takes no more requests, fails or is down.
    let outage: @Sendable (HTTPResponse.Status) -> Response

    func handle(
        _ request: Request, context: Context, next: @Sendable (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard faults.isPlanned, let operation = context.operation.map(named) else {
            return try await next(request, context)
        }
        let strikes = faults.strikes(
            .request(
                operation, hasKey: request.headers.contains(.idempotencyKey),
                hasProof: proofs.contains(where: request.headers.contains)))
        guard !strikes.isEmpty else { return try await next(request, context) }
        let wait = Duration.milliseconds(strikes.map(\.milliseconds).reduce(0, +))
        if wait > .zero { try? await cancelWhenGracefulShutdown { try await Task.sleep(for: wait) } }
        var request = request
        if strikes.contains(where: { $0.fault == .authenticationAgain }) {
            var head = request.head
            for proof in proofs { head.headerFields[proof] = nil }
            request = Request(head: head, body: request.body)
        }
        var response =
            switch strikes.map(\.fault).first(where: \.endsRequest) {
            case .status(let status, let seconds): self.response(status, retryAfterSeconds: seconds)
            case .connectionReset: Response(status: .serviceUnavailable)
            default: try await next(request, context)
            }
        response.headers[.fault] = strikes.map(\.fault.kind.rawValue).joined(separator: ", ")
        return response
    }

    private func response(_ status: Fault.Outage, retryAfterSeconds: Int) -> Response {
        var response = outage(status.httpStatus)
        if status != .internalServerError { response.headers[.retryAfter] = String(retryAfterSeconds) }
        return response
    }
}

extension Fault.Outage {
    /// With its reason phrase, which gateways show.
    fileprivate var httpStatus: HTTPResponse.Status {
        switch self {
        case .tooManyRequests: .tooManyRequests
        case .internalServerError: .internalServerError
        case .serviceUnavailable: .serviceUnavailable
        }
    }
}

private let proofs: [HTTPField.Name] = [.scaAuthorization, .scaDevice]

extension Problem {
    /// The card service's answer when it takes no more requests, fails or is down.
    @Sendable static func outage(_ status: HTTPResponse.Status) -> Response {
        let problem =
            switch status {
            case .tooManyRequests: Problem(.rateLimit, "This client has used up its share of requests for now.")
            case .serviceUnavailable: Problem.passing
            default: Problem.failed
            }
        return Response(status: problem.status, json: problem)
    }
}

/// Ends the connection if a fault wants no response. It is outside the layer that records the request, so the
/// request is recorded before the client sees the connection end.
struct ConnectionEnding<Context: ServiceRequestContext>: Layer {
    func handle(
        _ request: Request, context: Context, next: @Sendable (Request, Context) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        guard let faults = response.headers[.fault] else { return response }
        let isReset = faults.contains(Fault.Kind.connectionReset.rawValue)
        guard isReset || faults.contains(Fault.Kind.answerLost.rawValue) else { return response }
        if isReset, let socket = context.base.channel as? any SocketOptionProvider {
            // A connection that is closed without lingering is reset. `linger` consists of two integers (POSIX). The
            // structure itself is in another module on each platform.
            try? await socket.unsafeSetSocketOption(
                level: .socket, name: .so_linger, value: SIMD2<CInt>(1, 0)
            ).get()
        }
        try? await context.base.channel.close()
        return response
    }
}
