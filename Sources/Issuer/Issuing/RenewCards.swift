import Cards
import CardSecrets
import Foundation
import Identifiers
import Ledger
import Postgres

/// Programs may renew their cards some days before they expire. The new virtual card takes over at once. The plastic of
/// a physical one must arrive first, so the old card pays until the new one is activated, or until its month ends.
extension Issuing {
    static let renewalReason = "Renewed"

    /// Issues the cards that renew others. Those that are due are looked up without a lock and claimed by their whole
    /// key, each in a transaction of its own, so any number of servers may do this at once.
    func renewCards(at now: Date) async throws(IssuingFailure) {
        for renewing in try await reading(ProgramStatements.renewing()) {
            guard let month = renewing.month(at: now) else { continue }
            try await settling({ RenewalStatements.due(of: renewing.program, before: month, except: $0) }, by: \.card) {
                (due) async throws(IssuingFailure) in try await renew(due, as: renewing)
            }
        }
    }

    /// Lets renewed cards end in favour of their successors: those whose successor was activated, and those whose
    /// expiry month has ended.
    func handOverCards(at now: Date) async throws(IssuingFailure) {
        try await settling({ RenewalStatements.activated(except: $0) }, by: \.old) {
            (pair) async throws(IssuingFailure) in try await handOver(pair)
        }
        try await settling({ RenewalStatements.ended(at: now, except: $0) }, by: \.old) {
            (pair) async throws(IssuingFailure) in try await handOver(pair)
        }
    }

    /// - Parameter page: finds cards, without those that it receives.
    private func settling<Found: Hashable & Sendable>(
        _ page: ([CardID]) -> Query<Found>, by card: KeyPath<Found, CardID>,
        _ work: (Found) async throws(IssuingFailure) -> Void
    ) async throws(IssuingFailure) {
        try await settleInPages({ (paused) async throws(IssuingFailure) -> [Found] in
            try await reading(page(paused.compactMap(\.card)))
        }, about: { .card($0[keyPath: card]) }, work)
    }

    private func renew(
        _ due: RenewalStatements.Due, as renewing: ProgramStatements.Renewing
    ) async throws(IssuingFailure) {
        let (customer, card) = (due.customer, due.card)
        try await drawingAgain { () async throws(IssuingFailure) in
            try await database.transaction { tx throws(IssuingFailure) in
                let (cards, pins) = try tx.run(
                    CardStatements.hold(.id(customer), .id(card)), CardStatements.holdPIN(.id(customer), .id(card)))
                guard let held = cards.first, let secrets = pins.first else { return }
                let new = try successor(of: held, with: secrets.pin, as: renewing)
                guard try !tx.run(RenewalStatements.claim(card, of: customer, by: new.card.id)).isEmpty else {
                    return
                }
                let issue = CardStatements.issue(new, replaces: card, reason: "Renews a card")
                let claim = renewing.terms.keepsNumber ? nil : CardStatements.claimPAN(of: new)
                let release = renewing.terms.keepsNumber ? nil : CardStatements.release(new.panHashes.others)
                switch new.card.cardType {
                case .virtual:
                    _ = try tx.run(claim, release, issue)
                    let kept = renewing.terms.keepsNumber ? new.panHashes : nil
                    try handOver(held, to: new.card.id, number: kept, in: tx)
                case .physical:
                    _ = try tx.commit(claim, release, issue, RenewalStatements.wait(new.card.id, of: customer))
                }
            }
        }
    }

    /// Has the old card's program, account, mobile and address. It needs no approval, because the old one is in use.
    private func successor(
        of held: CardStatements.Held, with pin: SealedPIN?, as renewing: ProgramStatements.Renewing
    ) throws(IssuingFailure) -> NewCard {
        let (old, program) = (held.card, renewing.program)
        var (number, kept): (PAN?, PIN?)
        if renewing.terms.keepsNumber {
            let open = try openNumber(of: held)
            number = open
            if let pin {
                kept = try IssuingFailure.guarding { () throws(VaultFailure) in try vault.open(pin, of: open) }
            }
        }
        return try NewCard(
            NewCard.Order(
                customer: old.customer, program: program, status: program.issuedStatus,
                currency: try IssuingFailure.requiring(Currency(old.currency), "the currency of a card"),
                mobile: old.mobile, deliveryAddress: old.deliveryAddress, externalID: nil, pin: kept),
            account: old.account, number: number, by: self)
    }

    private func openNumber(of held: CardStatements.Held) throws(IssuingFailure) -> PAN {
        try IssuingFailure.guarding { () throws(VaultFailure) in
            try vault.open(held.pan, customer: held.card.customer.rawValue, card: held.card.id.rawValue)
        }
    }

    private func handOver(_ pair: RenewalStatements.Pair) async throws(IssuingFailure) {
        try await database.transaction { tx throws(IssuingFailure) in
            let (olds, news, _) = try tx.run(
                CardStatements.hold(.id(pair.customer), .id(pair.old)),
                CardStatements.hold(.id(pair.customer), .id(pair.new)),
                RenewalStatements.takeOver(pair.new, of: pair.customer))
            guard let old = olds.first, let new = news.first else { return }
            let number = try openNumber(of: new)
            let isKept = try openNumber(of: old) == number
            try handOver(old, to: pair.new, number: isKept ? vault.lookupHashes(number) : nil, in: tx)
        }
    }

    /// Ends a card and gives its tokens to its successor, whose status they follow from then on. If both have one
    /// number, payments find the successor by it. Commits all of it.
    ///
    /// A card that has ended for another reason keeps its number: it may be in a thief's hands.
    private func handOver(
        _ old: CardStatements.Held, to new: CardID, number hashes: VersionedHashes?,
        in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) {
        let (card, customer, now) = (old.card.id, old.card.customer, clock.now())
        let change = old.change(to: .expired, by: .issuer, on: .event, reason: Self.renewalReason, at: now)
        let (outcomes, reissued, followed) = try tx.run(
            TransitionStatements.move(
                card, of: customer, to: .expired, by: .issuer, on: .event, reason: Self.renewalReason, at: now),
            old.hasTokenizations ? TokenLifeStatements.reissue(from: card, to: new, of: customer, at: now) : nil,
            old.hasTokenizations ? TokenLifeStatements.follow(new, of: customer, at: now) : nil)
        if let hashes, !outcomes.isEmpty {
            _ = try tx.run(
                CardStatements.release(hashes.all), CardStatements.claim(hashes, for: new, of: customer),
                CardStatements.release(hashes.others))
        }
        let tokens = (reissued + followed).map { $0.told(as: .token) }
        _ = try tx.commit(telling(change + tokens, to: old.audience))
        tell(outcomes, by: .issuer, on: .event)
    }
}

extension ProgramStatements.Renewing {
    /// Cards that expire before this month are due. Nil if even a new card would be.
    fileprivate func month(at now: Date) -> Expiry? {
        let month = Expiry(months: 0, after: now + Double(terms.days) * 24 * 60 * 60)
        let new = Expiry(months: program.validityMonths, after: now)
        return (new.year, new.month) < (month.year, month.month) ? nil : month
    }
}
