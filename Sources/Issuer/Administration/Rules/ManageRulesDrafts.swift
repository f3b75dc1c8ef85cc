import Authorizing
import Cards
import Foundation
import Issuing
import Postgres
import Validation

extension Administration {
    /// How many differences a page has at most.
    public static let differencesPage = 500

    /// The drafts that are not over, by their programs.
    public func rulesDrafts() async throws(IssuingFailure) -> [RulesDraft] {
        try await reading(RulesDraftStatements.drafts())
    }

    /// The draft of a program.
    public func rulesDraft(of program: String) async throws(RulesFailure) -> RulesDraft {
        let found = try await translating(RulesFailure.issuing) { () async throws(IssuingFailure) in
            try await reading(RulesDraftStatements.draft(ofProgram: program))
        }
        guard let draft = found.first else { throw .noDraft(program: program) }
        return draft
    }

    /// Makes a draft of a program's controls, or replaces it. It judges nothing before it is in shadow.
    public func draft(
        _ controls: CardControls, forProgram program: String
    ) async throws(RulesFailure) -> RulesDraft {
        let now = clock.now()
        return try await database.transaction { tx throws(RulesFailure) -> RulesDraft in
            let (programs, _) = try tx.run(
                ProgramStatements.find(.text(program)), RulesDraftStatements.hold(ofProgram: program))
            guard !programs.isEmpty else { throw .issuing(.refused(.program(.unknown))) }
            let (_, made, _) = try tx.commit(
                RulesDraftStatements.set(controls, forProgram: program, at: now),
                RulesDraftStatements.draft(ofProgram: program),
                issuing.recording(.rulesDrafted, about: program))
            guard let draft = made.first else { throw .noDraft(program: program) }
            return draft
        }
    }

    /// Lets a draft judge each request beside the live controls, or no longer.
    public func setShadow(
        _ isOn: Bool, forProgram program: String
    ) async throws(RulesFailure) -> RulesDraft {
        let now = clock.now()
        return try await database.transaction { tx throws(RulesFailure) -> RulesDraft in
            let before = try running(program, in: tx)
            let status = isOn ? RulesDraft.Status.shadow : .open
            guard before.status != status else { return before }
            let (_, moved, _) = try tx.commit(
                RulesDraftStatements.move(program, to: status, at: now),
                RulesDraftStatements.draft(ofProgram: program),
                issuing.recording(.rulesShadowed, about: program, detail: status.rawValue))
            guard let draft = moved.first else { throw .noDraft(program: program) }
            return draft
        }
    }

    /// Ends a draft. Nothing of it counts.
    public func dropRules(ofProgram program: String) async throws(RulesFailure) {
        let now = clock.now()
        try await database.transaction { tx throws(RulesFailure) in
            _ = try running(program, in: tx)
            _ = try tx.commit(
                RulesDraftStatements.move(program, to: .dropped, at: now),
                issuing.recording(.rulesDropped, about: program))
        }
    }

    /// Makes a draft the program's controls, which count from the next payment on.
    ///
    /// - Parameter version: the one that the caller has seen.
    /// - Throws: ``RulesFailure/controlsChanged(program:drafted:version:)`` if the draft would undo a change of the
    ///   program's controls that was made after it.
    public func promoteRules(
        ofProgram program: String, version: Int64
    ) async throws(RulesFailure) -> CardControls {
        let now = clock.now()
        return try await database.transaction { tx throws(RulesFailure) -> CardControls in
            let promoted = try running(program, in: tx)
            try Self.checkPromotion(of: promoted, version: version)
            try endApproved(in: tx)
            let set = ControlStatements.set(
                promoted.controls, forProgram: program, replacing: promoted.replacedVersion, at: now)
            guard try !tx.run(set).isEmpty else {
                // They were changed while this transaction waited for them.
                try Self.checkPromotion(of: try running(program, in: tx), version: version)
                throw .changed(program: program, version: version)
            }
            _ = try tx.commit(
                RulesDraftStatements.move(program, to: .promoted, at: now),
                issuing.recording(.rulesPromoted, about: program, detail: "version \(version)"))
            return promoted.controls
        }
    }

    /// - Throws: the reason for which a draft could not be promoted now.
    public func checkPromotion(ofProgram program: String, version: Int64) async throws(RulesFailure) {
        try Self.checkPromotion(of: try await rulesDraft(of: program), version: version)
    }

    private static func checkPromotion(of draft: RulesDraft, version: Int64) throws(RulesFailure) {
        try check(draft, has: version)
        guard !draft.controlsHaveChanged else {
            throw .controlsChanged(
                program: draft.program, drafted: draft.replacedVersion ?? 0, version: draft.versionInForce)
        }
    }

    private static func check(_ draft: RulesDraft, has version: Int64) throws(RulesFailure) {
        guard draft.version == version else { throw .changed(program: draft.program, version: draft.version) }
    }

    /// A page of the requests that the draft in shadow would have answered in another way, the oldest first.
    ///
    /// - Parameter place: the `next` of the page before; nil for the first page.
    /// - Throws: ``RulesFailure/changed(program:version:)`` if the page before was of another version.
    /// - Returns: the page, and where the next one begins; nil after the last one.
    public func shadowDifferences(
        ofProgram program: String, at place: DifferencePlace? = nil
    ) async throws(RulesFailure) -> (differences: [ChangedAnswer], next: DifferencePlace?) {
        let draft = try await rulesDraft(of: program)
        if let place { try Self.check(draft, has: place.draftVersion) }
        let last = place.map { (at: $0.at, reference: $0.reference) }
        let found = try await translating(RulesFailure.issuing) { () async throws(IssuingFailure) in
            try await reading(ShadowStatements.differences(of: draft, after: last, limit: Self.differencesPage))
        }
        guard found.count == Self.differencesPage, let end = found.last else { return (found, nil) }
        return (found, DifferencePlace(behind: end, draftVersion: draft.version))
    }

    /// The draft, held until the transaction ends.
    private func running(
        _ program: String, in tx: Transaction<RulesFailure>
    ) throws(RulesFailure) -> RulesDraft {
        guard let draft = try tx.run(RulesDraftStatements.hold(ofProgram: program)).first else {
            throw .noDraft(program: program)
        }
        return draft
    }
}
