import Audit
import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import Ledger
import Postgres
import Validation

extension Administration {
    /// All positions of some days, the oldest first.
    ///
    /// - Parameters:
    ///   - first: a time on the first day, in UTC.
    ///   - last: a time on the last one.
    /// - Throws: ``ClearingFailure/tooManyPositions(limit:)`` if there are more than ``clearingPage``, so that nobody
    ///   takes a part for the whole.
    public func clearingPositions(
        from first: Date, to last: Date
    ) async throws(ClearingFailure) -> [ClearingPosition] {
        guard Self.day(of: first) <= Self.day(of: last) else { throw .noDays }
        let found = try await translating(ClearingFailure.issuing) { () async throws(IssuingFailure) in
            try await reading(ClearingPositionStatements.positions(from: first, to: last, limit: Self.clearingPage + 1))
        }
        guard found.count <= Self.clearingPage else { throw .tooManyPositions(limit: Self.clearingPage) }
        return found
    }

    private static func day(of time: Date) -> Double { (time.timeIntervalSince1970 / 86_400).rounded(.down) }

    /// Records that a position was paid from the customers' money in the bank, once. Then nothing is added to it.
    ///
    /// - Parameter day: its beginning in UTC. It must be over, and its files must be taken whole.
    public func settle(
        _ day: Date, with scheme: Scheme, in currency: Currency
    ) async throws(ClearingFailure) -> ClearingPosition {
        let now = clock.now()
        guard day.addingTimeInterval(86_400) <= now else { throw .positionIsOpen }
        let journal = JournalID(rawValue: issuing.entropy.uuid())
        return try await database.transaction { tx throws(ClearingFailure) in
            guard try tx.run(ClearingPositionStatements.unfinished(on: day)).isEmpty else { throw .positionIsOpen }
            let settled = try tx.run(ClearingPositionStatements.settle(day, with: scheme, in: currency, at: now))
            guard let position = settled.first else { throw .noPosition }
            _ = try tx.commit(
                try Self.payment(of: position, as: journal, at: now),
                issuing.recording(
                    .clearingPositionSettled, about: "\(position.day) \(scheme.rawValue) \(currency)",
                    detail: "\(position.net)"))
            return position
        }
    }

    private static func payment(
        of position: ClearingPosition, as journal: JournalID, at now: Date
    ) throws(ClearingFailure) -> Query<Void>? {
        guard position.net > 0 else { return nil }
        guard let net = Int64(exactly: position.net) else {
            throw .issuing(.damaged("a position does not fit into 64 bits"))
        }
        let payment = try translating({ ClearingFailure.issuing(.damaged("a payment is no journal: \($0)")) }) {
            () throws(LedgerRefusal) in
            try Journal(
                id: journal,
                [
                    Posting(
                        from: .scheme(position.scheme), to: .safeguarding,
                        amount: Money(minorUnits: net, currency: position.currency))
                ])
        }
        return JournalStatements.postOfHouse(payment, at: now)
    }

    /// Sets the interchange of a program. It counts for lines that are taken afterwards.
    public func set(_ rate: InterchangeRate) async throws(IssuingFailure) {
        try await database.transaction { tx throws(IssuingFailure) in
            guard try !tx.run(ClearingPositionStatements.set([rate])).isEmpty else {
                throw .refused(.program(.unknown))
            }
            let category = rate.category.map { "category \($0)" } ?? "all categories"
            _ = try tx.commit(
                issuing.recording(
                    .interchangeSet, about: rate.program,
                    detail: "\(category), \(rate.share.value) basis points and \(rate.fixed)"))
        }
    }

    /// All rates of interchange, by program, currency and category.
    public func interchangeRates() async throws(IssuingFailure) -> [InterchangeRate] {
        try await reading(ClearingPositionStatements.rates())
    }
}
