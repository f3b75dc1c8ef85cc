import Authorizing
import CardAPI
import Cards
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Ledger
import Sandbox

/// Lists the obstacles to a purchase.
struct PurchaseRoute {
    let sandbox: Sandbox

    @Sendable func explain(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.parameters.cardID()
        let query = try PurchaseQuery.read(request.target.query)
        let explained = try await sandbox.explain(query.order, with: id)
        return Response(status: .ok, json: PurchaseAnswer(explained: explained))
    }
}

/// The purchase.
struct PurchaseQuery: RequestQuery {
    var amount = 1
    var currencyCode: String?
    var mcc: String?
    var country: String?
    var panEntryMethod: String?
    var threeDS: String?

    static let parameters: [BoundParameter<PurchaseQuery>] = [
        .integer(
            "amount", \.amount, in: 1...Int(MessageFields.largestAmount), defaultValue: 1,
            "In minor units of `currencyCode`."),
        .text("currencyCode", \.currencyCode, "Currency, ISO 4217; the card's if absent."),
        .text("mcc", \.mcc, "The merchant's category: four digits; 5812, a restaurant, if absent."),
        .text("country", \.country, "The merchant's country: two letters; DE if absent."),
        .enumeration(
            "panEntryMethod", \.panEntryMethod, of: EntryMode.allCases.map(\.rawValue),
            "How the card is read; ECOMMERCE if absent."),
        .enumeration(
            "threeDS", \.threeDS, of: VerificationResults.Authentication.allCases.map(\.rawValue),
            "The result of 3-D Secure; NONE if absent."),
    ]

    fileprivate var order: PaymentOrder {
        var order = PaymentOrder()
        (order.fields.amount, order.fields.currency) = (Int64(amount), Sent(currencyCode))
        (order.fields.category, order.fields.country) = (Sent(mcc), Sent(country))
        order.fields.entryMode = Sent(panEntryMethod)
        let authentication = threeDS.flatMap(VerificationResults.Authentication.init(rawValue:))
        order.fields.verification.authentication = authentication ?? .none
        return order
    }
}

struct PurchaseAnswer: AnswerBody {
    let explained: ExplainedPurchase

    private var lines: [TraceLine] { TraceLine.lines(of: explained.decision.trace) }

    static let members: [AnswerMember<PurchaseAnswer>] = [
        .member(
            "cardId", \.explained.card.id.description, as: .identifier,
            example: "f16ba382-eb42-481a-b08f-c57bdc9aae24", "The card's id."),
        .member("possible", \.explained.code.isApproval, example: "false", "Whether the purchase would be approved."),
        .member(
            "responseCode", \.explained.code.rawValue, example: "51", "What the network would get (field 39)."),
        .member(
            "meaning", \.explained.code.meaning, example: "the account does not have enough money", "What it means."),
        .member(
            "approvedAmount", { $0.explained.approved.map { Int($0.minorUnits) } }, as: .minorUnits, example: "1234",
            "In the merchant's currency; absent for a decline."),
        .member(
            "obstacles", { $0.lines.filter { $0.outcome == .failed }.map(TraceLineAnswer.init) },
            "Every check that fails, in their order; the first one decides."),
        .member("trace", { $0.lines.map(TraceLineAnswer.init) }, "What every check found, in their order."),
    ]
}
