/// Why a request about a program is refused.
public enum ProgramRefusal: Equatable, Sendable {
    case notFound
    /// No brand has a program of this name.
    case unknown
    case exists(name: String)

    public var message: String {
        switch self {
        case .notFound:
            "There is no such program for this customer; GET /profile/prepaid/programs lists the customer's programs."
        case .unknown:
            "There is no such program; use the name that it was added under."
        case .exists(let name):
            "A program \(name) exists already; choose another name."
        }
    }
}

extension ProgramRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [ProgramRefusal] = [
        .notFound, .unknown, .exists(name: "SKRILL-VIRTUAL-MC-EEA"),
    ]
}
