import Cards
import Foundation
import Postgres

/// How a card gets into a wallet. What becomes of its token there is in `TokenLifeStatements`.
enum TokenizationStatements {
    private static let columns = """
        tokenization_id, wallet, device_id, profile_id, dpan_reference, token_status, initiated_at,
        suspended_by_card
        """

    /// What some cards of a customer have that is not deleted, newest first, and whatever has a reference.
    static let ofCards = Statement(
        "tokenization_of_cards",
        """
        SELECT card_id, \(columns) FROM tokenization
        WHERE customer_id = $1 AND card_id = ANY ($2)
          AND (token_status IS DISTINCT FROM 'DELETED' OR dpan_reference = $3)
        ORDER BY initiated_at DESC, tokenization_id DESC
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        (card: CardID(rawValue: try row.uuid()), tokenization: try row.tokenization())
    }

    /// Begins a tokenization, or begins one anew that is INITIATED. The card is held, so that the changes of its
    /// tokenizations are numbered one after the other. A nonce is used up together with what it was used for.
    static let initiate = Statement(
        "tokenization_initiate",
        """
        WITH nonce AS (
            INSERT INTO apple_nonce (customer_id, card_id, nonce, used_at)
            SELECT $1, $2, $7, $8 WHERE $7::bytea IS NOT NULL
        ), moved AS (
            INSERT INTO tokenization
                (customer_id, card_id, tokenization_id, wallet, device_id, profile_id, initiated_at)
            VALUES ($1, $2, $3, $4, $5, $6, $8)
            ON CONFLICT ON CONSTRAINT tokenization_is_known_once DO UPDATE SET
                wallet = excluded.wallet, device_id = excluded.device_id, profile_id = excluded.profile_id,
                initiated_at = excluded.initiated_at
            RETURNING tokenization.*, '\(TokenizationChange.initiated.rawValue)' AS word, initiated_at AS changed_at
        ), \(TokenizationRecord.clauses(telling: .tokenization))
        SELECT count(*) FROM change
        """
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint()) }

    /// The reference is claimed for this token alone, whoever else claims it at once.
    static let complete = Statement(
        "tokenization_complete",
        """
        WITH claimed AS (
            INSERT INTO dpan_reference (reference, customer_id, tokenization_id) VALUES ($5, $1, $3)
        ), moved AS (
            UPDATE tokenization SET profile_id = $4, dpan_reference = $5, token_status = 'ACTIVE', completed_at = $6
            WHERE customer_id = $1 AND card_id = $2 AND tokenization_id = $3
            RETURNING tokenization.*, '\(TokenizationChange.completed.rawValue)' AS word, completed_at AS changed_at
        ), \(TokenizationRecord.clauses(telling: .tokenization))
        SELECT \(columns) FROM change
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.tokenization() }

    static let all = [ofCards.erased, initiate.erased, complete.erased]

    static func of(
        _ cards: [CardID], of customer: CustomerID, or reference: String? = nil
    ) -> Query<(card: CardID, tokenization: Tokenization)> {
        ofCards(.bigint(customer.rawValue), .uuidArray(cards.map(\.rawValue)), .text(reference))
    }

    static func initiate(
        _ id: UUID, at place: WalletPlace, of card: Card, nonce: [UInt8]?, at now: Date
    ) -> Query<Int> {
        initiate(
            .bigint(card.customer.rawValue), .uuid(card.id.rawValue), .uuid(id), .text(place.wallet.rawValue),
            .text(place.device), .text(place.profile), .bytes(nonce), .timestamp(now))
    }

    static func complete(
        _ tokenization: Tokenization, as reference: DPANReference, of card: Card, at now: Date
    ) -> Query<Tokenization> {
        complete(
            .bigint(card.customer.rawValue), .uuid(card.id.rawValue), .uuid(tokenization.id),
            .text(tokenization.place.profile), .text(reference.rawValue), .timestamp(now))
    }
}

extension Row {
    mutating func tokenization() throws(PostgresFailure) -> Tokenization {
        let id = try uuid()
        let place = WalletPlace(
            wallet: try text(as: WalletType.self), device: try optionalText(), profile: try optionalText())
        let reference = try optionalText(as: DPANReference.self)
        let status = try optionalText(as: TokenStatus.self)
        let state = reference.flatMap { reference in
            status.map { Tokenization.State.completed(reference, $0) }
        }
        return Tokenization(
            id: id, place: place, state: state ?? .initiated, initiatedAt: try timestamp(),
            isSuspendedByCard: try boolean())
    }
}
