import Authorizing
import Foundation
import Identifiers
import Ledger
import Testing
import TestSupport

/// Plays random messages on one account and its authorizations. After every step the balances must be right.
@Suite("Random histories of an account")
struct HistoryTests {
    /// Each seed is one history. A failure names its seed and step, so that it can be repeated.
    @Test("Every balance is right after every step", arguments: UInt64(1)...40)
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
    case expire, release, reversePayment, authorizeRefund, reverseRefund

    /// Returns true if the message can change an authorization in this state.
    func changes(_ state: AuthorizationState) -> Bool {
        switch self {
        case .increment, .advise: state.canGrow
        case .reversePart, .reverse: !state.rest.isZero
        case .expire, .release: state.status.isOpen
        case .reversePayment: state.status == .settled && state.cleared.minorUnits > state.refunded.minorUnits
        case .reverseRefund: state.refunded.isPositive
        case .clear, .clearLast, .refund: true
        case .authorize, .forcePost, .payCash, .refundFreely, .authorizeRefund: false
        }
    }
}

private struct History {
    private var numbers: SeededNumbers
    private var book: AccountBook
    private var states: [AuthorizationState] = []
    private var spending = Spending.nothing
    /// The expected balance, computed from the messages without the rules.
    private var posted: Int64
    private var approvedTooMuch = false
    private var brokenStatus: String?
    private(set) var played: Set<Message> = []

    init(seed: UInt64) throws {
        numbers = SeededNumbers(seed: seed)
        posted = 150_000
        let euro = try Sample.money(0).currency
        book = AccountBook(
            Account(
                id: AccountID(1), holder: AccountHolder(1), posted: try Sample.money(posted),
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
        case .authorizeRefund: try begin(AuthorizationState.approveRefund(in: book.account.posted.currency), 0)
        default: guard try follow(message, amount) else { return message }
        }
        played.insert(message)
        return message
    }

    /// Requests an amount as a shop does, and approves it only if the account has the money.
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

    /// Every second message is for the newest authorization that it can change, because most authorizations have ended.
    ///
    /// - Returns: whether the message changed anything.
    private mutating func follow(_ message: Message, _ amount: Int64) throws -> Bool {
        var index = numbers.below(states.count)
        if numbers.below(2) == 0, let newest = states.lastIndex(where: message.changes) { index = newest }
        let state = states[index]
        let quote = try Sample.quote(amount)
        switch message {
        case .increment where message.changes(state): return try change(index, state.increment(by: quote), 0)
        case .advise: return try change(index, state.advise(total: quote), 0)
        case .reversePart: return try change(index, state.reverse(quote.total), 0)
        case .reverse: return try change(index, state.reverse(), 0)
        case .clear: return try change(index, state.clear(quote, by: .visa, isLast: false), -amount)
        case .clearLast: return try change(index, state.clear(quote, by: .visa, isLast: true), -amount)
        case .refund: return try change(index, state.refund(quote, by: .visa), amount)
        case .reverseRefund where message.changes(state):
            let taken = try Sample.quote(min(amount, state.refunded.minorUnits))
            return try change(index, state.reverseRefund(taken, by: .visa), -taken.total.minorUnits)
        case .reversePayment where message.changes(state):
            let paid = try Sample.quote(min(amount, state.cleared.minorUnits - state.refunded.minorUnits))
            return try change(index, state.reversePayment(paid, by: .visa), paid.total.minorUnits)
        case .expire where message.changes(state): return try change(index, state.expire(), 0)
        case .release where message.changes(state): return try change(index, state.release(), 0)
        default: return false
        }
    }

    private mutating func begin(_ step: Step, _ money: Int64) throws {
        states.append(step.state)
        try book(step.effects, of: states.count - 1, money)
    }

    private mutating func change(_ index: Int, _ step: Step, _ money: Int64) throws -> Bool {
        let (before, after) = (states[index].status, step.state.status)
        let isKnown = AuthorizationStatus.transitions.contains { $0.from == before && $0.to == after }
        if before != after, !isKnown { brokenStatus = "\(before) → \(after)" }
        let isChanged = states[index] != step.state
        states[index] = step.state
        try book(step.effects, of: index, money)
        return isChanged
    }

    /// Books the effects in the ledger. The ledger keeps its own holds, so the authorization and the ledger must agree.
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

    /// The inconsistencies in the present state; empty if there are none.
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
