import CardSecrets
import Provisioning

/// Receives each step of a card's way into a wallet as it is taken.
public typealias StepReport = @Sendable (ProvisioningStep) -> Void

/// The steps of one card into one wallet. The first step that fails ends them.
struct Journey: Sendable {
    let report: StepReport

    /// For the steps before a fault can show, which are not reported.
    static let unreported = Journey { _ in }

    func pass(_ name: String, _ seen: String) {
        report(ProvisioningStep(name, seen))
    }

    /// Reports the failure and returns it to be thrown.
    func end(_ name: String, _ failure: some ExplainedFailure) -> StepFailure {
        let failure = StepFailure(failure)
        report(ProvisioningStep(name, failure.cause, .failed(failure)))
        return failure
    }

    /// Reports all checks, including those after the first failure.
    func follow(_ inspection: Inspection) throws(StepFailure) {
        for step in inspection.steps { report(step) }
        if let failure = inspection.failure { throw failure }
    }
}
