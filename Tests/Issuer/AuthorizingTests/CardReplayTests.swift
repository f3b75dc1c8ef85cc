import Cards
import Foundation
import Identifiers
import Ledger
import Testing

@testable import Authorizing

@Suite("A replay of a card's messages under other controls")
struct CardReplayTests {
    @Test("A hold that ends, and a reversal, free the limit again")
    func freed() throws {
        var history = try History(Limit(.lifetime, amount: 2000))
        #expect(try history.take(.authorization, "p1", 1234, onDay: 0) == nil)
        #expect(try history.take(.authorization, "p2", 1234, onDay: 6) == .amountLimit)
        // The hold of p1 has ended. What the draft has declined holds nothing.
        #expect(try history.take(.authorization, "p3", 1234, onDay: 7) == nil)
        #expect(try history.take(.authorization, "p4", 1234, onDay: 7) == .amountLimit)
        #expect(try history.take(.reversal, "v3", 0, of: "p3", onDay: 7) == nil)
        #expect(try history.take(.authorization, "p5", 1234, onDay: 7) == nil)
    }

    @Test("A clearing of a payment that the draft declines collects, and counts on its own day")
    func collected() throws {
        var history = try History(Limit(.day, amount: 2000))
        #expect(try history.take(.authorization, "p1", 3000, onDay: 0) == .amountLimit)
        #expect(try history.take(.incremental, "i1", 10, of: "p1", onDay: 0) == .originalClosed)
        #expect(try history.take(.authorization, "p2", 2000, onDay: 1) == nil)
        #expect(try history.take(.clearing, "c1", 1, of: "p1", onDay: 1) == nil)
        #expect(try history.take(.authorization, "p3", 1, onDay: 1) == .amountLimit)
        // The payment that the clearing has begun is found by later messages.
        #expect(try history.take(.reversal, "v1", 0, of: "p1", onDay: 1) == nil)
        #expect(try history.take(.reversal, "v2", 0, of: "p2", onDay: 1) == nil)
        #expect(try history.take(.authorization, "p4", 2000, onDay: 1) == nil)
    }

    @Test("Before the period, a message has the answer that it got")
    func before() throws {
        var history = try History(Limit(.lifetime, amount: 2000))
        for name in ["p1", "p2"] {
            #expect(try history.take(.authorization, name, 1500, onDay: 0, judging: false) == nil)
        }
        #expect(try history.take(.authorization, "p3", 1, onDay: 1) == .amountLimit)
    }

    @Test("A partner that was not asked, because a limit was exceeded, would be asked now")
    func partner() throws {
        var history = try History(Limit(.lifetime, amount: 2000))
        let declined = ["LIMITS FAILED 61 AMOUNT_LIMIT", "PARTNER SKIPPED - EARLIER_CHECK_FAILED"]
        let judged = try history.judge(.authorization, "p1", 1500, onDay: 0, findings: declined, code: .amountLimit)
        guard case .changed(let changed) = judged else {
            Issue.record("\(judged)")
            return
        }
        #expect(changed.asksPartner && changed.drafted.code == .approved && changed.recorded.reason == .amountLimit)
        // It counts as if the partner had approved.
        #expect(try history.take(.authorization, "p2", 501, onDay: 0) == .amountLimit)
    }
}

/// Messages of one card, each of which was approved unless the test says otherwise.
private struct History {
    private var replay: CardReplay
    private var names: [String: AuthorizationID] = [:]
    private var insertion: Int64 = 0

    init(_ limit: Limit?) throws {
        let card = try #require(CardID("f16ba382-eb42-481a-b08f-c57bdc9aae24"))
        let (holder, account) = (
            AccountHolder(try #require(CustomerID("30000001"))), try #require(AccountID("100000001"))
        )
        replay = CardReplay(
            card, of: holder, on: account, under: [.none, CardControls(limits: [try #require(limit)])])
    }

    /// - Returns: the reason for which the draft declines what was approved; nil if it answers alike.
    mutating func take(
        _ kind: MessageKind, _ name: String, _ amount: Int64, of payment: String? = nil, onDay day: Double,
        judging: Bool = true
    ) throws -> Reason? {
        guard case .changed(let changed) = try judge(kind, name, amount, of: payment, onDay: day, judging: judging)
        else { return nil }
        return changed.drafted.reason
    }

    mutating func judge(
        _ kind: MessageKind, _ name: String, _ amount: Int64, of payment: String? = nil, onDay day: Double,
        judging: Bool = true, findings: [String] = [], code: ResponseCode = .approved
    ) throws -> CardReplay.Judgement {
        insertion += 1
        let begun = try #require(AuthorizationID("00000000-0000-4000-8000-00000000000\(insertion)"))
        let original = payment.flatMap { names[$0] }
        names[name] = original ?? begun
        let money = Money(minorUnits: amount, currency: .euro)
        var facts = KeptFacts(
            type: .purchase, amount: money, category: try #require(MerchantCategory("5812")),
            country: try #require(CountryCode("DE")), entryMode: .ecommerce, cardPresence: .notPresent,
            available: Money(minorUnits: 100_000, currency: .euro), holdDays: 7, scheme: .visa)
        (facts.original, facts.namesPayment, facts.hasPartner) = (original, payment != nil, !findings.isEmpty)
        let lines = TraceLine.lines(from: findings)
        let answer = Ruling(
            code: code, reason: lines.first { $0.outcome == .failed }?.reason,
            approved: code == .approved && kind.asksForMoney ? money : nil)
        let message = KeptMessage(
            reference: try #require(NetworkReference(name)), kind: kind, authorization: original ?? begun,
            answer: answer, lines: lines, facts: facts, at: Date(timeIntervalSince1970: 1_773_576_000 + day * 86_400),
            insertion: insertion)
        return replay.take(message, judging: judging)
    }
}
