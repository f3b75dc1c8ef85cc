import CardSecrets
import Sandbox

/// What makes a card service a sandbox, and who may reach it there.
public struct SandboxSettings: Sendable {
    let sandbox: Sandbox
    let gate: SandboxGate
    let controls = SandboxControls()

    /// - Parameters:
    ///   - sandbox: around the card service that is served.
    ///   - token: what every request has to show; nil for nothing, which is for loopback addresses only.
    ///   - names: host names of the sandbox, besides those that nobody else could own.
    public init(_ sandbox: Sandbox, token: SandboxToken? = nil, names: [String] = []) {
        self.sandbox = sandbox.observed(by: controls.coverage.count)
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

    /// Whether an `Authorization` header shows this token. How long that takes says nothing about the token but its
    /// length.
    func isShown(in authorization: String) -> Bool {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return false }
        return Secret(Array(parts[1].utf8)).isEqual(to: secret)
    }
}
