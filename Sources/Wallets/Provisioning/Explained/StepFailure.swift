import CardSecrets

/// A failure as it is reported, without its type.
public struct StepFailure: ExplainedFailure {
    public let name: String
    public let cause: String
    public let fix: String

    public init(name: String, cause: String, fix: String) {
        self.name = name
        self.cause = cause
        self.fix = fix
    }

    public init(_ failure: some ExplainedFailure) {
        self.init(name: failure.name, cause: failure.cause, fix: failure.fix)
    }
}
