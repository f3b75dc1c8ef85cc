import HTTPContract
import HTTPService
import HTTPTypes
import NIOCore
import ServiceLifecycle

/// Makes operations fail as the plan says. Faults never strike probes and pages.
package struct FaultInjection<Context: ServiceRequestContext>: Layer {
    /// What a request is about, as its path and its token say.
    package typealias Subjects = @Sendable (Request, Operation, Context) -> Set<TrafficSubject>

    private let faults: Faults
    private let proofs: [HTTPField.Name]
    private let named: @Sendable (Operation) -> Operation
    private let subjects: Subjects
    private let outage: @Sendable (HTTPResponse.Status) -> Response
    private let needsName: Bool

    /// - Parameters:
    ///   - named: returns the operation under the name that fault rules use.
    ///   - subjects: returns the subjects of a request; by default none, so no rule for a subject applies.
    ///   - needsName: whether only rules that name an operation strike it.
    ///   - outage: the answer of a service that takes no more requests, fails or is down.
    package init(
        _ faults: Faults, at service: ControlledService,
        named: @escaping @Sendable (Operation) -> Operation = { $0 },
        about subjects: @escaping Subjects = { _, _, _ in [] }, needsName: Bool = false,
        outage: @escaping @Sendable (HTTPResponse.Status) -> Response
    ) {
        (self.faults, proofs, self.named) = (faults, service.proofs, named)
        (self.subjects, self.outage, self.needsName) = (subjects, outage, needsName)
    }

    package func handle(
        _ request: Request, context: Context, next: @Sendable (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard faults.isPlanned, let operation = context.operation.map(named) else {
            return try await next(request, context)
        }
        let asked = FaultRequest(
            operation: operation, headers: request.headers, subjects: subjects(request, operation, context),
            hasProof: proofs.contains(where: request.headers.contains), needsName: needsName)
        let strikes = faults.strikes(.request(asked))
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

    private func response(_ outage: Fault.Outage, retryAfterSeconds: Int) -> Response {
        guard !outage.isOfProxy else { return .ofProxy(outage.httpStatus) }
        var response = self.outage(outage.httpStatus)
        if outage.hasRetryAfter { response.headers[.retryAfter] = String(retryAfterSeconds) }
        return response
    }
}

extension Fault.Outage {
    /// With its reason phrase, which gateways show.
    fileprivate var httpStatus: HTTPResponse.Status {
        switch self {
        case .tooManyRequests: .tooManyRequests
        case .internalServerError: .internalServerError
        case .badGateway: .badGateway
        case .serviceUnavailable: .serviceUnavailable
        case .gatewayTimeout: .gatewayTimeout
        }
    }

    /// Whether a proxy sends the status, instead of the service.
    fileprivate var isOfProxy: Bool { [.badGateway, .gatewayTimeout].contains(self) }
}

extension Response {
    /// A proxy does not know the service's errors. It answers with a page.
    fileprivate static func ofProxy(_ status: HTTPResponse.Status) -> Response {
        let title = "\(status.code) \(status.reasonPhrase)"
        let page = "<html><head><title>\(title)</title></head><body><h1>\(title)</h1></body></html>\n"
        return Response(status: status, headers: [.contentType: "text/html"], body: ByteBuffer(string: page))
    }

    /// A response whose body ends in its middle: as a whole, it is no JSON.
    fileprivate var malformed: Response {
        var headers = headers
        headers[.contentLength] = nil
        let half = body.readableBytes / 2
        return Response(
            status: status, headers: headers, body: body.getSlice(at: body.readerIndex, length: half) ?? body)
    }
}

/// Breaks the response as a fault wants it: none at all, one that is cut off, or one that is no JSON. It is outside the
/// layer that records the request, so the request is recorded with its real response, before the client sees the
/// connection end.
package struct ConnectionEnding<Context: ServiceRequestContext>: Layer {
    package init() {}

    package func handle(
        _ request: Request, context: Context, next: @Sendable (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        let names = response.headers[.fault]?.split(separator: ", ") ?? []
        switch names.compactMap({ Fault.Kind(rawValue: String($0)) }).first(where: \.breaksResponse) {
        case .malformed: response = response.malformed
        case .truncated: response.sentBodyBytes = response.body.readableBytes / 2
        case .connectionReset:
            if let socket = context.base.channel as? any SocketOptionProvider {
                // A connection that is closed without lingering is reset. `linger` consists of two integers (POSIX).
                // The structure itself is in another module on each platform.
                try? await socket.unsafeSetSocketOption(
                    level: .socket, name: .so_linger, value: SIMD2<CInt>(1, 0)
                ).get()
            }
            try? await context.base.channel.close()
        case .answerLost: try? await context.base.channel.close()
        default: break
        }
        return response
    }
}

extension Fault.Kind {
    fileprivate var breaksResponse: Bool {
        [.connectionReset, .answerLost, .truncated, .malformed].contains(self)
    }
}
