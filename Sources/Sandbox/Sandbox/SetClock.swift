import Cards
import Foundation
import Issuing
import Postgres

extension Sandbox {
    /// Sets the clock as ``setClock(to:)`` does, to a time that does not depend on the present one.
    public func setClock(_ setting: SandboxClock.Setting) async throws(IssuingFailure) {
        try await setClock { _ in setting }
    }

    /// Sets the clock, stores the setting for the next start, and does all work that becomes due before it returns. It
    /// works only with a sandbox's database.
    ///
    /// - Parameter change: the new setting, from the present one. It is asked again if another change is stored
    ///   meanwhile, so that each of several advances at once counts.
    public func setClock(
        to change: (SandboxClock.Setting) throws(IssuingFailure) -> SandboxClock.Setting
    ) async throws(IssuingFailure) {
        var present = try await database.transaction { tx throws(IssuingFailure) in
            try requireSandbox(in: tx)
            return try tx.run(SandboxStatements.readClock()).first ?? clock.setting
        }
        var isStored = false
        while !isStored {
            let setting = try change(present)
            // While time passes, a clearing is missing before its hold ends, so this comes before any server ends the
            // hold.
            try await issuing.findMissingClearings(
                after: Self.daysUntilClearingIsMissing, at: clock.reading(setting))
            let found = try await store(setting, after: present)
            isStored = found == present
            present = found
        }
        try await followClock()
        try await issuing.settleWhatIsDue()
        try await issuing.finishBulkOrders()
    }

    /// Stores a setting unless another one than `expected` is stored. Returns the one that it found.
    private func store(
        _ setting: SandboxClock.Setting, after expected: SandboxClock.Setting
    ) async throws(IssuingFailure) -> SandboxClock.Setting {
        try await database.transaction { tx throws(IssuingFailure) in
            try requireSandbox(in: tx)
            let found = try tx.run(SandboxStatements.holdClock(expected)).first ?? expected
            if found == expected { _ = try tx.commit(SandboxStatements.setClock(setting)) }
            return found
        }
    }

    /// Applies the last stored setting of the clock, by this server before a restart or by another server.
    public func followClock() async throws(IssuingFailure) {
        try await clock.follow { () async throws(IssuingFailure) in
            try await reading(SandboxStatements.readClock()).first ?? clock.beginning
        }
    }
}
