import Foundation
import Ledger
import Postgres

extension Payments {
    /// Sends what the issuer does not know yet: voids to the issuer, captures and refunds that are due to the clearing
    /// house. Each arrives at least once, always with the same reference, so it counts once.
    ///
    /// It works until nothing more is due. Any number of servers may call it at once.
    /// - Returns: how many steps arrived.
    @discardableResult
    public func sendWhatIsDue(to clearingHouse: any ClearingHouse) async throws(PaymentFailure) -> Int {
        var arrived = 0
        var last: MerchantID?
        while true {
            let freeAt = clock.realNow() + times.leaseSeconds
            let claimed = try await writing(SendingStatements.claimDue(at: clock.now(), freeAt: freeAt, behind: last))
            guard !claimed.isEmpty else { break }
            arrived += await send(claimed, to: clearingHouse)
            last = Self.last(of: claimed, behind: last)
        }
        while true {
            let now = clock.realNow()
            let claimed = try await writing(
                SendingStatements.claimRetry(at: now, freeAt: now + times.leaseSeconds))
            guard !claimed.isEmpty else { return arrived }
            arrived += await send(claimed, to: clearingHouse)
        }
    }

    /// The merchant whose turn ended last: merchants behind the previous one come first, then the others.
    private static func last(of claimed: [UnsentStep], behind previous: MerchantID?) -> MerchantID? {
        let ids = claimed.map(\.held.merchant.id.text)
        let wrapped = previous.map { previous in ids.filter { $0 <= previous.text } } ?? []
        return (wrapped.max() ?? ids.max()).flatMap { MerchantID($0) }
    }

    /// A few at a time, because each waits for somebody else.
    private func send(_ steps: [UnsentStep], to clearingHouse: any ClearingHouse) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            var waiting = steps[...]
            var arrived = 0
            for step in waiting.prefix(Self.sendsAtOnce) { group.addTask { await send(step, to: clearingHouse) } }
            waiting = waiting.dropFirst(Self.sendsAtOnce)
            for await isThere in group {
                arrived += isThere ? 1 : 0
                if let step = waiting.popFirst() { group.addTask { await send(step, to: clearingHouse) } }
            }
            return arrived
        }
    }

    private static let sendsAtOnce = 8

    private func send(_ unsent: UnsentStep, to clearingHouse: any ClearingHouse) async -> Bool {
        guard unsent.step.kind != .void else { return await send(unsent) }
        guard let record = try? record(of: unsent) else { return await sendLater(unsent) }
        guard await clearingHouse.present(record) else { return await sendLater(unsent) }
        return await arrived(unsent)
    }

    /// Tells the issuer what goes back. Whether it approves or knows nothing of it, there is nothing more to do.
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
