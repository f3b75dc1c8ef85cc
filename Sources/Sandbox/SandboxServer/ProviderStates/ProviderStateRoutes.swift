import CardAPI
import Cards
import CardServer
import ContractPack
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Sandbox
import Synchronization
import Validation

/// Sets up the state that a Pact verifier requests before it sends a request of the contract.
struct ProviderStateRoutes {
    let sandbox: Sandbox
    let operations: any Responder<ServiceContext>
    private let policies = PolicyOfStates()

    init(sandbox: Sandbox, operations: any Responder<ServiceContext>) {
        self.sandbox = sandbox
        self.operations = operations
    }

    var routes: [SandboxRoutes.Route] { [(SandboxOperations.setUpProviderState, change)] }

    /// A verifier also reports the end of a state. Then the brand gets its policy back. Nothing else has to be undone,
    /// because every state has its own customer.
    @Sendable private func change(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.requireMediaType("application/json")
        let asked = try StateChange(parsing: try await request.bodyBytes())
        let (issuing, brand) = (sandbox.issuing, sandbox.brand)
        let current = try await issuing.authenticationPolicy(of: brand)
        guard asked.isBeginning, let state = asked.state else {
            if let earlier = policies.end(at: current) {
                try await issuing.setAuthenticationPolicy(earlier, of: brand)
            }
            return Response(status: .ok, json: ProviderStateAnswer(values: [:]), headers: [.cacheControl: "no-store"])
        }
        try await issuing.setAuthenticationPolicy(AuthenticationPolicy(for: state), of: brand)
        // A stored policy names operations that are protected because others are.
        policies.begin(try await issuing.authenticationPolicy(of: brand), insteadOf: current)
        let desk = OperationDesk(operations, of: brand, askedBy: context)
        let scene = ProviderStateScene(sandbox: sandbox, desk: desk)
        let values = try await scene.establish(state, asked.parameters)
        return Response(
            status: .ok, json: ProviderStateAnswer(values: values), headers: [.cacheControl: "no-store"])
    }
}

/// The brand's policy before the first of the states that follow each other. A state needs one for the whole brand.
private final class PolicyOfStates: Sendable {
    private let known = Mutex<(earlier: AuthenticationPolicy, ofState: AuthenticationPolicy)?>(nil)

    func begin(_ policy: AuthenticationPolicy, insteadOf current: AuthenticationPolicy) {
        known.withLock { known in
            // A policy that is not that of the previous state was set by a caller, so it is the one to go back to.
            let earlier = known.flatMap { $0.ofState == current ? $0.earlier : nil } ?? current
            known = (earlier, policy)
        }
    }

    /// - Returns: the policy to go back to; nil if no state began, or if a caller has set another policy since.
    func end(at current: AuthenticationPolicy) -> AuthenticationPolicy? {
        known.withLock { known in
            defer { known = nil }
            return known.flatMap { $0.ofState == current ? $0.earlier : nil }
        }
    }
}

extension AuthenticationPolicy {
    /// If a state requires authentication, only the change of a card does, so that the card itself can be created
    /// without it.
    fileprivate init(for state: ProviderState) {
        self = .off
        if state.asksForAuthentication { operations = [.updateCard] }
        // The examples in the documents show PINs such as 1234.
        refusesWeakPINs = false
        if state == .outsourcedEvent { mode = .outsourced }
    }
}

/// The body that a verifier sends, for the documentation. It is not read by this list, because each verifier adds its
/// own members.
struct ProviderStateBody: RequestBody {
    static let members: [BodyMember<ProviderStateBody>] = [
        .anything("state", "The name of the state."), .anything("params", "The parameters of the state."),
        .anything("action", "setup or teardown; setup if absent."),
    ]
}

/// The values of the state by name, for the requests that follow.
struct ProviderStateAnswer: AnswerBody {
    let values: [String: String]

    static let members: [AnswerMember<ProviderStateAnswer>] = ProviderState.allValues.map { name in
        .member(
            name, { $0.values[name] }, isSecret: ProviderState.secretValues.contains(name), example: name,
            "Present if the state has it.")
    }
}

/// The body that a verifier sends: `{"state", "params", "action"}`. Each verifier adds its own members.
private struct StateChange {
    /// Nil for the empty name, which only announces a request.
    let state: ProviderState?
    let parameters: [String: String]
    let isBeginning: Bool

    init(parsing bytes: [UInt8]) throws(Problem) {
        let value = try translating({ Problem(.bodyNotReadable, "The request body cannot be read as JSON: \($0).") }) {
            () throws(JSONSyntaxError) in
            try JSONValue(parsing: bytes)
        }
        guard case .string(let name) = value["state"], name.isEmpty || ProviderState(rawValue: name) != nil else {
            let known = ProviderState.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            throw Problem(fieldErrors: [FieldError("state", "must be one of \(known)")])
        }
        state = ProviderState(rawValue: name)
        isBeginning = value["action"] != .string("teardown")
        parameters = ["country", "status"].reduce(into: [:]) { found, name in
            if case .string(let text) = value["params"]?[name] { found[name] = text }
        }
    }
}

extension JSONValue {
    /// A member of an object.
    subscript(name: String) -> JSONValue? {
        if case .object(let object) = self { object[name] } else { nil }
    }
}
