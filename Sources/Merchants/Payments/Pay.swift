import CardSecrets
import Foundation
import Identifiers
import Ledger
import Postgres
import Validation

extension Payments {
    /// Charges a card or a wallet's token.
    ///
    /// The payment is stored before the issuer is asked, so it can be taken back if the answer is lost: by this call if
    /// the issuer cannot be reached, and by ``recoverLostAnswers(telling:)`` if this process ends. While the issuer is
    /// asked, no transaction is open. Without 3-D Secure it waits for Postgres twice: before the issuer and after.
    ///
    /// - Parameter more: a write of the gateway, in the transaction that stores the payment. If it violates a
    ///   constraint, the failure has the constraint's name, and neither is stored.
    /// - Returns: the payment, AUTHORIZED, CAPTURED, DECLINED or PENDING_AUTHENTICATION.
    public func pay(_ new: NewPayment, storing more: Query<Void>? = nil) async throws(PaymentFailure) -> Payment {
        try Self.refusing { () throws(PaymentRefusal) in try new.check() }
        let held = try await begin(new, storing: more)
        return new.needsAuthentication
            ? try await beginAuthentication(of: held, new.instrument)
            : try await ask(held, new.instrument)
    }

    // MARK: - Before the issuer

    private func begin(_ new: NewPayment, storing more: Query<Void>?) async throws(PaymentFailure) -> HeldPayment {
        try await drawing { () async throws(PaymentFailure) in
            do throws(PaymentFailure) {
                return try await store(new, more)
            } catch {
                switch error.postgresFailure?.constraint {
                case "payment_nonce_is_used_once":
                    guard let nonce = new.nonce else { throw error }
                    let earlier = try await reading(
                        PaymentStatements.withNonce(nonce, of: new.merchant, at: new.gateway))
                    throw earlier.first.map { .refused(.duplicateNonce($0)) } ?? error
                case "payment_is_of_a_merchant": throw .refused(.merchantNotFound)
                default: throw error
                }
            }
        }
    }

    /// In one round trip. Constraints find out whether the merchant exists and has used the nonce.
    private func store(_ new: NewPayment, _ more: Query<Void>?) async throws(PaymentFailure) -> HeldPayment {
        let (now, answerDueAt) = (clock.now(), clock.realNow() + times.answerSeconds)
        return try await database.transaction { tx throws(PaymentFailure) -> HeldPayment in
            let payment = payment(new, at: now)
            let sealed = seal(new.instrument, of: payment.id, keepsCryptogram: new.needsAuthentication)
            let (read, _, _, _) = try tx.commit(
                new.knownMerchant == nil ? PaymentStatements.merchant(.merchant(new.merchant)) : nil,
                PaymentStatements.create(payment, sealed, answerDueAt: new.needsAuthentication ? nil : answerDueAt),
                more, announcing(payment, before: nil))
            guard let merchant = new.knownMerchant ?? read.first else { throw .refused(.merchantNotFound) }
            return HeldPayment(payment: payment, instrument: sealed, merchant: merchant)
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

    /// - Parameter held: CREATED, as it is stored.
    func ask(_ held: HeldPayment, _ instrument: PaymentInstrument) async throws(PaymentFailure) -> Payment {
        let payment = held.payment
        let answer = await issuer.authorize(
            IssuerRequest(
                reference: payment.reference, instrument: instrument, amount: payment.amount, merchant: held.merchant,
                canApproveInPart: payment.canApproveInPart, isAuthenticated: payment.authentication == .authenticated))
        let now = clock.now()
        let change = try Self.refusing { () throws(PaymentRefusal) in try outcome(of: payment, answer, at: now) }
        do throws(PaymentFailure) {
            return try await store(change, answering: held, at: now)
        } catch {
            guard error.postgresFailure?.constraint == "payment_waits_for_an_answer_while_the_issuer_is_asked" else {
                throw error
            }
            // Another server has given up waiting and taken the payment back.
            return try await changing(payment.id, nonce: nil) { held, _ throws(PaymentRefusal) in
                guard held.status == .created else { return PaymentChange(held) }
                return try outcome(of: held, answer, at: now)
            }.payment
        }
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
        try translating(PaymentFailure.refused, body)
    }

    func drawReference() -> String { entropy.digits(12) }

    /// Runs a transaction again if a reference that it drew is in use, or if another request has just used its nonce,
    /// which the next run finds.
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
