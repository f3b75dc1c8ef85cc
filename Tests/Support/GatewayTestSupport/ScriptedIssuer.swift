import Ledger
import Payments
import Synchronization

/// An issuer whose answers a test can script. It keeps the promises of the protocol: a repeated request gets the same
/// answer, and money is held and given back once.
package final class ScriptedIssuer: PaymentIssuer {
    package struct Book {
        package var answers: [String: IssuerAnswer] = [:]
        /// The held amounts, by the references of their authorizations.
        package var held: [String: Int64] = [:]
        package var reversals: [String: IssuerRequest] = [:]
        package var asked: [IssuerRequest] = []
    }

    package typealias Script = @Sendable (IssuerRequest) -> IssuerAnswer

    private let book = Mutex(Book())
    private let script: Mutex<Script>
    private let after = Mutex<(@Sendable (IssuerRequest) async -> Void)?>(nil)
    private let isReachable = Mutex(true)

    package init() { script = Mutex(Self.approval) }

    private static let approval: Script = { .approved(amount: $0.amount, code: "A1B2C3") }

    package func answer(_ script: @escaping Script) { self.script.withLock { $0 = script } }

    /// Gives every question the same answer.
    package func answer(_ answer: IssuerAnswer) { self.answer { _ in answer } }

    /// Ends the script: every further question is approved.
    package func approveAll() { answer(Self.approval) }

    /// Runs after the issuer has decided and before the answer arrives.
    package func beforeAnswering(_ body: (@Sendable (IssuerRequest) async -> Void)?) { after.withLock { $0 = body } }

    /// An unreachable issuer still handles its requests; only its answers are lost.
    package func reach(_ isReachable: Bool) { self.isReachable.withLock { $0 = isReachable } }

    package var ledger: Book { book.withLock { $0 } }

    package var asked: [IssuerRequest] { ledger.asked }
    package var reversed: [IssuerRequest] { Array(ledger.reversals.values) }

    /// The amount that the issuer holds for a payment.
    package func held(for payment: Payment) -> Int64 { ledger.held[payment.reference] ?? 0 }

    package func authorize(_ request: IssuerRequest) async -> IssuerAnswer {
        let answer = book.withLock { book in
            book.asked.append(request)
            if let known = book.answers[request.reference] { return known }
            let isReversed = book.reversals.values.contains { $0.originalReference == request.reference }
            let answer = isReversed ? .declined(.doNotHonor) : script.withLock { $0 }(request)
            book.answers[request.reference] = answer
            if case .approved(let amount, _) = answer { book.held[request.reference] = amount.minorUnits }
            return answer
        }
        if let body = after.withLock({ $0 }) { await body(request) }
        return isReachable.withLock { $0 } ? answer : .unreachable
    }

    package func reverse(_ request: IssuerRequest) async -> IssuerAnswer {
        book.withLock { book in
            guard let original = request.originalReference, book.reversals[request.reference] == nil else { return }
            book.reversals[request.reference] = request
            let rest = (book.held[original] ?? 0) - request.amount.minorUnits
            if book.held[original] != nil { book.held[original] = request.isComplete ? 0 : rest }
        }
        return isReachable.withLock { $0 } ? .approved(amount: request.amount, code: "") : .unreachable
    }
}
