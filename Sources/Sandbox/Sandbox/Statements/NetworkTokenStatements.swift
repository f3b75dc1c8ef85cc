import Cards
import CardSecrets
import Issuing
import Postgres

/// The numbers of tokens, as their network keeps them. A number is found by its keyed hash.
enum NetworkTokenStatements {
    struct Kept: Sendable {
        let reference: String
        let wallet: WalletType
        let sealed: SealedSecret
        let expiry: Expiry
        /// Of the payments that the phone has made; two bytes.
        let phoneCounter: UInt16
        let highestCounter: Int
    }

    private static let columns =
        "reference, wallet, sealed, key_version, expiry_month, expiry_year, phone_counter, highest_counter"

    /// A number, locked. The statements after it see everything that was committed before the lock.
    static let hold = Statement(
        "network_token_hold", "SELECT \(columns) FROM sandbox.network_token WHERE dpan_hash = $1 FOR NO KEY UPDATE"
    ) { (row: inout Row) throws(PostgresFailure) in try row.keptToken() }

    /// The customer of a token, and the card that it has now.
    struct Standing: Sendable {
        let customer: CustomerID
        let card: CardID
        let pan: SealedPAN
        let status: PhoneToken.State
    }

    static let standing = Statement(
        "network_token_standing",
        """
        SELECT customer_id, card_id, sealed_pan, pan_key_version, state
        FROM (\(PhoneTokenStatements.states) WHERE t.reference = (
            SELECT reference FROM sandbox.network_token WHERE dpan_hash = $1)) token
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        Standing(
            customer: try row.number("customer_id", CustomerID.self), card: try row.id("card_id", CardID.self),
            pan: SealedPAN(bytes: try row.bytes("sealed_pan"), keyVersion: try row.integer("pan_key_version")),
            status: try row.text("state", as: PhoneToken.State.self))
    }

    /// The reference of the message that has used a counter.
    static let use = Statement(
        "network_token_use", "SELECT message FROM sandbox.used_counter WHERE dpan_hash = $1 AND counter = $2"
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("message") }

    static let record = Statement(
        "network_token_record",
        """
        WITH used AS (
            INSERT INTO sandbox.used_counter (dpan_hash, counter, message, used_at) VALUES ($1, $2, $3, $4)
        )
        UPDATE sandbox.network_token SET highest_counter = greatest(highest_counter, $2) WHERE dpan_hash = $1
        """
    )

    /// One more payment of the phone. There is no row if its counter cannot go up.
    static let countPayment = Statement(
        "network_token_count_payment",
        """
        UPDATE sandbox.network_token SET phone_counter = phone_counter + 1
        WHERE reference = $1 AND phone_counter < 65535
        RETURNING \(columns)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.keptToken() }

    static let all = [hold.erased, standing.erased, use.erased, record.erased, countPayment.erased]
}

extension Row {
    fileprivate mutating func keptToken() throws(PostgresFailure) -> NetworkTokenStatements.Kept {
        NetworkTokenStatements.Kept(
            reference: try text("reference"), wallet: try text("wallet", as: WalletType.self),
            sealed: SealedSecret(bytes: try bytes("sealed"), keyVersion: try integer("key_version")),
            expiry: Expiry(month: try integer("expiry_month"), year: try integer("expiry_year")),
            phoneCounter: UInt16(clamping: try integer("phone_counter")),
            highestCounter: try integer("highest_counter"))
    }
}
