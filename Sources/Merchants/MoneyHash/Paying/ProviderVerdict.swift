import CardSecrets
import Gateways
import Payments

/// A simulated provider in the places of the issuer and of 3-D Secure: a payment whose customer must authenticate is
/// one that waits for the provider. Both answer at once, and move no money.
struct ProviderVerdict: PaymentIssuer, CardholderAuthentication {
    let outcome: ProviderOutcome

    func advance(_ request: AuthenticationRequest, by action: AuthenticationAction) async -> AuthenticationStep {
        switch outcome {
        case .pending: .prompt(AuthenticationPrompt(.test))
        case .success, .refused: .ended(.authenticated)
        case .expired: .ended(.notCompleted)
        }
    }

    func authorize(_ request: IssuerRequest) async -> IssuerAnswer {
        outcome == .success ? .approved(amount: request.amount, code: "LOCAL") : .declined(.doNotHonor)
    }

    func reverse(_ request: IssuerRequest) async -> IssuerAnswer { .approved(amount: request.amount, code: "LOCAL") }
}

/// Payments are charged to numbers of cards. This one stands for none: no card's number begins with 9.
extension PaymentInstrument {
    static let none: PaymentInstrument? = PAN("9000000000000001").map {
        PaymentInstrument(pan: $0, expiry: nil, kind: .card(cvv2: nil))
    }
}

/// The reason why a payment was not made, in the words of the issuer or the provider.
struct FailureWords: Sendable {
    let code: String
    let message: String

    static let refused = FailureWords(code: "REFUSED", message: "The provider refused the payment.")
    static let expired = FailureWords(code: "EXPIRED", message: "The customer did not pay in time.")

    private init(code: String, message: String) { (self.code, self.message) = (code, message) }

    /// - Parameter method: the payment method that was tried.
    init?(_ payment: Payment, with method: PaymentMethod?) {
        guard let reason = payment.failure else { return nil }
        guard method?.provider != nil else {
            self.init(code: reason.providerCode, message: reason.providerMessage)
            return
        }
        self = reason == .notAuthenticated ? .expired : .refused
    }
}

extension Payment {
    /// The method that needs no card; nil if a card pays it.
    var localMethod: PaymentMethod? {
        MoneyHashNote(metadata)?.method.flatMap { $0.provider == nil ? nil : $0 }
    }

    var failureWords: FailureWords? { FailureWords(self, with: localMethod) }
}
