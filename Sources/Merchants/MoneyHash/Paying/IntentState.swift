/// The next step of a client with an intent.
enum IntentState: String, CaseIterable, Sendable {
    case methodSelection = "METHOD_SELECTION"
    /// The wallet's sheet is shown, and its token is sent as a receipt.
    case nativePay = "NATIVE_PAY"
    /// The merchant's own form collects a card, or the billing data that a provider needs.
    case formFields = "FORM_FIELDS"
    /// The merchant's own form collects the security code of a saved card.
    case savedCardCVV = "SAVED_CARD_CVV"
    /// The customer chooses how the bank takes the amount.
    case installmentPlans = "INSTALLMENT_PLANS"
    /// MoneyHash's page collects a card, or the billing data that a provider needs.
    case intentForm = "INTENT_FORM"
    /// The customer authenticates on a page, 3-D Secure, or pays on a provider's.
    case urlToRender = "URL_TO_RENDER"
    /// The customer authenticates in the bank's app, or pays somewhere else.
    case waitingForUser = "TRANSACTION_WAITING_USER_ACTION"
    /// The issuer or the provider is being asked.
    case processing = "PROCESSING"
    case transactionFailed = "TRANSACTION_FAILED"
    case intentProcessed = "INTENT_PROCESSED"
    case expired = "EXPIRED"
    case closed = "CLOSED"
}

/// One allowed change of an intent's state. A change without a row is refused.
struct IntentTransition: Hashable, Sendable {
    enum Occasion: String, CaseIterable, Sendable {
        case selection
        /// The card for which plans of installments are chosen.
        case card
        /// The issuer or the provider is asked, with a card, a security code, a plan or billing data.
        case payment
        /// The customer must authenticate, or pay at the provider.
        case challenge
        /// The customer asks for another way to authenticate.
        case way
        /// The customer has authenticated, or the provider says how the payment ends.
        case authentication
        case approval, decline
        /// A saved card was deleted.
        case removal
        /// The time for a plan is over.
        case lapse
        case expiry, closing
    }

    let from: IntentState
    let occasion: Occasion
    let to: IntentState

    /// The whole life of an intent. Where an occasion leads to several states, the selected method decides, or how
    /// often the customer has tried.
    static let table: [IntentTransition] = [
        rows(open, .selection, [.nativePay, .formFields, .savedCardCVV, .intentForm]),
        rows([.formFields], .card, [.installmentPlans]),
        rows([.installmentPlans], .lapse, [.formFields]),
        rows([.savedCardCVV], .removal, [.methodSelection]),
        rows(payable, .payment, [.processing]),
        rows([.processing], .challenge, challenged),
        rows(challenged, .way, challenged),
        rows(challenged, .authentication, [.processing]),
        rows(challenged, .decline, [.transactionFailed, .closed]),
        rows([.processing], .approval, [.intentProcessed]),
        rows([.processing], .decline, [.transactionFailed, .closed]),
        rows(open + challenged, .expiry, [.expired]),
        rows(open + challenged, .closing, [.closed]),
    ].flatMap(\.self)

    /// Those in which something can be charged.
    private static let payable: [IntentState] = [
        .nativePay, .formFields, .savedCardCVV, .installmentPlans, .intentForm,
    ]
    /// The states that can still change, and in which the customer is not being asked.
    private static let open: [IntentState] = [.methodSelection] + payable + [.transactionFailed]
    /// Those in which the customer is being asked.
    private static let challenged: [IntentState] = [.urlToRender, .waitingForUser]

    static func states(allowing occasion: Occasion) -> [IntentState] {
        IntentState.allCases.filter { state in table.contains { $0.from == state && $0.occasion == occasion } }
    }

    private static func rows(
        _ from: [IntentState], _ occasion: Occasion, _ to: [IntentState]
    ) -> [IntentTransition] {
        from.flatMap { state in to.map { IntentTransition(from: state, occasion: occasion, to: $0) } }
    }
}

extension IntentState {
    /// - Throws: unless the table allows the occasion in this state.
    func require(_ occasion: IntentTransition.Occasion) throws(MoneyHashError) {
        guard !IntentTransition.states(allowing: occasion).contains(self) else { return }
        throw .invalid("intent", refusal)
    }

    private var refusal: String {
        switch self {
        case .intentProcessed: "The intent is processed; no further attempts are allowed."
        case .closed: "The intent is closed; no further attempts are allowed."
        case .expired: "The intent has expired; no further attempts are allowed."
        case .processing: "The intent is being paid; read its details."
        case .urlToRender, .waitingForUser: "The customer must pay, authenticate or cancel the payment first."
        case .transactionFailed: "The last transaction failed; select a method to try again."
        case .methodSelection, .nativePay, .formFields, .savedCardCVV, .installmentPlans, .intentForm:
            "The intent's state is \(rawValue); select a method first."
        }
    }
}
