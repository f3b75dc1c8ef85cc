import Foundation
import Identifiers
import Ledger
import TestSupport

/// A change of an account, written as in `hold A 12.34`. It can be played on the pure rules, on the database and on the
/// tests' own model.
enum Step: Hashable, Sendable {
    case load(Int64)
    /// A hold, for a number of days.
    case hold(Int, Int64, days: Int = 7, isForced: Bool = false)
    case adjust(Int, by: Int64, isForced: Bool = false)
    case clear(Int, Int64, isLast: Bool)
    /// A clearing without a hold, which nothing refuses.
    case forcePost(Int64)
    /// A purchase in a single message, which needs the money.
    case buy(Int64)
    case refund(Int64)
    case void(Int)
    case pass(days: Int)
    /// The journal before it is sent again.
    case repeatJournal

    /// Reads a line of a table; nil if it is not a step. Amounts are in minor units.
    init?(_ line: String) {
        let words = line.split(separator: " ").map(String.init)
        let number = { (index: Int) in words.indices.contains(index) ? Int64(words[index]) : nil }
        let hold = words.count > 1 ? Self.names.firstIndex(of: words[1]) : nil
        switch (words.first, hold, number(1), number(2)) {
        case ("load", _, let amount?, _): self = .load(amount)
        case ("force-post", _, let amount?, _): self = .forcePost(amount)
        case ("buy", _, let amount?, _): self = .buy(amount)
        case ("refund", _, let amount?, _): self = .refund(amount)
        case ("days", _, let days?, _): self = .pass(days: Int(days))
        case ("again", _, _, _): self = .repeatJournal
        case ("hold", let hold?, _, let amount?): self = .hold(hold, amount, isForced: words.last == "forced")
        case ("adjust", let hold?, _, let amount?): self = .adjust(hold, by: amount, isForced: words.last == "forced")
        case ("clear", let hold?, _, let amount?): self = .clear(hold, amount, isLast: words.last != "part")
        case ("void", let hold?, _, _): self = .void(hold)
        default: return nil
        }
    }

    static let names = ["A", "B", "C", "D"]

    /// A random step of a history.
    ///
    /// - Parameter holds: the number of holds that the history has tried to place; the next hold has this number.
    static func drawn(by dice: inout SeededNumbers, holds: Int) -> Step {
        let amount = Int64(dice.below(2_000) + 1)
        let hold = dice.below(max(holds, 1))
        return switch dice.below(14) {
        case 0, 1: .load(amount)
        case 2, 3, 4:
            .hold(
                dice.below(6) == 0 ? hold : holds, amount, days: dice.below(10) + 1, isForced: dice.below(6) == 0)
        case 5: .adjust(hold, by: amount, isForced: dice.below(4) == 0)
        case 6: .adjust(hold, by: -amount)
        case 7, 8: .clear(hold, amount, isLast: dice.below(2) == 0)
        case 9: .forcePost(amount)
        case 10: .buy(amount)
        case 11: .refund(amount)
        case 12: dice.below(2) == 0 ? .void(hold) : .repeatJournal
        default: .pass(days: dice.below(3) + 1)
        }
    }
}

/// The history of one account: its clock, and the journals that it has sent.
struct Course {
    let holder: AccountHolder
    let account: AccountID
    let currency: Currency
    var now: Date
    private var sent = 0
    /// The last journal that was posted.
    var posted: Journal?

    init(holder: AccountHolder, account: AccountID, currency: Currency, now: Date) {
        (self.holder, self.account, self.currency, self.now) = (holder, account, currency, now)
    }

    /// The account when it was opened.
    var emptyAccount: Account {
        Account(id: account, holder: holder, currency: currency, openedAt: LedgerFixture.now)
    }

    /// The journal of a step, and the hold that it clears.
    struct Order {
        let journal: Journal
        var hold: HoldID?
        var isLast = true
        var requiresFunds = false
    }

    func money(_ amount: Int64) -> Money { Money(minorUnits: amount, currency: currency) }

    func hold(_ number: Int) -> HoldID { HoldID(rawValue: uuid(number, of: 1)) }

    mutating func pass(days: Int) { now += Double(days) * 86_400 }

    /// The order of a step; nil if it posts nothing.
    mutating func order(of step: Step) throws -> Order? {
        switch step {
        case .load(let amount): try Order(journal: journal(.safeguarding, .customer, amount))
        case .refund(let amount): try Order(journal: journal(.scheme(.visa), .customer, amount))
        case .forcePost(let amount): try Order(journal: journal(.customer, .scheme(.visa), amount))
        case .buy(let amount): try Order(journal: journal(.customer, .scheme(.visa), amount), requiresFunds: true)
        case .clear(let number, let amount, let isLast):
            try Order(journal: journal(.customer, .scheme(.visa), amount), hold: hold(number), isLast: isLast)
        case .repeatJournal: posted.map { Order(journal: $0) }
        case .hold, .adjust, .void, .pass: nil
        }
    }

    private mutating func journal(_ from: LedgerAccount, _ to: LedgerAccount, _ amount: Int64) throws -> Journal {
        sent += 1
        return try Journal(
            id: JournalID(rawValue: uuid(sent, of: 2)), [Posting(from: from, to: to, amount: money(amount))])
    }
}

extension AccountBook {
    /// Plays a step. A refused step changes nothing.
    mutating func play(_ step: Step, _ course: inout Course) throws {
        let now = course.now
        switch step {
        case .hold(let hold, let amount, let days, let isForced):
            try place(
                course.hold(hold), of: course.money(amount), at: now, expiresAt: now + Double(days) * 86_400,
                isForced: isForced)
        case .adjust(let hold, let difference, let isForced):
            try adjust(course.hold(hold), by: course.money(difference), isForced: isForced)
        case .void(let hold): try void(course.hold(hold))
        case .pass(let days):
            course.pass(days: days)
            for hold in due(at: course.now) { try expire(hold, at: course.now) }
        case .load, .clear, .forcePost, .buy, .refund, .repeatJournal:
            guard let order = try course.order(of: step) else { return }
            try post(
                order.journal, clearing: order.hold, isLast: order.isLast, requiresFunds: order.requiresFunds)
            course.posted = order.journal
        }
    }
}
