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
        try await opened(token, SecureViewStatements.use)
    }

    /// The same without using the view up, for callers who only ask what opening it would answer.
    public func lookAtSecureView(_ token: [UInt8]) async throws(IssuingFailure) -> OpenedSecureView? {
        try await opened(token, SecureViewStatements.look)
    }

    private func opened(
        _ token: [UInt8], _ statement: Statement<SecureViewStatements.Found>
    ) async throws(IssuingFailure) -> OpenedSecureView? {
        guard token.count == SecureViewTicket.tokenLength,
            let found = try await writing(statement(.bytes(SecureViewTicket.hash(token, by: vault)))).first,
            found.expiresAt > clock.now()
        else { return nil }
        return OpenedSecureView(
            view: found.view, frameAncestors: found.frameAncestors,
            details: try await detailsIfOffered(found.view.content, of: found.card, of: found.customer))
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
