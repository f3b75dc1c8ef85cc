import Cards
import Foundation
import Issuing
import Postgres

extension Sandbox {
    /// Sets the clock, stores the setting for the next start, and does all work that becomes due before it returns. It
    /// works only with a sandbox's database.
    public func setClock(_ setting: SandboxClock.Setting) async throws(IssuingFailure) {
        try await database.transaction { tx throws(IssuingFailure) in try requireSandbox(in: tx) }
        // While time passes, a clearing is missing before its hold ends, so this comes before any server ends the hold.
        try await issuing.findMissingClearings(after: Self.daysUntilClearingIsMissing, at: clock.reading(setting))
        try await database.transaction { tx throws(IssuingFailure) in
            try requireSandbox(in: tx)
            _ = try tx.commit(SandboxStatements.setClock(setting))
        }
        try await followClock()
        try await issuing.settleWhatIsDue()
        try await issuing.finishBulkOrders()
    }

    /// Applies the last stored setting of the clock, by this server before a restart or by another server.
    public func followClock() async throws(IssuingFailure) {
        try await clock.follow { () async throws(IssuingFailure) in
            try await reading(SandboxStatements.readClock()).first ?? clock.beginning
        }
    }
}
