import Cards
import CardSecrets
import Foundation
import Identifiers
import Ledger
import Postgres

/// A card that a payment is charged to, and who holds it.
public struct ChargedCard: Hashable, Sendable {
    public let customer: CustomerID
    public let card: CardID
    public let brand: String
    public let lastFour: String
}

/// A payment on the internet that its cardholder confirms by 3-D Secure.
///
/// The cardholder confirms the amount and the merchant, and the message with the code names them, so a code confirms no
/// other payment (Regulation (EU) 2018/389, article 5, "dynamic linking").
public struct PaymentToConfirm: Sendable {
    /// The event of its authentication has the same id.
    public let id: PaymentToConfirmID
    public let card: ChargedCard
    public let merchant: String
    public let amount: Money
    /// The time after which the confirmation is too late.
    public let endsAt: Date

    public init(id: PaymentToConfirmID, card: ChargedCard, merchant: String, amount: Money, endsAt: Date) {
        (self.id, self.card, self.merchant, self.amount, self.endsAt) = (id, card, merchant, amount, endsAt)
    }

    public var reference: AuthenticationReference {
        AuthenticationReference(
            eventID: AuthenticationEventID(rawValue: id.rawValue),
            walletOperationID: WalletOperationID(rawValue: id.rawValue))
    }

    /// As the message names it.
    var about: String { "\(amount) to \(merchant)" }

    fileprivate func subject(by issuing: Issuing) -> AuthenticationSubject {
        // In upper case, because stored events have such digests.
        let id = id.rawValue.uuidString
        let confirmed = "payment \(id) \(amount.minorUnits) \(amount.currency.code) \(merchant)"
        let digests = issuing.vault.requestDigests(Array(confirmed.utf8))
        return AuthenticationSubject(
            operation: nil, card: card.card, digest: digests.current.bytes, otherDigests: digests.others.map(\.bytes))
    }
}

/// The state of the authentication of a payment.
public struct PaymentConfirmation: Sendable {
    public let event: AuthenticationEvent
    /// The methods that the cardholder can choose from.
    public let offers: [AuthenticationOffer]
    /// The latest challenge; nil if there is none, or if it can no longer be answered.
    public let challenge: AuthenticationChallenge?
    /// The cardholder's answer to a push; nil before.
    public let isApproved: Bool?
}

extension Issuing {
    /// The card with a number; nil if this issuer has none.
    public func chargedCard(_ pan: PAN) async throws(IssuingFailure) -> ChargedCard? {
        try await reading(PayingCardStatements.charged(CardStatements.anyHash(of: vault.lookupHashes(pan)))).first
    }

    /// Opens the event in which a cardholder confirms a payment. Nothing is sent yet.
    ///
    /// The merchant decides whether a payment needs a confirmation, so the brand's list of protected operations does
    /// not count; its limits do.
    ///
    /// - Returns: the methods that the cardholder can choose from; none if the brand's partner authenticates, which
    ///   learns of an event only through its app.
    public func openConfirmation(
        of payment: PaymentToConfirm
    ) async throws(IssuingFailure) -> [AuthenticationOffer] {
        let customer = payment.card.customer
        return try await database.transaction { tx throws(IssuingFailure) in
            let now = clock.now()
            let (policies, means) = try tx.run(
                AuthenticationStatements.policy(.text(payment.card.brand)),
                AuthenticationMeansStatements.find(.id(customer)))
            guard let means = means.first else { throw .refused(.customer(.notFound)) }
            let policy = policies.first ?? .standard
            guard policy.mode != .outsourced else { return [] }
            let event = AuthenticationEvent(
                reference: payment.reference, customer: customer, brand: payment.card.brand,
                subject: payment.subject(by: self), mode: policy.mode, status: .open, createdAt: now,
                expiresAt: min(payment.endsAt, now + TimeInterval(policy.eventLifetimeSeconds)))
            _ = try tx.commit(AuthenticationStatements.open(event, limits: policy))
            tell(.authentication(.demanded(policy.mode)))
            return means.offers
        }
    }

    /// - Returns: nil if the event is not there, or is over without a result.
    public func confirmation(
        of payment: PaymentToConfirm
    ) async throws(IssuingFailure) -> PaymentConfirmation? {
        let customer = SQLValue.id(payment.card.customer)
        return try await database.transaction { tx throws(IssuingFailure) in
            let now = clock.now()
            let (events, latest, means) = try tx.run(
                AuthenticationStatements.holdEvent(payment.reference, of: payment.card.customer),
                AuthenticationStatements.latestChallenge(customer, .id(payment.reference.eventID)),
                AuthenticationMeansStatements.find(customer))
            guard let event = events.first?.event, now < event.expiresAt, let means = means.first else { return nil }
            let open = latest.first.flatMap { $0.challenge.denial(at: now) == nil ? $0 : nil }
            return PaymentConfirmation(
                event: event, offers: means.offers, challenge: open?.challenge,
                isApproved: open?.isApproved)
        }
    }

    /// Sends a challenge that names the payment. The limits are those of
    /// ``sendChallenge(for:of:by:confirming:request:)``.
    @discardableResult
    public func sendChallenge(
        for payment: PaymentToConfirm, by verification: Verification
    ) async throws(IssuingFailure) -> SentChallenge {
        try await sendChallenge(
            for: payment.reference, of: payment.card.customer, by: verification, confirming: payment,
            request: .unkeyed
        ).done()
    }

    /// Checks a code, as ``attempt(_:at:of:request:)`` does.
    public func attempt(
        _ proof: AuthenticationProof, at payment: PaymentToConfirm
    ) async throws(IssuingFailure) -> AuthenticationAttempt {
        try await attempt(proof, at: payment.reference, of: payment.card.customer, request: .unkeyed).done()
    }

    /// Uses up the event of a payment that its cardholder has confirmed: this payment, with this amount for this
    /// merchant. It may be called again for the same payment.
    ///
    /// - Returns: whether the cardholder has confirmed it.
    public func useConfirmation(of payment: PaymentToConfirm) async throws(IssuingFailure) -> Bool {
        let customer = payment.card.customer
        let isUsed = try await database.transaction { tx throws(IssuingFailure) -> Bool? in
            let now = clock.now()
            let events = try tx.run(AuthenticationStatements.holdEvent(payment.reference, of: customer))
            guard let event = events.first?.event,
                event.obstacle(to: payment.subject(by: self), presented: payment.reference, at: now) == nil
            else { return nil }
            guard event.use == nil else { return false }
            let use = event.use(at: now, repeatableSeconds: event.expiresAt.timeIntervalSince(now))
            _ = try tx.commit(
                AuthenticationStatements.useEvent(
                    .id(customer), .id(payment.reference.eventID), .timestamp(use.usedAt),
                    .timestamp(use.repeatableUntil)))
            return true
        }
        if isUsed == true { tell(.authentication(.used)) }
        return isUsed != nil
    }
}
