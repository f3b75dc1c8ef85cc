import Ledger
import Payments
import Synchronization

/// An issuer that answers as a test says, and otherwise keeps the promises of the protocol: the same question gets the
/// same answer, and money is held and given back once.
final class ScriptedIssuer: PaymentIssuer {
    struct Book {
        var answers: [String: IssuerAnswer] = [:]
        /// What is held, by the reference of its authorization.
        var held: [String: Int64] = [:]
        var reversals: [String: IssuerRequest] = [:]
        var asked: [IssuerRequest] = []
    }

    typealias Script = @Sendable (IssuerRequest) -> IssuerAnswer

    private let book = Mutex(Book())
    private let script: Mutex<Script>
    private let after = Mutex<(@Sendable (IssuerRequest) async -> Void)?>(nil)
    private let isReachable = Mutex(true)

    init() {
        script = Mutex { .approved(amount: $0.amount, code: "A1B2C3") }
    }

    func answer(_ script: @escaping Script) { self.script.withLock { $0 = script } }

    /// Runs after the issuer has decided and before the answer arrives.
    func beforeAnswering(_ body: (@Sendable (IssuerRequest) async -> Void)?) { after.withLock { $0 = body } }

    /// An issuer out of reach still does what it is asked; only its answer is lost.
    func reach(_ isReachable: Bool) { self.isReachable.withLock { $0 = isReachable } }

    var ledger: Book { book.withLock { $0 } }

    /// What it holds for a payment.
    func held(for payment: Payment) -> Int64 { ledger.held[payment.reference] ?? 0 }

    func authorize(_ request: IssuerRequest) async -> IssuerAnswer {
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

    func reverse(_ request: IssuerRequest) async -> IssuerAnswer {
        book.withLock { book in
            guard let original = request.originalReference, book.reversals[request.reference] == nil else { return }
            book.reversals[request.reference] = request
            let rest = (book.held[original] ?? 0) - request.amount.minorUnits
            if book.held[original] != nil { book.held[original] = request.isComplete ? 0 : rest }
        }
        return isReachable.withLock { $0 } ? .approved(amount: request.amount, code: "") : .unreachable
    }
}

/// Takes clearing records, each reference once, as the protocol says.
final class ScriptedClearingHouse: ClearingHouse {
    struct Book {
        var taken: [String: ClearingRecord] = [:]
        /// Every presentation, also of a record that was taken before.
        var presented: [ClearingRecord] = []
    }

    private let book = Mutex(Book())
    private let isOpen = Mutex(true)
    private let after = Mutex<(@Sendable () async -> Void)?>(nil)

    func open(_ isOpen: Bool) { self.isOpen.withLock { $0 = isOpen } }

    /// Runs after a record was taken and before that is answered.
    func beforeAnswering(_ body: (@Sendable () async -> Void)?) { after.withLock { $0 = body } }

    var ledger: Book { book.withLock { $0 } }

    func total(_ kind: ClearingRecord.Kind) -> Int64 {
        ledger.taken.values.filter { $0.kind == kind }.reduce(0) { $0 + $1.amount.minorUnits }
    }

    func present(_ record: ClearingRecord) async -> Bool {
        guard isOpen.withLock({ $0 }) else { return false }
        book.withLock { book in
            book.presented.append(record)
            book.taken[record.reference] = record
        }
        if let body = after.withLock({ $0 }) { await body() }
        return true
    }
}
