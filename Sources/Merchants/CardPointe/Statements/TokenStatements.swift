import Payments
import Postgres

/// CardSecure's tokens.
enum TokenStatements {
    /// Stores what a token stands for.
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
    ) { (row: inout Row) throws(PostgresFailure) in try row.text() }

    private static let columns = "sealed_instrument, key_version, wallet, merchant_id, used_at IS NOT NULL"

    static let read: Statement<Stored> = Statement(
        "cardpointe_token", "SELECT \(columns) FROM merchants.cardpointe_token WHERE token = $1::text",
        row: Self.stored)

    /// Uses up a wallet's token of this merchant. Only one of many callers gets a row.
    static let use: Statement<String> = Statement(
        "cardpointe_token_use",
        """
        UPDATE merchants.cardpointe_token
        SET used_at = $3::timestamptz, sealed_instrument = $4::bytea, key_version = $5::integer
        WHERE token = $1::text AND merchant_id = $2::text AND used_at IS NULL AND made_at > $6::timestamptz
        RETURNING token
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.text() }

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
    ) { (row: inout Row) throws(PostgresFailure) in try row.bigint() }

    static let all = [give.erased, read.erased, use.erased, forget.erased]

    struct Stored: Sendable {
        let sealed: [UInt8]
        let keyVersion: Int
        let wallet: WalletKind?
        let merchant: MerchantID?
        let isUsed: Bool
    }

    @Sendable private static func stored(_ row: inout Row) throws(PostgresFailure) -> Stored {
        let (sealed, version) = (try row.bytes(), try row.integer(in: 1...Int(Int32.max)))
        let (wallet, merchant) = (try row.optionalText(as: WalletKind.self), try row.optionalText())
        return Stored(
            sealed: sealed, keyVersion: version, wallet: wallet, merchant: merchant.flatMap { MerchantID($0) },
            isUsed: try row.boolean())
    }
}
