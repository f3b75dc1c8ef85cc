import Administration
import CardAPI
import CardSecrets
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Scenarios
import Validation

/// Changes that a second operator must approve.
struct ChangeRoutes {
    var routes: [AdministrationRoutes.Route] {
        [
            (AdministrationOperations.eraseCustomer, proposing { _, context in .erasure(try context.customerID()) }),
            (AdministrationOperations.applySettings, proposing { request, _ in try await Self.settings(in: request) }),
            (AdministrationOperations.rotateKey, proposing { _, context in .newKey(try context.keyPurpose()) }),
            (
                AdministrationOperations.retireKey,
                proposing { _, context in .retiredKey(try context.keyPurpose(), version: try context.keyVersion()) }
            ),
            (
                AdministrationOperations.promoteRules,
                proposing { _, context in
                    .promotedRules(program: context.program, version: try context.draftVersion())
                }
            ),
            (AdministrationOperations.listChanges, list), (AdministrationOperations.showChange, show),
            (AdministrationOperations.approveChange, approve), (AdministrationOperations.withdrawChange, withdraw),
        ]
    }

    /// A handler that stores a change instead of making it. A change that would be refused now is refused.
    private func proposing(
        _ read: @escaping @Sendable (Request, AdministrationContext) async throws -> ProposedChange
    ) -> AdministrationRoutes.Handler {
        { request, context, administration in
            let change = try await read(request, context)
            let effects = try await Self.effects(of: change, administration)
            let waiting = try await administration.propose(change)
            return Response(status: .accepted, json: ProposalAnswer(waiting: waiting, effects: effects))
        }
    }

    /// The file waits in the database, which has no card number in clear. Lists of merchant categories are four digits
    /// beside four digits, so only a run of digits counts.
    private static func settings(in request: Request) async throws -> ProposedChange {
        let text = try await request.text(for: AdministrationOperations.applySettings)
        guard !CardNumber.isRun(in: text) else {
            throw Problem(.bodyNotReadable, "The file has digits that may be a card number. Remove them.")
        }
        return .settings(text)
    }

    /// The changes of settings that a change would make now; empty for every other change.
    ///
    /// - Throws: the reason for which it would be refused now.
    private static func effects(
        of change: ProposedChange, _ administration: Administration
    ) async throws -> [String] {
        switch change {
        case .settings(let text):
            let changes = try await administration.plan(Scenario(ofSettings: text))
            guard !changes.isEmpty else {
                throw Problem(.operationNotAllowed, "The file would change nothing: everything is so already.")
            }
            return changes.map(\.description)
        case .erasure(let customer):
            try await administration.checkErasure(of: customer, keptFor: Administration.retentionDays)
        case .newKey(let purpose):
            _ = try keyEncryptionKey(of: administration)
            try await administration.checkRotation(of: purpose)
        case .retiredKey(let purpose, let version):
            try await administration.checkRetirement(of: purpose, version: version)
        case .promotedRules(let program, let version):
            try await administration.checkPromotion(ofProgram: program, version: version)
        }
        return []
    }

    private static func keyEncryptionKey(of administration: Administration) throws(Problem) -> KeyEncryptionKey {
        guard let key = administration.issuing.keyEncryptionKey else {
            throw Problem(.operationNotAllowed, "The service runs without a key-encryption key.")
        }
        return key
    }

    @Sendable private func list(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let role = try context.knownCaller().role
        let changes = try await administration.waitingChanges().filter { Permissions.mayShow($0.kind, to: role) }
        return Response(status: .ok, json: ChangeListAnswer(changes: changes))
    }

    @Sendable private func show(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let (waiting, change) = try await administration.proposal(context.changeID())
        let caller = try context.knownCaller()
        guard Permissions.mayShow(waiting.kind, to: caller.role) else {
            throw Problem(roleOf: caller, for: waiting.kind.rawValue)
        }
        var answer = ProposalAnswer(waiting: waiting)
        if case .settings(let text) = change { answer.settings = text }
        do {
            answer.effects = try await Self.effects(of: change, administration)
        } catch {
            let problem = AdministrationProblemRendering.problem(error, request: request).0
            guard problem.status.kind == .clientError else { throw error }
            answer.refusals = [problem.message] + problem.fieldErrors.map { "\($0.field) \($0.error)" }
        }
        return Response(status: .ok, json: answer)
    }

    @Sendable private func approve(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let (waiting, change) = try await administration.proposal(context.changeID())
        if let refusal = Self.refusal(of: try context.knownCaller(), toApprove: waiting) {
            try await administration.recordRefusedApproval(of: waiting)
            throw refusal
        }
        let answer = try await make(change, administration.approving(waiting))
        return Response(status: .ok, json: answer, headers: [.cacheControl: "no-store"])
    }

    private static func refusal(of caller: NamedOperator, toApprove change: WaitingChange) -> Problem? {
        guard Permissions.admit(caller.role, to: change.kind.rawValue) else {
            return Problem(roleOf: caller, for: change.kind.rawValue)
        }
        guard caller.name == change.proposedBy else { return nil }
        return Problem(
            .customerNotAllowed, "\(caller.name) has proposed this change, so another operator must approve it.")
    }

    private func make(
        _ change: ProposedChange, _ administration: Administration
    ) async throws -> ApprovedChangeAnswer {
        switch change {
        case .settings(let text):
            let applied = try await administration.apply(Scenario(ofSettings: text))
            let secrets = applied.secrets.map { RotatedSecretAnswer(client: $0.client, secret: $0.secret) }
            return ApprovedChangeAnswer(effects: applied.changes.map(\.description), secrets: secrets)
        case .erasure(let customer):
            try await administration.erase(customer, keptFor: Administration.retentionDays)
            return ApprovedChangeAnswer()
        case .newKey(let purpose):
            let key = try await administration.rotateKey(purpose, under: Self.keyEncryptionKey(of: administration))
            return ApprovedChangeAnswer(newKey: NewKeyAnswer(version: key.version, activeFrom: key.sealsFrom))
        case .retiredKey(let purpose, let version):
            try await administration.retireKey(purpose, version: version)
            return ApprovedChangeAnswer()
        case .promotedRules(let program, let version):
            _ = try await administration.promoteRules(ofProgram: program, version: version)
            return ApprovedChangeAnswer()
        }
    }

    @Sendable private func withdraw(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let (waiting, caller) = (
            try await administration.proposal(context.changeID()).waiting, try context.knownCaller()
        )
        guard Permissions.admit(caller.role, to: waiting.kind.rawValue) else {
            throw Problem(roleOf: caller, for: waiting.kind.rawValue)
        }
        try await administration.withdraw(waiting)
        return Response(status: .noContent)
    }
}
