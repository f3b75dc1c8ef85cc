import CardSecrets
import Foundation
import Ledger
import Postgres

extension Payments {
    /// Charges a card or a wallet's token.
    ///
    /// The payment is stored before the issuer is asked, so it can be taken back if the answer is lost: by this call if
    /// the issuer cannot be reached, and by ``recoverLostAnswers(telling:)`` if this process ends. While the issuer is
    /// asked, no transaction is open.
    ///
    /// - Returns: the payment, AUTHORIZED, CAPTURED, DECLINED or PENDING_AUTHENTICATION.
    public func pay(_ new: NewPayment) async throws(PaymentFailure) -> Payment {
        try Self.refusing { () throws(PaymentRefusal) in try new.check() }
        let (payment, merchant) = try await begin(new)
        return new.needsAuthentication
            ? try await beginAuthentication(of: payment, new.instrument, for: merchant)
            : try await ask(payment, new.instrument, for: merchant)
    }

    // MARK: - Before the issuer

    private func begin(_ new: NewPayment) async throws(PaymentFailure) -> (Payment, Merchant) {
        try await drawing { () async throws(PaymentFailure) in
            let (now, answerDueAt) = (clock.now(), clock.realNow() + times.answerSeconds)
            return try await database.transaction { tx throws(PaymentFailure) -> (Payment, Merchant) in
                let (merchants, withNonce) = try tx.run(
                    PaymentStatements.merchant(.merchant(new.merchant)),
                    PaymentStatements.withNonce(new.nonce, of: new.merchant, at: new.gateway))
                guard let merchant = merchants.first else { throw .refused(.merchantNotFound) }
                if let earlier = withNonce.first { throw .refused(.duplicateNonce(earlier)) }
                let payment = payment(new, at: now)
                let sealed = seal(new.instrument, of: payment.id, keepsCryptogram: new.needsAuthentication)
                _ = try tx.commit(
                    PaymentStatements.create(
                        payment, sealed, answerDueAt: new.needsAuthentication ? nil : answerDueAt),
                    announcing(payment, before: nil))
                return (payment, merchant)
            }
        }
    }

    private func payment(_ new: NewPayment, at now: Date) -> Payment {
        let none = Money.zero(new.amount.currency)
        return Payment(
            id: PaymentID(rawValue: entropy.uuid()), merchant: new.merchant, gateway: new.gateway,
            reference: drawReference(), externalReference: new.externalReference, nonce: new.nonce, amount: new.amount,
            authorized: none, captured: none, refunded: none, voided: none,
            status: new.needsAuthentication ? .pendingAuthentication : .created, declineReason: nil, approvalCode: nil,
            wallet: new.instrument.wallet, lastFour: new.instrument.pan.lastFour, scheme: new.instrument.scheme,
            capturesAtOnce: new.capturesAtOnce, canApproveInPart: new.canApproveInPart, createdAt: now,
            authorizedAt: nil, capturedAt: nil, settledAt: nil,
            expiresAt: new.needsAuthentication ? now + times.authenticationSeconds : nil, metadata: new.metadata,
            isTrial: new.isTrial, capturedBy: new.capturedBy, stepCount: 0, eci: new.instrument.indicator)
    }

    // MARK: - The issuer and its answer

    func ask(
        _ payment: Payment, _ instrument: PaymentInstrument, for merchant: Merchant
    ) async throws(PaymentFailure) -> Payment {
        let answer = await issuer.authorize(
            IssuerRequest(
                reference: payment.reference, instrument: instrument, amount: payment.amount, merchant: merchant,
                canApproveInPart: payment.canApproveInPart, isAuthenticated: payment.authentication == .authenticated))
        let now = clock.now()
        let stepped = try await changing(payment.id, nonce: nil) { held, _ throws(PaymentRefusal) in
            // Another server has given up waiting and taken the payment back.
            guard held.status == .created else { return PaymentChange(held) }
            return try outcome(of: held, answer, at: now)
        }
        return stepped.payment
    }

    private func outcome(
        of payment: Payment, _ answer: IssuerAnswer, at now: Date
    ) throws(PaymentRefusal) -> PaymentChange {
        switch answer {
        case .declined(let reason): return PaymentChange(try payment.declined(reason))
        case .unreachable: return try payment.withoutAnswer()
        case .approved(let amount, let code):
            // An issuer that approves something else has malfunctioned.
            let isWhole = amount == payment.amount
            let isPart = payment.canApproveInPart && amount.currency == payment.amount.currency
                && amount.isPositive && amount.minorUnits <= payment.amount.minorUnits
            guard isWhole || isPart else { return try payment.withoutAnswer() }
            let end = min(now + times.authorizationSeconds, payment.capturedBy ?? .distantFuture)
            let approved = try payment.approved(amount, code: String(code.prefix(6)), at: now, until: end)
            guard payment.capturesAtOnce, amount.isPositive else { return PaymentChange(approved) }
            return try approved.capturing(nil, isFinal: true, at: now)
        }
    }
}

// MARK: - Shared by the use cases

extension Payments {
    static func found(_ rows: [HeldPayment]) throws(PaymentFailure) -> HeldPayment {
        guard let held = rows.first else { throw .refused(.notFound) }
        return held
    }

    static func refusing<Value>(_ body: () throws(PaymentRefusal) -> Value) throws(PaymentFailure) -> Value {
        do {
            return try body()
        } catch {
            throw .refused(error)
        }
    }

    func drawReference() -> String { entropy.digits(12) }

    /// Runs a transaction again if a reference that it drew is in use, or if another request has just used its
    /// nonce, which the next run finds.
    func drawing<Value: Sendable>(
        _ body: () async throws(PaymentFailure) -> Value
    ) async throws(PaymentFailure) -> Value {
        for _ in 0..<Self.maximumDraws {
            do {
                return try await body()
            } catch {
                guard let name = error.postgresFailure?.constraint, Self.drawnOnce.contains(name) else { throw error }
            }
        }
        return try await body()
    }

    private static let maximumDraws = 16
    private static let drawnOnce: Set = [
        "payment_reference_is_used_once", "payment_nonce_is_used_once", "step_nonce_is_used_once",
    ]
}
