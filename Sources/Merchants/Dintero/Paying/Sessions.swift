import CardSecrets
import Foundation
import HTTPContract
import HTTPService
import Identifiers
import Ledger
import Payments
import Postgres

extension Dintero {
    // MARK: Finding

    func session(_ id: CheckoutSessionID) async throws(PostgresFailure) -> CheckoutSession? {
        try await database.read(SessionStatements.find([id])).first
    }

    /// In one query, however many there are.
    func sessions(
        _ ids: [CheckoutSessionID]
    ) async throws(PostgresFailure) -> [CheckoutSessionID: CheckoutSession] {
        let found = try await database.read(SessionStatements.find(ids))
        return Dictionary(uniqueKeysWithValues: found.map { ($0.id.object, $0) })
    }

    /// A session for its app, which knows only its id.
    func session(named text: String?) async throws -> FoundSession {
        guard let id = text.flatMap({ DinteroID<CheckoutSession>($0) }),
            let session = try await self.session(id.object), session.id == id
        else { throw DinteroError(.notFound, "There is no such session.") }
        return FoundSession(session: session, payment: try await latestPayment(of: session))
    }

    /// A session for the merchant that has made it.
    func session(named text: String?, of client: DinteroClient) async throws -> FoundSession {
        let found = try await session(named: text)
        guard found.session.merchant == client.merchant else {
            throw DinteroError(.notFound, "There is no such session.")
        }
        return found
    }

    func latestPayment(of session: CheckoutSession) async throws(PaymentFailure) -> Payment? {
        try await payments.payments(
            PaymentFilter(merchant: session.merchant, gateway: .dintero, .nonces([session.nonce]), limit: 1)
        ).first
    }

    // MARK: Making

    /// - Parameter needsProfile: whether a profile must say how it can be paid.
    func createSession(
        _ body: SessionRules.Request<SessionBody>, for client: DinteroClient, needsProfile: Bool
    ) async throws -> CheckoutSession {
        let now = clock.now()
        let accepted = try SessionRules(now: now, callbackAddresses: callbackAddresses)
            .accept(body, needsProfile: needsProfile)
        let id = DinteroID(client.account, entropy.id(CheckoutSessionID.self))
        _ = try await database.write(
            SessionStatements.add(
                .id(id.object), .text(client.merchant.rawValue), .text(client.account), .text(body.json.jsonText),
                .bigint(accepted.amount.minorUnits), .text(accepted.amount.currency.code),
                .id(entropy.id(ApplePayPaymentID.self)), .timestamp(now), .timestamp(accepted.expiresAt)))
        guard let session = try await session(id.object) else {
            throw DinteroError(.failed, "The session is not there.")
        }
        return session
    }

    /// Cancels a session, and voids its transaction if nothing of it was captured.
    func cancel(_ found: FoundSession) async throws -> FoundSession {
        let id = found.session.id
        if let payment = found.paid { try await giveBack(payment) }
        _ = try await database.write(
            SessionStatements.cancel(
                .id(id.object), .timestamp(clock.now()), .timestamp(clock.realNow() + Self.payingSeconds)))
        // It may have been charged meanwhile.
        if var payment = try await session(named: id.description).paid {
            if payment.status == .created { payment = try await payments.takeBack(payment.id) }
            if payment.status == .authorized { try await giveBack(payment) }
        }
        return try await session(named: id.description)
    }

    /// Voids a transaction, unless it is voided already.
    func giveBack(_ payment: Payment) async throws {
        do {
            _ = try await void(payment)
        } catch {
            guard let status = try await payments.payment(payment.id)?.status,
                [.voided, .expired, .declined].contains(status)
            else { throw error }
        }
    }

    /// How long after a cancellation to look for a payment that had begun before, in real time.
    static let payingSeconds = 60.0

    /// Voids payments that the issuer approved while their session was cancelled. The server that charges a session
    /// does so itself, unless it ends before. Any number of servers may call it at once.
    func giveBackCancelled() async throws {
        var failure: (any Error)?
        while true {
            let now = clock.realNow()
            let cancelled = try await database.write(
                SessionStatements.claimCancelled(.timestamp(now), .timestamp(now + Self.payingSeconds)))
            guard !cancelled.isEmpty else { break }
            for session in cancelled {
                do {
                    let payment = try await latestPayment(of: session)
                    // Its answer will be there the next time.
                    guard payment?.status != .created else { continue }
                    if let payment, payment.status == .authorized { try await giveBack(payment) }
                    _ = try await database.write(SessionStatements.gaveBack(.id(session.id.object)))
                } catch {
                    failure = error
                }
            }
        }
        if let failure { throw failure }
    }

    /// Deletes opened tokens that were never charged. Several servers may call it at once.
    func forgetInstruments() async throws(PostgresFailure) {
        let query = SessionStatements.forget(.timestamp(clock.now()))
        while let count = try await database.write(query).first, count > 0 {}
    }
}
