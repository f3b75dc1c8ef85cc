import CardAPI
import Cards
import Hummingbird
import Issuing

/// Says of everything that could be asked of a card whether it could be done, and if not, why not.
struct WhyNotRoute {
    let issuing: Issuing

    @Sendable func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        Response(status: .ok, json: WhyNotAnswer(possibilities: try await issuing.possibilities(of: context.cardID())))
    }
}

struct WhyNotAnswer: JSONWritable {
    let possibilities: CardPossibilities

    func write(to json: inout JSONWriter) {
        let card = possibilities.card
        json.object { json in
            json.member("cardId", card.id.description)
            json.member("customerId", card.customer.description)
            json.member("status", card.standing.status.rawValue)
            json.member("availableActions", CardAction.available(on: card).map(\.rawValue))
            json.member("actions", possibilities.list.map { Line(possibility: $0, among: possibilities) })
        }
    }

    private struct Line: JSONWritable {
        let possibility: Possibility
        let among: CardPossibilities

        func write(to json: inout JSONWriter) {
            let (operation, asking) = possibility.request.asked
            let action = possibility.request.action(on: among.card, of: among.customer)
            let problem = possibility.obstacle.map { Problem($0) }
            let isProtected = possibility.request.protection.map(among.protected.contains) ?? false
            json.object { json in
                json.member("action", action?.rawValue)
                json.member("operation", operation?.name)
                json.member("asking", asking.isEmpty ? nil : JSONValue.object(JSONObject(asking)))
                json.member("possible", problem == nil)
                json.member("asksForAuthentication", isProtected ? true : nil)
                json.member("code", problem?.code.rawValue)
                json.member("reason", problem?.message)
            }
        }
    }
}

extension Possibility.Request {
    /// The operation, and what of its body makes it this; no operation where only the sandbox can let it happen.
    fileprivate var asked: (operation: CardAPI.Operation?, asking: [(String, JSONValue)]) {
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

    /// What the brand may protect it as.
    fileprivate var protection: ProtectedOperation? {
        switch self {
        case .status, .pin(.update): .updateCard
        case .pin(.separate): .setPIN
        case .details: .cardDetails
        case .view: .secureDetails
        case .activation, .replacement, .resettingTries, .tokenization, .statusByBusiness, .event: nil
        }
    }
}
