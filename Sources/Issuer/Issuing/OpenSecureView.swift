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

/// A page that waits to be opened.
public struct WaitingSecureView: Sendable {
    public let view: SecureView
    /// The web pages that may show it in a frame.
    public let frameAncestors: [String]
    /// Whether the card may show the details now.
    public let isAvailable: Bool
}

extension Issuing {
    /// Opens a secure view and uses it up; nil if it was used or never existed.
    ///
    /// The view is used up before anything is shown, in a separate transaction. If the rest fails, the page was not
    /// shown and cannot be opened again. So no failure shows it twice.
    public func openSecureView(_ token: [UInt8]) async throws(IssuingFailure) -> OpenedSecureView? {
        guard let hashes = storedHashes(of: token),
            let found = unexpired(try await writing(SecureViewStatements.use(hashes)))
        else { return nil }
        return OpenedSecureView(
            view: found.view, frameAncestors: found.frameAncestors,
            details: try await detailsIfOffered(found.view.content, of: found.card, of: found.customer))
    }

    /// Finds a secure view without using it up and without opening any secret of its card; nil if it was used or never
    /// existed.
    public func findSecureView(_ token: [UInt8]) async throws(IssuingFailure) -> WaitingSecureView? {
        guard let hashes = storedHashes(of: token),
            let found = unexpired(try await reading(SecureViewStatements.look(hashes)))
        else { return nil }
        let card = try await reading(CardStatements.find(.id(found.customer), .id(found.card))).first
        return WaitingSecureView(
            view: found.view, frameAncestors: found.frameAncestors,
            isAvailable: card.map { card in (try? found.view.content.check(card)) != nil } ?? false)
    }

    /// Nil if no view has such a token.
    private func storedHashes(of token: [UInt8]) -> SQLValue? {
        guard token.count == SecureViewTicket.tokenLength else { return nil }
        return .bytesArray(SecureViewTicket.hashes(token, by: vault).all.map(\.bytes))
    }

    private func unexpired(_ found: [SecureViewStatements.Found]) -> SecureViewStatements.Found? {
        found.first { $0.expiresAt > clock.now() }
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
                let details = try details(content, of: held, of: person)
                _ = try tx.commit(
                    recording(.secureViewOpened, about: id, of: customer, detail: content.rawValue))
                return details
            }
        } catch {
            guard case .refused = error else { throw error }
            return nil
        }
    }
}
