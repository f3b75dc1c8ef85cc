import Foundation
import Ledger
import Postgres
import Synchronization

/// An account whose due work has failed, because what is stored of it is damaged.
public struct Setback: Sendable {
    public let account: AccountID
    public let failure: IssuingFailure
}

/// The accounts of this process whose due work has failed. They are left out for a while, so that one damaged account
/// neither stops the others nor is tried again and again.
final class Setbacks: Sendable {
    /// Real time, because the service's clock may stand still.
    static let pauseSeconds = 600.0
    /// More accounts than this are damaged only if all are. Then the one that is tried again first is forgotten.
    private let limit: Int

    private struct State {
        var nextTries: [AccountID: Date] = [:]
        var untold: [Setback] = []
    }

    private let state = Mutex(State())

    init(limit: Int = 1000) {
        self.limit = limit
    }

    /// The accounts that are not tried at this time.
    func pausing(at now: Date) -> [AccountID] {
        state.withLock { state in state.nextTries.filter { $0.value > now }.map(\.key) }
    }

    /// - Returns: whether no other account had to be forgotten.
    @discardableResult
    func add(_ setback: Setback, at now: Date) -> Bool {
        state.withLock { state in
            let earlier = state.nextTries.updateValue(now + Self.pauseSeconds, forKey: setback.account)
            if earlier == nil { state.untold.append(setback) }
            guard state.nextTries.count > limit, let first = state.nextTries.min(by: { $0.value < $1.value })
            else { return true }
            state.nextTries[first.key] = nil
            state.untold.removeAll { $0.account == first.key }
            return false
        }
    }

    /// The account works. If it fails again, that is another setback.
    func remove(_ account: AccountID) {
        state.withLock { state in
            state.nextTries[account] = nil
            state.untold.removeAll { $0.account == account }
        }
    }

    /// The setbacks that were not yet reported.
    func takeUntold() -> [Setback] {
        state.withLock { state in
            defer { state.untold = [] }
            return state.untold
        }
    }
}
