import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Ledger
import Postgres

extension Issuing {
    /// Answers a message of a card network: approves or declines a request, and books a report.
    ///
    /// It takes two round trips. The first locks the card's account and reads, the second writes and commits. Other
    /// changes of the account wait meanwhile, so the decision is still right when it is written. A message that was
    /// answered before gets the same answer and has no second effect. If a partner is asked, see ``decide(_:of:)``.
    /// On a cluster it takes one more, see ``NamedCard``.
    ///
    /// - Throws: if no decision could be made. Then nothing is written, the network gets 91 or 96, and the same message
    ///   may be sent again. A failure is never a decline.
    public func authorize(_ message: NetworkMessage) async throws(IssuingFailure) -> AnsweredMessage {
        let request: NetworkRequest
        do throws(MalformedRequest) {
            request = try message.fields.read()
        } catch {
            return try await decline(message, error)
        }
        return try await decide(request, of: message)
    }

    /// - Parameter reply: the partner's; nil if it was not asked.
    /// - Returns: the answer, or the question to the partner, in which case nothing is written.
    func authorize(
        _ request: NetworkRequest, of message: NetworkMessage, with reply: PartnerReply?,
        in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> AuthorizationStep {
        let digests = digests(of: message)
        var found = try read(request, of: message, after: reply, in: tx)
        if let answered = found.answered, digests.contains(answered.digest) {
            return .answered(
                AnsweredMessage(
                    answer: answered.answer, authorization: answered.authorization, lines: answered.lines,
                    isRepeated: true, card: found.payer?.card, of: found.payer?.customer))
        }
        found.spent = try readSpending(of: request, found, in: tx)
        let facts = try facts(about: request, of: message, found)
        let decision = Decision(facts)
        if case .partnerMustBeAsked(let approval) = decision.outcome {
            return .partnerMustBeAsked(try question(about: approval, facts, digest: digests.current.bytes, found))
        }
        let lines = TraceLine.lines(of: decision.trace)
        guard facts.reception != .referenceTaken else {
            // The reference keeps its first answer. A partner that was asked learns that its own does not count.
            if let event = event(about: PaymentBooking(code: .duplicate), decision, found) { _ = try tx.commit(event) }
            return .answered(
                AnsweredMessage(
                    answer: NetworkAnswer(code: .duplicate), authorization: nil, lines: lines, isRepeated: false))
        }
        let booking: PaymentBooking
        switch try book(facts, decision, found) {
        case .success(let possible): booking = possible
        case .failure(let failure):
            guard let refused = decision.refused(by: failure) else {
                throw .damaged("a message was accepted that cannot be booked: \(failure)")
            }
            return .answered(
                AnsweredMessage(
                    answer: NetworkAnswer(code: .malfunction), authorization: nil,
                    lines: TraceLine.lines(of: refused.trace), isRepeated: false))
        }
        let answer = answer(to: facts, decision, booking)
        let kept = NetworkMessageStatements.Kept(
            reference: request.reference, kind: request.kind, digest: digests.current.bytes,
            card: found.payer.map { ($0.account.holder, $0.card) }, authorization: booking.authorization?.id,
            answer: answer, lines: lines, facts: keptFacts(facts, found))
        try commit(
            booking, decision, keeping: kept, about: request, found, difference(from: decision, facts, kept, found),
            in: tx)
        return .answered(
            AnsweredMessage(
                answer: answer, authorization: booking.authorization?.id, lines: lines, isRepeated: false,
                card: found.payer?.card, of: found.payer?.customer))
    }

    /// Declines a message that cannot be read. If its reference can be, the answer is kept like every other.
    private func decline(
        _ message: NetworkMessage, _ malformed: MalformedRequest
    ) async throws(IssuingFailure) -> AnsweredMessage {
        let lines = TraceLine.lines(of: Decision(malformed).trace)
        let answer = NetworkAnswer(code: malformed.code)
        guard let reference = message.fields.reference?.value else {
            return AnsweredMessage(answer: answer, authorization: nil, lines: lines, isRepeated: false)
        }
        let digests = digests(of: message)
        return try await answeringOnce { tx throws(IssuingFailure) in
            if let earlier = try tx.run(NetworkMessageStatements.find(reference)).first {
                let isSame = digests.contains(earlier.digest)
                return AnsweredMessage(
                    answer: isSame ? earlier.answer : NetworkAnswer(code: .duplicate), authorization: nil,
                    lines: isSame ? earlier.lines : lines, isRepeated: isSame)
            }
            _ = try tx.commit(
                NetworkMessageStatements.keep(
                    .init(
                        reference: reference, kind: message.fields.kind?.value, digest: digests.current.bytes,
                        card: nil, authorization: nil, answer: answer, lines: lines),
                    at: clock.now()))
            return AnsweredMessage(answer: answer, authorization: nil, lines: lines, isRepeated: false)
        }
    }

    /// Runs a transaction that keeps an answer. If another one has answered the same reference meanwhile, runs it
    /// again: then it finds that answer.
    func answeringOnce<Answer: Sendable>(
        _ body: @escaping @Sendable (Transaction<IssuingFailure>) throws(IssuingFailure) -> Answer
    ) async throws(IssuingFailure) -> Answer {
        do {
            return try await database.transaction(body)
        } catch {
            guard error.postgresFailure?.constraint == "network_message_is_answered_once" else { throw error }
            return try await database.transaction(body)
        }
    }

    /// The digests by which a repeated message is recognised.
    private func digests(of message: NetworkMessage) -> VersionedHashes {
        let pan = message.pan?.reveal { $0 } ?? ""
        return vault.requestDigests(Array("\(pan)\u{0}\(message.fields.identity)".utf8))
    }

    /// The first round trip. A report whose payment is not known costs another one, which looks for that payment among
    /// those of other cards. So does a cluster, which first looks up whose card the number is.
    ///
    /// - Parameter reply: the partner's; nil if it was not asked.
    func read(
        _ request: NetworkRequest, of message: NetworkMessage, after reply: PartnerReply? = nil,
        in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> FoundPayment {
        let answered = NetworkMessageStatements.find(request.reference)
        let now = clock.now()
        guard let pan = message.pan else {
            return FoundPayment(
                now: now, payer: nil, card: nil, original: nil, answered: try tx.run(answered).first)
        }
        let named = try named(by: pan, of: message, in: tx)
        let names = request.namesOfPayment.map(\.text)
        let begun = reply?.begunPayment.map { [$0.reference.text, $0.lifecycle.text] }
        let (payers, answers, merchants, cards, tickets, originals, disputes, begunMeanwhile, spent) = try tx.run(
            named.map { PayingCardStatements.lock($0) }, answered,
            request.kind.isRequest ? MerchantTryStatements.find(.text(request.merchant.countedAs)) : nil,
            named.map { card in
                PayingCardStatements.card(
                    card, currency: request.amount.currency.code, payment: names.first, message: request.name.text,
                    token: message.tokenReference, movesMoney: request.kind.movesMoney)
            },
            named?.key.flatMap { key in
                request.kind.movesMoney ? ticketForNewTransaction(of: AccountHolder(key.customer)) : nil
            },
            request.namesPayment ? named.map { PayingCardStatements.original($0, [.textArray(names)]) } : nil,
            request.kind.givesBack ? named.map { PayingCardStatements.disputes($0, [.textArray(names)]) } : nil,
            begun.flatMap { begun in named.map { PayingCardStatements.original($0, [.textArray(begun)]) } },
            request.kind.spends
                ? named.map { card in
                    let day = Window.day(of: now)
                    return PayingCardStatements.spent(card, SpendingStatements.windows(containing: day))
                } : nil)
        var card = cards.first
        if let ticket = tickets.first { card?.ticket = ticket }
        let isUnknown = !payers.isEmpty && request.namesPayment && originals.isEmpty && answers.isEmpty
        let others = try tx.run(
            isUnknown && !request.kind.isRequest ? PayingCardStatements.elsewhere(.textArray(names)) : nil)
        return FoundPayment(
            now: now, payer: payers.first, card: card, original: originals.first, disputes: disputes,
            isOfAnotherCard: others.first == true, answered: answers.first, merchantTries: merchants.first,
            spent: spent, reply: reply,
            reported: begunMeanwhile.first.flatMap { $0.isReported ? $0 : nil })
    }

    /// The card's spending in the windows of its limits. The first round trip has read it.
    ///
    /// Two cases cost a third round trip. An increment counts on the day of its payment, which is known only when the
    /// payment was found. And if the limits are changed during the first round trip, they and their counters do not
    /// agree.
    func readSpending(
        of request: NetworkRequest, _ found: FoundPayment, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> [SpendingStatements.Spent] {
        guard request.kind.spends, let payer = found.payer, let card = found.card else { return [] }
        let began = request.kind == .incremental ? found.original?.createdAt : nil
        let isToday = began.map { Window.day(of: $0) == Window.day(of: found.now) } ?? true
        if isToday, SpendingStatements.isComplete(found.spent, under: card.controls) { return found.spent }
        return try tx.run(
            SpendingStatements.spent(
                by: payer.card, of: payer.account.holder, under: card.controls,
                on: Window.day(of: began ?? found.now)))
    }

    /// Nil if no card has the number.
    private func keptFacts(_ facts: Facts, _ found: FoundPayment) -> KeptFacts? {
        guard let payer = found.payer, let card = found.card, let scheme = facts.card?.scheme else { return nil }
        return KeptFacts(
            facts, of: payer.account, scheme: scheme, rate: card.rate, terms: card.terms,
            original: found.original?.id, hasPartner: card.partner != nil)
    }

    /// The difference that a draft in shadow would have made to a request. The card's spending is that of the payments
    /// which were approved.
    private func difference(
        from decision: Decision, _ facts: Facts, _ kept: NetworkMessageStatements.Kept, _ found: FoundPayment
    ) -> Query<Void>? {
        guard facts.request.kind.isRequest, let controls = found.card?.controls, let draft = controls.shadow else {
            return nil
        }
        let drafted = Ruling(decision.under([controls.card, draft.controls], facts))
        return ShadowStatements.record(kept, drafted, of: draft, about: facts.request, at: found.now)
    }

    private func answer(to facts: Facts, _ decision: Decision, _ booking: PaymentBooking) -> NetworkAnswer {
        let request = facts.request
        guard booking.code.isApproval, request.kind.isRequest else {
            return NetworkAnswer(code: booking.code, securityCode: decision.securityCode)
        }
        return NetworkAnswer(
            code: booking.code, approved: booking.price?.transaction, approvalCode: booking.approvalCode,
            securityCode: decision.securityCode,
            available: request.kind == .balanceInquiry ? facts.account?.available : nil)
    }
}

extension MessageKind {
    /// Whether the message may begin a payment that counts for limits, or asks for more of one.
    fileprivate var spends: Bool {
        switch self {
        case .authorization, .incremental, .financial, .advice, .clearing, .forcePost: true
        case .partialReversal, .reversal, .refundAuthorization, .refund, .refundReversal, .balanceInquiry,
            .accountVerification: false
        }
    }
}

extension MessageKind {
    /// Whether the message may give money back to the customer.
    fileprivate var givesBack: Bool {
        switch self {
        case .partialReversal, .reversal, .refund: true
        case .authorization, .incremental, .advice, .financial, .clearing, .forcePost, .refundAuthorization,
            .refundReversal, .balanceInquiry, .accountVerification: false
        }
    }

    /// Whether the message may post a journal.
    fileprivate var movesMoney: Bool {
        switch self {
        case .financial, .clearing, .forcePost, .partialReversal, .reversal, .refund, .refundReversal: true
        case .authorization, .incremental, .advice, .refundAuthorization, .balanceInquiry, .accountVerification: false
        }
    }
}
