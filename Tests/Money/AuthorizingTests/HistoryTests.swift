import Authorizing
import Foundation
import Ledger
import Testing

/// One account and its authorizations, played by random messages. After every step the sums must be right.
@Suite("Random histories of an account")
struct HistoryTests {
    /// Each seed is one history. A failure names its seed and step, so it can be played again.
    @Test("Every sum is right after every step", arguments: UInt64(1)...40)
    func sums(_ seed: UInt64) throws {
        var history = try History(seed: seed)
        for step in 1...500 {
            let message = try history.play()
            let problems = history.problems
            guard problems.isEmpty else {
                Issue.record("Seed \(seed), step \(step), \(message): \(problems.joined(separator: "; "))")
                return
            }
        }
        #expect(history.played.count == Message.allCases.count, "Seed \(seed) played only \(history.played)")
    }
}

private enum Message: CaseIterable {
    case authorize, increment, advise, reversePart, reverse, clear, clearLast, forcePost, payCash, refund, refundFreely
    case expire, release, reversePayment
}

private struct History {
    private var numbers: SeededNumbers
    private var book: AccountBook
    private var states: [AuthorizationState] = []
    private var spending = Spending.nothing
    /// The sums of a bookkeeper who knows nothing of the rules.
    private var posted: Int64
    private var approvedTooMuch = false
    private var brokenStatus: String?
    private(set) var played: Set<Message> = []

    init(seed: UInt64) throws {
        numbers = SeededNumbers(seed: seed)
        posted = 100_000
        let euro = try Sample.money(0).currency
        book = AccountBook(
            Account(
                id: AccountID(rawValue: 1), holder: AccountHolder(rawValue: 1), posted: try Sample.money(posted),
                held: .zero(euro), version: 0, openedAt: .distantPast))
    }

    mutating func play() throws -> Message {
        var message = Message.allCases[numbers.below(Message.allCases.count)]
        if states.isEmpty { message = .authorize }
        let amount = Int64(numbers.below(4000) + 1)
        switch message {
        case .authorize: try authorize(amount)
        case .forcePost: try begin(AuthorizationState.pay(Sample.quote(amount), by: .visa, isApproved: false), -amount)
        case .payCash: try begin(AuthorizationState.pay(Sample.quote(amount), by: .visa, isApproved: true), -amount)
        case .refundFreely: try begin(AuthorizationState.refund(Sample.quote(amount), by: .visa), amount)
        default: try follow(message, amount)
        }
        played.insert(message)
        return message
    }

    /// Asks for the money as a shop does, and approves nothing that is not there.
    private mutating func authorize(_ amount: Int64) throws {
        let before = book.account.available
        var facts = try Sample.facts {
            $0.amount = amount
            $0.canApproveInPart = amount % 2 == 0
        }
        facts.account?.available = before
        let decision = Decision(facts)
        guard case .approved(let approval) = decision.outcome, let quote = approval.quote else {
            if before.minorUnits >= amount { brokenStatus = "declined though there was money" }
            return try begin(AuthorizationState.decline(in: before.currency), 0)
        }
        if quote.total.minorUnits > before.minorUnits { approvedTooMuch = true }
        try begin(AuthorizationState.approve(quote), 0)
    }

    private mutating func follow(_ message: Message, _ amount: Int64) throws {
        let index = numbers.below(states.count)
        let state = states[index]
        let quote = try Sample.quote(amount)
        switch message {
        case .increment where state.canGrow: try change(index, state.increment(by: quote), 0)
        case .advise: try change(index, state.advise(total: quote), 0)
        case .reversePart: try change(index, state.reverse(quote.total), 0)
        case .reverse: try change(index, state.reverse(), 0)
        case .clear: try change(index, state.clear(quote, by: .visa, isLast: false), -amount)
        case .clearLast: try change(index, state.clear(quote, by: .visa, isLast: true), -amount)
        case .refund: try change(index, state.refund(quote, by: .visa), amount)
        case .reversePayment where state.status == .settled && state.cleared.isPositive:
            let paid = try Sample.quote(min(amount, state.cleared.minorUnits))
            try change(index, state.reversePayment(paid, by: .visa), paid.total.minorUnits)
        case .expire where state.status.isOpen: try change(index, state.expire(), 0)
        case .release where state.status.isOpen: try change(index, state.release(), 0)
        default: break
        }
    }

    private mutating func begin(_ step: Step, _ money: Int64) throws {
        states.append(step.state)
        try book(step.effects, of: states.count - 1, money)
    }

    private mutating func change(_ index: Int, _ step: Step, _ money: Int64) throws {
        let (before, after) = (states[index].status, step.state.status)
        let isKnown = AuthorizationStatus.transitions.contains { $0.from == before && $0.to == after }
        if before != after, !isKnown { brokenStatus = "\(before) → \(after)" }
        states[index] = step.state
        try book(step.effects, of: index, money)
    }

    /// Does in the ledger what the effects say. It keeps its holds by itself, so both must agree.
    private mutating func book(_ effects: Effects, of index: Int, _ money: Int64) throws {
        posted += money
        spending = Spending(
            amount: spending.amount + effects.spending.amount, count: spending.count + effects.spending.count)
        let hold = HoldID(rawValue: try uuid(index))
        if !effects.postings.isEmpty {
            let journal = try Journal(id: JournalID(rawValue: uuid(1_000_000 + book.journals.count)), effects.postings)
            let isLast = effects.hold == .step(.postWhole)
            return try book.post(journal, clearing: effects.hold == .none ? nil : hold, isLast: isLast)
        }
        switch effects.hold {
        case .none: break
        case .place: try book.place(hold, of: effects.held, at: Date(timeIntervalSince1970: 0), expiresAt: .distantPast)
        case .step(.adjust): try book.adjust(hold, by: effects.held, isForced: true)
        case .step(.void): try book.void(hold)
        case .step(.expire): try book.expire(hold, at: Date(timeIntervalSince1970: 0))
        case .step(.postPart), .step(.postWhole): brokenStatus = "a clearing without postings"
        }
    }

    private func uuid(_ number: Int) throws -> UUID {
        let digits = String(number)
        let padding = String(repeating: "0", count: 12 - digits.count)
        return try #require(UUID(uuidString: "00000000-0000-4000-8000-\(padding)\(digits)"))
    }

    /// What is wrong now.
    var problems: [String] {
        let account = book.account
        let rests = states.map(\.rest.minorUnits)
        let spent = states.map(\.spending)
        var problems: [String] = []
        func check(_ isRight: Bool, _ problem: String) { if !isRight { problems.append(problem) } }
        check(rests.allSatisfy { $0 >= 0 }, "a rest is below 0")
        check(account.held.minorUnits == rests.reduce(0, +), "held is \(account.held), rests are \(rests)")
        check(account.posted.minorUnits == posted, "posted is \(account.posted), not \(posted)")
        check(zip(states, rests).allSatisfy { $0.status.isOpen || $1 == 0 }, "money is held without an end")
        check(zip(states, rests).allSatisfy { $0.status != .settledInPart || $1 > 0 }, "no rest, and not settled")
        check(spending.amount == spent.map(\.amount).reduce(0, +), "the amount of limits is \(spending.amount)")
        check(spending.count == spent.map(\.count).reduce(0, +), "the count of limits is \(spending.count)")
        check(states.allSatisfy(isConsistent), "a state cannot be stored")
        check(!approvedTooMuch, "more was approved than there was")
        check(brokenStatus == nil, brokenStatus ?? "")
        return problems
    }

    private func isConsistent(_ state: AuthorizationState) -> Bool {
        let restored = try? AuthorizationState(
            status: state.status, isRefund: state.isRefund, approved: state.approved, reversed: state.reversed,
            released: state.released, cleared: state.cleared, refunded: state.refunded)
        return restored == state
    }
}
