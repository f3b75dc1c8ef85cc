import CardSecrets
import Foundation
import Ledger
import Postgres

extension Payments {
    /// Takes an authorized amount, or a part of it. It is cleared at the end of the merchant's day.
    ///
    /// - Parameters:
    ///   - amount: nil for everything that is left.
    ///   - isFinal: whether no further capture follows. Then the rest goes back to the customer at once.
    ///   - nonce: the merchant's own name for the request, which is used once.
    public func capture(
        _ id: PaymentID, _ amount: Money? = nil, isFinal: Bool = true, nonce: String? = nil, metadata: String? = nil
    ) async throws(PaymentFailure) -> SteppedPayment {
        let now = clock.now()
        return try await stepping(id, nonce: nonce, nil, metadata) { payment, _ throws(PaymentRefusal) in
            try payment.capturing(amount, isFinal: isFinal, at: now)
        }
    }

    /// Gives an authorized amount back, or a part of it. A capture can be taken back until the clearing house gets it.
    ///
    /// - Parameters:
    ///   - amount: nil for everything.
    ///   - isAfterCapture: whether captures may be taken back, too. Some gateways void only the amount that is not
    ///     captured.
    public func void(
        _ id: PaymentID, _ amount: Money? = nil, nonce: String? = nil, isAfterCapture: Bool = true
    ) async throws(PaymentFailure) -> SteppedPayment {
        try await stepping(id, nonce: nonce) { payment, withdrawable throws(PaymentRefusal) in
            try payment.voiding(amount, withdrawable: isAfterCapture ? withdrawable : .zero(withdrawable.currency))
        }
    }

    /// Takes a payment back while its issuer is being asked: no money stays held, whichever answer comes. A payment
    /// that has its answer is left as it is.
    public func takeBack(_ id: PaymentID) async throws(PaymentFailure) -> Payment {
        try await changing(id, nonce: nil) { payment, _ throws(PaymentRefusal) in
            payment.status == .created ? try payment.withoutAnswer() : PaymentChange(payment)
        }.payment
    }

    /// Gives a captured amount back, or a part of it. It is cleared at the end of the merchant's day, after what was
    /// captured.
    ///
    /// - Parameter amount: nil for everything that is left.
    public func refund(
        _ id: PaymentID, _ amount: Money? = nil, nonce: String? = nil, externalReference: String? = nil,
        metadata: String? = nil
    ) async throws(PaymentFailure) -> SteppedPayment {
        try await stepping(id, nonce: nonce, externalReference, metadata) { payment, _ throws(PaymentRefusal) in
            try payment.refunding(amount)
        }
    }

    private func stepping(
        _ id: PaymentID, nonce: String?, _ externalReference: String? = nil, _ metadata: String? = nil,
        _ decide: @escaping @Sendable (Payment, _ withdrawable: Money) throws(PaymentRefusal) -> PaymentChange
    ) async throws(PaymentFailure) -> SteppedPayment {
        try Self.refusing { () throws(PaymentRefusal) in
            try NewPayment.check(nonce: nonce, externalReference: externalReference, metadata: metadata)
        }
        let changed = try await changing(id, nonce: nonce, externalReference, metadata, decide)
        guard let step = changed.steps.first else { throw .damaged("a change of payment \(id) without a step") }
        return SteppedPayment(payment: changed.payment, step: step)
    }
}

/// A payment after a change, and the steps that the change made.
struct ChangedPayment: Sendable {
    let payment: Payment
    let steps: [PaymentStep]
}

extension Payments {
    /// Locks a payment, decides and writes, in two round trips. Then it reports voids to the issuer at once.
    ///
    /// - Parameter decide: pure, because it may run more than once.
    func changing(
        _ id: PaymentID, nonce: String?, _ externalReference: String? = nil, _ metadata: String? = nil,
        _ decide: @escaping @Sendable (Payment, _ withdrawable: Money) throws(PaymentRefusal) -> PaymentChange
    ) async throws(PaymentFailure) -> ChangedPayment {
        let (changed, unsent) = try await drawing { () async throws(PaymentFailure) in
            let (now, freeAt) = (clock.now(), clock.realNow() + times.leaseSeconds)
            return try await database.transaction {
                tx throws(PaymentFailure) -> (ChangedPayment, [UnsentStep]) in
                let (found, captures, withNonce) = try tx.run(
                    PaymentStatements.hold(id), StepStatements.withdrawable(of: id),
                    nonce.map { StepStatements.withNonce($0, likeThatOf: id) })
                let held = try Self.found(found)
                if let earlier = withNonce.first { throw .refused(.duplicateNonce(earlier)) }
                let withdrawable = held.payment.minorUnits(captures.reduce(0) { $0 + $1.minorUnits })
                var change = try Self.refusing { () throws(PaymentRefusal) in
                    try decide(held.payment, withdrawable)
                }
                guard change.payment != held.payment else {
                    return (ChangedPayment(payment: held.payment, steps: []), [])
                }
                let names = StepNames(nonce: nonce, externalReference: externalReference, metadata: metadata)
                let steps = number(change.steps, names, of: &change.payment, for: held.merchant, at: now)
                let kept = try withoutCryptogram(held)
                try write(
                    change, of: held.payment, steps, withdrawing: captures, instrument: kept, freeAt: freeAt, in: tx)
                return (
                    ChangedPayment(payment: change.payment, steps: steps),
                    Self.toSend(steps, of: change.payment, held)
                )
            }
        }
        for step in unsent { await send(step) }
        return changed
    }

    /// Stores the issuer's answer in one round trip. Then it reports voids to the issuer at once.
    ///
    /// - Parameters:
    ///   - change: of a payment that waits for its answer, so it has no steps yet.
    ///   - held: the payment before.
    func store(
        _ change: PaymentChange, answering held: HeldPayment, at now: Date
    ) async throws(PaymentFailure) -> Payment {
        let (payment, unsent) = try await drawing { () async throws(PaymentFailure) in
            let freeAt = clock.realNow() + times.leaseSeconds
            return try await database.transaction { tx throws(PaymentFailure) -> (Payment, [UnsentStep]) in
                var payment = change.payment
                let steps = number(change.steps, StepNames(), of: &payment, for: held.merchant, at: now)
                let (first, second) = try Self.additions(of: steps, to: payment, freeAt: freeAt)
                let (answered, _, _, _) = try tx.commit(
                    PaymentStatements.answer(payment), first, second, announcing(payment, before: held.payment, steps))
                guard answered.first == true else { throw .refused(.notFound) }
                return (payment, Self.toSend(steps, of: payment, held))
            }
        }
        for step in unsent { await send(step) }
        return payment
    }

    /// The steps to send to the issuer at once, claimed by this server.
    private static func toSend(_ steps: [PaymentStep], of payment: Payment, _ before: HeldPayment) -> [UnsentStep] {
        let held = HeldPayment(payment: payment, instrument: before.instrument, merchant: before.merchant)
        return steps.filter { $0.kind == .void && !payment.isTrial }
            .map { UnsentStep(held: held, step: $0, amount: $0.amount, attempts: 1) }
    }

    /// A customer who is late will not be asked again, so the cryptogram is no longer needed. Nil if there is none.
    private func withoutCryptogram(_ held: HeldPayment) throws(PaymentFailure) -> SealedSecret? {
        guard held.payment.status == .pendingAuthentication else { return nil }
        let id = held.payment.id
        return seal(try open(held.instrument, of: id), of: id, keepsCryptogram: false)
    }

    /// A merchant's names for a step.
    private struct StepNames {
        var nonce: String?
        var externalReference: String?
        var metadata: String?
    }

    /// Only the first step has the names, because the others follow from it.
    private func number(
        _ steps: [PaymentChange.Step], _ names: StepNames, of payment: inout Payment, for merchant: Merchant,
        at now: Date
    ) -> [PaymentStep] {
        var numbered: [PaymentStep] = []
        for step in steps {
            payment.stepCount += 1
            let isFirst = numbered.isEmpty
            numbered.append(
                PaymentStep(
                    payment: payment.id, number: payment.stepCount, kind: step.kind, reference: drawReference(),
                    amount: step.amount, nonce: isFirst ? names.nonce : nil, isFinal: step.isFinal, at: now,
                    settlesAt: step.kind == .void ? nil : merchant.dayEnd(after: now), settledAt: nil,
                    externalReference: isFirst ? names.externalReference : nil,
                    metadata: isFirst ? names.metadata : nil))
        }
        return numbered
    }

    private func write(
        _ change: PaymentChange, of before: Payment, _ steps: [PaymentStep],
        withdrawing captures: [StepStatements.Withdrawable], instrument: SealedSecret?, freeAt: Date,
        in tx: Transaction<PaymentFailure>
    ) throws(PaymentFailure) {
        let payment = change.payment
        let (first, second) = try Self.additions(of: steps, to: payment, freeAt: freeAt)
        _ = try tx.commit(
            PaymentStatements.change(payment, instrument: instrument), first, second,
            StepStatements.withdraw(change.withdrawn, from: captures, of: payment),
            announcing(payment, before: before, steps))
    }

    /// No decision makes more than two steps.
    private static func additions(
        of steps: [PaymentStep], to payment: Payment, freeAt: Date
    ) throws(PaymentFailure) -> (Query<Void>?, Query<Void>?) {
        guard steps.count <= 2 else { throw .damaged("a change with \(steps.count) steps") }
        let additions = steps.map { StepStatements.add($0, of: payment, freeAt: $0.kind == .void ? freeAt : nil) }
        return (additions.first, additions.count > 1 ? additions[1] : nil)
    }
}

extension Merchant {
    /// The first end of the merchant's day after a time.
    func dayEnd(after now: Date) -> Date {
        let (day, end) = (86_400.0, Double(dayEnds * 60))
        let days = ((now.timeIntervalSince1970 - end) / day).rounded(.down) + 1
        return Date(timeIntervalSince1970: days * day + end)
    }
}
