import CardAPI
import Cards
import Hummingbird

/// Tells a consumer how much of the contract its run exercised, as numbers and as the list of what is missing.
struct CoverageRoutes {
    let coverage: CoverageCounter

    var routes: [SandboxRoutes.Route] {
        [
            (.get, "/sandbox/coverage", show),
            (.delete, "/sandbox/coverage", beginAnew),
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

struct CoverageAnswer: JSONWritable {
    let coverage: Coverage

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("operations", operations)
            json.member("errorCodes", Section(of: ErrorCode.allCases.map(\.rawValue), coverage.codes))
            json.member("statusTransitions", section(of: Occurrence.transitions))
            json.member("wallets", section(of: Occurrence.tokenizations))
            json.member("authentication", section(of: Occurrence.authentications))
        }
    }

    /// An operation is seen once it has succeeded.
    private var operations: Section {
        var section = Section(
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

    private func section(of possible: [Occurrence]) -> Section {
        Section(
            of: possible.map(\.description),
            Dictionary(coverage.occurrences.map { ($0.key.description, $0.value) }, uniquingKeysWith: +))
    }

    private struct Section: JSONWritable {
        /// In the order in which they are declared.
        let possible: [String]
        let counts: [String: Int]
        /// Of operations, each status by itself.
        var statuses: [(String, JSONValue)]?

        init(of possible: [String], _ counts: [String: Int]) {
            self.possible = possible
            self.counts = counts
        }

        func write(to json: inout JSONWriter) {
            let seen = possible.filter { counts[$0] != nil }
            let shown = statuses ?? seen.map { ($0, .number(String(counts[$0] ?? 0))) }
            json.object { json in
                json.member("seen", seen.count)
                json.member("possible", possible.count)
                json.member("counts", JSONValue.object(JSONObject(shown)))
                json.member("missing", possible.filter { counts[$0] == nil })
            }
        }
    }
}
