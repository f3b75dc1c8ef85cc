import Cards
import CardSecrets
import Foundation
import Identifiers
import Postgres

/// A challenge on its way to the cardholder, with the data that the app needs to answer it.
public struct SentChallenge: Sendable {
    public let event: AuthenticationEvent
    public let verification: Verification
    /// Masked; nil if nothing was sent.
    public let target: String?
    /// The bytes to sign; nil if the method signs nothing.
    public let nonce: [UInt8]?
    /// For a passkey: the relying party, and the accepted credentials.
    public let relyingPartyID: String?
    public let credentialIDs: [[UInt8]]
    public let createdAt: Date
    public let expiresAt: Date
    /// How many challenges were sent since the last cooldown, including this one.
    public let currentChallenges: Int
    public let allowableChallenges: Int
}

extension Issuing {
    /// The number of digits in a code that is sent.
    static let codeDigits = 6

    /// Sends the cardholder a challenge by the method that the app chose from those of the event.
    ///
    /// Only the latest challenge can be answered. After the allowed number for the event, the next one is refused until
    /// the cooldown is over. After the allowed number in an hour, it is refused until the hour is over.
    ///
    /// A challenge that sends a message is refused if nobody would get it: the brand does not subscribe to messages,
    /// and there is no inbox.
    ///
    /// - Parameter payment: the payment that the message confirms; nil for an operation.
    public func sendChallenge(
        for reference: AuthenticationReference?, of customer: CustomerID, by verification: Verification,
        confirming payment: PaymentToConfirm? = nil, request: IdempotentRequest<SentChallenge>
    ) async throws(IssuingFailure) -> Answered<SentChallenge> {
        try await database.transaction { tx throws(IssuingFailure) in
            let now = clock.now()
            let (claimed, found, factors, events) = try tx.run(
                request.claim(customer), request.find(customer, at: now),
                AuthenticationFactorStatements.hold(verification, of: customer),
                AuthenticationStatements.holdEvent(reference, of: customer))
            if let earlier = try request.earlierAnswer(claimed: claimed, found: found) { return .before(earlier) }
            guard let held = events.first else { throw .refused(.authentication(.eventNotFound)) }
            let event = held.event
            try requireOpen(event, at: now)
            guard event.mode != .outsourced else { throw .refused(.authentication(.isOutsourced)) }
            let factor = factors.first ?? AuthenticationFactor(verification)
            try requireOpen(factor, at: now)
            let (policies, available, latest, credentials, hearings) = try tx.run(
                AuthenticationStatements.policy(.text(event.brand)),
                AuthenticationMeansStatements.find(.id(customer)),
                AuthenticationStatements.latestChallenge(
                    .id(customer), .id(event.reference.eventID)),
                AuthenticationMeansStatements.passkeyIDs(.id(customer)),
                verification.sendsMessage ? CardWebhookStatements.getsMessages(.text(event.brand)) : nil)
            guard let available = available.first else { throw .refused(.customer(.notFound)) }
            let policy = policies.first ?? .standard
            let offers = available.offers
            guard let offer = offers.first(where: { $0.verification == verification }) else {
                throw .refused(.invalidFields([AuthenticationRule.notOffered(among: offers.map(\.verification))]))
            }
            let getsMessages = hearings == [true]
            if verification.sendsMessage, !getsMessages, !keepsInbox {
                let others = offers.map(\.verification).filter { !$0.sendsMessage }
                throw .refused(.authentication(.messageIsNotDelivered(verification, others: others)))
            }
            let sent = try count(held, after: latest.first, policy, at: now)
            let counted = try IssuingFailure.refusing { () throws(Refusal) in
                try factor.afterChallenge(at: now, limit: policy.challengesPerHour)
            }
            let challenge = SentChallenge(
                event: event, verification: verification, target: offer.target,
                nonce: verification.isSigned ? entropy.bytes(32) : nil,
                relyingPartyID: verification == .passkey ? policy.relyingPartyID : nil,
                credentialIDs: verification == .passkey ? credentials : [], createdAt: now,
                expiresAt: min(event.expiresAt, now + TimeInterval(policy.challengeLifetimeSeconds)),
                currentChallenges: sent, allowableChallenges: held.allowableChallenges)
            let answer = request.answer(challenge)
            let number = (latest.first?.number ?? 0) + 1
            let code = challenge.carriesCode ? entropy.digits(Self.codeDigits) : nil
            let message = available.target(of: verification).map { target in
                CustomerMessage(
                    id: entropy.id(), challenge: challenge, number: number,
                    code: code.map { Secret(Array($0.utf8)) }, target: target, payment: payment)
            }
            _ = try tx.commit(
                query(for: challenge, number: number, code: code, attempts: held.allowableAttempts),
                AuthenticationFactorStatements.record(counted, of: customer),
                keepsInbox ? message.map { keeping($0) } : nil,
                getsMessages ? message.flatMap { telling($0) } : nil, request.keep(answer, for: customer, at: now))
            tell(.authentication(.challenged(verification)), about: .init(customer: customer))
            return .now(challenge, answer)
        }
    }

    /// The number of challenges including this one. Refuses the challenge during the cooldown.
    private func count(
        _ held: AuthenticationStatements.HeldEvent, after latest: AuthenticationStatements.LatestChallenge?,
        _ policy: AuthenticationPolicy, at now: Date
    ) throws(IssuingFailure) -> Int {
        guard held.challenges >= held.allowableChallenges, let latest else { return held.challenges + 1 }
        let end = latest.challenge.createdAt + TimeInterval(policy.cooldownSeconds)
        guard now >= end else {
            tell(.authentication(.challengesUsedUp))
            let seconds = Int(end.timeIntervalSince(now).rounded(.up))
            throw .refused(.authentication(.challengesUsedUp(secondsLeft: seconds)))
        }
        return 1
    }

    /// Refuses a challenge or an attempt by a method that had too many wrong attempts.
    func requireOpen(_ factor: AuthenticationFactor, at now: Date) throws(IssuingFailure) {
        do throws(Refusal) {
            try factor.checkIsOpen(at: now)
        } catch {
            tell(.authentication(.blocked))
            throw .refused(error)
        }
    }

    private func query(for challenge: SentChallenge, number: Int, code: String?, attempts: Int) -> Query<Void> {
        let event = challenge.event
        return AuthenticationStatements.challenge(
            .id(event.customer), .id(event.reference.eventID), .integer(number),
            .integer(challenge.currentChallenges), .text(challenge.verification.rawValue),
            .bytes(code.map { vault.secretHash(Array($0.utf8), at: event.place(ofChallenge: number)) }),
            .bytes(challenge.nonce), .integer(attempts), .timestamp(challenge.createdAt),
            .timestamp(challenge.expiresAt))
    }

    private func keeping(_ message: CustomerMessage) -> Query<Void> {
        let challenge = message.challenge
        let sealed = message.code.map { vault.seal($0, at: MessageStatements.place(of: message.id)) }
        return MessageStatements.send(
            .id(message.id), .id(challenge.event.customer), .text(challenge.verification.rawValue),
            .text(message.target), .id(challenge.event.reference.eventID), .integer(message.number),
            .bytes(sealed?.bytes), .integer((sealed?.keyVersion).map { Int32(clamping: $0) }),
            .timestamp(challenge.createdAt), .text(message.payment?.about))
    }
}

extension SentChallenge {
    fileprivate var carriesCode: Bool { verification == .smsCode || verification == .emailCode }
}

extension AuthenticationEvent {
    /// The place of the hash of a challenge's code.
    func place(ofChallenge number: Int) -> String {
        "authentication_challenge.code event \(reference.eventID.rawValue.uuidString) challenge \(number)"
    }
}
