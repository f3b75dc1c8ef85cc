import Validation

/// A wallet's report, sent by the app, that a tokenization is COMPLETED, with the token's reference.
public struct TokenizationReport: Sendable {
    public enum Status: String, CaseIterable, Sendable {
        case initiated = "INITIATED"
        case completed = "COMPLETED"
    }

    /// What follows from a valid report.
    public enum Effect: Equatable, Sendable {
        /// The report repeats what is known.
        case stands(Tokenization)
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
        if let own = known.first(where: { $0.reference == reference }) {
            return .stands(try stands(own, in: wallet, as: status))
        }
        let fitting = known.filter { tokenization in
            tokenization.place.wallet == wallet
                && (walletID == nil || tokenization.place.profile.map { $0 == walletID } ?? true)
        }
        let initiated = fitting.filter { $0.state == .initiated }
        guard let found = initiated.first(where: { $0.place.profile == walletID }) ?? initiated.first else {
            guard fitting.contains(where: \.hasLivingToken) else { throw .tokenization(.notFound(wallet)) }
            throw .tokenization(status == .completed ? .placeHasAnotherToken : .isCompleted)
        }
        guard status == .completed else { return .stands(found) }
        guard card.standing.status.tokenStatus != .deleted else {
            throw .tokenization(.notAllowed(status: card.standing.status))
        }
        let place = found.place.with(profile: walletID)
        guard !known.contains(where: { $0.hasLivingToken && $0.place.isKnownToBe(place) }) else {
            throw .tokenization(.placeHasAnotherToken)
        }
        return .completes(found.with(.initiated, at: place), reference)
    }

    /// A repeated report about a known token: the same one is accepted, anything else is an error.
    private func stands(
        _ own: Tokenization, in wallet: WalletType, as status: Status
    ) throws(Refusal) -> Tokenization {
        guard own.place.wallet == wallet, walletID == nil || own.place.profile == walletID else {
            throw .tokenization(.referenceTaken)
        }
        guard own.hasLivingToken else { throw .tokenization(.tokenIsDeleted) }
        guard status == .completed else { throw .tokenization(.isCompleted) }
        return own
    }
}
