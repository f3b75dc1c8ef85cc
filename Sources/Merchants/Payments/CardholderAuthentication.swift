import Foundation
import Ledger

/// The issuer's authentication of a cardholder, as a merchant's side reaches it through the card network (EMV 3-D
/// Secure). The program provides the implementation.
///
/// The issuer keeps the state. It names it by the payment's id, so the same step can be asked for again.
public protocol CardholderAuthentication: Sendable {
    /// Takes the authentication of a payment one step further.
    func advance(_ request: AuthenticationRequest, by action: AuthenticationAction) async -> AuthenticationStep
}

/// The request that a cardholder confirms: this amount for this merchant only.
public struct AuthenticationRequest: Sendable {
    public let payment: PaymentID
    public let instrument: PaymentInstrument
    public let amount: Money
    public let merchant: Merchant
    /// The time after which the answer is too late.
    public let endsAt: Date

    public init(payment: PaymentID, instrument: PaymentInstrument, amount: Money, merchant: Merchant, endsAt: Date) {
        (self.payment, self.instrument, self.amount) = (payment, instrument, amount)
        (self.merchant, self.endsAt) = (merchant, endsAt)
    }
}

public enum AuthenticationAction: Hashable, Sendable {
    /// Finds the cardholder. It is the first step, made once, before the cardholder is asked.
    case begin
    /// Reads the state, without changing it.
    case look
    /// Sends the cardholder a challenge: a code, or a question in the app.
    case send(AuthenticationMethod.Kind)
    /// The cardholder has typed a code.
    case code(String)
    /// The cardholder says that the app was answered, or presses the only button there is.
    case confirm
}

/// A way for a cardholder to authenticate.
public struct AuthenticationMethod: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case sms, email, authenticator, app
    }

    public let kind: Kind
    /// Where a message goes, masked by the issuer; nil if none is sent.
    public let target: String?

    public init(_ kind: Kind, target: String? = nil) {
        (self.kind, self.target) = (kind, target)
    }
}

public enum AuthenticationStep: Hashable, Sendable {
    /// The cardholder must do something.
    case prompt(AuthenticationPrompt)
    case ended(PaymentAuthentication)
    /// The state is unknown. The same step may be asked for again.
    case unreachable
}

/// The question to a cardholder.
public struct AuthenticationPrompt: Hashable, Sendable {
    public enum Question: Hashable, Sendable {
        /// The method by which the cardholder wants to authenticate.
        case method
        case code(by: AuthenticationMethod)
        case approvalInApp
        /// Only for a yes of a test client's customer, without an issuer.
        case test
    }

    public let question: Question
    /// Those that the cardholder can choose from, also instead of the chosen one.
    public let methods: [AuthenticationMethod]
    /// The last four digits of the card, which may differ from those of a wallet's token; nil if unknown.
    public let lastFour: String?
    /// The fault of the last action, as a sentence for the cardholder.
    public let note: String?

    public init(
        _ question: Question, methods: [AuthenticationMethod] = [], lastFour: String? = nil, note: String? = nil
    ) {
        (self.question, self.methods, self.lastFour, self.note) = (question, methods, lastFour, note)
    }
}

/// How a cardholder's authentication ended.
public enum PaymentAuthentication: String, CaseIterable, Hashable, Sendable {
    case authenticated = "AUTHENTICATED"
    /// The cardholder said no, or tried too often.
    case declined = "DECLINED"
    /// The cardholder cancelled, or the time passed.
    case notCompleted = "NOT_COMPLETED"
    /// The card has no way to authenticate.
    case lookupFailed = "LOOKUP_FAILED"
}

extension CardScheme {
    /// The electronic commerce indicator of a payment whose cardholder has authenticated by 3-D Secure.
    var authenticatedIndicator: String {
        self == .mastercard ? "02" : "05"
    }
}
