import Authorizing
import Ledger

/// The loss by which a reference was paid, even if no line of a file with it was booked.
public struct ClearingLoss: Hashable, Sendable, CustomStringConvertible {
    public let id: ClearingBreakID
    public let line: ClearingBreak.Line

    /// Nil if the break has no line, and so cannot be a loss.
    init?(_ found: ClearingBreak) {
        guard let line = found.line else { return nil }
        (id, self.line) = (found.id, line)
    }

    public var description: String {
        "The reference \(line.reference) was paid before as a loss of \(line.amount): break \(id), "
            + "line \(line.number) of \(line.fileReference)."
    }
}
