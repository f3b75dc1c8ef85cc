import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Ledger
import Postgres
import Validation

/// The rows that are written for a message, besides the message itself.
struct PaymentBooking {
    var code: ResponseCode
    /// Nil unless a request was approved.
    var approvalCode: String?
    /// The approved amount and its price; nil if no money was asked for, or none is approved.
    var price: Quote?
    /// The authorization as it is now; nil if there is none.
    var authorization: Authorization?
    /// Whether the authorization is new.
    var begins = false
    var effects: Effects?
    /// The money that moves.
    var journal: Journal?
    /// Whether to remember a reversal, because the message that it reverses has not arrived yet.
    var isEarlyReversal = false
}

extension Issuing {
    /// Turns a decision into the rows to write, or returns the reason why an accepted message cannot be booked.
    func book(
        _ facts: Facts, _ decision: Decision, _ found: FoundPayment
    ) throws(IssuingFailure) -> Result<PaymentBooking, BookingFailure> {
        switch decision.outcome {
        case .declined(let code): return .success(decline(code, facts, decision, found))
        case .approved(let approval): return try book(approval, facts, decision, found)
        case .partnerMustBeAsked: throw .damaged("a message was decided that needs another decision")
        }
    }

    private func decline(
        _ code: ResponseCode, _ facts: Facts, _ decision: Decision, _ found: FoundPayment
    ) -> PaymentBooking {
        var booking = PaymentBooking(code: code)
        // An increment leaves the authorization as it was, and so does a report. Without an account, there is no
        // customer who could see a declined authorization.
        guard facts.request.kind.isRequest, facts.request.kind != .incremental, let account = facts.account else {
            return booking
        }
        booking.begins = true
        booking.authorization = beginning(
            facts, decision, found, code, state: AuthorizationState.decline(in: account.pricing.currency).state,
            price: facts.quote, approvalCode: nil)
        return booking
    }

    private func book(
        _ approval: Approval, _ facts: Facts, _ decision: Decision, _ found: FoundPayment
    ) throws(IssuingFailure) -> Result<PaymentBooking, BookingFailure> {
        var booking = PaymentBooking(code: approval.code, price: approval.quote)
        let request = facts.request
        if request.kind.isRequest { booking.approvalCode = entropy.digits(6) }
        if facts.reception == .alreadyReported(inFull: true) {
            booking.authorization = found.reported
            return .success(booking)
        }
        // Without a card there is no account to book on.
        guard let account = facts.account, let scheme = facts.card?.scheme else {
            return .success(PaymentBooking(code: .noSuchCard))
        }
        let original = found.original
        let work = Booking(
            request: request, reception: facts.reception, original: facts.original.state,
            price: original?.price, hasPaid: original?.payment.paysAtOnce ?? false,
            settlement: original?.settlement, pricing: account.pricing, scheme: scheme)
        let result: Booked?
        do throws(BookingFailure) {
            result = try work.book(approval)
        } catch {
            return .failure(error)
        }
        guard let booked = result else {
            booking.isEarlyReversal = request.kind == .reversal
            return .success(booking)
        }
        booking.effects = booked.step.effects
        booking.begins = work.begins
        booking.journal = try journal(of: booked.step.effects)
        booking.authorization =
            work.begins
            ? beginning(
                facts, decision, found, approval.code, state: booked.step.state, price: booked.quote,
                settlement: booked.settlement, approvalCode: booking.approvalCode)
            : original?.after(booked, of: request.kind)
        return .success(booking)
    }

    private func beginning(
        _ facts: Facts, _ decision: Decision, _ found: FoundPayment, _ code: ResponseCode, state: AuthorizationState,
        price: Quote?, settlement: Settlement? = nil, approvalCode: String?
    ) -> Authorization? {
        found.payer.map { payer in
            Authorization(
                beginning: found.reply?.question.authorization.id ?? AuthorizationID(rawValue: entropy.uuid()),
                with: facts.request, after: facts.original.state, of: payer.account.holder, on: payer.account.id,
                card: payer.card,
                answer: .init(code: code, approvalCode: approvalCode, decidedBy: decision.decidedBy), state: state,
                price: price, settlement: settlement, rate: facts.account?.pricing.rate, at: found.now)
        }
    }

    private func journal(of effects: Effects) throws(IssuingFailure) -> Journal? {
        guard !effects.postings.isEmpty else { return nil }
        return try translating({ IssuingFailure.damaged("a payment is no journal: \($0)") }) {
            () throws(LedgerRefusal) in
            try Journal(id: JournalID(rawValue: entropy.uuid()), effects.postings)
        }
    }

    /// The second round trip.
    func commit(
        _ booking: PaymentBooking, _ decision: Decision, keeping kept: NetworkMessageStatements.Kept,
        about request: NetworkRequest, _ found: FoundPayment, _ difference: Query<Void>?,
        in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) {
        let now = found.now
        let keep = NetworkMessageStatements.keep(kept, at: now)
        let countAtMerchant = MerchantTryStatements.count(
            decision.codeEffect, by: request.merchant, after: found.merchantTries, at: now)
        guard let payer = found.payer, let card = found.card else {
            _ = try tx.commit(keep, countAtMerchant)
            return
        }
        let holder = payer.account.holder
        let (account, ticket) = try reduceDispute(by: booking, found, payer, card.ticket, in: tx)
        let money = try money(of: booking, about: request, payer, card, at: now)
        let paidWith = booking.authorization?.card ?? payer.card
        let telling = try telling(booking, paidWith: paidWith, from: account, ticket, at: now)
        // A card is activated once in its life, so the round trip that locks it costs other payments nothing.
        let held = decision.activatesCard
            ? try tx.run(CardStatements.hold(.id(payer.customer), .id(payer.card))).first : nil
        let activation = held?.change(
            to: .active, by: .issuer, on: .event, reason: CardEvent.chipAndPINReason, at: now) ?? []
        let moved = try tx.commit(
            money, money.map { _ in AccountStatements.requireChange(of: account) },
            spending(of: booking, payer, found),
            booking.journal.map { journal in
                TransactionStatements.complete(
                    journal.id, of: holder, as: .payment, instrument: PayingInstrumentID(paidWith),
                    numbers: ticket?.numbers())
            },
            telling,
            Self.change(of: booking, at: now), keep, difference,
            booking.isEarlyReversal
                ? NetworkMessageStatements.keepEarlyReversal(
                    of: request.namesOfPayment[0], card: payer.card, of: holder, at: now)
                : nil,
            decision.pinEffect.changes(card.wrongPINs)
                ? CardStatements.countPIN(
                    .id(payer.customer), .id(payer.card), .boolean(decision.pinEffect == .reset),
                    .integer(PINRule.allowedTries))
                : nil,
            codeTries(after: decision, payer, card, at: now), countAtMerchant,
            returning: decision.activatesCard
                ? TransitionStatements.move(
                    payer.card, of: payer.customer, to: .active, by: .issuer, on: .event,
                    reason: CardEvent.chipAndPINReason, at: now)
                : nil,
            then: held.flatMap { self.telling(activation, to: $0.audience) }, event(about: booking, decision, found))
        tell(moved, by: .issuer, on: .event)
    }

    /// The authorization that the message begins or changes.
    private static func change(of booking: PaymentBooking, at now: Date) -> Query<Void>? {
        guard let authorization = booking.authorization else { return nil }
        if booking.begins { return AuthorizationStatements.begin(authorization, journal: booking.journal?.id) }
        guard booking.effects != nil else { return nil }
        return AuthorizationStatements.change(authorization, journal: booking.journal?.id, at: now)
    }

    /// The event about the transaction of its journal.
    private func telling(
        _ booking: PaymentBooking, paidWith card: CardID, from account: Account, _ ticket: TransactionTicket?,
        at now: Date
    ) throws(IssuingFailure) -> Query<Void>? {
        guard let journal = booking.journal, let ticket, let numbers = ticket.numbers() else { return nil }
        let transaction = try translating({ IssuingFailure.damaged("a payment has no transaction: \($0)") }) {
            () throws(LedgerRefusal) in
            try AccountTransaction(
                completing: journal, on: account, as: .payment, instrument: PayingInstrumentID(card), numbers: numbers,
                at: now)
        }
        return telling(new: transaction, ticket)
    }

    /// The change of the counters of wrong security codes and expiry dates.
    private func codeTries(
        after decision: Decision, _ payer: PayingCardStatements.Payer, _ card: PayingCardStatements.PayingCard,
        at now: Date
    ) -> Query<Void>? {
        switch decision.codeEffect {
        case .wrong:
            let tries = (card.codeTries ?? CodeTries()).afterWrong(at: now, card.terms.allowedWrongCodes)
            return CodeTryStatements.countWrong(
                onDay: tries.day, pausedUntil: tries.pausedUntil, of: payer.customer, payer.card)
        case .rightCode where (card.codeTries?.wrongInARow ?? 0) > 0:
            return CodeTryStatements.endRow(of: payer.customer, payer.card)
        case .rightCode, .rightExpiry, .none: return nil
        }
    }

    /// The change of the counters of the limits. A later message changes the counters of the payment's day.
    private func spending(
        of booking: PaymentBooking, _ payer: PayingCardStatements.Payer, _ found: FoundPayment
    ) -> Query<Void>? {
        let holder = payer.account.holder
        let change = booking.effects?.spending ?? .nothing
        guard !booking.begins, let original = found.original else {
            let channels = booking.authorization?.payment.channels ?? []
            return SpendingStatements.count(change, by: channels, in: found.spent, of: payer.card,
                holder: holder)
        }
        return SpendingStatements.adjust(
            by: change, ofPaymentBy: original.payment.channels, on: Window.day(of: original.createdAt),
            of: original.card, holder: holder)
    }

    /// The change in the ledger; nil if no money is held, released or moved.
    private func money(
        of booking: PaymentBooking, about request: NetworkRequest, _ payer: PayingCardStatements.Payer,
        _ card: PayingCardStatements.PayingCard, at now: Date
    ) throws(IssuingFailure) -> Query<Account>? {
        guard let effects = booking.effects, let authorization = booking.authorization else { return nil }
        let (hold, account, holder) = (authorization.id.hold, payer.account.id, payer.account.holder)
        if let journal = booking.journal {
            return JournalStatements.post(
                journal, on: account, of: holder,
                clearing: clearing(of: hold, by: request.kind, effects.hold, begins: booking.begins), at: now)
        }
        switch effects.hold {
        case .none: return nil
        case .place:
            let days = card.terms.holdLife.days(for: request.merchant.category)
            return HoldStatements.place(
                hold, of: effects.held, on: account, of: holder, at: now,
                expiresAt: now.addingTimeInterval(Double(days) * 86_400), isForced: !request.kind.isRequest)
        case .step(.adjust):
            return HoldStatements.adjust(
                hold, by: effects.held, on: account, of: holder, at: now, isForced: !request.kind.isRequest)
        case .step: return HoldStatements.void(hold, on: account, of: holder, at: now)
        }
    }
}

/// The hold that a journal clears. A clearing after the end of its hold only names it.
private func clearing(
    of hold: HoldID, by kind: MessageKind, _ step: Effects.HoldStep, begins: Bool
) -> JournalStatements.Clearing? {
    guard !begins, kind == .clearing || kind == .forcePost else { return nil }
    return step == .step(.postWhole) ? .whole(hold) : .part(hold)
}

extension Decision.PINEffect {
    /// Whether the effect changes this count of wrong PINs.
    fileprivate func changes(_ wrongPINs: Int) -> Bool {
        switch self {
        case .none: false
        case .reset: wrongPINs > 0
        case .countWrong: true
        }
    }
}
