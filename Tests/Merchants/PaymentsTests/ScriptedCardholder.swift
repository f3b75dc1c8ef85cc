import Payments
import Synchronization

/// Authenticates at the first step after the beginning, unless a test gives another answer.
final class ScriptedCardholder: CardholderAuthentication {
    typealias Script = @Sendable (AuthenticationAction) -> AuthenticationStep

    private let script = Mutex<Script> { action in
        action == .begin ? .prompt(AuthenticationPrompt(.method)) : .ended(.authenticated)
    }

    func answer(_ script: @escaping Script) { self.script.withLock { $0 = script } }

    func advance(_ request: AuthenticationRequest, by action: AuthenticationAction) async -> AuthenticationStep {
        script.withLock { $0 }(action)
    }
}
