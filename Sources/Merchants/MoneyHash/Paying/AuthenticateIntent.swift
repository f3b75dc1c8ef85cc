import Foundation
import Gateways
import HTTPContract
import Identifiers
import Payments
import Postgres

/// The state of a customer's 3-D Secure authentication.
enum ChallengeProgress: Sendable {
    case asked(FoundIntent, Payment, AuthenticationPrompt)
    /// The transaction does not wait any more; it says how it ended.
    case over(FoundIntent, Payment)
    /// The issuer does not answer. The same may be asked for again.
    case unreachable
    /// Another request is at work.
    case busy
}

extension MoneyHash {
    /// Reads the state, without changing it.
    func look(at id: String?) async throws -> ChallengeProgress {
        let (found, payment) = try await transactionOfCustomer(id)
        guard canAuthenticate(found, payment) else { return .over(found, payment) }
        switch try await payments.authenticate(payment.id, by: .look) {
        case .waiting(let payment, let prompt): return .asked(found, payment, prompt)
        case .ended(let payment): return .over(found, payment)
        case .unreachable: return .unreachable
        }
    }

    /// Takes 3-D Secure one step further. A right answer asks the issuer for the money.
    func answer(_ answer: AuthenticationForm.Answer, to id: String?) async throws -> ChallengeProgress {
        let (found, payment) = try await transactionOfCustomer(id)
        return try await self.answer(answer, found, payment, through: payments)
    }

    /// The claim keeps the intent from being closed while the issuer is asked, so no money is taken afterwards.
    ///
    /// - Parameter payments: with whom the customer authenticates, and whom the payment is charged to.
    func answer(
        _ answer: AuthenticationForm.Answer, _ found: FoundIntent, _ payment: Payment, through payments: Payments
    ) async throws -> ChallengeProgress {
        let intent = found.intent
        guard canAuthenticate(found, payment) else { return .over(found, payment) }
        guard try await claim(intent, openAt: clock.now()) else {
            let (found, payment) = try await transaction(payment)
            return canAuthenticate(found, payment) ? .busy : .over(found, payment)
        }
        let ended: Payment
        do {
            switch answer {
            case .cancel: ended = try await payments.cancelAuthentication(of: payment.id)
            case .action(let action):
                switch try await payments.authenticate(payment.id, by: action) {
                case .waiting(let payment, let prompt):
                    try await release(intent, isCharged: true, waitsForApp: prompt.question == .approvalInApp)
                    return .asked(found, payment, prompt)
                case .unreachable:
                    try await release(intent, isCharged: true, waitsForApp: intent.waitsForApp)
                    return .unreachable
                case .ended(let payment): ended = payment
                }
            }
        } catch {
            try await release(intent, isCharged: true, waitsForApp: intent.waitsForApp)
            throw error
        }
        _ = try await finish(intent, ended)
        let (current, last) = try await transaction(payment)
        return .over(current, last)
    }

    private func canAuthenticate(_ found: FoundIntent, _ payment: Payment) -> Bool {
        let isOpen = IntentTransition.states(allowing: .authentication).contains(found.state(at: clock.now()))
        return isOpen && found.challenged?.id == payment.id && clock.now() < payment.expiresAt ?? .distantPast
    }

    /// A transaction that has, or had, 3-D Secure. Its customer proves himself by the id.
    private func transactionOfCustomer(_ id: String?) async throws -> (FoundIntent, Payment) {
        guard let id = id.flatMap({ PaymentID($0) }), let payment = try await payments.payment(id),
            payment.gateway == .moneyHash, payment.status == .pendingAuthentication || payment.authentication != nil,
            payment.localMethod == nil,
            let note = MoneyHashNote(payment.metadata)
        else { throw MoneyHashError.notFound }
        return (try await intent(note.intent), payment)
    }

    /// A transaction and its intent as they are now.
    private func transaction(_ payment: Payment) async throws -> (FoundIntent, Payment) {
        guard let current = try await payments.payment(payment.id), let note = MoneyHashNote(current.metadata) else {
            throw MoneyHashError.notFound
        }
        return (try await intent(note.intent), current)
    }

    // MARK: What becomes due

    /// Asks whether customers have answered in their banks' apps, so a payment goes on also if its customer does not
    /// come back to the page.
    func followApps() async throws {
        var last = ""
        while true {
            let waiting = try await database.read(IntentStatements.waiting(.text(last)))
            try await workOn(waiting) { found in
                guard let payment = found.challenged else { return try await release(found.intent, isCharged: true) }
                _ = try await answer(.action(.confirm), found, payment, through: payments)
            }
            guard waiting.count == IntentStatements.batch, let end = waiting.last else { return }
            last = end.id
        }
    }
}
