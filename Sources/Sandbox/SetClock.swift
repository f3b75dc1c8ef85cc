import Cards
import Foundation
import Issuing
import Postgres

extension Sandbox {
    /// Moves the clock, remembers it for the next start, and settles what that makes due, and what was accepted, before
    /// it answers. Only in a sandbox's database.
    public func setClock(_ setting: SandboxClock.Setting) async throws(IssuingFailure) {
        try await database.transaction { tx throws(IssuingFailure) in
            try requireSandbox(in: tx)
            _ = try tx.commit(SandboxStatements.setClock(setting))
        }
        clock.setting = setting
        try await issuing.settleWhatIsDue()
        try await issuing.finishBulkOrders()
    }

    /// Takes up the clock as it was last set, by this server before it was stopped or by another one.
    public func followClock() async throws(IssuingFailure) {
        let setting = try await reading(SandboxStatements.readClock()).first ?? clock.beginning
        if clock.setting != setting { clock.setting = setting }
    }
}
