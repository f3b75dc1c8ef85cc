import CardSecrets

/// Who may reach a sandbox.
public struct SandboxAccess: Sendable {
    let gate: SandboxGate

    /// - Parameters:
    /// - token: the token that every request must have; nil if no token is needed, which is allowed only on loopback
    ///   addresses.
    /// - names: host names of the sandbox, in addition to names that nobody can register.
    public init(token: SandboxToken? = nil, names: [String] = []) {
        gate = SandboxGate(token: token, names: names)
    }
}

/// What requests show to a sandbox that machines other than its own can reach.
public struct SandboxToken: Sendable {
    /// In characters. Shorter ones could be guessed.
    public static let lengths = 32...256

    private let secret: Secret

    /// Nil unless it has one of those lengths and is a bearer token (RFC 6750, section 2.1).
    public init?(_ text: String) {
        guard Self.lengths.contains(text.utf8.count), text.wholeMatch(of: /[A-Za-z0-9._~+\/-]+=*/) != nil else {
            return nil
        }
        secret = Secret(Array(text.utf8))
    }

    /// Whether an `Authorization` header shows this token. The time that this takes reveals only the token's length.
    func isShown(in authorization: String) -> Bool {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return false }
        return Secret(Array(parts[1].utf8)).isEqual(to: secret)
    }
}
