import CardAPI
import CardServer
import HTTPContract
import HTTPTypes
import Sandbox

/// The error codes that only the sandbox returns. It also returns those of the card service.
extension ErrorCode {
    static let snapshotConflict = ErrorCode(
        "DW-SNAPSHOT-CONFLICT", .conflict, .decided,
        meaning: "A snapshot with this name exists.",
        remedy: "Delete the snapshot first, or choose another name.")

    /// In the order of the error page.
    static let sandbox = cardService + [snapshotConflict]
}

extension Problem {
    init(_ refusal: SnapshotRefusal) {
        let code: ErrorCode =
            switch refusal {
            case .notFound: .entityNotFound
            case .exists: .snapshotConflict
            case .limitExceeded: .operationNotAllowed
            }
        self.init(code, refusal.message)
    }
}
