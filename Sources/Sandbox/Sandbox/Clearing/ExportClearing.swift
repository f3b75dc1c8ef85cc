import Authorizing
import Foundation
import Issuing
import Ledger
import Validation

/// A day in UTC, whose authorizations are cleared together.
public struct ClearingDay: Hashable, Sendable {
    let begin: Date
    var end: Date { begin.addingTimeInterval(86_400) }

    /// The day that contains a time.
    public init(containing time: Date) {
        begin = Date(timeIntervalSince1970: (time.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
    }
}

extension Sandbox {
    /// What a network would collect for a day: every approved authorization that waits for its first clearing, with
    /// its whole amount. Nothing is written.
    ///
    /// The reference of each clearing follows from its authorization, so a file that is made twice books nothing
    /// twice.
    ///
    /// - Parameter currency: the merchants'; nil for all.
    /// - Returns: at most ``ClearingFile/limit`` clearings, those whose holds end first at the beginning. When they are
    ///   booked, the next file has the others.
    public func clearing(
        of day: ClearingDay, in currency: Currency?
    ) async throws(IssuingFailure) -> ClearingFile {
        let found = try await reading(
            ClearingStatements.uncleared(on: day, in: currency, limit: ClearingFile.limit))
        var lines: [ClearingFile.Line] = []
        for (index, authorization) in found.enumerated() {
            let reference = NetworkReference("CLEARING-\(authorization.id.rawValue.spelled)")
            lines.append(
                ClearingFile.Line(
                    reference: try IssuingFailure.requiring(reference, "a reference of a clearing"),
                    authorization: authorization.id, amount: authorization.amount, isFinal: true,
                    number: index + 2))
        }
        return ClearingFile(lines)
    }
}
