import AdministrationServer
import Authorizing
import CardAPI
import Cards
import CardServer
import HTTPContract
import HTTPTypes
import Sandbox

/// The operations that try controls of a program before they count, as the administration has them.
extension SandboxOperations {
    static let listAllPrograms = Operation.sandbox(
        "listAllPrograms", "List the programs of all brands",
        "Returns the programs by their names, each with the status of the draft of its controls.",
        .population, .get, "/programs", answer: AllProgramsAnswer.schema, query: AllProgramsQuery.schema)

    static let showRules = Operation.sandbox(.show)
    static let draftRules = Operation.sandbox(.draft)
    static let shadowRules = Operation.sandbox(.shadow)
    static let unshadowRules = Operation.sandbox(.unshadow)
    static let listRuleDifferences = Operation.sandbox(.listDifferences)
    static let backtestRules = Operation.sandbox(.backtest)
    static let dropRules = Operation.sandbox(.drop)
    static let promoteRules = Operation.sandbox(.promote)
}

extension Operation {
    fileprivate static func sandbox(_ rules: RulesOperation) -> Operation {
        sandbox(
            rules.name, rules.summary, rules.description, .population, rules.method,
            "/programs/{programName}/controls/draft" + rules.path, status: rules.status, answer: rules.answer,
            query: rules.query, payload: rules.payload, errors: rules.errors)
    }
}

struct AllProgramsQuery: PagedQuery {
    var search: String?
    var limit = 20
    var offset = 0

    static let parameters: [BoundParameter<AllProgramsQuery>] =
        [.text("search", \.search, "Returns only programs whose name has this part, in any case.")] + paging()
}

struct ListedProgramAnswer: AnswerBody {
    let listed: ListedProgram

    init(_ listed: ListedProgram) { self.listed = listed }

    static let members: [AnswerMember<ListedProgramAnswer>] = [
        .member("programName", \.listed.program.name, example: "SKRILL-VIRTUAL-MC-EEA", "The program's name."),
        .member("brand", \.listed.brand, example: "demo", "The program's brand."),
        .member(
            "scheme", \.listed.program.scheme.rawValue,
            as: .enumeration(Program.Scheme.allCases.map(\.rawValue)), example: "MC", "The card network."),
        .member(
            "cardType", \.listed.program.cardType.rawValue,
            as: .enumeration(Program.CardType.allCases.map(\.rawValue)), example: "VIRTUAL", "Virtual or physical."),
        .member("currencies", \.listed.program.currencies, example: "EUR", "The currencies, ISO 4217."),
        .member(
            "draftStatus", { $0.listed.draft?.rawValue },
            as: .enumeration(RulesDraft.Status.allCases.filter { !$0.isOver }.map(\.rawValue)), example: "SHADOW",
            "Whether the draft of its controls judges beside the live ones; absent if it has no draft."),
    ]
}

struct AllProgramsAnswer: AnswerBody {
    let programs: [ListedProgramAnswer]
    let meta: ListPageAnswer

    static let members: [AnswerMember<AllProgramsAnswer>] = [
        .member("programs", \.programs, "The programs, by their names."),
        .member("meta", \.meta, "The position of this page."),
    ]
}
