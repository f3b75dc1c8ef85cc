/// Why a program is refused.
public enum ProgramRefusal: Equatable, Sendable {
    case exists(name: String)

    public var message: String {
        switch self {
        case .exists(let name):
            "A program \(name) exists already; choose another name."
        }
    }
}
