import GatewayTestSupport
import Payments
import Synchronization

/// A cardholder whose issuer sends the code 123456 or asks in its app. The test decides the answers.
final class Cardholder: CardholderAuthentication {
    static let code = "123456"
    /// A wrong code after which the issuer accepts no other.
    static let lastWrongCode = "000000"

    typealias Hook = @Sendable (AuthenticationAction) async -> Void

    private struct Script {
        var canAuthenticate = true
        var isReachable = true
        /// The cardholder's answer in the app; nil if there is none.
        var approval: Bool?
        var askedInApp: Set<PaymentID> = []
        var actions: [AuthenticationAction] = []
    }

    private let script = Mutex(Script())
    private let hook = Mutex<Hook?>(nil)

    init() {}

    func enroll(_ isEnrolled: Bool) { script.withLock { $0.canAuthenticate = isEnrolled } }
    func reach(_ isReachable: Bool) { script.withLock { $0.isReachable = isReachable } }
    func answerInApp(_ approval: Bool) { script.withLock { $0.approval = approval } }
    /// Runs before the issuer answers.
    func beforeAnswering(_ body: Hook?) { hook.withLock { $0 = body } }
    var actions: [AuthenticationAction] { script.withLock { $0.actions } }

    func advance(
        _ request: AuthenticationRequest, by action: AuthenticationAction
    ) async -> AuthenticationStep {
        if let body = hook.withLock({ $0 }) { await body(action) }
        return script.withLock { script in
            script.actions.append(action)
            return script.isReachable ? Self.step(of: request.payment, action, &script) : .unreachable
        }
    }

    private static func step(
        of payment: PaymentID, _ action: AuthenticationAction, _ script: inout Script
    ) -> AuthenticationStep {
        let isAsked = script.askedInApp.contains(payment)
        switch action {
        case .begin: return script.canAuthenticate ? prompt(.method) : .ended(.lookupFailed)
        case .look: return prompt(isAsked ? .approvalInApp : .method)
        case .send(.app):
            script.askedInApp.insert(payment)
            return prompt(.approvalInApp)
        case .send:
            script.askedInApp.remove(payment)
            return prompt(.code(by: sms))
        case .code(code): return .ended(.authenticated)
        case .code(lastWrongCode): return .ended(.declined)
        case .code: return prompt(.code(by: sms), "The code is wrong. Attempts left: 4.")
        case .confirm:
            guard isAsked else { return prompt(.method) }
            guard let approval = script.approval else {
                return prompt(.approvalInApp, "Your app has not answered yet.")
            }
            return .ended(approval ? .authenticated : .declined)
        }
    }

    private static let sms = AuthenticationMethod(.sms, target: "+971 *******67")

    private static func prompt(
        _ question: AuthenticationPrompt.Question, _ note: String? = nil
    ) -> AuthenticationStep {
        .prompt(
            AuthenticationPrompt(question, methods: [sms, AuthenticationMethod(.app)], lastFour: "4321", note: note))
    }
}
