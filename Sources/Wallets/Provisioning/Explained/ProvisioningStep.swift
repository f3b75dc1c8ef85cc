import CardSecrets

/// One check on a card's way into a wallet, and its result.
///
/// Explanations and simulated phones use the same steps, so both say the same about the same bytes.
public struct ProvisioningStep: Sendable, Equatable {
    public enum Verdict: Sendable, Equatable {
        case passed
        case failed(StepFailure)
        /// Not checked, for the reason in ``seen``.
        case skipped
    }

    /// The subject of the check, in a word or two: `leafCertificate`, `chain`, `pass`.
    public let name: String
    /// The finding. It never contains a byte of a key, or more of a card than its last four digits.
    public let seen: String
    public let verdict: Verdict

    public init(_ name: String, _ seen: String, _ verdict: Verdict = .passed) {
        self.name = name
        self.seen = seen
        self.verdict = verdict
    }

    public var failure: StepFailure? {
        if case .failed(let failure) = verdict { failure } else { nil }
    }
}

/// A list of checks that grows step by step.
public struct Inspection: Sendable, Equatable {
    public private(set) var steps: [ProvisioningStep] = []

    public init() {}

    /// The first failure; nil if no check failed.
    public var failure: StepFailure? { steps.lazy.compactMap(\.failure).first }

    public mutating func pass(_ name: String, _ seen: String) {
        steps.append(ProvisioningStep(name, seen))
    }

    public mutating func skip(_ name: String, because reason: String) {
        steps.append(ProvisioningStep(name, reason, .skipped))
    }

    public mutating func fail(_ name: String, _ failure: some ExplainedFailure) {
        steps.append(ProvisioningStep(name, failure.cause, .failed(StepFailure(failure))))
    }

    /// Records a pass, or the failure if there is one.
    public mutating func check(_ name: String, _ seen: String, _ failure: (some ExplainedFailure)?) {
        if let failure { fail(name, failure) } else { pass(name, seen) }
    }

    /// Does work that may fail, and records the result.
    mutating func attempt<Value, Failure: ExplainedFailure>(
        _ name: String, _ work: () throws(Failure) -> (Value, seen: String)
    ) -> Value? {
        do throws(Failure) {
            let (value, seen) = try work()
            pass(name, seen)
            return value
        } catch {
            fail(name, error)
            return nil
        }
    }
}
