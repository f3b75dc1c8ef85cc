import Authorizing
import Cards
import Issuing
import Ledger
import Postgres

/// Why a clearing file was not loaded, a break not resolved, or a position not settled.
public enum ClearingFailure: DatabaseError, CustomStringConvertible {
    case issuing(IssuingFailure)
    /// The text is wrong. Nothing was booked.
    case faults(ClearingFaults)
    case unreadable(String)
    /// Another file with other bytes was loaded under this reference.
    case referenceTaken(NetworkReference)
    /// The file was changed while it was loaded, or somebody else loads it. What was taken stays.
    case changed(NetworkReference)
    case noBreak
    /// The break is closed.
    case resolved(ClearingBreak.Resolution)
    /// The break's line was booked, or there is none, so nothing can be lost.
    case noLoss(ClearingBreak.Kind)
    /// The reference of the break's line was paid as a loss before.
    case lostBefore(ClearingLoss)
    /// A line with the same reference was booked, so the scheme is owed its amount.
    case bookedBefore(ClearingBreak.Line)
    /// The break is about a payment of this scheme, so no other one can be owed a loss.
    case otherScheme(Scheme)
    case noPosition
    /// The last day is before the first one.
    case noDays
    /// The days have more positions than an answer.
    case tooManyPositions(limit: Int)
    /// The day is not over, or a file of the day is not taken whole.
    case positionIsOpen

    public init(_ failure: PostgresFailure) {
        self = .issuing(IssuingFailure(failure))
    }

    static func reading(_ failure: LineFailure) -> ClearingFailure {
        switch failure {
        case .unreadable(let reason): return .unreadable(reason)
        case .tooLong(let line):
            let error = "must have lines of at most \(LineRows.maximumRowBytes) bytes"
            return .faults(ClearingFaults(list: [ClearingFault(field: "file", error: error, line: line, column: 1)]))
        }
    }

    public var postgresFailure: PostgresFailure? {
        guard case .issuing(let failure) = self else { return nil }
        return failure.postgresFailure
    }

    public var description: String {
        switch self {
        case .issuing(.refused(let refusal)): refusal.message
        case .issuing(let failure): "\(failure)"
        case .faults(let faults):
            (["The file is wrong, and nothing of it was booked."]
                + faults.list.map { "line \($0.line), column \($0.column): \($0.field) \($0.error)" })
                .joined(separator: "\n")
        case .unreadable(let reason): "The file cannot be read: \(reason)"
        case .referenceTaken(let reference):
            "Another file was loaded as \(reference). Name this one by another reference."
        case .changed(let reference):
            "The file \(reference) was changed while it was loaded, or is loaded by somebody else. Load it again."
        case .noBreak: "There is no such break."
        case .resolved(let resolution): "The break was resolved before by \(resolution.by): \(resolution.reason)"
        case .noLoss(let kind):
            "A break of the kind \(kind.rawValue) whose line was booked, or which has no line, cannot be a loss."
        case .lostBefore(let loss): "\(loss) This break is still open. Resolve it without a loss."
        case .bookedBefore(let line):
            "The reference \(line.reference) was booked, so the scheme is owed \(line.amount) for it: "
                + "line \(line.number) of \(line.fileReference). This break is still open. Resolve it without a loss."
        case .otherScheme(let scheme):
            "The payment's card is of the scheme \(scheme.rawValue), so only that one can be owed the loss."
        case .noPosition: "There is no such position, or it was settled before."
        case .noDays: "The last day must not be before the first one."
        case .tooManyPositions(let limit): "The days have more than \(limit) positions. Ask for fewer days."
        case .positionIsOpen: "The day is not over, or one of its files is not taken whole. Load the file again."
        }
    }
}
