import Cards
import Foundation
import Ledger

/// Judges the stored messages of one card again, in their order, under other controls.
///
/// The rules are those of every payment: ``Decision`` decides, and ``Booking`` changes the payment. So the spending is
/// counted as it would have been: a purchase that the controls decline counts no more, and one that they approve counts
/// with its increments, reversals and clearings. The findings that do not depend on controls, and the available
/// balance, are those that were kept with each message.
///
/// The value holds the last ``paymentLimit`` payments of one card, at most twice as many, and one sum for each limit
/// and window.
package struct CardReplay {
    static let paymentLimit = 10_000

    package enum Judgement {
        /// A report, or a message before the period.
        case none
        case same
        case changed(ChangedAnswer)
        /// The facts of the message are not known, or those of an earlier one on which its answer depends.
        case unknown
    }

    private let card: CardID
    private let holder: AccountHolder
    private let account: AccountID
    private let controls: [CardControls]
    private let counters: Set<Counter>
    private var payments: [AuthorizationID: Payment] = [:]
    /// The payment that takes the place of another one, which only one of the two histories has begun.
    private var places: [AuthorizationID: AuthorizationID] = [:]
    private var oldestFirst: [AuthorizationID] = []
    private var spent: [Place: Spending] = [:]
    private var nextEnd: Date?
    /// Whether a message was met whose effect on the spending is not known.
    private var isBlind = false
    /// Whether payments were forgotten, so that a report may be about one which still counts.
    private var hasForgotten = false

    private struct Payment {
        var authorization: Authorization
        /// Nil without a hold.
        var holdEnd: Date?
    }

    /// A counter in one of its windows.
    private struct Place: Hashable {
        let counter: Counter
        let firstDay: Int
    }

    /// - Parameter controls: the draft, and the controls that stay.
    package init(_ card: CardID, of holder: AccountHolder, on account: AccountID, under controls: [CardControls]) {
        (self.card, self.holder, self.account, self.controls) = (card, holder, account, controls)
        counters = Set(controls.flatMap(\.limits).map(\.counter).filter { $0.window != .transaction })
    }

    /// The time from which on the messages must be taken, so that the spending is known at the beginning of a period:
    /// that of the windows which contain it, and of payments that may still be open.
    package static func start(under controls: [CardControls], before period: Date) -> Date {
        let day = Window.day(of: period)
        let windows = controls.flatMap(\.limits).map(\.window).filter { $0 != .transaction }
        let days = windows.map { $0.firstDay(containing: day) } + [day - daysBefore]
        return Date(timeIntervalSince1970: Double(days.min() ?? 0) * 86_400)
    }

    private static let daysBefore = 62

    /// Takes the next message.
    ///
    /// - Parameter judging: false before the period: then the message has the answer that it got.
    package mutating func take(_ message: KeptMessage, judging: Bool) -> Judgement {
        guard let facts = message.facts else {
            isBlind = true
            return judging && message.kind.isRequest ? .unknown : .none
        }
        endHolds(at: message.at)
        let named = facts.original.map { places[$0] ?? $0 }
        let original = named.flatMap { payments[$0] }
        // A report about a payment that is not followed changes only windows that are over, unless it was forgotten.
        if named != nil, original == nil, message.kind == .incremental || facts.original == message.authorization {
            isBlind = isBlind || hasForgotten || message.kind == .incremental
            return judging && message.kind.isRequest ? .unknown : .none
        }
        let request = facts.request(message.kind, named: message.reference)
        let rules = rules(about: request, message, facts, original?.authorization)
        let decision = Decision(rules) { check, trace in
            Self.known(check, of: message, rules, after: trace, judging: judging)
        }
        let booked = apply(decision, to: request, rules, message, facts, original)
        guard judging, message.kind.isRequest else { return .none }
        return judgement(of: booked, message, facts)
    }

    private func judgement(of decision: Decision, _ message: KeptMessage, _ facts: KeptFacts) -> Judgement {
        if isBlind, message.kind.asksForMoney, !counters.isEmpty { return .unknown }
        let drafted = Ruling(decision)
        guard !drafted.isSame(as: message.answer) else { return .same }
        var asksPartner = false
        if case .partnerMustBeAsked = decision.outcome { asksPartner = true }
        return .changed(
            ChangedAnswer(
                reference: message.reference, card: card, at: message.at, amount: facts.amount,
                category: facts.category, country: facts.country, recorded: message.answer, drafted: drafted,
                asksPartner: asksPartner))
    }
}

// What the rules see.
extension CardReplay {
    private func rules(
        about request: NetworkRequest, _ message: KeptMessage, _ facts: KeptFacts, _ original: Authorization?
    ) -> Facts {
        let isOfAnotherCard = message.line(of: .message)?.reason == .originalOfOtherCard
        let pricing = Pricing(
            of: request, after: original, in: facts.available.currency, rate: facts.rate, tariff: facts.tariff)
        // An increment counts on the day of its payment.
        let counted = request.kind == .incremental ? original?.createdAt : nil
        var rules = Facts(
            request: request, reception: facts.reception,
            original: Original(of: request, original, isOfAnotherCard: isOfAnotherCard), card: nil,
            controls: controls, counters: spending(on: Window.day(of: counted ?? message.at)),
            account: AccountFacts(available: facts.available, pricing: pricing),
            partner: facts.hasPartner ? .toAsk : .none, month: .last)
        rules.originalChannels = original?.payment.channels ?? []
        rules.originalMerchant = original?.payment.merchant
        rules.isCustomerRestricted = message.line(of: .permission)?.reason == .customerRestricted
        return rules
    }

    /// The finding that was kept, for a check that controls and the history of spending do not change.
    private static func known(
        _ check: Check, of message: KeptMessage, _ rules: Facts, after trace: Trace, judging: Bool
    ) -> Finding? {
        if judging {
            switch check {
            case .message, .permission, .limits, .account, .money: return nil
            case .token, .card, .cardStatus, .expiry, .cryptogram, .pin, .authentication, .partner: break
            }
        }
        let approved = message.answer.approved.flatMap { try? rules.account?.pricing.quote($0, isWithdrawal: false) }
        let finding = message.line(of: check)?.finding(reducedTo: approved)
        return check == .partner ? finding?.ofPartner(after: trace) : finding
    }

    private func spending(on day: Int) -> Counters {
        var sums: [Counter: Spending] = [:]
        for counter in counters {
            sums[counter] = spent[Place(counter: counter, firstDay: counter.window.firstDay(containing: day))]
        }
        return Counters(sums)
    }
}

// The payments after a message.
extension CardReplay {
    /// - Returns: the decision, or the refusal of an accepted message that cannot be booked.
    private mutating func apply(
        _ decision: Decision, to request: NetworkRequest, _ rules: Facts, _ message: KeptMessage, _ facts: KeptFacts,
        _ original: Payment?
    ) -> Decision {
        guard rules.reception != .alreadyReported(inFull: true) else { return decision }
        switch decision.outcome {
        case .declined(let code):
            guard request.kind.isRequest, request.kind != .incremental else { return decision }
            let state = AuthorizationState.decline(in: facts.available.currency).state
            begin(message, request, rules, code, state, nil, nil)
            return decision
        case .approved(let approval), .partnerMustBeAsked(let approval):
            do throws(BookingFailure) {
                try book(approval, request, rules, message, facts, original)
                return decision
            } catch {
                return decision.refused(by: error) ?? decision
            }
        }
    }

    private mutating func book(
        _ approval: Approval, _ request: NetworkRequest, _ rules: Facts, _ message: KeptMessage, _ facts: KeptFacts,
        _ original: Payment?
    ) throws(BookingFailure) {
        guard let pricing = rules.account?.pricing else { return }
        let known = original?.authorization
        let work = Booking(
            request: request, reception: rules.reception, original: rules.original.state, price: known?.price,
            hasPaid: known?.payment.paysAtOnce ?? false, settlement: known?.settlement, pricing: pricing,
            scheme: facts.scheme)
        // Nil for a reversal of a message that has not come yet.
        guard let booked = try work.book(approval) else { return }
        let effects = booked.step.effects
        let end = effects.hold == .place ? message.at + Double(facts.holdDays) * 86_400 : nil
        if work.begins || known == nil {
            begin(message, request, rules, approval.code, booked.step.state, booked, end)
            add(effects.spending, by: request.channels, on: Window.day(of: message.at))
        } else if let known, var changed = original {
            changed.authorization = known.after(booked, of: request.kind)
            changed.holdEnd = end ?? changed.holdEnd
            note(end)
            payments[known.id] = changed
            if let id = message.authorization, id != known.id { remember(id, as: known.id) }
            add(effects.spending, by: known.payment.channels, on: Window.day(of: known.createdAt))
        }
    }

    /// A payment has the id that it got. If the message had changed a payment that was declined here, the new one takes
    /// its place, as it would be found by the same names.
    private mutating func begin(
        _ message: KeptMessage, _ request: NetworkRequest, _ rules: Facts, _ code: ResponseCode,
        _ state: AuthorizationState, _ booked: Booked?, _ end: Date?
    ) {
        guard let id = message.authorization else { return }
        let authorization = Authorization(
            beginning: id, with: request, after: rules.original.state, of: holder, on: account, card: card,
            answer: .init(code: code, approvalCode: nil, decidedBy: .issuer), state: state,
            price: booked?.quote ?? rules.quote, settlement: booked?.settlement, rate: rules.account?.pricing.rate,
            at: message.at)
        places[id] = nil
        payments[id] = Payment(authorization: authorization, holdEnd: end)
        note(end)
        forgetOldest(adding: id)
    }

    private mutating func remember(_ id: AuthorizationID, as place: AuthorizationID) {
        places[id] = place
        forgetOldest(adding: id)
    }

    private mutating func forgetOldest(adding id: AuthorizationID) {
        oldestFirst.append(id)
        guard oldestFirst.count > 2 * Self.paymentLimit else { return }
        hasForgotten = true
        for id in oldestFirst.prefix(Self.paymentLimit) { (payments[id], places[id]) = (nil, nil) }
        oldestFirst.removeFirst(Self.paymentLimit)
    }
}

// What counts for limits.
extension CardReplay {
    private mutating func add(_ change: Spending, by channels: Set<Channel>, on day: Int) {
        guard change != .nothing else { return }
        for counter in counters where counter.counts(channels) {
            let place = Place(counter: counter, firstDay: counter.window.firstDay(containing: day))
            let sum = spent[place] ?? .nothing
            spent[place] = Spending(
                amount: max(0, sum.amount + change.amount), count: max(0, sum.count + change.count))
        }
    }

    private mutating func note(_ end: Date?) {
        guard let end else { return }
        nextEnd = nextEnd.map { min($0, end) } ?? end
    }

    /// Frees the money of holds whose life has ended.
    private mutating func endHolds(at now: Date) {
        guard let next = nextEnd, next <= now else { return }
        nextEnd = nil
        for (id, payment) in payments {
            guard let end = payment.holdEnd else { continue }
            guard end <= now else {
                note(end)
                continue
            }
            payments[id]?.holdEnd = nil
            guard !payment.authorization.state.rest.isZero,
                let step = try? payment.authorization.state.expire()
            else { continue }
            payments[id]?.authorization.state = step.state
            add(
                step.effects.spending, by: payment.authorization.payment.channels,
                on: Window.day(of: payment.authorization.createdAt))
        }
    }
}
