import Cards
import CardSecrets
import Foundation
import Issuing
import Postgres

/// Simulated phones, and the cards that are added to them. A phone takes cards of every brand, as real phones do.
enum PhoneStatements {
    static let columns = "phone.phone_id, phone.customer_id, phone.kind, phone.hardware_id, phone.wallet_id"

    static let holdCustomer = Statement(
        "phone_hold_customer",
        "SELECT customer_id FROM customer WHERE customer_id = $1 FOR NO KEY UPDATE"
    ) { (row: inout Row) throws(PostgresFailure) in try row.number("customer_id", CustomerID.self) }

    static let count = Statement("phone_count", "SELECT count(*) FROM sandbox.phone WHERE customer_id = $1") {
        (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count"))
    }

    static let add = Statement(
        "phone_add",
        """
        INSERT INTO sandbox.phone (phone_id, customer_id, kind, hardware_id, wallet_id, created_at)
        VALUES ($1, $2, $3, $4, $5, $6)
        RETURNING \(columns)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.phone() }

    private static let find = "SELECT \(columns) FROM sandbox.phone WHERE phone_id = $1"

    static let read = Statement("phone_read", find) { (row: inout Row) throws(PostgresFailure) in try row.phone() }

    static let hold = Statement("phone_hold", find + " FOR NO KEY UPDATE") {
        (row: inout Row) throws(PostgresFailure) in try row.phone()
    }

    /// A wallet that exists stays.
    static let createWallet = Statement(
        "phone_create_wallet",
        "UPDATE sandbox.phone SET wallet_id = coalesce(wallet_id, $2) WHERE phone_id = $1 RETURNING \(columns)"
    ) { (row: inout Row) throws(PostgresFailure) in try row.phone() }

    /// Its tokens stay, deleted and without a phone, because no message may be accepted again.
    static let remove = Statement(
        "phone_remove",
        """
        WITH tokens AS (
            UPDATE sandbox.phone_token SET phone_id = NULL, deleted_at = coalesce(deleted_at, $2) WHERE phone_id = $1
        )
        DELETE FROM sandbox.phone WHERE phone_id = $1
        """
    )

    /// A card by its number, locked.
    static let holdCardByPAN = Statement(
        "phone_hold_card_by_pan",
        """
        SELECT \(CardStatements.heldColumns) FROM card
        JOIN (
            SELECT customer_id AS found_customer, card_id AS found_card FROM issued_pan WHERE pan_hash = ANY ($1)
        ) found ON customer_id = found_customer AND card_id = found_card
        FOR NO KEY UPDATE OF card
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.heldCard() }

    /// The customer and the card with a number.
    static let cardByPAN = Statement(
        "phone_card_by_pan", "SELECT customer_id, card_id FROM issued_pan WHERE pan_hash = ANY ($1)"
    ) { (row: inout Row) throws(PostgresFailure) in
        (customer: try row.number("customer_id", CustomerID.self), card: try row.id("card_id", CardID.self))
    }

    static let all = [
        holdCustomer.erased, count.erased, add.erased, read.erased, hold.erased, createWallet.erased, remove.erased,
        holdCardByPAN.erased, cardByPAN.erased,
    ]
}

extension Row {
    mutating func phone() throws(PostgresFailure) -> SandboxPhone {
        SandboxPhone(
            id: try id("phone_id", PhoneID.self), customer: try number("customer_id", CustomerID.self),
            kind: try text("kind", as: SandboxPhone.Kind.self),
            hardwareID: try text("hardware_id"), walletID: try optionalText("wallet_id"))
    }
}
