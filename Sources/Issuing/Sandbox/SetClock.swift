import Foundation
import Postgres

extension Issuing {
    /// Moves the clock, remembers it for the next start, and settles what that makes due, and what was accepted, before
    /// it answers.
    public func setClock(_ setting: ServiceClock.Setting) async throws(IssuingFailure) {
        _ = try await writing(SandboxStatements.setClock(setting))
        clock.setting = setting
        try await settleWhatIsDue()
        try await finishBulkOrders()
    }

    /// Takes up the clock as it was last set, by this server before it was stopped or by another one.
    public func followClock() async throws(IssuingFailure) {
        let setting = try await reading(SandboxStatements.readClock()).first ?? clock.beginning
        if clock.setting != setting { clock.setting = setting }
    }
}
