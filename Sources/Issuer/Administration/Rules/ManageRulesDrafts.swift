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
        let (before, draft) = try await database.transaction {
            tx throws(RulesFailure) -> (RulesDraft?, RulesDraft) in
            let (programs, drafts) = try tx.run(
                ProgramStatements.find(.text(program)), RulesDraftStatements.hold(ofProgram: program))
            guard !programs.isEmpty else { throw .issuing(.refused(.program(.unknown))) }
            let (_, made, _) = try tx.commit(
                RulesDraftStatements.set(controls, forProgram: program, at: now),
                RulesDraftStatements.draft(ofProgram: program),
                issuing.recording(.rulesDrafted, about: program))
            guard let draft = made.first else { throw .noDraft(program: program) }
            return (drafts.first, draft)
        }
        try await forgetDifferences(of: before)
        return draft
    }

    /// Lets a draft judge each request beside the live controls, or no longer.
    public func setShadow(
        _ isOn: Bool, forProgram program: String
    ) async throws(RulesFailure) -> RulesDraft {
        let now = clock.now()
        let (before, draft) = try await database.transaction {
            tx throws(RulesFailure) -> (RulesDraft?, RulesDraft) in
            let before = try running(program, in: tx)
            let status = isOn ? RulesDraft.Status.shadow : .open
            guard before.status != status else { return (nil, before) }
            let (_, moved, _) = try tx.commit(
                RulesDraftStatements.move(program, to: status, at: now),
                RulesDraftStatements.draft(ofProgram: program),
                issuing.recording(.rulesShadowed, about: program, detail: status.rawValue))
            guard let draft = moved.first else { throw .noDraft(program: program) }
            return (before, draft)
        }
        try await forgetDifferences(of: before)
        return draft
    }

    /// Ends a draft. Nothing of it counts.
    public func dropRules(ofProgram program: String) async throws(RulesFailure) {
        let now = clock.now()
        let dropped = try await database.transaction { tx throws(RulesFailure) -> RulesDraft in
            let dropped = try running(program, in: tx)
            _ = try tx.commit(
                RulesDraftStatements.move(program, to: .dropped, at: now),
                issuing.recording(.rulesDropped, about: program))
            return dropped
        }
        try await forgetDifferences(of: dropped)
    }

    /// Makes a draft the program's controls, which count from the next payment on.
    ///
    /// - Parameter version: the one that the caller has seen.
    public func promoteRules(
        ofProgram program: String, version: Int64
    ) async throws(RulesFailure) -> CardControls {
        let now = clock.now()
        let promoted = try await database.transaction { tx throws(RulesFailure) -> RulesDraft in
            let promoted = try running(program, in: tx)
            try Self.check(promoted, has: version)
            try endApproved(in: tx)
            _ = try tx.commit(
                ControlStatements.set(promoted.controls, forProgram: program, at: now),
                RulesDraftStatements.move(program, to: .promoted, at: now),
                issuing.recording(.rulesPromoted, about: program, detail: "version \(version)"))
            return promoted
        }
        try await forgetDifferences(of: promoted)
        return promoted.controls
    }

    /// - Throws: the reason for which a draft could not be promoted now.
    public func checkPromotion(ofProgram program: String, version: Int64) async throws(RulesFailure) {
        try Self.check(try await rulesDraft(of: program), has: version)
    }

    private static func check(_ draft: RulesDraft, has version: Int64) throws(RulesFailure) {
        guard draft.version == version else { throw .changed(program: draft.program, version: draft.version) }
    }

    /// A page of the requests that the draft in shadow would have answered in another way, the oldest first.
    ///
    /// - Parameter last: the last of the page before; nil for the first page.
    public func shadowDifferences(
        ofProgram program: String, after last: ChangedAnswer? = nil
    ) async throws(RulesFailure) -> [ChangedAnswer] {
        let draft = try await rulesDraft(of: program)
        return try await differences(of: draft, after: last)
    }

    private func differences(
        of draft: RulesDraft, after last: ChangedAnswer?
    ) async throws(RulesFailure) -> [ChangedAnswer] {
        try await translating(RulesFailure.issuing) { () async throws(IssuingFailure) in
            try await reading(
                ShadowStatements.differences(of: draft, after: last, limit: Self.differencesPage))
        }
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

    /// Removes the differences of a version that has ended, a page at a time.
    private func forgetDifferences(of ended: RulesDraft?) async throws(RulesFailure) {
        guard let ended, ended.status == .shadow else { return }
        while let last = try await differences(of: ended, after: nil).last {
            _ = try await translating(RulesFailure.issuing) { () async throws(IssuingFailure) in
                try await writing(ShadowStatements.forget(ended, upTo: last))
            }
        }
    }
}
