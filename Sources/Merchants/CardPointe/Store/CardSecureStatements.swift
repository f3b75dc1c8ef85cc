import CardSecrets
import Identifiers
import Payments
import Postgres

/// CardSecure's tokens.
enum CardSecureStatements {
    /// Stores the number that a token stands for.
    ///
    /// A number that had the token before keeps it, if the token is a shared one. If it is another number's, there is
    /// no row, and the caller draws another one.
    static let give: Statement<String> = Statement(
        "cardpointe_token_give",
        """
        INSERT INTO merchants.cardpointe_token AS known
            (token, number_hash, sealed_instrument, key_version, wallet, merchant_id, made_at)
        VALUES ($1::text, $2::bytea, $3::bytea, $4::integer, $5::text, $6::text, $7::timestamptz)
        ON CONFLICT ON CONSTRAINT cardpointe_token_is_given_once DO UPDATE SET
            sealed_instrument = excluded.sealed_instrument, key_version = excluded.key_version
        WHERE known.number_hash = excluded.number_hash AND known.wallet IS NULL AND $8::boolean
        RETURNING token
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("token") }

    /// Stores a token that a number did not have when its payment began. It violates `cardpointe_token_is_given_once`
    /// if the token was given meanwhile.
    static let add = Statement(
        "cardpointe_token_add",
        """
        INSERT INTO merchants.cardpointe_token (token, number_hash, sealed_instrument, key_version, made_at)
        VALUES ($1::text, $2::bytea, $3::bytea, $4::integer, $5::timestamptz)
        """)

    /// Of `merchants.cardpointe_token AS token`, for ``Row/storedToken()``.
    static let columns = [
        "token", "number_hash", "sealed_instrument", "key_version", "wallet", "merchant_id",
    ].map { "token.\($0)" }.joined(separator: ", ") + ", token.used_at IS NOT NULL AS is_used"

    static let read: Statement<Stored> = Statement(
        "cardpointe_token",
        "SELECT \(columns) FROM merchants.cardpointe_token AS token WHERE token.token = $1::text"
    ) { (row: inout Row) throws(PostgresFailure) in
        guard let stored = try row.storedToken() else { throw row.unexpected("finds no token") }
        return stored
    }

    /// Uses up a wallet's token of this merchant, in the transaction that stores its payment. If it was used before, is
    /// too old or is another merchant's, it violates ``useConstraint``, so nothing of the transaction becomes durable.
    static let use = Statement(
        "cardpointe_token_use",
        """
        WITH used AS (
            UPDATE merchants.cardpointe_token
            SET used_at = $3::timestamptz, sealed_instrument = $4::bytea, key_version = $5::integer
            WHERE token = $1::text AND merchant_id = $2::text AND used_at IS NULL AND made_at > $6::timestamptz
            RETURNING token
        )
        INSERT INTO merchants.cardpointe_token
            (token, number_hash, sealed_instrument, key_version, wallet, merchant_id, made_at)
        SELECT $1::text, '', $4::bytea, $5::integer, $7::text, NULL, $3::timestamptz
        WHERE NOT EXISTS (SELECT FROM used)
        """)

    /// A row that no merchant has cannot be stored.
    static let useConstraint = "wallets_cardpointe_token_is_of_a_merchant"

    /// Deletes tokens of wallets, used or not. Nothing refers to them: a profile stores none.
    static let forget = Statement(
        "cardpointe_tokens_forget",
        """
        WITH gone AS (
            DELETE FROM merchants.cardpointe_token WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM merchants.cardpointe_token WHERE wallet IS NOT NULL AND made_at <= $1::timestamptz
                ORDER BY made_at LIMIT 1000 FOR UPDATE SKIP LOCKED))
            RETURNING 1
        )
        SELECT count(*) FROM gone
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.bigint("count") }

    static let all = [give.erased, add.erased, read.erased, use.erased, forget.erased]

    struct Stored: Sendable {
        let token: CardToken
        let numberHash: [UInt8]
        let sealed: SealedSecret
        let wallet: WalletKind?
        let merchant: MerchantID?
        let isUsed: Bool
    }
}

extension Row {
    /// Nil if an outer join has found none.
    mutating func storedToken() throws(PostgresFailure) -> CardSecureStatements.Stored? {
        let token = try optionalText("token").flatMap { CardToken($0) }
        let hash = try optionalBytes("number_hash")
        let (sealed, version) = (try optionalBytes("sealed_instrument"), try optionalInteger("key_version"))
        let wallet = try optionalText("wallet", as: WalletKind.self)
        let merchant = try optionalText("merchant_id")
        let isUsed = try boolean("is_used")
        guard let token, let hash, let sealed, let version else { return nil }
        return CardSecureStatements.Stored(
            token: token, numberHash: hash, sealed: SealedSecret(bytes: sealed, keyVersion: version),
            wallet: wallet, merchant: merchant.flatMap { MerchantID($0) }, isUsed: isUsed)
    }
}
