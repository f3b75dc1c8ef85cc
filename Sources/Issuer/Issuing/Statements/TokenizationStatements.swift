import Cards
import CardSecrets
import Foundation
import Postgres
import Provisioning

/// The steps that put a card into a wallet. `TokenLifeStatements` has the later changes of its token.
enum TokenizationStatements {
    private static let columns = SelectList.of { (list: inout SelectList) throws(PostgresFailure) in
        try Tokenization(reading: &list)
    }

    /// The tokenizations of some of a customer's cards, newest first: those that are not deleted, and the one with the
    /// reference.
    static let ofCards = Statement(
        "tokenization_of_cards",
        """
        SELECT card_id, \(columns) FROM tokenization
        WHERE customer_id = $1 AND card_id = ANY ($2)
          AND (token_status IS DISTINCT FROM 'DELETED' OR dpan_reference = $3)
        ORDER BY initiated_at DESC, insertion DESC
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        (card: try row.id("card_id", CardID.self), tokenization: try row.tokenization())
    }

    /// Gives tokenization $3 the reference `new`, which it alone has, even if another request claims it at the same
    /// time, and releases the reference `old` that it had before. Each may be null.
    private static func claim(_ new: String, releasing old: String) -> String {
        """
        released AS (
            DELETE FROM dpan_reference
            WHERE reference = \(old) AND reference IS DISTINCT FROM \(new) AND tokenization_id = $3
        ), claimed AS (
            INSERT INTO dpan_reference (reference, customer_id, tokenization_id)
            SELECT \(new), $1, $3 WHERE \(new)::text IS NOT NULL AND \(new)::text IS DISTINCT FROM \(old)::text
        )
        """
    }

    /// Begins a tokenization, or moves one that is INITIATED to another place, where its token is not. The card is
    /// locked, so the changes of its tokenizations are numbered one after the other. A nonce is used up in the same
    /// statement. A token that was begun in the wallet has a reference at once.
    static let initiate = Statement(
        "tokenization_initiate",
        """
        WITH nonce AS (
            INSERT INTO apple_nonce (customer_id, card_id, nonce, used_at, good_until)
            SELECT $1, $2, $7, $8, $9 WHERE $7::bytea IS NOT NULL
        ), \(claim("$11", releasing: "$10")), moved AS (
            INSERT INTO tokenization
                (customer_id, card_id, tokenization_id, wallet, device_id, profile_id, initiated_at, dpan_reference)
            VALUES ($1, $2, $3, $4, $5, $6, $8, $11)
            ON CONFLICT ON CONSTRAINT tokenization_is_known_once DO UPDATE SET
                wallet = excluded.wallet, device_id = excluded.device_id, profile_id = excluded.profile_id,
                wallet_id = NULL,
                initiated_at = excluded.initiated_at, dpan_reference = excluded.dpan_reference, failed_at = NULL,
                insertion = excluded.insertion
            RETURNING tokenization.*, '\(TokenizationChange.initiated.rawValue)' AS word, initiated_at AS changed_at
        ), \(TokenizationRecord.clauses)
        SELECT \(TokenizationRecord.columns) FROM change
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.tokenChange() }

    /// Begins a tokenization again in the place where it is INITIATED. This is not an event, and it returns none. The
    /// place gets another token, so the reference of the earlier one is released.
    static let initiateAgain = Statement(
        "tokenization_initiate_again",
        """
        WITH nonce AS (
            INSERT INTO apple_nonce (customer_id, card_id, nonce, used_at, good_until)
            SELECT $1, $2, $4, $5, $6 WHERE $4::bytea IS NOT NULL
        ), \(claim("$8", releasing: "$7"))
        UPDATE tokenization SET initiated_at = $5, dpan_reference = $8
        WHERE customer_id = $1 AND card_id = $2 AND tokenization_id = $3
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.tokenChange() }

    /// Deletes tokenizations that were never completed, with their requests, which may be of a card that was replaced.
    /// Each card is locked, as it is when one of its tokenizations is completed.
    static let forgetAbandoned = Statement(
        "tokenization_forget_abandoned",
        """
        WITH abandoned AS (
            SELECT t.customer_id, t.card_id, t.tokenization_id, t.dpan_reference, t.ctid AS place
            FROM tokenization t
            JOIN card ON card.customer_id = t.customer_id AND card.card_id = t.card_id
            WHERE t.token_status IS NULL AND t.initiated_at <= $1
            ORDER BY t.initiated_at LIMIT 1000
            FOR NO KEY UPDATE OF card SKIP LOCKED FOR UPDATE OF t SKIP LOCKED
        ), asked AS (
            DELETE FROM tokenization_history WHERE ctid = ANY (ARRAY(
                SELECT line.ctid FROM abandoned a CROSS JOIN LATERAL (
                    SELECT h.ctid FROM tokenization_history h
                    WHERE h.customer_id = a.customer_id AND h.tokenization_id = a.tokenization_id
                    OFFSET 0
                ) line))
        ), released AS (
            DELETE FROM dpan_reference WHERE reference = ANY (ARRAY(SELECT dpan_reference FROM abandoned))
        ), forgotten AS (
            DELETE FROM tokenization WHERE ctid = ANY (ARRAY(SELECT place FROM abandoned))
            RETURNING true
        )
        SELECT count(*) FROM forgotten
        """
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count")) }

    /// Up to a thousand of the same tokenizations.
    static let abandoned = Statement(
        "tokenization_abandoned",
        """
        SELECT customer_id, card_id, tokenization_id FROM tokenization
        WHERE token_status IS NULL AND initiated_at <= $1 ORDER BY initiated_at LIMIT 1000
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        (customer: try row.number("customer_id", CustomerID.self), card: try row.id("card_id", CardID.self),
         tokenization: try row.id("tokenization_id", TokenizationID.self))
    }

    /// Deletes one of them, whose card is locked, with its requests. The row has its reference.
    static let forget = Statement(
        "tokenization_forget",
        """
        WITH forgotten AS (
            DELETE FROM tokenization
            WHERE customer_id = $1 AND tokenization_id = $2 AND token_status IS NULL AND initiated_at <= $3
            RETURNING customer_id, tokenization_id, dpan_reference
        ), asked AS (
            DELETE FROM tokenization_history h USING forgotten
            WHERE h.customer_id = $1 AND h.customer_id = forgotten.customer_id
              AND h.tokenization_id = forgotten.tokenization_id
        )
        SELECT dpan_reference FROM forgotten
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.optionalText("dpan_reference") }

    static let release = Statement(
        "dpan_reference_release",
        "DELETE FROM dpan_reference WHERE reference = $1 AND customer_id = $2 AND tokenization_id = $3")

    /// Deletes nonces whose certificates have ended.
    static let forgetNonces = Statement("apple_nonce_forget", Removal.ofOldest("apple_nonce", by: "good_until")) {
        (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count"))
    }

    /// Keeps the reference of a token whose tokenization stays INITIATED. This is not an event.
    static let announce = Statement(
        "tokenization_announce",
        """
        WITH \(claim("$5", releasing: "$6"))
        UPDATE tokenization SET profile_id = $4, wallet_id = $7, dpan_reference = $5, failed_at = NULL
        WHERE customer_id = $1 AND card_id = $2 AND tokenization_id = $3 AND token_status IS NULL
        RETURNING \(columns)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.tokenization() }

    static let complete = Statement(
        "tokenization_complete",
        """
        WITH \(claim("$5", releasing: "$6")), moved AS (
            UPDATE tokenization SET
                profile_id = $4, wallet_id = $8, dpan_reference = $5, token_status = 'ACTIVE', completed_at = $7,
                failed_at = NULL
            WHERE customer_id = $1 AND card_id = $2 AND tokenization_id = $3
            RETURNING tokenization.*, '\(TokenizationChange.completed.rawValue)' AS word, completed_at AS changed_at
        ), \(TokenizationRecord.clauses)
        SELECT \(TokenizationRecord.columns), \(columns) FROM change
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        (change: try row.tokenChange(), tokenization: try row.tokenization())
    }

    /// Records that the network has refused to issue a token.
    static let fail = Statement(
        "tokenization_fail",
        """
        WITH moved AS (
            UPDATE tokenization SET failed_at = $4
            WHERE customer_id = $1 AND card_id = $2 AND tokenization_id = $3
              AND dpan_reference IS NULL AND failed_at IS NULL
            RETURNING tokenization.*, '\(TokenizationChange.failed.rawValue)' AS word, failed_at AS changed_at
        ), \(TokenizationRecord.clauses)
        SELECT \(TokenizationRecord.columns) FROM change
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.tokenChange() }

    static let all = [
        ofCards.erased, initiate.erased, initiateAgain.erased, announce.erased, complete.erased, fail.erased,
        forgetAbandoned.erased, abandoned.erased, forget.erased, release.erased, forgetNonces.erased,
    ]

    static func of(
        _ cards: [CardID], of customer: CustomerID, or reference: String? = nil
    ) -> Query<(card: CardID, tokenization: Tokenization)> {
        ofCards(.id(customer), .ids(cards), .text(reference))
    }

    /// Begins a tokenization.
    ///
    /// - Parameters:
    ///   - newID: the id of a new one.
    ///   - apple: the request of an Apple device, whose nonce is used up.
    ///   - reference: that of a token that was begun in the wallet; nil if an app asks.
    static func begin(
        _ beginning: TokenizationApplication.Beginning, as newID: @autoclosure () -> TokenizationID,
        at place: WalletPlace, of card: Card, for apple: AppleRequest? = nil, with reference: DPANReference? = nil,
        now: Date
    ) -> Query<TokenChange> {
        let (id, earlier): (TokenizationID, DPANReference?)
        switch beginning {
        case .again(let tokenization):
            return initiateAgain(
                .id(card.customer), .id(card.id), .id(tokenization.id), .bytes(apple?.nonce), .timestamp(now),
                .timestamp(apple?.goodUntil), .text(tokenization.reference?.rawValue), .text(reference?.rawValue))
        case .insteadOf(let tokenization): (id, earlier) = (tokenization.id, tokenization.reference)
        case .new: (id, earlier) = (newID(), nil)
        }
        return initiate(
            .id(card.customer), .id(card.id), .id(id), .text(place.wallet.rawValue), .text(place.device),
            .text(place.profile), .bytes(apple?.nonce), .timestamp(now), .timestamp(apple?.goodUntil),
            .text(earlier?.rawValue), .text(reference?.rawValue))
    }

    static func announce(
        _ tokenization: Tokenization, as reference: DPANReference, of card: Card
    ) -> Query<Tokenization> {
        announce(
            .id(card.customer), .id(card.id), .id(tokenization.id), .text(tokenization.place.profile),
            .text(reference.rawValue), .text(tokenization.reference?.rawValue), .text(tokenization.walletID))
    }

    static func complete(
        _ tokenization: Tokenization, as reference: DPANReference, of card: Card, at now: Date
    ) -> Query<(change: TokenChange, tokenization: Tokenization)> {
        complete(
            .id(card.customer), .id(card.id), .id(tokenization.id), .text(tokenization.place.profile),
            .text(reference.rawValue), .text(tokenization.reference?.rawValue), .timestamp(now),
            .text(tokenization.walletID))
    }

    static func fail(_ tokenization: Tokenization, of card: Card, at now: Date) -> Query<TokenChange> {
        fail(.id(card.customer), .id(card.id), .id(tokenization.id), .timestamp(now))
    }
}

extension Tokenization {
    @inline(__always)
    init(reading row: inout some ColumnReader & ~Copyable) throws(PostgresFailure) {
        let id: TokenizationID = try row.id("tokenization_id")
        let place = WalletPlace(
            wallet: try row.text("wallet", as: WalletType.self), device: try row.optionalText("device_id"),
            profile: try row.optionalText("profile_id"))
        let reference = try row.optionalText("dpan_reference", as: DPANReference.self)
        let status = try row.optionalText("token_status", as: TokenStatus.self)
        let hasFailed = try row.boolean("has_failed", of: "failed_at IS NOT NULL")
        let state: State =
            switch (reference, status) {
            case (let reference?, let status?): .completed(reference, status)
            case (let reference?, nil): .announced(reference)
            case (nil, _): hasFailed ? .failed : .initiated
            }
        self.init(
            id: id, place: place, walletID: try row.optionalText("wallet_id"), state: state,
            initiatedAt: try row.timestamp("initiated_at"),
            isSuspendedByCard: try row.boolean("suspended_by_card"))
    }
}

extension Row {
    mutating func tokenization() throws(PostgresFailure) -> Tokenization { try Tokenization(reading: &self) }
}
