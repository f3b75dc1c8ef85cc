import Validation

/// Why a file of operators cannot be used.
public enum OperatorFileFailure: Error, Equatable, Sendable, CustomStringConvertible {
    case unreadable(file: String, reason: String)
    /// Everything that is wrong in it, by the members' names.
    case faulty(file: String, [FieldError])

    public var description: String {
        switch self {
        case .unreadable(let file, let reason): "\(file) cannot be read: \(reason)"
        case .faulty(let file, let errors):
            "\(file) is not accepted: " + errors.map { "\($0.field) \($0.error)" }.joined(separator: "; ") + "."
        }
    }
}
