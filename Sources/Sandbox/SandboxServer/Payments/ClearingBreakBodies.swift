import Administration
import AdministrationServer
import Authorizing
import CardAPI
import Foundation
import HTTPContract
import HTTPTypes
import Identifiers
import Ledger
import Sandbox

struct LocatedBreakAnswer: AnswerBody {
    let located: LocatedBreak
    let now: Date

    static let members: [AnswerMember<LocatedBreakAnswer>] = [
        .member("break", { ClearingBreakAnswer(found: $0.located.found, now: $0.now) }, "The break."),
        .member(
            "cardId", { $0.located.authorization?.card.description }, as: .identifier,
            example: "f16ba382-eb42-481a-b08f-c57bdc9aae24",
            "The card of the payment; absent if no authorization has the id, like the next three."),
        .member("customerId", { $0.located.authorization?.holder.description }, example: "10000001", "Its customer."),
        .member(
            "merchantName", { $0.located.authorization?.payment.merchant.name }, example: "Café",
            "The merchant, if it has told its name."),
        .member(
            "status", { $0.located.authorization?.state.status.rawValue }, example: "SETTLED",
            "The payment's status."),
    ]
}

struct LocatedBreakListAnswer: AnswerBody {
    let breaks: [LocatedBreakAnswer]

    static let members: [AnswerMember<LocatedBreakListAnswer>] = [
        .member("breaks", \.breaks, "The open breaks, the oldest first, at most \(Administration.clearingPage)."),
        .member(
            "next",
            { list in
                let isLastPage = list.breaks.count < Administration.clearingPage
                return isLastPage ? nil : list.breaks.last?.located.found.id.description
            }, as: .identifier, example: "5e0a4ad1-9c0f-8a11-a9f5-2f4ac2a5e701",
            "The `after` of the next page; absent on the last page."),
    ]
}

/// The day of positions.
struct PositionQuery: RequestQuery {
    var date: String?

    static let parameters: [BoundParameter<PositionQuery>] = [
        .text("date", \.date, "The day in UTC, such as 2026-11-21; the sandbox's present day if absent.")
    ]
}

extension SandboxOperations {
    static let listClearingBreaks = Operation.sandbox(
        "listClearingBreaks", "List the open breaks",
        """
        Returns the differences between clearing files and the books that nobody has resolved, in pages, the oldest \
        first, each with the payment that it is about. A payment whose clearing has not come within \
        \(Sandbox.daysUntilClearingIsMissing) days becomes a break while its money is held. The sandbox looks for such \
        payments when the clock is moved, and once an hour.
        """, .money, .get, "/clearing/breaks", answer: LocatedBreakListAnswer.schema, query: BreakListQuery.schema)

    static let getClearingBreak = Operation.sandbox(
        "getClearingBreak", "Get a break", "Returns a break, open or resolved, with the payment that it is about.",
        .money, .get, "/clearing/breaks/{breakId}", answer: LocatedBreakAnswer.schema, errors: [.entityNotFound])

    static let resolveClearingBreak = Operation.sandbox(
        "resolveClearingBreak", "Resolve a break",
        """
        Records how a difference is explained. With `lossTo`, the amount of a line that was not booked becomes a loss \
        of the issuer, and the scheme is owed it. A break is resolved once.
        """, .money, .post, "/clearing/breaks/{breakId}/resolve", answer: ClearingBreakAnswer.schema,
        payload: BreakResolutionBody.schema, errors: [.entityNotFound])

    static let listClearingPositions = Operation.sandbox(
        "listClearingPositions", "List the positions of a day",
        """
        Returns what each scheme is owed for a day, by currency: the booked lines of the files that came on it, less \
        the interchange, and the losses that were accepted on it.
        """, .money, .get, "/clearing/positions", answer: PositionListAnswer.schema, query: PositionQuery.schema)
}
