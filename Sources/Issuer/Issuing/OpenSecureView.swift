import Cards
import CardSecrets
import Foundation
import Postgres

/// A page that was opened.
public struct OpenedSecureView: Sendable {
    public let view: SecureView
    /// The web pages that may show it in a frame.
    public let frameAncestors: [String]
    /// Nil if the card may no longer show them, for example because it was locked after the page was requested.
    public let details: CardDetails?
}

extension Issuing {
    /// Opens a secure view and uses it up; nil if it was used or never existed.
    ///
    /// The view is used up before anything is shown, in a separate transaction. If the rest fails, nobody has seen the
    /// page and nobody can open it again. So no failure shows it twice.
    public func openSecureView(_ token: [UInt8]) async throws(IssuingFailure) -> OpenedSecureView? {
        guard token.count == SecureViewTicket.tokenLength,
            let used = try await writing(
                SecureViewStatements.use(.bytes(SecureViewTicket.hash(token, by: vault)))
            ).first, used.expiresAt > clock.now()
        else { return nil }
        return OpenedSecureView(
            view: used.view, frameAncestors: used.frameAncestors,
            details: try await detailsIfOffered(used.view.content, of: used.card, of: used.customer))
    }

    private func detailsIfOffered(
        _ content: SecureView.Content, of id: CardID, of customer: CustomerID
    ) async throws(IssuingFailure) -> CardDetails? {
        do {
            return try await database.transaction { tx throws(IssuingFailure) in
                let (people, cards) = try tx.run(
                    CustomerStatements.find(.id(customer)),
                    CardStatements.holdPIN(.id(customer), .id(id)))
                guard let person = people.first, let held = cards.first else { throw .refused(.card(.notFound)) }
                return try details(content, of: held, of: person)
            }
        } catch {
            guard case .refused = error else { throw error }
            return nil
        }
    }
}
