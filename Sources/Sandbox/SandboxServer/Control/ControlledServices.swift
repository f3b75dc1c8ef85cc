import CardAPI
import Cards
import CardServer
import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import TrafficControl

extension ControlledService {
    /// The card service, and the messages of the card network in JSON.
    static func card() -> ControlledService {
        ControlledService(
            operations: Operations.all, codes: ErrorCode.cardService.map(\.rawValue),
            codesIn: { $0.errorCode.map { [$0] } ?? [] }, hasCodesOnlyInErrors: true, headers: cardHeaders,
            proofs: cardProofs, keepsAsSent: true)
    }

    /// A gateway. What its requests change is in its own words; the list of payments has it in ours.
    convenience init(_ service: GatewayService) {
        let messages = service.messages
        self.init(
            gateway: service.name, operations: service.operations, codes: messages.codes,
            codesIn: { messages.codesIn($0).filter(messages.codes.contains) },
            maskedRequest: messages.maskedRequest, maskedAnswer: messages.maskedAnswer, headers: Self.cardHeaders,
            proofs: Self.cardProofs, changeEvent: .payment)
    }

    private static let cardHeaders: [HTTPField.Name] = [.walletVersion, .walletPlatform, .partnerApplicationVersion]

    /// An event or a device of strong customer authentication.
    static let cardProofs: [HTTPField.Name] = [.scaAuthorization, .scaDevice]
}

extension RecordedCall {
    /// A request to the card service, with what is known of its token.
    init(_ context: ServiceContext, to service: ControlledService) {
        let subject = (try? context.authentication?.get())?.subject
        self.init(
            operation: context.operation, requestID: context.requestID, to: service,
            bearer: subject?.name ?? "nobody", subject: subject?.customer?.description)
    }
}

extension TrafficSubject {
    /// Those among a card and a customer that are known.
    static func subjects(_ card: CardID?, _ customer: CustomerID?) -> Set<TrafficSubject> {
        Set(
            [
                card.map { TrafficSubject(.card, $0.description) },
                customer.map { TrafficSubject(.customer, $0.description) },
            ].compactMap(\.self))
    }

    /// The card in the path of a request, and the customer of its token, or the one in the path.
    @Sendable static func subjects(
        of request: Request, for operation: Operation, in context: ServiceContext
    ) -> Set<TrafficSubject> {
        let parameters = operation.parameters(in: request.target.path)
        func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
        let owner = (try? context.authentication?.get())?.subject.customer
        return subjects(
            parameter("cardId").flatMap { CardID($0) },
            owner ?? parameter("customerId").flatMap { CustomerID($0) })
    }
}

extension TrafficSubject.Kind {
    static let card = Self(rawValue: "card")
    static let customer = Self(rawValue: "customer")
}

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

extension Identity.Subject {
    fileprivate var customer: CustomerID? {
        if case .customer(let id) = self { id } else { nil }
    }

    fileprivate var name: String {
        switch self {
        case .configuration: "client"
        case .business: "business"
        case .customer(let id): "customer \(id)"
        }
    }
}

extension JSONValue {
    /// The code of a problem, or of an OAuth error.
    fileprivate var errorCode: String? {
        guard case .object(let object) = self else { return nil }
        switch object["error"] {
        case .string(let code): return code
        case .object(let error):
            guard case .string(let code) = error["code"] else { return nil }
            return code
        default: return nil
        }
    }
}
