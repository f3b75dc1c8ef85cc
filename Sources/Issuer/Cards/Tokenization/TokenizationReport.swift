import Validation

/// A wallet's report, sent by the app, about a token: its reference, and whether the tokenization is COMPLETED.
public struct TokenizationReport: Sendable {
    public enum Status: String, CaseIterable, Sendable {
        case initiated = "INITIATED"
        case completed = "COMPLETED"
    }

    /// The effect of a valid report.
    public enum Effect: Equatable, Sendable {
        /// The report repeats what is known.
        case stands(Tokenization)
        /// The tokenization stays INITIATED, and its token's reference and account are known from now on.
        case announces(Tokenization, DPANReference)
        case completes(Tokenization, DPANReference)
    }

    public let reference: DPANReference
    private let walletID: String?
    private let wallet: WalletType
    private let status: Status

    /// - Parameter wallet: Apple Pay if the request names none, as in the documented sample for iOS; nil if it is
    ///   unknown.
    public static func read(
        reference text: String?, walletID: String?, wallet: WalletType?, status: Status?
    ) -> Draft<TokenizationReport?> {
        var violations = Violations()
        violations.check("dpanRef", text.flatMap(DPANReference.rule))
        violations.check(
            "walletId",
            walletID.flatMap { text in
                if let wallet, wallet != .google { return "must be absent: only GOOGLE_PAY has one" }
                return WalletPlace.rule(text)
            })
        guard let reference = text.flatMap(DPANReference.init(rawValue:)), let wallet, let status else {
            return Draft(nil, errors: violations.list)
        }
        let report = TokenizationReport(reference: reference, walletID: walletID, wallet: wallet, status: status)
        return Draft(report, errors: violations.list)
    }

    /// - Parameter known: the card's tokenizations that are not deleted, newest first, and the one with this reference
    ///   in any state.
    public func effect(on card: Card, knowing known: [Tokenization]) throws(Refusal) -> Effect {
        let own = known.first { $0.reference == reference }
        if let own, !fits(own) {
            throw .tokenization(.tokenIsElsewhere(own.place, reported: WalletPlace(wallet: wallet, profile: walletID)))
        }
        if let own, own.isCompleted { return .stands(try repeated(own)) }
        guard let found = own ?? next(among: known.filter(fits)) ?? onlyWaiting(among: known) else {
            throw .tokenization(nothingFits(known))
        }
        // A DAMAGED card has been replaced, so the customer could not lock a token that came to it now.
        guard card.standing.status.tokenStatus != .deleted, card.standing.status != .damaged else {
            throw .tokenization(.cardHasEnded(status: card.standing.status))
        }
        let reported = found.reported(by: walletID)
        let there = known.first { $0.hasLivingToken && $0.place.isKnownToBe(reported.place) }
        if let refusal = there.flatMap(hasAnotherReference) { throw .tokenization(refusal) }
        guard status == .initiated else { return .completes(reported, reference) }
        return found.reference == reference && found == reported ? .stands(found) : .announces(reported, reference)
    }

    /// Whether the report can be about this tokenization. While the tokenization is not completed, the report may name
    /// an account that the request left out.
    private func fits(_ tokenization: Tokenization) -> Bool {
        let place = tokenization.place
        let isUnknown = place.profile == nil && !tokenization.isCompleted
        let isNamed = [place.profile, tokenization.walletID].contains(walletID)
        return place.wallet == wallet && (walletID == nil || isNamed || isUnknown)
    }

    /// The tokenization that an unknown token belongs to: one of the same account, or else one whose token is not known
    /// yet. Any other has a token already, which is on another device. In the same account, the wallet has another
    /// token than the one that was reported before.
    private func next(among fitting: [Tokenization]) -> Tokenization? {
        let open = fitting.filter { !$0.isCompleted }
        let waiting = open.filter { $0.reference == nil }
        let choices = walletID == nil ? waiting : waiting + open
        return choices.first { $0.place.profile == walletID || walletID != nil && $0.walletID == walletID }
            ?? waiting.first
    }

    /// The tokenization for a wallet whose id in the report differs from the one that the app sent, as in the
    /// documented samples. If only one tokenization waits, the report is about it, unless the wallet has already
    /// reported another id for it.
    private func onlyWaiting(among known: [Tokenization]) -> Tokenization? {
        let waiting = known.filter { $0.place.wallet == wallet && !$0.isCompleted && $0.reference == nil }
        guard waiting.count == 1, waiting[0].walletID == nil, !known.contains(where: fits) else { return nil }
        return waiting[0]
    }

    /// Names the tokenization that comes nearest, and the difference.
    private func nothingFits(_ known: [Tokenization]) -> TokenizationRefusal {
        let open = known.filter { !$0.isCompleted }
        let nearest = (open + known.filter(\.hasLivingToken)).first(where: fits)
        if let refusal = nearest.flatMap(hasAnotherReference) { return refusal }
        let places = open.map(\.place)
        if let walletID, let found = places.first(where: { $0.wallet == wallet })?.profile {
            return .otherAccount(wallet, found: found, reported: walletID)
        }
        let wallets = Set(places.map(\.wallet))
        return .notFound(wallet, others: WalletType.allCases.filter(wallets.contains))
    }

    private func hasAnotherReference(_ found: Tokenization) -> TokenizationRefusal? {
        found.reference.map { other in
            .otherReference(
                found.isCompleted ? .completed : .initiated, found.place, found: other.rawValue,
                reported: reference.rawValue)
        }
    }

    /// A repeated report about a completed tokenization: the same one is accepted, anything else is an error.
    private func repeated(_ own: Tokenization) throws(Refusal) -> Tokenization {
        guard own.hasLivingToken else { throw .tokenization(.tokenIsDeleted(.dpanRef)) }
        guard status == .completed else { throw .tokenization(.isCompleted) }
        return own
    }
}
