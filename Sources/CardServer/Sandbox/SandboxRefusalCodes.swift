import CardAPI
import Cards
import HTTPContract

extension SandboxRefusal {
    var code: ErrorCode {
        switch self {
        case .snapshot(let reason): reason.code
        case .program(let reason): reason.code
        case .event(let reason): reason.code
        case .inbox(let reason): reason.code
        case .databaseIsNoSandbox: .operationNotAllowed
        }
    }
}

extension SnapshotRefusal {
    var code: ErrorCode {
        switch self {
        case .notFound: .entityNotFound
        case .exists: .snapshotConflict
        case .limitExceeded: .operationNotAllowed
        }
    }
}

extension ProgramRefusal {
    var code: ErrorCode {
        switch self {
        case .exists: .operationNotAllowed
        }
    }
}

extension CardEventRefusal {
    var code: ErrorCode {
        switch self {
        case .needsPlastic, .notAllowed, .pinIsBlocked: .operationNotAllowed
        }
    }
}

extension InboxRefusal {
    var code: ErrorCode {
        switch self {
        case .messageNotFound: .entityNotFound
        case .messageIsNoPush, .pushIsOver: .operationNotAllowed
        }
    }
}
