import Foundation
import Postgres

extension Issuing {
    /// Moves the clock, remembers it for the next start, and settles what that makes due, and what was accepted, before
    /// it answers.
    public func setClock(_ setting: ServiceClock.Setting) async throws(IssuingFailure) {
        let query =
            switch setting {
            case .running(let offset):
                SandboxStatements.setClock(.timestamp(nil), .bigint(Int64((offset * 1000).rounded())))
            case .frozen(let date):
                SandboxStatements.setClock(.timestamp(date), .bigint(0))
            }
        _ = try await writing(query)
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
