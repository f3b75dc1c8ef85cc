import Cards
import Foundation
import Ledger
import Postgres
import Synchronization

/// An account or a card whose due work has failed, because its stored data is damaged.
public struct Setback: Sendable {
    public enum Subject: Hashable, Sendable {
        case account(AccountID)
        case card(CardID)

        var account: AccountID? { if case .account(let id) = self { id } else { nil } }
        var card: CardID? { if case .card(let id) = self { id } else { nil } }
    }

    public let subject: Subject
    public let failure: IssuingFailure
}

/// The accounts and cards whose due work has failed in this process. They are left out for a while, so that a damaged
/// one neither stops the others nor is tried again and again.
final class Setbacks: Sendable {
    /// Real time, because the service's clock may stand still.
    static let pauseSeconds = 600.0
    /// The maximum number of setbacks. More are damaged only if all are; then the one that is due to be tried first is
    /// forgotten.
    private let limit: Int

    private struct State {
        var nextTries: [Setback.Subject: Date] = [:]
        var untold: [Setback] = []
    }

    private let state = Mutex(State())

    init(limit: Int = 1000) {
        self.limit = limit
    }

    /// Those that are not tried at this time.
    func pausing(at now: Date) -> [Setback.Subject] {
        state.withLock { state in state.nextTries.filter { $0.value > now }.map(\.key) }
    }

    /// - Returns: whether no other subject had to be forgotten.
    @discardableResult
    func add(_ setback: Setback, at now: Date) -> Bool {
        state.withLock { state in
            let earlier = state.nextTries.updateValue(now + Self.pauseSeconds, forKey: setback.subject)
            if earlier == nil { state.untold.append(setback) }
            guard state.nextTries.count > limit, let first = state.nextTries.min(by: { $0.value < $1.value })
            else { return true }
            state.nextTries[first.key] = nil
            state.untold.removeAll { $0.subject == first.key }
            return false
        }
    }

    /// The subject works. If it fails again, that is another setback.
    func remove(_ subject: Setback.Subject) {
        state.withLock { state in
            state.nextTries[subject] = nil
            state.untold.removeAll { $0.subject == subject }
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
