import CardAPI
import Cards
import HTTPContract
import HTTPService
import Hummingbird
import Sandbox

/// Tells a consumer how much of the contract its run exercised, as numbers and as the list of what is missing.
struct CoverageRoutes {
    let coverage: CoverageCounter

    var routes: [SandboxRoutes.Route] {
        [
            (SandboxOperations.getCoverage, show),
            (SandboxOperations.restartCoverage, beginAnew),
        ]
    }

    @Sendable private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        Response(status: .ok, json: CoverageAnswer(coverage: coverage.counts))
    }

    @Sendable private func beginAnew(_ request: Request, _ context: ServiceContext) async throws -> Response {
        coverage.beginAnew()
        return Response(status: .noContent)
    }
}

struct CoverageAnswer: AnswerBody {
    let coverage: Coverage

    static let members: [AnswerMember<CoverageAnswer>] = [
        .member("operations", \.operations, "Each is seen once it has succeeded."),
        .member(
            "errorCodes", { CoverageSection(of: Operations.errorCodes.map(\.rawValue), $0.coverage.codes) },
            "What was refused."),
        .member("statusTransitions", { $0.section(of: Occurrence.transitions) }, "What became of cards."),
        .member("wallets", { $0.section(of: Occurrence.tokenizations) }, "What became of tokenizations."),
        .member("authentication", { $0.section(of: Occurrence.authentications) }, "How customers were asked."),
    ]

    /// An operation is seen once it has succeeded.
    private var operations: CoverageSection {
        var section = CoverageSection(
            of: Operations.all.map(\.name),
            Dictionary(
                Operations.all.compactMap { operation in
                    coverage.answers[operation.name]?[operation.successStatus.code].map { (operation.name, $0) }
                }, uniquingKeysWith: +))
        section.statuses = Operations.all.compactMap { operation in
            coverage.answers[operation.name].map { counts in
                let members = counts.sorted { $0.key < $1.key }.map { ("\($0.key)", JSONValue.number("\($0.value)")) }
                return (operation.name, .object(JSONObject(members)))
            }
        }
        return section
    }

    private func section(of possible: [Occurrence]) -> CoverageSection {
        CoverageSection(
            of: possible.map(\.description),
            Dictionary(coverage.occurrences.map { ($0.key.description, $0.value) }, uniquingKeysWith: +))
    }
}

/// Of one kind of thing: how many there could be, and which were not.
struct CoverageSection: AnswerBody {
    /// In the order in which they are declared.
    let possible: [String]
    let counts: [String: Int]
    /// Of operations, each status by itself.
    var statuses: [(String, JSONValue)]?

    static let members: [AnswerMember<CoverageSection>] = [
        .member("seen", \.seen.count, example: "12", "How many were."),
        .member("possible", \.possible.count, example: "32", "How many could be."),
        .member("counts", \.shown, "How often each was; of operations, by status."),
        .member("missing", \.missing, example: "bulkOrder", "Those that were not."),
    ]

    init(of possible: [String], _ counts: [String: Int]) {
        self.possible = possible
        self.counts = counts
    }

    private var seen: [String] { possible.filter { counts[$0] != nil } }
    private var missing: [String] { possible.filter { counts[$0] == nil } }

    private var shown: JSONValue {
        .object(JSONObject(statuses ?? seen.map { ($0, .number(String(counts[$0] ?? 0))) }))
    }
}
