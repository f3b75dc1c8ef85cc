import CardAPI
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Sandbox
import Validation

/// The bookkeeping of an account.
struct AccountBookRoutes {
    let sandbox: Sandbox

    var routes: [SandboxRoutes.Route] {
        [(SandboxOperations.listPostings, postings), (SandboxOperations.listHolds, holds)]
    }

    @Sendable private func postings(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try PageQuery.read(request.target.query)
        let page = try await sandbox.postings(
            of: context.parameters.accountID(), limit: query.limit, offset: query.offset)
        return Response(
            status: .ok,
            json: PostingListAnswer(
                postings: page.postings.map(PostingAnswer.init), meta: .init(of: page.total, query)))
    }

    @Sendable private func holds(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try PageQuery.read(request.target.query)
        let page = try await sandbox.holds(
            of: context.parameters.accountID(), limit: query.limit, offset: query.offset)
        return Response(
            status: .ok,
            json: HoldListAnswer(holds: page.holds.map(HoldAnswer.init), meta: .init(of: page.total, query)))
    }
}

struct PostingAnswer: AnswerBody {
    let posting: BookedPosting

    init(_ posting: BookedPosting) { self.posting = posting }

    static let members: [AnswerMember<PostingAnswer>] = [
        .member(
            "journalId", \.posting.journal.description, as: .identifier,
            example: "6f1c9a2e-0f53-4f0f-9d6b-2f8f5d0f7a10",
            "The postings that were written together have the same journal."),
        .member("number", \.posting.number, example: "1", "The posting's number in its journal, from 1."),
        .member("date", { Timestamp($0.posting.at) }, example: "2026-11-21T09:45:41Z", "The time."),
        .member(
            "direction", { $0.posting.isCredit ? "CREDIT" : "DEBIT" }, as: .enumeration(Vocabulary.directions),
            example: "DEBIT", "CREDIT adds to the customer's money, DEBIT takes from it."),
        .member("amount", { Int($0.posting.amount) }, example: "1234", "The amount in minor units."),
        .member("currencyCode", \.posting.currency, example: "EUR", "Currency, ISO 4217."),
        .member("otherAccount", \.posting.otherAccount, example: "scheme:VISA", "The account on the other side."),
        .member(
            "balance", { Int($0.posting.balance) }, example: "8766", "The balance after the journal, in minor units."),
        .member(
            "transactionId", { $0.posting.transaction.map { String($0) } }, example: "5000000001",
            "The transaction that the customer reads; absent if there is none."),
        .member(
            "transactionType", \.posting.transactionType, example: "PURCHASE", "The type of the transaction."),
    ]
}

struct PostingListAnswer: AnswerBody {
    let postings: [PostingAnswer]
    let meta: ListPageAnswer

    static let members: [AnswerMember<PostingListAnswer>] = [
        .member("postings", \.postings, "The postings, newest first."),
        .member("meta", \.meta, "The position of this page."),
    ]
}

struct HoldAnswer: AnswerBody {
    let hold: PendingHold

    init(_ hold: PendingHold) { self.hold = hold }

    static let members: [AnswerMember<HoldAnswer>] = [
        .member(
            "holdId", \.hold.id.description, as: .identifier, example: "6f1c9a2e-0f53-4f0f-9d6b-2f8f5d0f7a10",
            "The hold's id."),
        .member("amount", { Int($0.hold.held) }, example: "1234", "What is left of it, in minor units."),
        .member("cleared", { Int($0.hold.posted) }, example: "0", "What clearings have taken, in minor units."),
        .member("currencyCode", \.hold.currency, example: "EUR", "Currency, ISO 4217."),
        .member("createdDate", { Timestamp($0.hold.placedAt) }, example: "2026-11-21T09:45:41Z", "The time."),
        .member(
            "expiryDate", { $0.hold.expiresAt.map(Timestamp.init) }, example: "2026-11-28T09:45:41Z",
            "When it ends without a clearing; absent if never."),
    ]
}

struct HoldListAnswer: AnswerBody {
    let holds: [HoldAnswer]
    let meta: ListPageAnswer

    static let members: [AnswerMember<HoldListAnswer>] = [
        .member("holds", \.holds, "The holds, those that end first before the others."),
        .member("meta", \.meta, "The position of this page."),
    ]
}

extension SandboxOperations {
    static let listPostings = Operation.sandbox(
        "listPostings", "List an account's postings",
        """
        Returns every posting that changed an account's balance, newest first: the bookkeeping behind the transactions \
        that a customer reads. These are the thousand newest.
        """, .money, .get, "/accounts/{accountId}/postings", answer: PostingListAnswer.schema,
        query: PageQuery.schema)

    static let listHolds = Operation.sandbox(
        "listHolds", "List an account's holds",
        """
        Returns the money of an account that is kept for purchases until they are cleared.
        """, .money, .get, "/accounts/{accountId}/holds", answer: HoldListAnswer.schema, query: PageQuery.schema)
}
