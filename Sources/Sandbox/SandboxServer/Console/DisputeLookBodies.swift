import Authorizing
import CardAPI
import Cards
import HTTPContract
import HTTPTypes
import Issuing
import Sandbox

struct LocatedDisputeAnswer: AnswerBody {
    let located: LocatedDispute

    init(_ located: LocatedDispute) { self.located = located }

    static let members: [AnswerMember<LocatedDisputeAnswer>] = [
        .member("dispute", { DisputeBody($0.located.dispute) }, "The dispute, without its history and its files."),
        .member("brand", \.located.brand, example: "demo", "The customer's brand."),
        .member("ownerName", \.located.ownerName, example: "Ivana Petrova", "The customer's name."),
    ]
}

struct DisputeListAnswer: AnswerBody {
    let disputes: [LocatedDisputeAnswer]
    let meta: ListPageAnswer

    static let members: [AnswerMember<DisputeListAnswer>] = [
        .member("disputes", \.disputes, "The disputes, newest first."),
        .member("meta", \.meta, "The position of this page."),
    ]
}

struct SeenDisputeAnswer: AnswerBody {
    let located: LocatedDispute
    let dossier: DisputeDossier

    static let members: [AnswerMember<SeenDisputeAnswer>] = [
        .member("dispute", { DisputeBody($0.dossier) }, "The dispute, with its history and the names of its files."),
        .member("brand", \.located.brand, example: "demo", "The customer's brand."),
        .member("ownerName", \.located.ownerName, example: "Ivana Petrova", "The customer's name."),
        .member(
            "nextSteps", { DisputeMatrix.cells(after: $0.dossier.dispute.status).map(NextDisputeStepAnswer.init) },
            "The steps that would be accepted now; none at the end. The clock's comes when the deadline has passed."),
    ]
}

struct NextDisputeStepAnswer: AnswerBody {
    let cell: DisputeMatrix.Cell

    init(_ cell: DisputeMatrix.Cell) { self.cell = cell }

    static let members: [AnswerMember<NextDisputeStepAnswer>] = [
        .member(
            "actor", \.cell.actor.rawValue, as: .enumeration(Vocabulary.disputeActors), example: "ACQUIRER",
            "Who may take it."),
        .member(
            "step", \.cell.step.rawValue, as: .enumeration(Vocabulary.disputeSteps), example: "REPRESENT",
            "The step."),
        .member(
            "status", \.cell.to.rawValue, as: .enumeration(Vocabulary.disputeStatuses), example: "REPRESENTED",
            "The status that it leads to."),
    ]
}

struct AllDisputesQuery: PagedQuery {
    var status: String?
    var limit = 20
    var offset = 0

    static let parameters: [BoundParameter<AllDisputesQuery>] =
        [
            .enumeration(
                "status", \.status, of: Vocabulary.disputeStatuses, "Returns only disputes in this status.")
        ] + paging()
}

extension SandboxOperations {
    static let listAllDisputes = Operation.sandbox(
        "listAllDisputes", "List disputes of all customers",
        """
        Returns disputes of all brands, newest first. These are among the thousand newest, and `numberOfRecords` \
        counts no others.
        """, .money, .get, "/disputes", answer: DisputeListAnswer.schema, query: AllDisputesQuery.schema)

    static let getAnyDispute = Operation.sandbox(
        "getAnyDispute", "Get a dispute of any customer",
        """
        Returns a dispute with its history and the names of its files, whose it is, and who may take which step next. \
        The Card service shows a dispute only to those who name its customer; with this, the id is enough.
        """, .money, .get, "/disputes/{disputeId}", answer: SeenDisputeAnswer.schema)
}
