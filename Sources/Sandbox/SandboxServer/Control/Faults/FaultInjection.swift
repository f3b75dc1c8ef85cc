import CardAPI
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import NIOCore
import ServiceLifecycle

/// Makes operations fail as the plan says. Faults never strike probes and pages.
struct FaultInjection: Layer {
    let faults: Faults

    func handle(
        _ request: Request, context: ServiceContext, next: @Sendable (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        guard faults.isPlanned, let operation = context.operation else { return try await next(request, context) }
        let strikes = faults.strikes(
            .request(
                operation, hasKey: request.headers.contains(.idempotencyKey),
                hasProof: Self.proofs.contains(where: request.headers.contains)))
        guard !strikes.isEmpty else { return try await next(request, context) }
        let wait = Duration.milliseconds(strikes.map(\.milliseconds).reduce(0, +))
        if wait > .zero { try? await cancelWhenGracefulShutdown { try await Task.sleep(for: wait) } }
        var request = request
        if strikes.contains(where: { $0.fault == .authenticationAgain }) {
            var head = request.head
            for proof in Self.proofs { head.headerFields[proof] = nil }
            request = Request(head: head, body: request.body)
        }
        var response =
            switch strikes.map(\.fault).first(where: \.endsRequest) {
            case .status(let outage, let seconds): Self.response(outage, retryAfterSeconds: seconds)
            case .connectionReset: Response(status: .serviceUnavailable)
            default: try await next(request, context)
            }
        response.headers[.fault] = strikes.map(\.fault.kind.rawValue).joined(separator: ", ")
        return response
    }

    private static let proofs: [HTTPField.Name] = [.scaAuthorization, .scaDevice]

    private static func response(_ outage: Fault.Outage, retryAfterSeconds: Int) -> Response {
        let problem =
            switch outage {
            case .tooManyRequests: Problem(.rateLimit, "This client has used up its share of requests for now.")
            case .internalServerError: Problem.failed
            case .serviceUnavailable: Problem.passing
            }
        let headers: HTTPFields =
            outage == .internalServerError ? [:] : [.retryAfter: String(retryAfterSeconds)]
        return Response(status: problem.status, json: problem, headers: headers)
    }
}

/// Ends the connection if a fault wants no response. It is outside the layer that records the request, so the
/// request is recorded before the client sees the connection end.
struct ConnectionEnding: Layer {
    func handle(
        _ request: Request, context: ServiceContext, next: @Sendable (Request, ServiceContext) async throws -> Response
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
