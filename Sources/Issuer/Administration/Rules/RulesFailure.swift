import Cards
import Issuing
import Postgres

/// Why nothing was done with a draft of a program's controls.
public enum RulesFailure: DatabaseError, CustomStringConvertible {
    case issuing(IssuingFailure)
    case noDraft(program: String)
    /// The draft was changed since the caller has seen it.
    case changed(program: String, version: Int64)
    /// The program's controls were changed after the draft was made.
    ///
    /// - Parameters:
    ///   - drafted: their version at that time.
    ///   - version: their version now.
    case controlsChanged(program: String, drafted: Int64, version: Int64)
    /// The period of a backtest is empty.
    case noPeriod
    /// The change that was to be approved does not wait.
    case notWaiting

    public init(_ failure: PostgresFailure) { self = .issuing(IssuingFailure(failure)) }

    public var postgresFailure: PostgresFailure? {
        guard case .issuing(let failure) = self else { return nil }
        return failure.postgresFailure
    }

    public var description: String {
        switch self {
        case .issuing(.refused(let refusal)): refusal.message
        case .issuing(let failure): "\(failure)"
        case .noDraft(let program):
            "\(program) has no draft of its controls: none was made, or it was dropped or promoted. Make one first."
        case .changed(let program, let version):
            "The draft of \(program) was changed: it has version \(version) now. Begin again with that version."
        case .controlsChanged(let program, let drafted, let version):
            "The controls of \(program) were changed after its draft was made: they had version \(drafted) and have "
                + "version \(version) now. Make the draft again, with what is to stay of them."
        case .noPeriod: "The period is empty. Its end must be after its beginning."
        case .notWaiting: WaitingChangeFailure.notWaiting.description
        }
    }
}

extension RulesFailure: ApprovedWorkFailure {}
