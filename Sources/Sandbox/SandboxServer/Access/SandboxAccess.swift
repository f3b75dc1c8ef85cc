import CardSecrets

/// The rules for access to a sandbox.
public struct SandboxAccess: Sendable {
    let gate: SandboxGate

    /// - Parameters:
    ///   - token: the token that every request must have; nil if none is needed, which is only for loopback addresses.
    ///   - names: host names of the sandbox, besides names that cannot be registered.
    public init(token: SandboxToken? = nil, names: [String] = []) {
        gate = SandboxGate(token: token, names: names)
    }
}

/// The token for a sandbox that other machines can reach.
public struct SandboxToken: Sendable {
    /// The accepted numbers of characters. Shorter tokens could be guessed.
    public static let lengths = 32...256

    private let secret: Secret

    /// Nil unless the text has one of these lengths and the form of a bearer token (RFC 6750, section 2.1).
    public init?(_ text: String) {
        guard Self.lengths.contains(text.utf8.count), text.wholeMatch(of: /[A-Za-z0-9._~+\/-]+=*/) != nil else {
            return nil
        }
        secret = Secret(Array(text.utf8))
    }

    /// Whether a text is this token. The duration of the check reveals only the token's length.
    func isEqual(to text: String) -> Bool { Secret(Array(text.utf8)).isEqual(to: secret) }
}
