import Authorizing
import Cards
import Foundation
import Identifiers
import Postgres

/// The messages of networks' token services and their answers, and what these have decided.
enum TokenServiceStatements {
    struct Answered: Sendable {
        let digest: [UInt8]
        let answer: TokenServiceAnswer
    }

    static let find = Statement(
        "token_message_find",
        """
        SELECT digest, decision, reason, methods, token_status, wallet_metadata FROM token_message WHERE reference = $1
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let digest = try row.bytes("digest")
        let decision = try row.text("decision", as: TokenServiceAnswer.Decision.self)
        let reason = try row.optionalText("reason")
        let methods = try row.textArray("methods").compactMap(Verification.init(rawValue:))
        var answer = TokenServiceAnswer(
            decision, reason: reason, methods: methods,
            tokenStatus: try row.optionalText("token_status", as: TokenStatus.self))
        answer.metadata = WalletMetadata(stored: try row.textArray("wallet_metadata"))
        return Answered(digest: digest, answer: answer)
    }

    /// A reference that was answered before violates `token_message_is_answered_once`.
    static let keep = Statement(
        "token_message_keep",
        """
        INSERT INTO token_message (
            reference, digest, kind, customer_id, card_id, decision, reason, methods, token_status, received_at,
            wallet_metadata)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        """)

    struct Known: Sendable {
        let brand: String
        let restrictions: Restrictions
        let terms: ProvisioningTerms
        let metadata: WalletMetadata
        let attempts: Int
        let accountOpenedAt: Date
        let allowedWrongCodes: CodeTries.Allowance
        /// Nil if no wrong security code or expiry date was sent for the card.
        let codeTries: CodeTries?
    }

    /// What a decision needs of a card that the transaction has locked. $3 is the time from which requests count.
    static let known = Statement(
        "token_request_known",
        """
        SELECT u.brand, u.restrictions, u.lacks_nationality,
               coalesce(t.wallet_provisioning, 'ALLOWED') AS wallet_provisioning,
               coalesce(t.wallet_metadata, '{}') AS wallet_metadata, a.opened_at,
               (SELECT count(*) FROM token_request r
                WHERE r.customer_id = $1 AND r.card_id = $2 AND r.decided_at > $3) AS attempts,
               t.wrong_codes_in_a_row, t.wrong_codes_on_a_day,
               q.card_id IS NOT NULL AS has_tries, q.wrong_in_a_row, q.wrong_on_day, q.day, q.paused_until
        FROM card c
        JOIN customer u ON u.customer_id = c.customer_id
        JOIN money.account a ON a.customer_id = c.customer_id AND a.account_id = c.account_id
        LEFT JOIN payment_terms t ON t.program_name = c.program_name
        LEFT JOIN card_code_tries q ON q.customer_id = c.customer_id AND q.card_id = c.card_id
        WHERE c.customer_id = $1 AND c.card_id = $2
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let (brand, restrictions) = (try row.text("brand"), try row.restrictions())
        let terms = try row.text("wallet_provisioning", as: ProvisioningTerms.self)
        let metadata = WalletMetadata(stored: try row.textArray("wallet_metadata"))
        let openedAt = try row.timestamp("opened_at")
        let attempts = Int(try row.bigint("attempts"))
        let inARow = try row.optionalInteger("wrong_codes_in_a_row")
        let onDay = try row.optionalInteger("wrong_codes_on_a_day")
        let allowed = inARow.flatMap { inARow in
            onDay.map { CodeTries.Allowance(inARow: inARow, onDay: $0) }
        }
        return Known(
            brand: brand, restrictions: restrictions, terms: terms, metadata: metadata, attempts: attempts,
            accountOpenedAt: openedAt, allowedWrongCodes: allowed ?? .standard, codeTries: try row.knownCodeTries())
    }

    static let decide = Statement(
        "token_request_decide",
        """
        INSERT INTO token_request (
            customer_id, request_id, card_id, dpan_reference, wallet, decision, reason, methods, decided_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """)

    /// What was decided about a token, and how far its cardholder is identified.
    struct Decided: Sendable {
        let request: TokenRequestID
        let card: CardID
        let scheme: Program.Scheme
        let brand: String
        let methods: [Verification]
        let event: AuthenticationEventID?
        let isIdentified: Bool

        /// Whether the network must not activate the token yet.
        var waitsForIdentification: Bool { !methods.isEmpty && !isIdentified }
    }

    /// The newest decision about a token, locked. A declined request may have named the token of another one.
    static let hold = Statement(
        "token_request_hold",
        """
        SELECT r.request_id, r.card_id, c.scheme, u.brand, r.methods, r.event_id,
               r.identified_at IS NOT NULL AS is_identified
        FROM token_request r
        JOIN card c ON c.customer_id = r.customer_id AND c.card_id = r.card_id
        JOIN customer u ON u.customer_id = r.customer_id
        WHERE r.customer_id = $1 AND r.dpan_reference = $2 AND r.decision <> 'DECLINED'
        ORDER BY r.decided_at DESC, r.insertion DESC LIMIT 1
        FOR UPDATE OF r
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let (request, card) = (try row.id("request_id", TokenRequestID.self), try row.id("card_id", CardID.self))
        let (scheme, brand) = (try row.text("scheme", as: Program.Scheme.self), try row.text("brand"))
        let methods = try row.textArray("methods").compactMap(Verification.init(rawValue:))
        let event = try row.optionalID("event_id", AuthenticationEventID.self)
        return Decided(
            request: request, card: card, scheme: scheme, brand: brand, methods: methods, event: event,
            isIdentified: try row.boolean("is_identified"))
    }

    static let setEvent = Statement(
        "token_request_set_event",
        "UPDATE token_request SET event_id = $3 WHERE customer_id = $1 AND request_id = $2")

    static let identify = Statement(
        "token_request_identify",
        """
        UPDATE token_request SET identified_at = coalesce(identified_at, $3) WHERE customer_id = $1 AND request_id = $2
        """)

    /// Deletes the oldest decisions about tokens that are in use, or were abandoned, as ``Removal`` does. One about a
    /// token that is still INITIATED stays: it says whether the network must wait for an identification.
    static let forget = Statement(
        "token_request_forget",
        """
        WITH oldest AS (
            SELECT r.decided_at FROM token_request r
            WHERE r.decided_at <= $1 AND \(waitsForNothing)
            ORDER BY r.decided_at LIMIT 1000
        ), forgotten AS (
            DELETE FROM token_request r
            WHERE r.decided_at >= (SELECT min(decided_at) FROM oldest)
                AND r.decided_at <= (SELECT max(decided_at) FROM oldest)
                AND \(waitsForNothing)
            RETURNING true
        )
        SELECT count(*) FROM forgotten
        """
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count")) }

    /// An array, because Postgres would join a NOT EXISTS with all tokenizations.
    private static let waitsForNothing = """
        r.dpan_reference <> ALL (ARRAY(
            SELECT t.dpan_reference FROM tokenization t
            WHERE t.customer_id = r.customer_id AND t.token_status IS NULL AND t.dpan_reference IS NOT NULL))
        """

    /// A day longer than a tokenization waits for its token, so no token is activated whose decision is forgotten.
    static let lifetimeSeconds = Tokenization.abandonedAfterSeconds + 24 * 60 * 60

    static let all = [
        find.erased, keep.erased, known.erased, decide.erased, hold.erased, setEvent.erased, identify.erased,
        forget.erased,
    ]

    static func keep(
        _ answer: TokenServiceAnswer, to message: TokenServiceMessage, digest: [UInt8],
        about card: (customer: CustomerID, id: CardID)?, at now: Date
    ) -> Query<Void> {
        keep(
            .text(message.reference.text), .bytes(digest), .text(message.kind.rawValue), .id(card?.customer),
            .id(card?.id), .text(answer.decision.rawValue), .text(answer.reason),
            .textArray(answer.methods.map(\.rawValue)), .text(answer.tokenStatus?.rawValue), .timestamp(now),
            .textArray(answer.metadata.stored))
    }

    static func decide(
        _ answer: TokenServiceAnswer, about wanted: WantedToken, of card: Card, as id: TokenRequestID, at now: Date
    ) -> Query<Void> {
        decide(
            .id(card.customer), .id(id), .id(card.id), .text(wanted.token.rawValue), .text(wanted.wallet.rawValue),
            .text(answer.decision.rawValue), .text(answer.reason), .textArray(answer.methods.map(\.rawValue)),
            .timestamp(now))
    }
}
