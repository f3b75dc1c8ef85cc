import Audit
import Issuing
import Postgres
import Validation

extension Administration {
    public var auditTrail: AuditTrail { issuing.auditTrail }

    /// Removes the events of the audit trail from before a day; see ``AuditTrail/forget(before:by:at:)``.
    ///
    /// - Returns: how many were removed.
    public func forgetTrail(before day: AuditDay) async throws(IssuingFailure) -> Int {
        try await translating(IssuingFailure.database) { () async throws(PostgresFailure) in
            try await auditTrail.forget(before: day, by: issuing.caller, at: clock.now())
        }
    }
}
