import Authorizing
import Cards
import CardSecrets
import Foundation
import Postgres

/// The decision whether a network may issue a token for a card.
extension Issuing {
    /// Whether a card can have a token at all. Only the answer is kept, and it counts for no limit.
    func answerEligibility(
        of pan: PAN, to network: Program.Scheme, _ kept: KeptTokenAnswer, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> TokenServiceAnswer {
        guard let found = try hold(pan, of: network, in: tx) else { return try declineUnknown(kept, in: tx) }
        let fault = found.facts(at: clock.now()).fault
        let answer = TokenServiceAnswer(fault.map(ProvisioningDecision.declined) ?? .approved)
        _ = try tx.commit(kept(answer, (found.held.card.customer, found.held.card.id)))
        return answer
    }

    /// Decides, and records a tokenization that is INITIATED with the token's reference unless the card is declined.
    ///
    /// The card is locked, so requests for it are decided one after the other, and each one counts.
    ///
    /// - Parameter reply: the partner's; nil if it was not asked.
    /// - Returns: the answer, or the question to the partner, in which case nothing is written.
    func decide(
        _ wanted: WantedToken, for message: TokenServiceMessage, after reply: PartnerAnswer?,
        _ kept: KeptTokenAnswer, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> TokenStep {
        guard let found = try hold(wanted.pan, of: message.network, in: tx) else {
            return .answered(try declineUnknown(kept, in: tx))
        }
        let (held, now) = (found.held, clock.now())
        let card = held.card
        let (rows, means, policies, hearings, asked) = try tx.run(
            TokenizationStatements.of([card.id], of: card.customer, or: wanted.token.rawValue),
            AuthenticationMeansStatements.find(.id(card.customer)),
            AuthenticationStatements.policy(.text(found.known.brand)),
            CardWebhookStatements.getsMessages(.text(found.known.brand)),
            PartnerStatements.find(.text(found.known.brand)))
        let same = rows.map(\.tokenization).first { $0.reference == wanted.token }
        let existing = rows.map(\.tokenization).filter { $0.tokenStatus != .deleted }
        let place = WalletPlace(wallet: wanted.wallet, device: wanted.device, profile: wanted.profile)
        let waiting = wanted.isBegunInApp ? existing.waiting(at: place) : nil
        let placing = placing(wanted, for: card, besides: existing, begunInApp: waiting, at: now)
        let canBeReached = policies.first?.mode != .outsourced && (keepsInbox || hearings == [true])
        let request = ProvisioningRequest(
            areCodeTriesPaused: found.known.codeTries?.isPaused(at: now) ?? false,
            isExpiryRight: wanted.expiry == card.expiry, isSecurityCodeRight: try isRight(wanted, for: held),
            deviceScore: wanted.deviceScore, accountScore: wanted.accountScore,
            isBegunInApp: waiting?.isJustAuthenticated(at: now) ?? false,
            tokens: existing.count(where: \.hasLivingToken),
            isAlreadyThere: existing.contains { $0.hasLivingToken && $0.place.isKnownToBe(place) },
            methods: canBeReached ? (means.first?.offers ?? []).map(\.verification).filter(\.identifiesInWallet) : [])
        var decision = request.decision(about: found.facts(at: now))
        if case .failure = placing, decision.isAccepting { decision = .declined(.tooManyTokens) }
        if let same, decision.isAccepting, case .success(let (_, beginning)) = placing, beginning.earlier != same {
            throw .refused(.tokenization(.tokenExists(same.tokenStatus)))
        }
        if let partner = asked.first ?? nil, decision.isAccepting {
            guard let reply else {
                return .partnerMustBeAsked(
                    try question(about: wanted, in: message, of: card, decision, to: partner))
            }
            decision = decision.after(reply, standIn: partner.terms.standIn, methods: request.methods)
        }
        var answer = TokenServiceAnswer(decision)
        if decision.isAccepting { answer.metadata = found.known.metadata }
        let keep = kept(answer, (card.customer, card.id))
        let counts = decision != .declined(.tooManyAttempts)
        let decided = counts
            ? TokenServiceStatements.decide(answer, about: wanted, of: card, as: entropy.id(), at: now) : nil
        let tries = found.codeTries(after: decision, isCodeRight: request.isSecurityCodeRight == true, at: now)
        if decision.isAccepting, case .success(let (known, beginning)) = placing {
            let begin = TokenizationStatements.begin(
                beginning, as: entropy.id(), at: known, of: card, with: wanted.token, now: now)
            try commit(begin, .tokenization, of: held, in: tx, with: decided, tries, keep)
            if !beginning.isAgain { tell(.tokenization(known.wallet, card.scheme, .initiated), about: .init(card)) }
        } else if let waiting {
            let fail = TokenizationStatements.fail(waiting, of: card, at: now)
            try commit(fail, .tokenization, of: held, in: tx, with: decided, tries, keep)
        } else {
            _ = try tx.commit(decided, tries, keep)
        }
        return .answered(answer)
    }

    /// The app may have named a device that the network does not name.
    private func placing(
        _ wanted: WantedToken, for card: Card, besides existing: [Tokenization], begunInApp waiting: Tokenization?,
        at now: Date
    ) -> Result<(WalletPlace, TokenizationApplication.Beginning), Refusal> {
        let application = TokenizationApplication(
            wallet: wanted.wallet, device: wanted.device ?? waiting?.place.device,
            profile: wanted.profile ?? waiting?.place.profile, apple: .none)
        do throws(Refusal) {
            let (place, beginning) = try application.place(
                in: wanted.wallet, for: card, besides: existing, isBegunInWallet: waiting == nil, at: now)
            return .success((place, beginning))
        } catch {
            return .failure(error)
        }
    }

    private func isRight(
        _ wanted: WantedToken, for held: CardStatements.Held
    ) throws(IssuingFailure) -> Bool? {
        guard let code = wanted.securityCode else { return nil }
        return try IssuingFailure.guarding { () throws(VaultFailure) in
            try vault.verify(
                cvv: code, of: wanted.pan, keyVersion: held.cvvKeyVersion, expiryMonth: held.card.expiry.month,
                expiryYear: held.card.expiry.year)
        }
    }

    private func declineUnknown(
        _ kept: KeptTokenAnswer, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> TokenServiceAnswer {
        let answer = TokenServiceAnswer(.declined(.cardNotFound))
        _ = try tx.commit(kept(answer, nil))
        return answer
    }

    /// The card with a number, locked; nil if no card of the network has it.
    private func hold(
        _ pan: PAN, of network: Program.Scheme, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> FoundForToken? {
        let hashes = CardStatements.anyHash(of: vault.lookupHashes(pan))
        guard let owner = try tx.run(PayingCardStatements.charged(hashes)).first else { return nil }
        let (cards, known) = try tx.run(
            CardStatements.hold(.id(owner.customer), .id(owner.card)),
            TokenServiceStatements.known(
                .id(owner.customer), .id(owner.card), .timestamp(clock.now() - FoundForToken.windowSeconds)))
        guard let held = cards.first, let known = known.first, held.card.scheme == network else { return nil }
        return FoundForToken(held: held, known: known)
    }
}

/// A card that a network wants a token for, locked.
private struct FoundForToken {
    let held: CardStatements.Held
    let known: TokenServiceStatements.Known

    /// The time in which requests for one card are counted.
    static let windowSeconds: TimeInterval = 24 * 60 * 60

    func facts(at now: Date) -> ProvisioningFacts {
        ProvisioningFacts(
            status: held.card.standing.status, terms: known.terms,
            isCustomerRestricted: known.restrictions.blocks(.payment), attempts: known.attempts,
            accountAgeSeconds: now.timeIntervalSince(known.accountOpenedAt))
    }

    /// The change of the card's counters of wrong security codes and expiry dates, as after a payment.
    func codeTries(after decision: ProvisioningDecision, isCodeRight: Bool, at now: Date) -> Query<Void>? {
        let (card, earlier) = (held.card, known.codeTries ?? CodeTries())
        switch decision {
        case .declined(.wrongExpiry), .declined(.wrongSecurityCode):
            let tries = earlier.afterWrong(at: now, known.allowedWrongCodes)
            return CodeTryStatements.countWrong(
                onDay: tries.day, pausedUntil: tries.pausedUntil, of: card.customer, card.id)
        case .approved, .identify:
            guard isCodeRight, earlier.wrongInARow > 0 else { return nil }
            return CodeTryStatements.endRow(of: card.customer, card.id)
        case .declined: return nil
        }
    }
}

extension ProvisioningDecision {
    /// Whether the network issues a token, which may wait for an identification.
    fileprivate var isAccepting: Bool {
        switch self {
        case .approved, .identify: true
        case .declined: false
        }
    }
}
