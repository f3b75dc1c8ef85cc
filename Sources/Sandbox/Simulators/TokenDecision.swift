import Provisioning

/// The sandbox's decision about a message: all checks, and the token unless one of them failed.
struct TokenDecision: Decodable {
    struct Step: Decodable {
        let step, verdict: String
        let seen, failure, cause, fix: String?
    }

    let steps: [Step]
    let token: WalletToken?

    var inspection: Inspection {
        var inspection = Inspection()
        for step in steps {
            if let name = step.failure {
                inspection.fail(step.step, StepFailure(name: name, cause: step.cause ?? "", fix: step.fix ?? ""))
            } else if step.verdict == "SKIPPED" {
                inspection.skip(step.step, because: step.seen ?? "")
            } else {
                inspection.pass(step.step, step.seen ?? "")
            }
        }
        return inspection
    }
}
