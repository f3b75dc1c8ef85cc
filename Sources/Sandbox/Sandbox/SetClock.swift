import Cards
import Foundation
import Issuing
import Postgres

extension Sandbox {
    /// Sets the clock, stores it for the next start, and does everything that becomes due before it returns. Only in a
    /// sandbox's database.
    public func setClock(_ setting: SandboxClock.Setting) async throws(IssuingFailure) {
        try await database.transaction { tx throws(IssuingFailure) in
            try requireSandbox(in: tx)
            _ = try tx.commit(SandboxStatements.setClock(setting))
        }
        clock.setting = setting
        try await issuing.settleWhatIsDue()
        try await issuing.finishBulkOrders()
    }

    /// Applies the clock as it was last set, by this server before a restart or by another one.
    public func followClock() async throws(IssuingFailure) {
        let setting = try await reading(SandboxStatements.readClock()).first ?? clock.beginning
        if clock.setting != setting { clock.setting = setting }
    }
}
