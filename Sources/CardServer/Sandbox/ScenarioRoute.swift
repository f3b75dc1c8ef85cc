import CardAPI
import Cards
import Foundation
import HTTPTypes
import Hummingbird
import Issuing
import Scenarios

/// Programs, customers, cards and tokens by one call, as a file describes them.
struct ScenarioRoute {
    let issuing: Issuing

    /// The media types of YAML (RFC 9512) and JSON; what is wrong is told with line and column either way.
    private static let mediaTypes = ["application/yaml", "application/x-yaml", "text/yaml", "application/json"]

    @Sendable func play(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let type = request.headers[.contentType]?.split(separator: ";").first.map(String.init)?.lowercased()
        if type.map(Self.mediaTypes.contains) != true { try request.requireMediaType(Self.mediaTypes[0]) }
        let bytes = try await request.bodyBytes(upTo: Scenario.maximumBytes)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem(.bodyNotReadable, "The request body is not UTF-8 text.")
        }
        do {
            let made = try await issuing.play(Scenario(reading: text), in: DemoUniverse.brand)
            return Response(status: .created, json: PlayedScenarioAnswer(made: made))
        } catch let faults as ScenarioFaults {
            throw Problem(faults)
        } catch let failure as ScenarioFailure {
            throw Problem(failure)
        }
    }
}

extension Problem {
    fileprivate init(_ faults: ScenarioFaults) {
        guard faults.list.allSatisfy({ !$0.path.isEmpty }) else {
            self.init(.bodyNotReadable, "The scenario cannot be read. \(faults.description)")
            return
        }
        self.init(
            fieldErrors: faults.list.map { fault in
                FieldError(
                    fault.path, "\(fault.error) (line \(fault.place.line), column \(fault.place.column))")
            })
    }

    fileprivate init(_ failure: ScenarioFailure) {
        switch failure {
        case .faults(let faults): self.init(faults)
        case .failed(let failure): self.init(failure)
        case .stopped(_, _, let reason): self.init(Problem(reason).code, failure.description)
        }
    }
}

private struct PlayedScenarioAnswer: JSONWritable {
    let made: PlayedScenario

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("programs", made.programs)
            json.member("customers") { json in
                json.object { json in for made in made.customers { json.member(made.name, made.id.description) } }
            }
            json.member("cards") { json in
                json.object { json in for made in made.cards { json.member(made.name, made.id.description) } }
            }
            json.member("tokenizations") { json in
                json.object { json in for made in made.tokenizations { json.member(made.name, Token(made)) } }
            }
        }
    }

    private struct Token: JSONWritable {
        let id: String
        let reference: String?

        init(_ made: (name: String, id: UUID, reference: DPANReference?)) {
            (id, reference) = (made.id.spelled, made.reference?.rawValue)
        }

        func write(to json: inout JSONWriter) {
            json.object { json in
                json.member("tokenizationId", id)
                json.member("dpanRef", reference)
            }
        }
    }
}
