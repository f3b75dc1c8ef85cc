import Postgres

/// Signatures of payments.
enum SignatureStatements {
    static let save = Statement(
        "cardpointe_signature_save",
        """
        INSERT INTO merchants.cardpointe_signature (merchant_id, reference, signature)
        VALUES ($1::text, $2::text, $3::text)
        ON CONFLICT ON CONSTRAINT cardpointe_signature_is_kept_once DO UPDATE SET signature = excluded.signature
        """)

    static let delete = Statement(
        "cardpointe_signature_delete",
        "DELETE FROM merchants.cardpointe_signature WHERE merchant_id = $1::text AND reference = $2::text")

    static let read: Statement<String> = Statement(
        "cardpointe_signature",
        "SELECT signature FROM merchants.cardpointe_signature WHERE merchant_id = $1::text AND reference = $2::text"
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("signature") }

    static let all = [save.erased, delete.erased, read.erased]
}
