import HTTPContract
import HTTPTypes

/// One section: the number of items, and those that were not seen.
package struct CoverageSection: AnswerBody {
    /// The items in the order of their declaration.
    let possible: [String]
    let counts: [String: Int]
    /// For operations, the counts by status.
    var statuses: [(String, JSONValue)]?

    package static let members: [AnswerMember<CoverageSection>] = [
        .member("seen", \.seen.count, example: "12", "The number of items seen."),
        .member("possible", \.possible.count, example: "32", "The number of items that exist."),
        .member("counts", \.shown, "The count of each item; for operations, by HTTP status."),
        .member("missing", \.missing, example: "bulkOrder", "The items that were not seen."),
    ]

    private init(of possible: [String], _ counts: [String: Int]) {
        self.possible = possible
        self.counts = counts
    }

    /// - Parameter steps: all that could happen.
    package init(of steps: [String], _ coverage: Coverage) { self.init(of: steps, coverage.steps) }

    /// The codes in the answers of a service.
    package init(ofCodes service: ControlledService, _ coverage: Coverage) {
        self.init(of: service.codes, coverage.codes[service.gateway] ?? [:])
    }

    /// The operations of a service. Each counts as seen once it has succeeded.
    package init(ofOperations service: ControlledService, _ coverage: Coverage) {
        let operations = service.operations
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

/// The coverage of one gateway.
package struct GatewayCoverageAnswer: AnswerBody {
    let name: String
    let operations: CoverageSection
    let responseCodes: CoverageSection

    package static let members: [AnswerMember<GatewayCoverageAnswer>] = [
        .member("name", \.name, example: "cardpointe", "The gateway."),
        .member("operations", \.operations, "Operations; each counts as seen once it has succeeded."),
        .member("responseCodes", \.responseCodes, "The gateway's own codes, in its answers of any status."),
    ]

    /// Nil unless the service is a gateway.
    package init?(_ service: ControlledService, _ coverage: Coverage) {
        guard let gateway = service.gateway else { return nil }
        name = gateway
        operations = CoverageSection(ofOperations: service, coverage)
        responseCodes = CoverageSection(ofCodes: service, coverage)
    }
}
