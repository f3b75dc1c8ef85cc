import CardAPI
import Cards
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Sandbox

/// Lists all actions on a card: whether each is possible now and, if not, why not.
struct WhyNotRoute {
    let sandbox: Sandbox

    @Sendable func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let possibilities = try await sandbox.possibilities(of: context.parameters.cardID())
        return Response(status: .ok, json: WhyNotAnswer(possibilities: possibilities))
    }
}

struct WhyNotAnswer: AnswerBody {
    let possibilities: CardPossibilities

    static let members: [AnswerMember<WhyNotAnswer>] = [
        .member(
            "cardId", \.possibilities.card.id.description, as: .identifier,
            example: "f16ba382-eb42-481a-b08f-c57bdc9aae24", "The card's id."),
        .member(
            "customerId", \.possibilities.card.customer.description, example: "10000001",
            "The customer that the card belongs to."),
        .member(
            "status", \.possibilities.card.standing.status.rawValue, as: .enumeration(Vocabulary.cardStatuses),
            "The card's status."),
        .member(
            "availableActions", { CardAction.available(on: $0.possibilities.card).map(\.rawValue) }, example: "LOCK",
            "The actions that `include=AVAILABLE_ACTIONS` returns."),
        .member(
            "actions",
            { answer in answer.possibilities.list.map { PossibilityAnswer($0, among: answer.possibilities) } },
            "All actions, possible and impossible."),
    ]
}

/// One action, and the refusal that its request would get.
struct PossibilityAnswer: AnswerBody {
    private let action, operation: String?
    private let asking: JSONValue?
    private let asksForAuthentication: Bool?
    private let problem: Problem?

    static let members: [AnswerMember<PossibilityAnswer>] = [
        .member("action", \.action, example: "UNLOCK", "The action's name in `availableActions`."),
        .member(
            "operation", \.operation, example: "updateCard",
            "The operation; absent if only the sandbox can cause the action."),
        .member("asking", \.asking, "The members of the body that select this action."),
        .member("possible", { $0.problem == nil }, example: "false", "Whether the action is possible now."),
        .member(
            "asksForAuthentication", \.asksForAuthentication, example: "true",
            "Present if the operation requires strong customer authentication."),
        .member(
            "code", \.problem?.code.rawValue, example: "DW-OPERATION-NOT-ALLOWED",
            "The error code that the operation would return."),
        .member(
            "reason", \.problem?.message, example: "A card cannot go from CANCELLED to ACTIVE; cancelling is final.",
            "The message that the operation would return."),
    ]

    init(_ possibility: Possibility, among all: CardPossibilities) {
        let (operation, asking) = possibility.request.asked
        action = possibility.request.action(on: all.card, of: all.customer)?.rawValue
        self.operation = operation?.name
        self.asking = asking.isEmpty ? nil : .object(JSONObject(asking))
        problem = possibility.obstacle.map { Problem($0) }
        asksForAuthentication = possibility.request.protection.map(all.protected.contains) == true ? true : nil
    }
}

extension Possibility.Request {
    /// The operation, and the members of its body that select this action. The operation is nil if only the sandbox can
    /// cause the action.
    fileprivate var asked: (operation: Operation?, asking: [(String, JSONValue)]) {
        switch self {
        case .status(let status): (Operations.updateCard, [("status", .string(status.rawValue))])
        case .pin(.update): (Operations.updateCard, [("pin", .hidden)])
        case .pin(.separate): (Operations.setPIN, [])
        case .activation: (Operations.activateCard, [])
        case .replacement(let reason): (Operations.replaceCard, [("reason", .string(reason.rawValue))])
        case .resettingTries: (Operations.resetRetries, [])
        case .details: (Operations.showDetails, [])
        case .view(let content): (Operations.createSecureView, [("type", .string(content.rawValue))])
        case .tokenization(let wallet): (Operations.tokenizeCard, [("walletType", .string(wallet.rawValue))])
        case .statusByBusiness(let status):
            (Operations.updateCustomerCard, [("status", .string(status.rawValue))])
        case .event(let event): (nil, [("event", .string(event.rawValue))])
        }
    }

    /// The protected operation that the action belongs to.
    fileprivate var protection: ProtectedOperation? {
        switch self {
        case .status, .pin(.update): .updateCard
        case .pin(.separate): .setPIN
        case .activation: .activateCard
        case .replacement: .replaceCard
        case .resettingTries: .resetRetries
        case .details: .cardDetails
        case .view: .secureDetails
        case .tokenization: .tokenizeCard
        case .statusByBusiness, .event: nil
        }
    }
}
