import Authorizing
import CardAPI
import Cards
import CardServer
import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Sandbox

/// Shows how much of the contract a test run exercised, as numbers and as a list of what is missing.
struct CoverageRoutes {
    let coverage: CoverageCounter
    let gateways: [GatewayService]

    var routes: [SandboxRoutes.Route] {
        [
            (SandboxOperations.getCoverage, show),
            (SandboxOperations.resetCoverage, beginAnew),
        ]
    }

    @Sendable private func show(_ request: HTTPService.Request, _ context: ServiceContext) async throws -> Response {
        Response(status: .ok, json: CoverageAnswer(coverage: coverage.counts, gateways: gateways))
    }

    @Sendable private func beginAnew(
        _ request: HTTPService.Request, _ context: ServiceContext
    ) async throws -> Response {
        coverage.beginAnew()
        return Response(status: .noContent)
    }
}

struct CoverageAnswer: AnswerBody {
    let coverage: Coverage
    let gateways: [GatewayService]

    static let members: [AnswerMember<CoverageAnswer>] = [
        .member("operations", \.operations, "Operations; each counts as seen once it has succeeded."),
        .member(
            "errorCodes", { CoverageSection(of: ErrorCode.cardService.map(\.rawValue), $0.coverage.codes) },
            "Error codes that were returned."),
        .member("statusTransitions", { $0.section(of: Occurrence.transitions) }, "Status changes of cards."),
        .member("wallets", { $0.section(of: Occurrence.tokenizations) }, "Status changes of tokenizations."),
        .member(
            "authentication", { $0.section(of: Occurrence.authentications) },
            "Methods of strong customer authentication and their outcomes."),
        .member("responseCodes", \.responseCodes, "Answers to the card network (ISO 8583, field 39)."),
        .member(
            "gateways", { answer in answer.gateways.map { GatewayCoverageAnswer($0, answer.coverage) } },
            "The gateways of merchants."),
    ]

    /// A partner can also decline with a code that the issuer itself never gives.
    private var responseCodes: CoverageSection {
        let others = coverage.occurrences.keys.filter { occurrence in
            guard case .answered(let code) = occurrence else { return false }
            return !code.isGivenByRules
        }
        return section(of: Occurrence.answers + others.sorted { $0.description < $1.description })
    }

    private var operations: CoverageSection { CoverageSection(of: Operations.all, coverage) }

    private func section(of possible: [Occurrence]) -> CoverageSection {
        CoverageSection(
            of: possible.map(\.description),
            Dictionary(coverage.occurrences.map { ($0.key.description, $0.value) }, uniquingKeysWith: +))
    }
}

/// One section: the number of items, and those that were not seen.
struct CoverageSection: AnswerBody {
    /// The items in the order of their declaration.
    let possible: [String]
    let counts: [String: Int]
    /// For operations, the counts by status.
    var statuses: [(String, JSONValue)]?

    static let members: [AnswerMember<CoverageSection>] = [
        .member("seen", \.seen.count, example: "12", "The number of items seen."),
        .member("possible", \.possible.count, example: "32", "The number of items that exist."),
        .member("counts", \.shown, "The count of each item; for operations, by HTTP status."),
        .member("missing", \.missing, example: "bulkOrder", "The items that were not seen."),
    ]

    init(of possible: [String], _ counts: [String: Int]) {
        self.possible = possible
        self.counts = counts
    }

    /// An operation counts as seen once it has succeeded.
    init(of operations: [HTTPContract.Operation], _ coverage: Coverage) {
        self.init(
            of: operations.map(\.name),
            Dictionary(
                operations.compactMap { operation in
                    coverage.answers[operation.name]?[operation.successStatus.code].map { (operation.name, $0) }
                }, uniquingKeysWith: +))
        statuses = operations.compactMap { operation in
            coverage.answers[operation.name].map { counts in
                let members = counts.sorted { $0.key < $1.key }.map { ("\($0.key)", JSONValue.number("\($0.value)")) }
                return (operation.name, .object(JSONObject(members)))
            }
        }
    }

    private var seen: [String] { possible.filter { counts[$0] != nil } }
    private var missing: [String] { possible.filter { counts[$0] == nil } }

    private var shown: JSONValue {
        .object(JSONObject(statuses ?? seen.map { ($0, .number(String(counts[$0] ?? 0))) }))
    }
}

/// What was seen of one gateway.
struct GatewayCoverageAnswer: AnswerBody {
    let name: String
    let operations: CoverageSection
    let responseCodes: CoverageSection

    static let members: [AnswerMember<GatewayCoverageAnswer>] = [
        .member("name", \.name, example: "cardpointe", "The gateway."),
        .member("operations", \.operations, "Operations; each counts as seen once it has succeeded."),
        .member("responseCodes", \.responseCodes, "The gateway's own codes, in its answers of any status."),
    ]

    init(_ gateway: GatewayService, _ coverage: Coverage) {
        name = gateway.name
        operations = CoverageSection(of: gateway.operations, coverage)
        responseCodes = CoverageSection(
            of: gateway.messages.codes, coverage.gatewayCodes[gateway.name] ?? [:])
    }
}
