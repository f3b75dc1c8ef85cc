import Administration
import AdministrationServer
import Authorizing
import CardAPI
import Cards
import CardServer
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import Ledger
import Sandbox
import Scenarios

/// Creates the objects of a scenario file by one call: programs, customers, cards, tokens, loads, payments and clearing
/// files.
struct ScenarioRoute {
    let sandbox: Sandbox

    @Sendable func play(_ request: Request, _ context: ServiceContext) async throws -> Response {
        // JSON is also YAML, so errors have a line and a column in both cases.
        let text = try await request.text(for: SandboxOperations.playScenario)
        do {
            let made = try await sandbox.play(Scenario(reading: text), in: sandbox.brand)
            return Response(status: .created, json: PlayedScenarioAnswer(made: made))
        } catch let faults as ScenarioFaults {
            throw Problem(faults, in: "scenario")
        } catch let failure as ScenarioFailure {
            throw Problem(failure)
        }
    }
}

extension Problem {
    init(_ failure: ScenarioFailure) {
        switch failure {
        case .faults(let faults): self.init(faults, in: "scenario")
        case .failed(let failure): self.init(failure)
        case .stopped(_, _, .refused(let reason)): self.init(Problem(reason).code, failure.description)
        case .stopped(_, _, let failure): self.init(failure)
        case .answeredOtherwise: self.init(.operationNotAllowed, failure.description)
        }
    }
}

/// The sections of a scenario, for the documentation. The scenario's own reader reports errors with line and column.
struct ScenarioBody: RequestBody {
    static let members: [BodyMember<ScenarioBody>] = [
        .anything("brands", "Brands by name: authentication and frame ancestors."),
        .anything("clients", "Clients by their ids: brand and rights."),
        .anything("programs", "Programs by name, with their terms and controls."),
        .anything("rates", "Exchange rates by their currencies, such as USD-EUR."),
        .anything("customers", "Customers, by names that are used within the scenario."),
        .anything("cards", "Cards, by names that are used within the scenario."),
        .anything("tokenizations", "Tokenizations, by names that are used within the scenario."),
        .anything("loads", "Loads of accounts, by names that are used within the scenario."),
        .anything("payments", "Payments with cards, by names that are used within the scenario."),
        .anything("clearingFiles", "Clearing files about these payments, by names that are used within the scenario."),
        .anything("merchants", "Settings of merchants at gateways, by the merchants' numbers."),
    ]
}

/// The ids of the created items, by their names in the file.
struct PlayedScenarioAnswer: AnswerBody {
    let made: PlayedScenario

    private var secrets: [(name: String, value: String)] {
        (made.settings?.secrets ?? []).map { ($0.client, $0.secret) }
    }

    private var changes: [String]? {
        let changes: [SettingsChange] = made.settings?.changes ?? []
        let fields = changes.filter { change in if case .changed = change { true } else { false } }
        return fields.isEmpty ? nil : fields.map(\.description)
    }

    private var clearingFiles: [(name: String, value: ClearingLoadAnswer)] {
        made.clearingFiles.map { ($0.name, ClearingLoadAnswer(load: $0.load)) }
    }

    private func added(in section: Scenario.Section) -> [String]? {
        let names = made.settings?.added(in: section) ?? []
        return names.isEmpty ? nil : names
    }

    static let members: [AnswerMember<PlayedScenarioAnswer>] = [
        .member("programs", \.made.programs, example: "ACME-VIRTUAL-VISA-EEA", "The programs that were added."),
        .member(
            "brands", { $0.added(in: .brands) }, example: "acme", "The brands that were added; absent without any."),
        .member(
            "clients", { $0.secrets.isEmpty ? nil : Named($0.secrets) }, isSecret: true,
            "The secrets of the clients that were added, by their ids; absent without any."),
        .member(
            "changes", { $0.changes }, example: "~ programs.ACME-VIRTUAL-VISA-EEA allowableCards: 5 -> 6",
            "The fields of brands, clients, programs and rates that have other values now; absent without any."),
        .member(
            "customers", { Named($0.made.customers.map { ($0.name, $0.id.description) }) },
            "The ids of the customers, by name."),
        .member(
            "cards", { Named($0.made.cards.map { ($0.name, $0.id.description) }) }, "The ids of the cards, by name."),
        .member(
            "tokenizations",
            { Named($0.made.tokenizations.map { ($0.name, Token(id: $0.id, reference: $0.reference)) }) },
            "The ids of the tokenizations and the references of their tokens, by name."),
        .member(
            "loads", { $0.made.loads.isEmpty ? nil : Named($0.made.loads.map { ($0.name, $0.id.description) }) },
            "The ids of the transactions of the loads, by name; absent without loads."),
        .member(
            "payments",
            { answer in
                answer.made.payments.isEmpty ? nil : Named(answer.made.payments.map { ($0.name, Payment(payment: $0)) })
            }, "The ids of the payments' authorizations and their response codes, by name; absent without payments."),
        .member(
            "clearingFiles",
            { $0.clearingFiles.isEmpty ? nil : Named($0.clearingFiles) },
            "What loading the clearing files found, by name; absent without clearing files."),
        .member(
            "merchants", { $0.made.merchants.isEmpty ? nil : $0.made.merchants }, example: "496160873888",
            "The merchants whose settings were changed; absent without merchants."),
    ]

    private struct Payment: JSONWritable {
        let payment: ScenarioPayment

        func write(to json: inout JSONWriter) {
            json.object { json in
                json.member("authorizationId", payment.authorization.description)
                json.member("responseCode", payment.code.rawValue)
            }
        }
    }

    /// An object whose members have names from the file.
    private struct Named<Value: JSONWritable & Sendable>: AnswerValue, JSONWritable {
        static var kind: ObjectSchema.Kind { .anything }
        let values: [(name: String, value: Value)]

        init(_ values: [(name: String, value: Value)]) { self.values = values }

        func write(to json: inout JSONWriter) {
            json.object { json in for (name, value) in values { json.member(name, value) } }
        }
    }

    private struct Token: JSONWritable {
        let id: TokenizationID
        let reference: DPANReference?

        func write(to json: inout JSONWriter) {
            json.object { json in
                json.member("tokenizationId", id.description)
                json.member("dpanRef", reference?.rawValue)
            }
        }
    }
}
