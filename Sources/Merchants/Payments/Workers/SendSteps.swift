import Foundation
import Identifiers
import Ledger
import Postgres

extension Payments {
    /// Sends the steps that the issuer does not know yet: voids to the issuer, captures and refunds that are due to the
    /// clearing house. Each arrives at least once, always with the same reference, so it counts once.
    ///
    /// It works until no more steps are due. Several servers may call it at once.
    /// - Returns: how many steps arrived.
    @discardableResult
    public func sendWhatIsDue(to clearingHouse: any ClearingHouse) async throws(PaymentFailure) -> Int {
        var last: MerchantID?
        let due = try await send(to: clearingHouse) { () throws(PaymentFailure) in
            let freeAt = clock.realNow() + times.leaseSeconds
            let claimed = try await writing(SendingStatements.claimDue(at: clock.now(), freeAt: freeAt, behind: last))
            last = Self.last(of: claimed, behind: last)
            return claimed
        }
        let again = try await send(to: clearingHouse) { () throws(PaymentFailure) in
            let now = clock.realNow()
            return try await writing(SendingStatements.claimRetry(at: now, freeAt: now + times.leaseSeconds))
        }
        return due + again
    }

    /// The last merchant of this round. A round begins after `previous`, in the order of ids, and then goes on from the
    /// lowest id.
    private static func last(of claimed: [UnsentStep], behind previous: MerchantID?) -> MerchantID? {
        let ids = claimed.map(\.held.merchant.id.rawValue)
        let wrapped = previous.map { previous in ids.filter { $0 <= previous.rawValue } } ?? []
        return (wrapped.max() ?? ids.max()).flatMap { MerchantID($0) }
    }

    /// Sends the steps that it claims, a few at a time, because each waits for another party. It claims more whenever a
    /// place is free, so one slow answer does not delay the others. The arrival of a step may make other steps due.
    private func send(
        to clearingHouse: any ClearingHouse, claiming claim: () async throws(PaymentFailure) -> [UnsentStep]
    ) async throws(PaymentFailure) -> Int {
        let (arrived, failure) = await withTaskGroup(of: Bool.self) { group -> (Int, PaymentFailure?) in
            var (arrived, underway, mayHaveMore) = (0, 0, true)
            var claimed: ArraySlice<UnsentStep> = []
            var failure: PaymentFailure?
            while true {
                if claimed.isEmpty, mayHaveMore {
                    do throws(PaymentFailure) {
                        claimed = try await claim()[...]
                    } catch {
                        failure = error
                    }
                    mayHaveMore = !claimed.isEmpty
                }
                while underway < Self.sendsAtOnce, let step = claimed.popFirst() {
                    group.addTask { await send(step, to: clearingHouse) }
                    underway += 1
                }
                guard underway > 0, let isThere = await group.next() else { return (arrived, failure) }
                underway -= 1
                if isThere { (arrived, mayHaveMore) = (arrived + 1, failure == nil) }
            }
        }
        if let failure { throw failure }
        return arrived
    }

    private static let sendsAtOnce = 8

    private func send(_ unsent: UnsentStep, to clearingHouse: any ClearingHouse) async -> Bool {
        guard unsent.step.kind != .void else { return await send(unsent) }
        guard let record = try? record(of: unsent) else { return await sendLater(unsent) }
        guard await clearingHouse.present(record) else { return await sendLater(unsent) }
        return await arrived(unsent)
    }

    /// Reports a void to the issuer. The step is done if the issuer approves, and also if the issuer does not know the
    /// payment.
    @discardableResult
    func send(_ void: UnsentStep) async -> Bool {
        let payment = void.held.payment
        guard let instrument = try? open(void.held.instrument, of: payment.id) else { return await sendLater(void) }
        let answer = await issuer.reverse(
            IssuerRequest(
                reference: void.step.reference, instrument: instrument, amount: void.amount,
                merchant: void.held.merchant, originalReference: payment.reference,
                isComplete: payment.captured.isZero && payment.left.isZero))
        return answer == .unreachable ? await sendLater(void) : await arrived(void)
    }

    private func record(of unsent: UnsentStep) throws(PaymentFailure) -> ClearingRecord {
        let (payment, step) = (unsent.held.payment, unsent.step)
        guard let settlesAt = step.settlesAt else { throw .damaged("the time of step \(step.number) of \(payment.id)") }
        return ClearingRecord(
            kind: step.kind == .refund ? .refund : .capture, reference: step.reference,
            originalReference: payment.reference, approvalCode: payment.approvalCode,
            instrument: try open(unsent.held.instrument, of: payment.id), merchant: unsent.held.merchant,
            gateway: payment.gateway, amount: unsent.amount, isFinal: step.isFinal, at: step.at,
            settlesAt: settlesAt)
    }

    /// If the database fails here, the claim ends by itself, and the step is sent again with the same reference.
    private func arrived(_ unsent: UnsentStep) async -> Bool {
        let query = SendingStatements.arrived(unsent.step, of: unsent.held.payment, at: clock.now())
        return (try? await writing(query)) != nil
    }

    /// The pause doubles with each attempt, up to an hour.
    private func sendLater(_ unsent: UnsentStep) async -> Bool {
        let pause = min(times.retrySeconds * pow(2, Double(min(unsent.attempts, 16) - 1)), 3600)
        let query = SendingStatements.sendLater(
            unsent.step, of: unsent.held.payment, freeAt: clock.realNow() + pause)
        _ = try? await writing(query)
        return false
    }
}
