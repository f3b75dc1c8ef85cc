import Cards
import Foundation
import Postgres
import Synchronization

extension Issuing {
    /// Whether any brand limits its calls. If none does, a call costs no more than this.
    public var limitsCalls: Bool { callCounter.isLimiting }

    /// Counts a call against the rates of its brand, in memory.
    ///
    /// - Throws: if a rate is used up. Then the call does not count.
    public func count(_ call: CountedCall) throws(UsedUpRate) {
        if let usedUp = callCounter.count(call, at: clock.realNow().microseconds) { throw usedUp }
    }

    /// Reads the rates of all brands, and exchanges counted calls with the other servers: all that were counted since
    /// the last time, in one statement. So a call waits for no statement, and servers together allow no more than one
    /// alone, except in the time between two of these exchanges; and that is paid back.
    public func shareCalls() async throws(IssuingFailure) {
        let rates = try await reading(CallStatements.rates())
        let limiting = rates.filter { $0.rates != CallRates.none }.map { ($0.brand, $0.rates) }
        callCounter.set(Dictionary(limiting) { first, _ in first })
        guard limitsCalls else { return }
        let (uses, since) = callCounter.takeUnsent(at: clock.realNow().microseconds)
        guard !uses.isEmpty else { return }
        do throws(IssuingFailure) {
            for known in try await writing(CallStatements.add(uses, since: since)) {
                callCounter.learn(known.subject, isUsedUntil: known.time)
            }
        } catch {
            callCounter.putBack(uses, since: since)
            throw error
        }
    }
}

/// The calls that this server knows of. Copies of `Issuing` share it.
final class CallCounter: Sendable {
    private let hasRates = Atomic<Bool>(false)
    private let counted = Mutex(CountedCalls())

    var isLimiting: Bool { hasRates.load(ordering: .relaxed) }

    func set(_ rates: [String: CallRates]) {
        guard isLimiting || !rates.isEmpty else { return }
        counted.withLock { $0.set(rates) }
        hasRates.store(!rates.isEmpty, ordering: .relaxed)
    }

    func count(_ call: CountedCall, at now: Int64) -> UsedUpRate? { counted.withLock { $0.count(call, at: now) } }

    func takeUnsent(at now: Int64) -> (uses: [CountedCalls.Use], since: Int64) {
        counted.withLock { $0.takeUnsent(at: now) }
    }

    func putBack(_ uses: [CountedCalls.Use], since: Int64) { counted.withLock { $0.putBack(uses, since: since) } }

    func learn(_ subject: CountedCalls.Subject, isUsedUntil time: Int64) {
        counted.withLock { $0.learn(subject, isUsedUntil: time) }
    }
}

extension Date {
    /// Since 1970, as ``CountedCalls`` counts.
    var microseconds: Int64 { Int64((timeIntervalSince1970 * 1_000_000).rounded()) }
}
