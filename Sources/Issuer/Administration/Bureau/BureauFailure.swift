import Cards
import Issuing
import Postgres

/// Why plastic was not ordered, or a bureau's reports were not read.
public enum BureauFailure: DatabaseError, CustomStringConvertible {
    case issuing(IssuingFailure)
    case unreadable(String)
    /// Not a line of the file was read: it is of another kind.
    case noReports(expectedHeading: String)
    case lineTooLong(line: Int, limitBytes: Int)
    case tooManyLines(limit: Int)
    case noFile(Int)
    /// The stored data of a card does not open, so its file cannot be written.
    case damagedCard(CardID, file: Int, reason: String)
    /// Somebody else orders plastic, or writes the same file.
    case busy

    public init(_ failure: PostgresFailure) {
        self = failure.constraint == "bureau_file_is_made_once" ? .busy : .issuing(IssuingFailure(failure))
    }

    public var postgresFailure: PostgresFailure? {
        guard case .issuing(let failure) = self else { return nil }
        return failure.postgresFailure
    }

    static func reading(_ failure: LineFailure) -> BureauFailure {
        switch failure {
        case .unreadable(let reason): .unreadable(reason)
        case .tooLong(let line): .lineTooLong(line: line, limitBytes: LineRows.maximumRowBytes)
        }
    }

    public var description: String {
        switch self {
        case .issuing(.refused(let refusal)): refusal.message
        case .issuing(let failure): "\(failure)"
        case .unreadable(let reason): "The file cannot be read: \(reason)"
        case .noReports(let heading): "The file must begin with the line \(heading). Nothing was changed."
        case .lineTooLong(let line, let limit):
            "Line \(line) has more than \(limit) bytes. Some lines before it are done; correct it and load the file "
                + "again."
        case .tooManyLines(let limit):
            "The file has more than \(limit) lines. Those are done; load the others as another file."
        case .noFile(let number): "There is no order file \(number)."
        case .damagedCard(let card, let file, let reason):
            "The card \(card) stops the file \(file): \(reason) Record the event EXPIRE for it, which takes it out of "
                + "the file, and give its customer another card. Then repeat the command."
        case .busy: "Somebody else orders plastic or writes this file at the same time. Repeat the command."
        }
    }
}
