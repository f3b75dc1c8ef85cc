/// Why a program is refused.
public enum ProgramRefusal: Equatable, Sendable {
    case exists(name: String)

    public var message: String {
        switch self {
        case .exists(let name):
            "There is a program \(name) already; a program is given once."
        }
    }
}
