import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Ledger
import Postgres
import Validation
import Webhooks

extension Issuing {
    /// Decides about a message in one transaction. If it would be approved and the brand's partner is to be asked,
    /// the transaction writes nothing, and the partner is asked while none is open. A second transaction reads and
    /// decides again, with the partner's answer as the last check: money that was spent meanwhile declines the payment.
    /// If the same message was answered meanwhile, that answer counts. If the network has reported the payment
    /// meanwhile, the report counts.
    func decide(_ request: NetworkRequest, of message: NetworkMessage) async throws(IssuingFailure) -> AnsweredMessage {
        var reply: PartnerReply?
        for _ in 1...2 {
            let step = try await answeringOnce { [reply] tx throws(IssuingFailure) in
                try authorize(request, of: message, with: reply, in: tx)
            }
            switch step {
            case .answered(let answered): return answered
            case .partnerMustBeAsked(let question):
                let answer = await partners?.answer(to: question) ?? .silent(.notAsked)
                reply = PartnerReply(question: question, answer: answer)
            }
        }
        throw .damaged("a partner was asked, and must be asked again")
    }

    /// The question to the partner about a payment that passes all other checks.
    func question(
        about approval: Approval, _ facts: Facts, digest: [UInt8], _ found: FoundPayment
    ) throws(IssuingFailure) -> PartnerQuestion {
        guard let payer = found.payer, let partner = found.card?.partner, let account = facts.account else {
            throw .damaged("a payment of nobody, about which a partner must be asked")
        }
        let reference = Array("\(facts.request.reference.text)\u{0}".utf8)
        let id = Self.questionID(of: vault.requestDigests(reference + digest).current.bytes)
        let zero = Money.zero(account.pricing.currency)
        let undecided = try? AuthorizationState(
            status: .unknown, isRefund: false, approved: zero, reversed: zero, released: zero, cleared: zero,
            refunded: zero)
        let began = facts.request.kind == .incremental ? found.original?.id : nil
        let authorization = Authorization(
            beginning: began ?? AuthorizationID(rawValue: id.rawValue), with: facts.request,
            after: facts.original.state, of: payer.account.holder, on: payer.account.id, card: payer.card,
            answer: .init(code: approval.code, approvalCode: nil, decidedBy: .partner),
            state: try IssuingFailure.requiring(undecided, "an authorization of nothing"), price: approval.quote,
            rate: account.pricing.rate, at: clock.now())
        let key = try translating({ IssuingFailure(.signingKeyDoesNotOpen($0)) }) { () throws in
            try CardWebhookHost(issuing: self).open(partner.sealedKey, of: partner.subscription)
        }
        return PartnerQuestion(
            id: id, partner: partner, signingKey: key, kind: facts.request.kind, authorization: authorization)
    }

    /// The same message asks the same question, on every server that digests with the same version of the key. So a
    /// partner can answer it the same way twice. Another message with the same contents has another reference, and asks
    /// another question.
    static func questionID(of digest: [UInt8]) -> PartnerQuestionID {
        var bytes = Array((digest + [UInt8](repeating: 0, count: 16)).prefix(16))
        // Version 8 of RFC 9562, section 5.8.
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { ID(rawValue: UUID(uuid: $0.loadUnaligned(as: uuid_t.self))) }
    }

    /// Tells the partner about a decision that is not its answer; nil if it is, or if the partner was not asked.
    func event(about booking: PaymentBooking, _ decision: Decision, _ found: FoundPayment) -> Query<Void>? {
        guard let reply = found.reply, !reply.isFollowed(by: decision), let partners, let payer = found.payer else {
            return nil
        }
        // An increment leaves its authorization as it was. The authorization that a new payment names is another one.
        let named = reply.begunPayment == nil ? found.original : nil
        let event = PartnerEvent(
            id: entropy.id(), question: reply.question, answer: reply.answer, code: booking.code,
            decidedBy: decision.decidedBy,
            authorization: booking.authorization ?? named ?? reply.question.authorization, at: found.now)
        let queued = NewWebhookEvent(
            id: event.id, type: WebhookEvent.authorization.rawValue,
            body: String(decoding: partners.body(of: event), as: UTF8.self))
        return webhooks.queueing(
            [queued], of: reply.question.partner.brand,
            about: EventSubject(.card(payer.card), of: payer.customer).text, at: found.now)
    }
}
