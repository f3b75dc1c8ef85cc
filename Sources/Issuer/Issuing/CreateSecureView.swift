import Cards
import CardSecrets
import Foundation
import Postgres

/// The secret of a secure view: 32 random bytes that exist only in the address of the page.
public struct SecureViewTicket: Sendable {
    public let token: [UInt8]
    public let expiresAt: Date

    static let tokenLength = 32

    /// The token's hashes, one of which is stored.
    static func hashes(_ token: [UInt8], by vault: CardVault) -> VersionedHashes {
        vault.secretHashes(token, at: "secure_view.token_hash")
    }
}

extension Issuing {
    /// Prepares pages that show a card's details, once the customer has authenticated. Each page can be opened once,
    /// within a minute, by anyone who has its address and without further proof. An app can show several pages side by
    /// side.
    ///
    /// An app that loses its views, for example because the device was rotated, gets new ones with the same event for a
    /// minute after the first ones, but not after the event's own end.
    ///
    /// The customer is locked while the waiting pages are counted, so even many requests at once cannot exceed the
    /// limit.
    ///
    /// - Parameter views: at least one.
    /// - Returns: one ticket for each view, in the same order.
    public func createSecureViews(
        _ views: [SecureView], of id: CardID, evidence: AuthenticationEvidence
    ) async throws(IssuingFailure) -> [SecureViewTicket] {
        let customer = evidence.customer
        return try await database.transaction { tx throws(IssuingFailure) in
            let now = clock.now()
            let gate = gate(evidence, repeatableSeconds: SecureView.lifetimeSeconds)
            let (_, policies, events, devices, waiting, cards) = try tx.run(
                CustomerStatements.hold(.id(customer)), gate.policy, gate.event, gate.device,
                SecureViewStatements.countWaiting(.id(customer), .timestamp(now)),
                CardStatements.find(.id(customer), .id(id)))
            guard let card = cards.first else { throw .refused(.card(.notFound)) }
            let passage = try gate.pass((policies, events, devices), in: tx)
            try IssuingFailure.refusing { () throws(Refusal) in
                for view in views { try view.content.check(card) }
            }
            guard waiting.allSatisfy({ $0 + views.count <= SecureView.waitingLimit }) else {
                throw .refused(.secureView(.tooManyWaiting))
            }
            let tickets = views.map { _ in
                SecureViewTicket(
                    token: entropy.bytes(SecureViewTicket.tokenLength), expiresAt: now + SecureView.lifetimeSeconds)
            }
            let keeping = zip(views, tickets).map { view, ticket in
                SecureViewStatements.keep(
                    SecureViewStatements.New(
                        tokenHash: SecureViewTicket.hashes(ticket.token, by: vault).current.bytes,
                        customer: customer, card: id, brand: evidence.brand, view: view, expiresAt: ticket.expiresAt))
            }
            for keep in keeping.dropFirst() { _ = try tx.run(keep) }
            let contents = views.map(\.content.rawValue).joined(separator: " ")
            _ = try tx.commit(
                keeping[0], passage.use,
                recording(.secureViewMade, about: id, of: customer, detail: contents))
            tell(passage)
            return tickets
        }
    }
}
