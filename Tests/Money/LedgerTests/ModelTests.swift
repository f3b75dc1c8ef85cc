import Foundation
import Identifiers
import Ledger
import Postgres
import Testing
import TestSupport

/// The tests' model of an account: plain numbers, written without the ledger's types.
struct PlainAccount {
    private struct PlainHold {
        var rest: Int64
        let end: Date
        var status = "PENDING"
    }

    private(set) var money: Int64 = 0
    private var holds: [Int: PlainHold] = [:]
    private var hasJournal = false

    var held: Int64 { holds.values.reduce(0) { $0 + $1.rest } }
    var statuses: [Int: String] { holds.mapValues(\.status) }
    private var free: Int64 { money - held }

    /// - Returns: the name of the refusal, or "done".
    mutating func play(_ step: Step, at now: Date) -> String {
        switch step {
        case .load(let amount), .refund(let amount): return journal(amount)
        case .forcePost(let amount): return journal(-amount)
        case .buy(let amount): return free < amount ? "insufficientFunds" : journal(-amount)
        case .repeatJournal: return hasJournal ? "journalExists" : "done"
        case .hold(let number, let amount, let days, let isForced):
            if free < amount && !isForced { return "insufficientFunds" }
            if holds[number] != nil { return "holdExists" }
            holds[number] = PlainHold(rest: amount, end: now + Double(days) * 86_400)
        case .adjust(let number, let difference, let isForced):
            guard let hold = holds[number] else { return "holdNotFound" }
            if hold.status != "PENDING" { return "holdHasEnded" }
            if difference > 0 && free < difference && !isForced { return "insufficientFunds" }
            holds[number]?.rest = max(0, hold.rest + difference)
            if hold.rest + difference <= 0 { holds[number]?.status = "VOIDED" }
        case .clear(let number, let amount, let isLast):
            if let hold = holds[number], hold.status == "PENDING" {
                let isEnd = isLast || amount >= hold.rest
                holds[number]?.rest = isEnd ? 0 : hold.rest - amount
                if isEnd { holds[number]?.status = "POSTED" }
            }
            return journal(-amount)
        case .void(let number):
            guard let hold = holds[number] else { return "holdNotFound" }
            if hold.status != "PENDING" { return "holdHasEnded" }
            holds[number]?.rest = 0
            holds[number]?.status = "VOIDED"
        case .pass:
            for (number, hold) in holds where hold.status == "PENDING" && hold.end <= now {
                holds[number]?.rest = 0
                holds[number]?.status = "EXPIRED"
            }
        }
        return "done"
    }

    private mutating func journal(_ change: Int64) -> String {
        money += change
        hasJournal = true
        return "done"
    }
}

@Suite("Random histories of one account")
struct ModelTests {
    @Test("The rules agree with a model of plain numbers at every step", arguments: [1, 2, 3, 2026] as [UInt64])
    func rules(seed: UInt64) throws {
        var (dice, plain, holds) = (SeededNumbers(seed: seed), PlainAccount(), 0)
        var course = Course(
            holder: AccountHolder(7), account: AccountID(100_000_001),
            currency: LedgerFixture.euro, now: LedgerFixture.now)
        var book = AccountBook(course.emptyAccount)
        var seen: Set<String> = []
        for number in 1...5_000 {
            let step = Step.drawn(by: &dice, holds: holds)
            if case .hold(holds, _, _, _) = step { holds += 1 }
            let result = AccountBookTests.result { try book.play(step, &course) }
            let expected = plain.play(step, at: course.now)
            seen.insert(result)
            try #require(result == expected, "Seed \(seed), step \(number): \(step)")
            try #require(
                [book.account.posted.minorUnits, book.account.held.minorUnits] == [plain.money, plain.held],
                "Seed \(seed), step \(number): \(step)")
        }
        let statuses = plain.statuses.mapValues { Hold.Status(rawValue: $0) }
        for (number, status) in statuses { #expect(book.holds[course.hold(number)]?.status == status) }
        #expect(Set(statuses.values.compactMap(\.self)) == Set(Hold.Status.allCases), "Seed \(seed) is too tame.")
        #expect(seen.count == 6, "Seed \(seed) is too tame: \(seen.sorted())")
        try Self.expectSums(in: book)
    }

    /// Expects that the balances of a book equal the sums of its journals and holds.
    private static func expectSums(in book: AccountBook) throws {
        let currency = book.account.currency
        let posted = try book.journals.reduce(Int64(0)) { try $0 + $1.change(ofAccountIn: currency).minorUnits }
        #expect(posted == book.account.posted.minorUnits)
        #expect(book.holds.values.reduce(0) { $0 + $1.held.minorUnits } == book.account.held.minorUnits)
        let entries = book.journals.flatMap(\.entries)
        let sum = { (side: LedgerAccount.Side) in
            entries.filter { $0.side == side }.reduce(Int64(0)) { $0 + $1.amount.minorUnits }
        }
        #expect(sum(.debit) == sum(.credit))
    }

    @Test("The statements agree with the rules at every step", arguments: [1, 2] as [UInt64])
    func statements(seed: UInt64) async throws {
        let fixture = try await LedgerFixture.make()
        var (dice, holds) = (SeededNumbers(seed: seed), 0)
        var course = try await fixture.course()
        var twin = course
        var book = AccountBook(course.emptyAccount)
        for number in 1...400 {
            let step = Step.drawn(by: &dice, holds: holds)
            if case .hold(holds, _, _, _) = step { holds += 1 }
            let expected = AccountBookTests.result { try book.play(step, &twin) }
            let result = await fixture.result(of: step, &course)
            try #require(result == expected, "Seed \(seed), step \(number): \(step)")
            let stored = try #require(try await fixture.account(of: course))
            try #require(stored == book.account, "Seed \(seed), step \(number): \(step)")
        }
        for number in 0..<holds {
            let stored = try await fixture.database.read(
                HoldStatements.hold(course.hold(number), of: course.holder)).first
            #expect(stored == book.holds[course.hold(number)], "Seed \(seed), hold \(number)")
        }
        #expect(try await fixture.findings() == [])
    }

    @Test("The statements give the results of the table")
    func table() async throws {
        let fixture = try await LedgerFixture.make()
        var course = try await fixture.course()
        for row in AccountBookTests.table {
            let step = try #require(Step(row[0]), "\(row[0])")
            #expect(await fixture.result(of: step, &course) == row[1], "\(row[0])")
            let account = try #require(try await fixture.account(of: course))
            #expect(AccountBookTests.balances(of: account) == Array(row[2...]), "\(row[0])")
        }
        for (number, status) in AccountBookTests.statuses {
            let hold = try await fixture.database.read(HoldStatements.hold(course.hold(number), of: course.holder))
            #expect(hold.first?.status == status)
        }
        #expect(try await fixture.findings() == [])
    }
}

extension LedgerFixture {
    /// - Returns: the name of the refusal, or "done".
    fileprivate func result(of step: Step, _ course: inout Course) async -> String {
        do {
            try await play(step, &course)
            return "done"
        } catch LedgerFailure.refused(let refusal) {
            return refusal.rawValue
        } catch {
            return "\(error)"
        }
    }
}
