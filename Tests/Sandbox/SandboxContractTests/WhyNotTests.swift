import CardAPI
import CardClient
import Cards
import ContractTestSupport
import Foundation
import HTTPContract
import HTTPTypes
import Identifiers
import Testing
import TestSupport

@Suite("The possible actions on a card, and why the others are refused", .timeLimit(.minutes(20)))
struct WhyNotTests {
    private struct Answer: Decodable {
        let status: String
        let availableActions: [String]
        let actions: [Line]
    }

    private struct Line: Decodable {
        let action: String?
        let operation: String?
        let asking: [String: String]?
        let possible: Bool
        let asksForAuthentication: Bool?
        let code: String?
        let reason: String?

        var name: String { "\(operation ?? "the sandbox") \(asking.map { "\($0)" } ?? "")" }
    }

    /// A card's program, and its events so far.
    struct Past: Sendable, CustomTestStringConvertible {
        let program: String
        var pin: String?
        var happened: [String] = []
        var status: String
        var testDescription: String { "\(program) \(happened) \(pin ?? "")" }
    }

    private static let pasts: [Past] = [
        Past(program: "SKRILL-VIRTUAL-MC-EEA", status: "ACTIVE"),
        Past(program: "SKRILL-VIRTUAL-MC-EEA", pin: "8362", happened: ["LOCKED"], status: "LOCKED"),
        Past(program: "DEMO-VIRTUAL-VISA-EEA", happened: ["SUSPEND"], status: "SUSPENDED"),
        Past(program: "DEMO-VIRTUAL-VISA-EEA", happened: ["CANCELLED"], status: "CANCELLED"),
        Past(program: "SKRILL-PHYSICAL-MC-EEA", status: "ISSUED"),
        Past(program: "SKRILL-PHYSICAL-MC-EEA", pin: "8362", happened: ["activate", "wrong PINs"], status: "ACTIVE"),
        Past(program: "DEMO-PHYSICAL-VISA-EEA", happened: ["LOCKED"], status: "LOCKED"),
        Past(program: "DEMO-PHYSICAL-VISA-EEA", pin: "8362", status: "DIGITAL"),
        Past(program: "SKRILL-PHYSICAL-MC-EEA", happened: ["activate", "DAMAGED"], status: "DAMAGED"),
        Past(program: "SKRILL-PHYSICAL-MC-EEA", happened: ["activate", "LOST"], status: "LOST"),
        Past(program: "DEMO-VIRTUAL-VISA-US", happened: ["EXPIRE"], status: "EXPIRED"),
        Past(program: "DEMO-PHYSICAL-MC-US", status: "ISSUED"),
        Past(program: reviewed, pin: "8362", status: "APPLIED"),
        Past(program: reviewed, happened: ["REVIEW"], status: "PENDING"),
        Past(program: reviewed, happened: ["REJECT"], status: "REJECTED"),
        Past(program: reviewed, happened: ["REVIEW", "APPROVE"], status: "DIGITAL"),
    ]

    /// A program whose cards the issuer must approve.
    private static let reviewed = "REVIEWED-PHYSICAL-VISA-EEA"

    private func addReviewedProgram(at service: LiveService) async throws {
        let added = try await service.sandbox(
            "POST", "/programs",
            #"{"name":"\#(Self.reviewed)","cardType":"PHYSICAL","scheme":"VISA","region":"EEA","currencies":["EUR"],"#
                + #""isDigital":true,"requiresApproval":true}"#)
        #expect(added.status == 201)
    }

    @Test(
        "An impossible action is refused with the listed reason, and a possible one succeeds",
        arguments: pasts)
    func saysWhatHappens(_ past: Past) async throws {
        try await withSandboxService { service in
            try await addReviewedProgram(at: service)
            let holder = try await Holder(of: past, at: service)
            let answer = try await holder.answer()
            #expect(answer.status == past.status)
            for line in answer.actions where !line.possible {
                let refusal = try await holder.ask(line)
                #expect(refusal.code == line.code && refusal.message == line.reason, "\(line.name)")
            }
            #expect(try await holder.answer().status == past.status, "refusals change nothing")
            for line in answer.actions where line.possible {
                let another = try await Holder(of: past, at: service)
                let done = try await another.ask(line)
                #expect(done.isDone, "\(line.name): \(done.message)")
            }
            let offered = Set(answer.actions.filter(\.possible).compactMap(\.action))
            #expect(offered == Set(answer.availableActions))
            #expect(answer.actions.allSatisfy { $0.asksForAuthentication == nil })
        }
    }

    @Test("Actions that the brand protects are marked, and an unknown card is 404")
    func protected() async throws {
        try await withSandboxService(asking: [.updateCard, .secureDetails]) { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let answer = try await service.sandbox("GET", "/cards/\(card.cardId)/actions").decoded(as: Answer.self)
            let asking = Set(answer.actions.filter { $0.asksForAuthentication == true }.compactMap(\.operation))
            #expect(asking == ["updateCard", "createSecureView"])
            for nobody in ["1", "f16ba382-eb42-481a-b08f-c57bdc9aae24"] {
                #expect(try await service.sandbox("GET", "/cards/\(nobody)/actions").status == 404)
            }
        }
    }

    /// A new customer with one card, and everything that a request for an action needs.
    private struct Holder {
        let service: LiveService
        let customer: String
        let token: String
        let card: CardBody

        init(of past: Past, at service: LiveService) async throws {
            self.service = service
            customer = try await service.fixture.enrol(country: past.program.hasSuffix("-US") ? "US" : "BG").description
            token = try await service.token(of: customer, scope: "pci-dss-1")
            let cards = service.client.customer(accessToken: token)
            card = try await cards.create(.ordering(past.program, pin: past.pin))
            for event in past.happened {
                switch event {
                case "activate": _ = try await cards.activate(card.cardId, .showing(service.plastic(of: card)))
                case "wrong PINs": for _ in 1...3 { _ = try await service.happens("WRONG_PIN", to: card) }
                case "LOCKED", "CANCELLED": _ = try await cards.update(card.cardId, .status(event))
                case "DAMAGED", "LOST": _ = try await cards.replace(card.cardId, .because(event))
                default: _ = try await service.happens(event, to: card)
                }
            }
        }

        func answer() async throws -> Answer {
            try await service.sandbox("GET", "/cards/\(card.cardId)/actions").decoded(expecting: 200)
        }

        /// The outcome of a request for the action, with correct values.
        func ask(_ line: Line) async throws -> (isDone: Bool, code: String, message: String) {
            guard let operation = Operations.all.first(where: { $0.name == line.operation }) else {
                struct Problem9457: Decodable { let code, detail: String }
                let event = line.asking?["event"] ?? ""
                let answer = try await service.sandbox("POST", "/cards/\(card.cardId)/events", #"{"type":"\#(event)"}"#)
                let problem = try? answer.decoded(as: Problem9457.self)
                return (answer.status == 200, problem?.code ?? "", problem?.detail ?? answer.text)
            }
            let path = operation.path(filling: ["cardId": card.cardId, "customerId": customer])
            let asker = operation.audience == .business ? try await service.businessToken() : token
            let answer = try await service.ask(
                operation.method.rawValue, path, token: asker, try await body(of: line))
            let problem = answer.problem
            return (answer.status == operation.successStatus.code, problem?.code.rawValue ?? "",
                    problem?.message ?? answer.text)
        }

        private func body(of line: Line) async throws -> String {
            switch (line.operation, line.asking) {
            case ("updateCard", let asking?) where asking["pin"] != nil: #"{"pin":"2468"}"#
            case ("updateCard", let asking?), ("updateCustomerCard", let asking?):
                #"{"status":"\#(asking["status"] ?? "")","statusReason":"Asked"}"#
            case ("setPIN", _): #"{"pin":"2468"}"#
            case ("activateCard", _):
                String(decoding: ActivateCardBody.showing(try await service.plastic(of: card)).jsonBytes, as: UTF8.self)
            case ("tokenizeCard", let asking?):
                String(
                    decoding: (asking["walletType"] == "APPLE_PAY"
                        ? TokenizeCardBody.apple(try service.device()) : .push(asking["walletType"] ?? "")).jsonBytes,
                    as: UTF8.self)
            case (_, let asking?):
                "{" + asking.map { #""\#($0)":"\#($1)""# }.joined(separator: ",") + "}"
            default: ""
            }
        }
    }
}
