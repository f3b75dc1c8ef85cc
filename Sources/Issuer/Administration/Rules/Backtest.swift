import Authorizing
import Cards
import Foundation
import Identifiers
import Issuing
import Ledger
import Postgres
import Validation

extension Administration {
    /// How many cards are looked at once, and how many messages of one card.
    private static let readAtOnce = 1000
    /// A page ends behind the card with which it has read so many messages.
    private static let messagesOfPage = 20_000

    /// Judges the stored messages of a period again, by the draft of a program and each card's own controls as they are
    /// now. It changes nothing. See ``Authorizing/CardReplay`` and `docs/RULES.md` for what is exact.
    ///
    /// It needs as much memory for a year as for a day: the cards are taken one after the other.
    ///
    /// - Parameters:
    ///   - start: the beginning of the period.
    ///   - end: its end, which does not belong to it.
    ///   - place: ``BacktestPage/next`` of the page before; nil for the first page.
    /// - Throws: ``RulesFailure/changed(program:version:)`` if the page before is of another version of the draft.
    public func backtest(
        _ draft: RulesDraft, from start: Date, to end: Date, at place: BacktestPlace? = nil
    ) async throws(RulesFailure) -> BacktestPage {
        guard start < end else { throw .noPeriod }
        if let place, place.draftVersion != draft.version {
            throw .changed(program: draft.program, version: draft.version)
        }
        let place = place ?? .beginning
        var (page, skipped) = (BacktestPage(), place.differences)
        let found = try await looking(
            BacktestStatements.cards(of: draft.program, from: place, limit: Self.readAtOnce))
        for card in found where !place.isBehind(card.id) {
            if card.isOfProgram {
                let before = page.differences.count
                let isWhole = try await replay(card, draft, from: start, to: end, skipping: skipped, &page)
                guard isWhole else {
                    let taken = skipped + page.differences.count - before
                    page.next = BacktestPlace(
                        card.customer, card.id, draftVersion: draft.version, differences: taken)
                    return page
                }
            }
            skipped = 0
            if page.messages >= Self.messagesOfPage {
                page.next = BacktestPlace(card.customer, card.id, draftVersion: draft.version)
                return page
            }
        }
        if found.count == Self.readAtOnce, let last = found.last {
            page.next = BacktestPlace(last.customer, last.id, draftVersion: draft.version)
        }
        return page
    }

    /// - Returns: whether all messages of the card were judged; otherwise the page is full.
    private func replay(
        _ card: BacktestStatements.Card, _ draft: RulesDraft, from start: Date, to end: Date, skipping skipped: Int,
        _ page: inout BacktestPage
    ) async throws(RulesFailure) -> Bool {
        let (controls, holder) = ([card.controls, draft.controls], AccountHolder(card.customer))
        var replay = CardReplay(card.id, of: holder, on: card.account, under: controls)
        let first = CardReplay.start(under: controls, before: start)
        var (skipped, isMet) = (skipped, skipped > 0)
        var (order, last) = (DecisionOrder(), KeptMessage?.none)
        while true {
            let messages = try await looking(
                NetworkMessageStatements.messages(
                    of: card.id, holder, from: first, to: end, after: last, limit: Self.readAtOnce))
            page.messages += messages.count
            let isLast = messages.count < Self.readAtOnce
            for message in order.adding(messages, isLast: isLast) {
                let isInPeriod = message.at >= start
                if isInPeriod, !isMet { (page.cards, isMet) = (page.cards + 1, true) }
                let judgement = replay.take(message, judging: isInPeriod)
                if case .changed(let changed) = judgement {
                    if skipped > 0 {
                        skipped -= 1
                        continue
                    }
                    page.add(changed)
                    if page.differences.count == Self.differencesPage { return false }
                } else if skipped == 0 {
                    page.count(judgement)
                }
            }
            guard !isLast else { return true }
            last = messages.last
        }
    }

    private func looking<Output>(_ query: Query<Output>) async throws(RulesFailure) -> [Output] {
        try await translating(RulesFailure.issuing) { () async throws(IssuingFailure) in try await reading(query) }
    }
}

extension BacktestPage {
    fileprivate mutating func count(_ judgement: CardReplay.Judgement) {
        switch judgement {
        case .none, .changed: break
        case .same: judged += 1
        case .unknown: unknown += 1
        }
    }
}
