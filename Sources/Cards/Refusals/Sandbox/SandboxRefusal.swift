/// Why the sandbox refuses what only a sandbox can do.
public enum SandboxRefusal: Equatable, Sendable {
    case snapshot(SnapshotRefusal)
    case program(ProgramRefusal)
    case event(CardEventRefusal)
    case inbox(InboxRefusal)
    case databaseIsNoSandbox

    public var message: String {
        switch self {
        case .snapshot(let refusal): refusal.message
        case .program(let refusal): refusal.message
        case .event(let refusal): refusal.message
        case .inbox(let refusal): refusal.message
        case .databaseIsNoSandbox:
            "The database is not marked as a sandbox's, and only an empty one can be marked; nothing was changed."
        }
    }
}
