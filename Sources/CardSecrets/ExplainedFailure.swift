/// A failure that whoever sent the bytes can mend: it says what is wrong and what to do about it.
///
/// The same two sentences stand in the details of a refusal and in the sandbox's explanation, so that they cannot
/// differ. Neither ever holds a byte of a key, a card number or a plaintext. What fails on a secret (a tag, a padding,
/// a signature) is one case without a reason, or a caller who tries often enough would learn the secret from reasons.
public protocol ExplainedFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The failure in a word or two, stable for programs: `leafCertificate.expired`.
    var name: String { get }
    /// What is the matter, naming the thing and its state.
    var cause: String { get }
    /// What would be accepted instead, and where it is usually gone wrong.
    var fix: String { get }
}

extension ExplainedFailure {
    public var description: String { "\(cause) \(fix)" }
}
