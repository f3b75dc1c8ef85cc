import Authorizing
import Foundation

/// Where a page of the differences of a draft begins: behind a request.
public struct DifferencePlace: Hashable, Sendable, CustomStringConvertible {
    /// Two versions of a draft have two lists.
    let draftVersion: Int64
    let at: Date
    let reference: NetworkReference

    init(behind last: ChangedAnswer, draftVersion: Int64) {
        (self.draftVersion, at, reference) = (draftVersion, last.at, last.reference)
    }

    /// Reads a ``description``.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 2).map(String.init)
        guard parts.count == 3, let version = Int64(parts[0]), let microseconds = Int64(parts[1]),
            Self.times.contains(microseconds), let reference = NetworkReference(parts[2])
        else { return nil }
        draftVersion = version
        at = Date(timeIntervalSince1970: Double(microseconds) / 1e6)
        self.reference = reference
    }

    /// Opaque to a caller.
    public var description: String {
        let microseconds = Int64(exactly: (at.timeIntervalSince1970 * 1e6).rounded()) ?? 0
        return "\(draftVersion).\(microseconds).\(reference.text)"
    }

    /// The microseconds until 2100.
    private static let times: ClosedRange<Int64> = 0...4_102_444_800_000_000
}
