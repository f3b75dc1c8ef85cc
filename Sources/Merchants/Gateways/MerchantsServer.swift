import HTTPContract
import HTTPService
import HTTPTypes
import Logging
import Payments
import Postgres
import Webhooks

/// The merchants' side of a service: their payments and keys, and the gateways behind one public listener.
public struct MerchantsServer: Sendable {
    public let gateways: [GatewayService]
    /// The dialects of the gateways' webhooks, for the sender.
    public let dialects: [any WebhookDialect]
    private let means: GatewayMeans
    private let clearingHouse: any ClearingHouse
    private let rounds = Turns()

    public var payments: Payments { means.payments }
    public var keys: MerchantKeys { means.keys }

    /// - Parameter clearingHouse: takes the merchants' captures and refunds.
    public init(
        _ means: GatewayMeans, clearingThrough clearingHouse: any ClearingHouse,
        _ definitions: [any GatewayDefinition]
    ) {
        self.means = means
        self.clearingHouse = clearingHouse
        gateways = definitions.map { $0.service(with: means) }
        dialects = definitions.flatMap(\.dialects)
    }

    /// Does the work that is due for all merchants: it clears the days that have ended, gives back amounts that were
    /// not captured, and takes back payments without an answer. A payment that cannot be worked on is logged, and the
    /// others go on. Rounds take turns.
    public func settleWhatIsDue() async throws(PaymentFailure) {
        try await rounds.take { () async throws(PaymentFailure) in try await settle() }
    }

    private func settle() async throws(PaymentFailure) {
        try await payments.settleWhatIsDue(to: clearingHouse) { payment, failure in
            means.logger.error(
                "a merchant's payment was not settled", metadata: ["payment": "\(payment)", "failure": "\(failure)"])
        }
        for gateway in gateways {
            do {
                try await gateway.settle()
            } catch {
                // The service, or a tenant of it, is ending.
                if (error as? any DatabaseError)?.postgresFailure?.kind == .cancelled { return }
                means.logger.error(
                    "a gateway's due work failed",
                    metadata: ["gateway": "\(gateway.gateway)", "failure": "\(error)"])
            }
        }
    }

    public func listener(at address: ListenerAddress) -> Listener { listener(at: address, answering: responder()) }

    /// The same listener with another responder.
    package func listener(
        at address: ListenerAddress, answering responder: any Responder<RequestContext>
    ) -> Listener {
        let door = Door(
            to: responder, observation: RequestObservation(metrics: means.metrics, makeID: means.makeRequestID),
            rendering: DoorRendering(), paths: .emptySegments)
        return Listener("merchants", at: address, door, logger: means.logger)
    }

    /// Answers all requests to the gateways.
    ///
    /// - Parameter layers: the steps between a request to a gateway and its operation, the outermost first. They see
    ///   every response as it is sent.
    package func responder(
        behind layers: (GatewayService) -> [any Layer<RequestContext>] = { _ in [] }
    ) -> any Responder<RequestContext> {
        GatewayRouting(gateways, behind: layers)
    }
}

/// Renders refusals of requests that reach no gateway. A gateway renders its own errors in its own words.
private struct DoorRendering: Layer {
    func handle(
        _ request: Request, context: RequestContext,
        next: @Sendable (Request, RequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let refusal = refusal(error, of: request, context)
            if refusal.status.kind == .serverError {
                context.logger.error("request failed", metadata: ["failure": "\(error)"])
            }
            var response = Response(status: refusal.status, json: refusal)
            response.headers[.contentType] = "application/problem+json"
            return response
        }
    }

    private func refusal(_ error: any Error, of request: Request, _ context: RequestContext) -> DoorRefusal {
        func made(
            _ status: HTTPResponse.Status, _ detail: String, gateways: [GatewayAnswer]? = nil
        ) -> DoorRefusal {
            DoorRefusal(status: status, detail: detail, requestID: context.requestID, gateways: gateways)
        }
        switch error {
        case let unknown as UnknownGateway:
            let base = (try? PublicURL(of: request))?.text ?? ""
            return made(
                .notFound,
                "No gateway is called at this host name or below this path. Call one of `gateways` at its `baseUrl`, "
                    + "or at one of its hosts.",
                gateways: unknown.gateways.map { GatewayAnswer($0, at: base + unknown.pathPrefix) })
        case let error as RequestError where error.cause == .noSuchOperation:
            return made(.notFound, error.message)
        case let error as RequestError:
            return made(.badRequest, error.message)
        default:
            return made(.internalServerError, "The service has a malfunction; its log has the request's id.")
        }
    }
}

/// In the shape of RFC 9457.
private struct DoorRefusal: AnswerBody {
    let status: HTTPResponse.Status
    let detail: String
    let requestID: String
    let gateways: [GatewayAnswer]?

    static let members: [AnswerMember<DoorRefusal>] = [
        .member(
            "type", { _ in "about:blank" }, example: "about:blank",
            "Always about:blank; the status has the meaning."),
        .member("title", \.status.reasonPhrase, example: "Not Found", "The reason phrase of the status."),
        .member("status", \.status.code, example: "404", "The HTTP status."),
        .member("detail", \.detail, example: "No gateway is called here.", "A message for the developer."),
        .member(
            "requestId", \.requestID, example: "4cc56d84-f54d-43ff-9e93-d8b48bf6d8b1",
            "Identifies the request in the log."),
        .member("gateways", \.gateways, "The gateways of this listener; only if none was found."),
    ]
}

/// Where a gateway is called.
package struct GatewayAnswer: AnswerBody {
    let name: String
    let baseURL: String
    let hosts: [String]

    /// - Parameter base: the address before the paths of all gateways, without a slash at its end.
    package init(_ gateway: GatewayService, at base: String) {
        name = gateway.gateway.name
        baseURL = base + gateway.path
        hosts = gateway.hosts.map(\.description)
    }

    package static let members: [AnswerMember<GatewayAnswer>] = [
        .member("name", \.name, example: "stitch", "The gateway."),
        .member(
            "baseUrl", \.baseURL, example: "http://127.0.0.1:8082/stitch",
            "Its address on this listener, before its documented paths."),
        .member("hosts", \.hosts, example: "api.stitch.money", "The host names at which it is called, too."),
    ]
}
