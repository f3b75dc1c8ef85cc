import Audit
import CardSecrets
import Foundation
import Identifiers
import Issuing
import Postgres
import Validation

extension Administration {
    /// Stores a change until a second operator approves it, for up to ``WaitingChange/lifetimeSeconds``.
    public func propose(_ change: ProposedChange) async throws(WaitingChangeFailure) -> WaitingChange {
        let now = clock.now()
        let waiting = WaitingChange(
            id: WaitingChangeID(rawValue: issuing.entropy.uuid()), kind: change.kind, subject: change.subject,
            proposedBy: issuing.caller.operatorName ?? "", proposedAt: now,
            endsAt: now + WaitingChange.lifetimeSeconds)
        return try await database.transaction { tx throws(WaitingChangeFailure) -> WaitingChange in
            let (_, _, counts) = try tx.run(
                WaitingChangeStatements.hold(), WaitingChangeStatements.forget(.timestamp(now)),
                WaitingChangeStatements.count())
            guard let count = counts.first, count < WaitingChange.limit else { throw .tooMany }
            _ = try tx.commit(
                WaitingChangeStatements.add(waiting, settings: change.settingsText),
                recording(.changeProposed, waiting))
            return waiting
        }
    }

    /// The changes that wait, beginning with the oldest.
    public func waitingChanges() async throws(IssuingFailure) -> [WaitingChange] {
        try await reading(WaitingChangeStatements.list(at: clock.now()))
    }

    /// A change that waits, with all its parts.
    public func proposal(
        _ id: WaitingChangeID
    ) async throws(WaitingChangeFailure) -> (waiting: WaitingChange, change: ProposedChange) {
        let found = try await translating(WaitingChangeFailure.database) { () async throws(PostgresFailure) in
            try await database.read(WaitingChangeStatements.find(id, at: clock.now()))
        }
        guard let proposal = found.first else { throw .notWaiting }
        return proposal
    }

    /// Ends a change that waits. It is not made.
    public func withdraw(_ change: WaitingChange) async throws(WaitingChangeFailure) {
        let now = clock.now()
        try await database.transaction { tx throws(WaitingChangeFailure) in
            let ended = try tx.run(WaitingChangeStatements.withdraw(.id(change.id), .timestamp(now)))
            guard !ended.isEmpty else { throw .notWaiting }
            _ = try tx.commit(recording(.changeWithdrawn, change))
        }
    }

    /// The same administration for the one use case that makes a change. The transaction of that use case ends the
    /// change, so the change is made once, and stays waiting if it is refused.
    public func approving(_ change: WaitingChange) -> Administration {
        var approving = self
        approving.approved = change
        return approving
    }

    /// Tells the audit trail that an operator may not approve a change.
    public func recordRefusedApproval(of change: WaitingChange) async throws(IssuingFailure) {
        _ = try await writing(
            issuing.recording(
                .changeApproved, .refused, about: change.id, of: change.customer, detail: change.detail))
    }

    /// Ends the change that this call approves, if it approves one, in the transaction of its work.
    ///
    /// - Throws: `notWaiting` if somebody else has ended it, or if the caller has proposed it.
    func endApproved<Failure: ApprovedWorkFailure>(in tx: Transaction<Failure>) throws(Failure) {
        guard let approved else { return }
        let ended = try tx.run(
            WaitingChangeStatements.approve(
                .id(approved.id), .text(issuing.caller.operatorName), .timestamp(clock.now())))
        guard !ended.isEmpty else { throw Failure.notWaiting }
        _ = try tx.run(recording(.changeApproved, approved))
    }

    private func recording(_ act: AuditedAct, _ change: WaitingChange) -> Query<Void> {
        issuing.recording(act, about: change.id, of: change.customer, detail: change.detail)
    }
}

/// A failure of work that may need a second operator.
protocol ApprovedWorkFailure: DatabaseError {
    /// The change that the call approves does not wait any more.
    static var notWaiting: Self { get }
}

extension ErasureFailure: ApprovedWorkFailure {}
extension KeyChangeFailure: ApprovedWorkFailure {}
extension SettingsFailure: ApprovedWorkFailure {}
