import Cards
import CardSecrets
import Foundation
import Postgres

/// A page that was opened.
public struct OpenedSecureView: Sendable {
    public let view: SecureView
    /// The web pages that may show it in a frame.
    public let frameAncestors: [String]
    /// Nil if the card no longer allows what it did when the page was requested, for example because it was locked.
    public let details: CardDetails?
}

extension Issuing {
    /// Opens a secure view, which uses it up; nil if there is none any more, or never was.
    ///
    /// It is used up before anything is shown, in a transaction of its own. If what follows fails, it was shown to
    /// nobody, and no failure lets it be shown twice.
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
