import Authorizing
import Foundation
import Identifiers
import Issuing
import Ledger
import Validation

/// A day in UTC, whose authorizations are cleared together.
public struct ClearingDay: Hashable, Sendable {
    public let begin: Date
    var end: Date { begin.addingTimeInterval(86_400) }

    /// The day that contains a time.
    public init(containing time: Date) {
        begin = Date(timeIntervalSince1970: (time.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
    }
}

extension Sandbox {
    /// The clearings that a network would send for a day: every approved authorization that waits for its first
    /// clearing, with its whole amount. The payments of gateways are left out, because a gateway clears them itself.
    /// Nothing is written. An amount of more than 12 digits is cleared in parts.
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
        for authorization in found {
            let clearings = try Self.clearings(of: authorization, after: lines.count)
            if lines.count + clearings.count <= ClearingFile.limit { lines += clearings }
        }
        return ClearingFile(lines)
    }

    /// Increments can add up to more than one clearing collects. Then there are several.
    ///
    /// - Parameter count: the clearings that the file already has.
    private static func clearings(
        of authorization: Authorization, after count: Int
    ) throws(IssuingFailure) -> [ClearingFile.Line] {
        var (lines, left): ([ClearingFile.Line], Int64) = ([], authorization.amount.minorUnits)
        while left > 0, lines.count <= ClearingFile.limit {
            let part = min(left, MessageFields.largestAmount)
            left -= part
            let suffix = lines.isEmpty ? "" : "-\(lines.count + 1)"
            let reference = NetworkReference("CLEARING-\(authorization.id.description)\(suffix)")
            lines.append(
                ClearingFile.Line(
                    reference: try IssuingFailure.requiring(reference, "a reference of a clearing"),
                    authorization: authorization.id,
                    amount: Money(minorUnits: part, currency: authorization.amount.currency), isFinal: left == 0,
                    number: count + lines.count + 2))
        }
        return lines
    }
}
