import Authorizing
import Cards
import CardSecrets
import Foundation
import Ledger

/// The rows that the first round trip has found. If no card has the number, everything except the time and the answer
/// is nil.
struct FoundPayment {
    /// The time of the message. It is read once: a message at midnight counts on one day, and has one age.
    let now: Date
    let payer: PayingCardStatements.Payer?
    let card: PayingCardStatements.PayingCard?
    let original: Authorization?
    /// Those that are not over, if the message may give money back: of the original, and of others with its names.
    var disputes: [Dispute] = []
    /// Whether the payment that the message names belongs to another card.
    var isOfAnotherCard = false
    let answered: NetworkMessageStatements.Answered?
    /// The merchant's; nil without wrong ones, and for a message that tries no code.
    var merchantTries: CodeTries?
    /// In the windows of the card's limits.
    var spent: [SpendingStatements.Spent] = []
    /// The partner's reply; nil if it was not asked.
    var reply: PartnerReply?
    /// The payment that the partner was asked about, if the network has reported it meanwhile.
    var reported: Authorization?
}

extension Authorization {
    /// Whether the network has paid or held money in the issuer's place.
    var isReported: Bool {
        answer.decidedBy == .network && !state.isRefund && !state.status.isUnapproved
    }
}

extension Issuing {
    /// All facts that the decision depends on.
    func facts(
        about request: NetworkRequest, of message: NetworkMessage, _ found: FoundPayment
    ) throws(IssuingFailure) -> Facts {
        let now = Expiry(months: 0, after: found.now)
        let month = try IssuingFailure.requiring(YearMonth(year: now.year, month: now.month), "a year before 2100")
        let verified = try verified(request, of: message, found)
        var facts = Facts(request: verified, card: nil, account: nil, month: month)
        facts.reception = reception(of: request, found)
        facts.original = Original(of: request, found.original, isOfAnotherCard: found.isOfAnotherCard)
        facts.originalChannels = found.original?.payment.channels ?? []
        facts.originalMerchant = found.original?.payment.merchant
        facts.areMerchantTriesPaused = found.merchantTries?.isPaused(at: found.now) ?? false
        if request.token != nil {
            facts.token = (found.card?.token ?? message.token).map(TokenLookup.known) ?? .unknown
        }
        guard let payer = found.payer, let card = found.card else { return facts }
        facts.card = try cardFacts(card, at: found.now)
        facts.account = AccountFacts(
            available: payer.account.available, pricing: pricing(of: request, payer, card, found))
        facts.isCustomerRestricted = card.restrictions.blocks(.payment)
        facts.controls = card.controls.all
        facts.counters = Counters(found.spent)
        facts.policy = Policy(
            needsSecurityCode: card.terms.needsSecurityCode, needsAuthentication: card.terms.needsAuthentication,
            allowedPINTries: PINRule.allowedTries)
        facts.partner = found.reply?.partner ?? (card.partner == nil ? .none : .toAsk)
        return facts
    }

    private func reception(of request: NetworkRequest, _ found: FoundPayment) -> Reception {
        if found.answered != nil { return .referenceTaken }
        if let reported = found.reported {
            return reported.state.status == .reversed
                ? .alreadyReversed : .alreadyReported(inFull: reported.covers(request.amount))
        }
        let isUnapproved = found.original?.state.status.isUnapproved ?? true
        // If the payment that was found is approved, the earlier reversal was for another payment.
        let isReversed = found.card?.isReversed == true || (found.card?.isPaymentReversed == true && isUnapproved)
        return isReversed ? .alreadyReversed : .first
    }

    private func cardFacts(
        _ card: PayingCardStatements.PayingCard, at now: Date
    ) throws(IssuingFailure) -> CardFacts {
        let expiry = YearMonth(year: card.expiry.year, month: card.expiry.month)
        return CardFacts(
            status: card.status, scheme: card.scheme.network,
            expiry: try IssuingFailure.requiring(expiry, "a card's expiry"), wrongPINs: card.wrongPINs,
            areCodeTriesPaused: card.codeTries?.isPaused(at: now) ?? false)
    }

    func pricing(
        of request: NetworkRequest, _ payer: PayingCardStatements.Payer, _ card: PayingCardStatements.PayingCard,
        _ found: FoundPayment
    ) -> Pricing {
        Pricing(
            of: request, after: found.original, in: payer.account.currency, rate: card.rate, tariff: card.terms.tariff)
    }

    /// The request with the results of comparing its security code and its PIN. An unknown number costs as much time
    /// as a wrong code.
    private func verified(
        _ request: NetworkRequest, of message: NetworkMessage, _ found: FoundPayment
    ) throws(IssuingFailure) -> NetworkRequest {
        guard let pan = message.pan else { return request }
        var verification = request.verification
        let expiry = found.card?.expiry ?? Expiry(months: 0, after: found.now)
        verification.securityCode = try IssuingFailure.guarding { () throws(VaultFailure) in
            guard let code = message.securityCode else { return .notSent }
            let isRight = try vault.verify(
                cvv: code, of: pan, keyVersion: found.card?.cvvKeyVersion ?? vault.cvvKeyVersion,
                expiryMonth: expiry.month, expiryYear: expiry.year)
            return isRight && found.card != nil ? .right : .wrong
        }
        verification.pin = try IssuingFailure.guarding { () throws(VaultFailure) in
            guard let block = message.pinBlock else { return .notSent }
            guard let pin = try vault.open(zoneBlock: block, of: pan), let sealed = found.card?.pin else {
                return .notVerifiable
            }
            return try vault.verify(pin, against: sealed, of: pan) ? .right : .wrong
        }
        return request.with(verification)
    }
}

extension Authorization {
    /// Whether the authorization holds or has paid at least this much.
    fileprivate func covers(_ asked: Money) -> Bool {
        guard state.status.isOpen || state.status == .settled, amount.currency == asked.currency else { return false }
        return amount.minorUnits >= asked.minorUnits
    }
}

extension Program.Scheme {
    fileprivate var network: Scheme {
        switch self {
        case .visa: .visa
        case .mastercard: .mastercard
        }
    }
}
