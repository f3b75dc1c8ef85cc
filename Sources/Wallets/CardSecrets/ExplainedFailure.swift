/// A failure that the sender of the bytes can correct: it says what is wrong and what to do about it.
///
/// A refusal's details and an explanation have the same two sentences, so they cannot differ. Neither ever
/// contains a byte of a key, a card number or a plaintext. A failure that depends on a secret (a tag, a padding, a
/// signature) is one case without a reason; otherwise a caller could learn the secret by trying often enough.
public protocol ExplainedFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The failure in a word or two, stable for programs: `leafCertificate.expired`.
    var name: String { get }
    /// The problem: which value is wrong, and in what way.
    var cause: String { get }
    /// The value that would be accepted instead, and the usual mistake.
    var fix: String { get }
}

extension ExplainedFailure {
    public var description: String { "\(cause) \(fix)" }
}
