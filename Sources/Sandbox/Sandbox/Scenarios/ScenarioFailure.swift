import Authorizing
import Cards
import Issuing
import Scenarios

/// Why a scenario was not played.
public enum ScenarioFailure: Error, CustomStringConvertible {
    /// The scenario is invalid. Nothing was created.
    case faults(ScenarioFaults)
    /// The scenario could not be checked. Nothing was created.
    case failed(IssuingFailure)
    /// An item could not be created. The items before it stay.
    case stopped(at: String, made: PlayedScenario, because: IssuingFailure)
    /// A payment was approved that the scenario expects to be declined, or the other way round. It and the items before
    /// it stay.
    case answeredOtherwise(at: String, made: PlayedScenario, code: ResponseCode)

    public var description: String {
        switch self {
        case .faults(let faults): return faults.description
        case .failed(let failure): return failure.told
        case .stopped(let item, let made, let failure):
            let lines = made.lines
            return "\(item) could not be created: \(failure.told) "
                + (lines.isEmpty
                    ? "Nothing was created before it." : "Created before it: \(lines.joined(separator: ", ")).")
        case .answeredOtherwise(let item, let made, let code):
            return "\(item) did not end as the scenario says: the issuer answered \(code.rawValue), \(code.meaning). "
                + "Created so far: \(made.lines.joined(separator: ", "))."
        }
    }
}

extension IssuingFailure {
    fileprivate var told: String {
        if case .refused(let refusal) = self { refusal.message } else { "\(self)" }
    }
}
