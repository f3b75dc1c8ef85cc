import CardSecrets
import Provisioning

/// Where the steps of a card's way into a wallet are told, each as it is taken.
public typealias StepReport = @Sendable (ProvisioningStep) -> Void

/// One card's way into one wallet: the first step that fails ends it.
struct Journey: Sendable {
    let report: StepReport

    func pass(_ name: String, _ seen: String) {
        report(ProvisioningStep(name, seen))
    }

    /// Tells of the failure and hands it back, to be thrown.
    func end(_ name: String, _ failure: some ExplainedFailure) -> StepFailure {
        let failure = StepFailure(failure)
        report(ProvisioningStep(name, failure.cause, .failed(failure)))
        return failure
    }

    /// Tells of all that was looked at, also of what comes after the first failure.
    func follow(_ inspection: Inspection) throws(StepFailure) {
        for step in inspection.steps { report(step) }
        if let failure = inspection.failure { throw failure }
    }
}
