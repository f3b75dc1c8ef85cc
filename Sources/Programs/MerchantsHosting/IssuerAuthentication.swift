import Cards
import CardSecrets
import Identifiers
import Issuing
import Logging
import NetworkServer
import Payments

/// Lets cardholders authenticate with the issuer's strong customer authentication, as the server of an issuer does in
/// 3-D Secure (its access control server).
///
/// The network finds the card behind a number, so a token leads to the card's holder. It stores nothing: the event of
/// an authentication has the payment's id.
package struct IssuerAuthentication: CardholderAuthentication {
    private let issuing: Issuing
    private let desk: any NetworkDesk
    private let logger: Logger

    /// - Parameter desk: the network, or the issuer itself.
    package init(_ issuing: Issuing, _ desk: any NetworkDesk, logger: Logger) {
        (self.issuing, self.desk, self.logger) = (issuing, desk, logger)
    }

    package func advance(
        _ request: AuthenticationRequest, by action: AuthenticationAction
    ) async -> AuthenticationStep {
        do throws(IssuingFailure) {
            let isToken = request.instrument.wallet != nil
            guard let card = try await desk.chargedCard(request.instrument.pan, isToken: isToken) else {
                return .ended(.lookupFailed)
            }
            let payment = PaymentToConfirm(
                id: PaymentToConfirmID(rawValue: request.payment.rawValue), card: card,
                merchant: request.merchant.name, amount: request.amount, endsAt: request.endsAt)
            if action == .begin {
                let offers = try await issuing.openConfirmation(of: payment)
                return AuthenticationMethod.all(of: offers).isEmpty
                    ? .ended(.lookupFailed) : Self.prompt(.method, among: offers, payment)
            }
            return try await advance(payment, by: action)
        } catch {
            logger.error(
                "the authentication of a payment failed",
                metadata: ["payment": "\(request.payment)", "failure": "\(error)"])
            return .unreachable
        }
    }

    private func advance(
        _ payment: PaymentToConfirm, by action: AuthenticationAction
    ) async throws(IssuingFailure) -> AuthenticationStep {
        do throws(IssuingFailure) {
            switch action {
            case .begin, .look, .confirm: break
            case .send(let kind): try await issuing.sendChallenge(for: payment, by: kind.verification)
            case .code(let code): return try await check(code, payment)
            }
            return try await step(of: payment, after: action)
        } catch {
            guard case .refused(.authentication(let refusal)) = error else { throw error }
            switch refusal {
            case .isBlocked where action.isAttempt, .isClosed where action.isAttempt: return .ended(.declined)
            case .isBlocked, .isClosed, .tooManyChallenges, .challengesUsedUp, .messageIsNotDelivered:
                return try await step(
                    of: payment, after: action, "This way of confirming cannot be used now. Choose another one.")
            // Another request may have used the event meanwhile.
            default: return try await step(of: payment, after: action, "Choose how you want to confirm.")
            }
        }
    }

    // MARK: - What to ask now

    /// The next step of a confirmation. A page that is only looked at does not end it, because anyone may load a page,
    /// and more than once.
    private func step(
        of payment: PaymentToConfirm, after action: AuthenticationAction, _ note: String? = nil
    ) async throws(IssuingFailure) -> AuthenticationStep {
        guard let found = try await issuing.confirmation(of: payment) else { return .ended(.notCompleted) }
        let isDecided = found.event.status != .open || found.isApproved != nil
        if isDecided, action == .look { return Self.prompt(.approvalInApp, among: found.offers, payment) }
        switch found.event.status {
        case .verified, .used:
            // A wrong code may have come between.
            guard try await issuing.useConfirmation(of: payment) else { break }
            return .ended(.authenticated)
        case .failed: return .ended(.declined)
        case .open where found.isApproved == false: return .ended(.declined)
        case .open: break
        }
        guard let challenge = found.challenge,
            let method = found.offers.first(where: { $0.verification == challenge.verification })
        else { return Self.prompt(.method, among: found.offers, payment, note) }
        let waits = action == .confirm && challenge.verification == .push ? "Your app has not answered yet." : nil
        return Self.prompt(
            Self.question(method.verification, method.target), among: found.offers, payment, note ?? waits)
    }

    private func check(
        _ code: String, _ payment: PaymentToConfirm
    ) async throws(IssuingFailure) -> AuthenticationStep {
        let action = AuthenticationAction.code(code)
        guard let verification = try await issuing.confirmation(of: payment)?.challenge?.verification,
            [.smsCode, .emailCode, .authenticatorCode].contains(verification)
        else { return try await step(of: payment, after: action, "Choose how you want to confirm.") }
        let attempt = try await issuing.attempt(.code(code, by: verification), at: payment)
        let left = attempt.allowableAttempts - attempt.outcome.attempts
        switch attempt.outcome.status {
        case .verified: return try await step(of: payment, after: action)
        case .failed where left <= 0: return .ended(.declined)
        case .failed: return try await step(of: payment, after: action, "The code is too old. Ask for another one.")
        case .rejected:
            return try await step(of: payment, after: action, "The code is wrong. Attempts left: \(left).")
        }
    }

    private static func question(_ verification: Verification, _ target: String?) -> AuthenticationPrompt.Question {
        AuthenticationMethod.Kind(verification).flatMap { kind in
            kind == .app ? nil : .code(by: AuthenticationMethod(kind, target: target))
        } ?? .approvalInApp
    }

    private static func prompt(
        _ question: AuthenticationPrompt.Question, among offers: [AuthenticationOffer], _ payment: PaymentToConfirm,
        _ note: String? = nil
    ) -> AuthenticationStep {
        .prompt(
            AuthenticationPrompt(
                question, methods: AuthenticationMethod.all(of: offers), lastFour: payment.card.lastFour, note: note))
    }
}

extension AuthenticationAction {
    fileprivate var isAttempt: Bool { if case .code = self { true } else { false } }
}

extension AuthenticationMethod {
    /// Those that a page without a script can ask for. A secret that the cardholder knows is typed nowhere but in the
    /// app of the issuer.
    fileprivate static func all(of offers: [AuthenticationOffer]) -> [AuthenticationMethod] {
        offers.compactMap { offer in
            Kind(offer.verification).map { AuthenticationMethod($0, target: offer.target) }
        }
    }
}

extension AuthenticationMethod.Kind {
    fileprivate init?(_ verification: Verification) {
        switch verification {
        case .smsCode: self = .sms
        case .emailCode: self = .email
        case .authenticatorCode: self = .authenticator
        case .push: self = .app
        case .password, .pin, .passkey, .biometric: return nil
        }
    }

    fileprivate var verification: Verification {
        switch self {
        case .sms: .smsCode
        case .email: .emailCode
        case .authenticator: .authenticatorCode
        case .app: .push
        }
    }
}
