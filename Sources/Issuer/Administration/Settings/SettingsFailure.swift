import Postgres
import Scenarios

/// Why a file was not applied. Nothing has changed.
public enum SettingsFailure: DatabaseError, CustomStringConvertible {
    case faults(ScenarioFaults)
    case failed(PostgresFailure)
    /// The change that was to be approved does not wait.
    case notWaiting

    public init(_ failure: PostgresFailure) { self = .failed(failure) }

    public var postgresFailure: PostgresFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }

    public var description: String {
        switch self {
        case .faults(let faults): faults.description
        case .failed(let failure): "\(failure)"
        case .notWaiting: WaitingChangeFailure.notWaiting.description
        }
    }
}
