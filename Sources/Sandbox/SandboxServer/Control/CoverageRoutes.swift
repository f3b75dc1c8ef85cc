import Authorizing
import CardAPI
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Sandbox
import TrafficControl

/// Shows the part of the contract that a test run exercised, as numbers and as a list of the missing items.
struct CoverageRoutes {
    let coverage: CoverageCounter
    let card: ControlledService
    let gateways: [ControlledService]

    var routes: [SandboxRoutes.Route] {
        [
            (SandboxOperations.getCoverage, show),
            (SandboxOperations.resetCoverage, beginAnew),
        ]
    }

    @Sendable private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        Response(status: .ok, json: CoverageAnswer(coverage: coverage.counts, card: card, gateways: gateways))
    }

    @Sendable private func beginAnew(
        _ request: Request, _ context: ServiceContext
    ) async throws -> Response {
        coverage.beginAnew()
        return Response(status: .noContent)
    }
}

struct CoverageAnswer: AnswerBody {
    let coverage: Coverage
    let card: ControlledService
    let gateways: [ControlledService]

    static let members: [AnswerMember<CoverageAnswer>] = [
        .member(
            "operations", { CoverageSection(ofOperations: $0.card, $0.coverage) },
            "Operations; each counts as seen once it has succeeded."),
        .member(
            "errorCodes", { CoverageSection(ofCodes: $0.card, $0.coverage) }, "Error codes that were returned."),
        .member("statusTransitions", { $0.section(of: Occurrence.transitions) }, "Status changes of cards."),
        .member("wallets", { $0.section(of: Occurrence.tokenizations) }, "Status changes of tokenizations."),
        .member(
            "authentication", { $0.section(of: Occurrence.authentications) },
            "Methods of strong customer authentication and their outcomes."),
        .member("responseCodes", \.responseCodes, "Answers to the card network (ISO 8583, field 39)."),
        .member(
            "gateways",
            { answer in answer.gateways.compactMap { GatewayCoverageAnswer($0, answer.coverage) } },
            "The gateways of merchants."),
    ]

    /// A partner can also decline with a code that the issuer itself never gives.
    private var responseCodes: CoverageSection {
        let others = ResponseCode.allCases.filter { !$0.isGivenByRules }.map(Occurrence.answered)
            .filter { coverage.steps[$0.description] != nil }
        return section(of: Occurrence.answers + others.sorted { $0.description < $1.description })
    }

    private func section(of possible: [Occurrence]) -> CoverageSection {
        CoverageSection(of: possible.map(\.description), coverage)
    }
}
