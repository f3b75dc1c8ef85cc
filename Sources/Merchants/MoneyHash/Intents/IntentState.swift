/// What a client does next with an intent. MoneyHash has four more states, which need what is not here: saved cards,
/// installments, and actions outside of the payment.
enum IntentState: String, CaseIterable, Sendable {
    case methodSelection = "METHOD_SELECTION"
    /// The wallet's sheet is shown, and what it gives is sent as a receipt.
    case nativePay = "NATIVE_PAY"
    /// The merchant's own form collects a card.
    case formFields = "FORM_FIELDS"
    /// MoneyHash's page collects a card.
    case intentForm = "INTENT_FORM"
    /// The issuer is being asked.
    case processing = "PROCESSING"
    case transactionFailed = "TRANSACTION_FAILED"
    case intentProcessed = "INTENT_PROCESSED"
    case expired = "EXPIRED"
    case closed = "CLOSED"
}

/// One allowed change of an intent's state. Everything that no row allows is refused.
struct IntentTransition: Hashable, Sendable {
    enum Occasion: String, CaseIterable, Sendable {
        case selection, payment, approval, decline, expiry, closing
    }

    let from: IntentState
    let occasion: Occasion
    let to: IntentState

    /// The whole life of an intent. Where an occasion leads to several states, the selected method decides, or how
    /// often the customer has tried.
    static let table: [IntentTransition] = [
        rows(open, .selection, [.nativePay, .formFields, .intentForm]),
        rows([.nativePay, .formFields, .intentForm], .payment, [.processing]),
        rows([.processing], .approval, [.intentProcessed]),
        rows([.processing], .decline, [.transactionFailed, .closed]),
        rows(open, .expiry, [.expired]),
        rows(open, .closing, [.closed]),
    ].flatMap(\.self)

    /// Those in which nobody is being asked, and something can still happen.
    private static let open: [IntentState] = [
        .methodSelection, .nativePay, .formFields, .intentForm, .transactionFailed,
    ]

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
        throw .invalid("intent", refusal(of: occasion))
    }

    private func refusal(of occasion: IntentTransition.Occasion) -> String {
        switch self {
        case .intentProcessed: "The intent is processed; no further attempts are allowed."
        case .closed: "The intent is closed; no further attempts are allowed."
        case .expired: "The intent has expired; no further attempts are allowed."
        case .processing: "The intent is being paid; read its details."
        case .transactionFailed: "The last transaction failed; select a method to try again."
        case .methodSelection, .nativePay, .formFields, .intentForm:
            "The intent's state is \(rawValue); select a method first."
        }
    }
}
