import Cards
import CardSecrets
import Foundation
import Issuing
import Postgres

/// Simulated phones and the tokens on them. A phone is found only within its customer's brand.
enum PhoneStatements {
    private static let columns = "p.phone_id, p.customer_id, p.kind, p.hardware_id, p.wallet_id"

    static let holdCustomer = Statement(
        "phone_hold_customer",
        "SELECT customer_id FROM customer WHERE customer_id = $1 AND brand = $2 FOR NO KEY UPDATE"
    ) { (row: inout Row) throws(PostgresFailure) in try row.customerID() }

    static let count = Statement("phone_count", "SELECT count(*) FROM sandbox.phone WHERE customer_id = $1") {
        (row: inout Row) throws(PostgresFailure) in Int(try row.bigint())
    }

    static let add = Statement(
        "phone_add",
        """
        INSERT INTO sandbox.phone AS p (phone_id, customer_id, kind, hardware_id, wallet_id, created_at)
        VALUES ($1, $2, $3, $4, $5, $6)
        RETURNING \(columns)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.phone() }

    private static let find = """
        SELECT \(columns) FROM sandbox.phone p JOIN customer USING (customer_id) WHERE p.phone_id = $1 AND brand = $2
        """

    static let read = Statement("phone_read", find) { (row: inout Row) throws(PostgresFailure) in try row.phone() }

    static let hold = Statement("phone_hold", find + " FOR NO KEY UPDATE OF p") {
        (row: inout Row) throws(PostgresFailure) in try row.phone()
    }

    /// A wallet that exists stays.
    static let createWallet = Statement(
        "phone_create_wallet",
        "UPDATE sandbox.phone p SET wallet_id = coalesce(wallet_id, $2) WHERE phone_id = $1 RETURNING \(columns)"
    ) { (row: inout Row) throws(PostgresFailure) in try row.phone() }

    static let remove = Statement(
        "phone_remove",
        """
        WITH tokens AS (DELETE FROM sandbox.phone_token WHERE phone_id = $1)
        DELETE FROM sandbox.phone WHERE phone_id = $1
        """
    )

    /// A card by its number, in a brand, locked.
    static let holdCardByPAN = Statement(
        "phone_hold_card_by_pan",
        """
        SELECT \(CardStatements.heldColumns) FROM card
        JOIN (
            SELECT i.customer_id AS found_customer, i.card_id AS found_card
            FROM issued_pan i JOIN customer USING (customer_id) WHERE i.pan_hash = $1 AND brand = $2
        ) found ON customer_id = found_customer AND card_id = found_card
        FOR NO KEY UPDATE OF card
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.heldCard() }

    static let holdCard = Statement(
        "phone_hold_card",
        """
        SELECT \(CardStatements.heldColumns) FROM card
        WHERE card_id = $1 AND EXISTS (
            SELECT FROM customer WHERE customer.customer_id = card.customer_id AND brand = $2)
        FOR NO KEY UPDATE
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.heldCard() }

    static let all = [
        holdCustomer.erased, count.erased, add.erased, read.erased, hold.erased, createWallet.erased, remove.erased,
        holdCardByPAN.erased, holdCard.erased,
    ]
}

extension Row {
    fileprivate mutating func phone() throws(PostgresFailure) -> SandboxPhone {
        SandboxPhone(
            id: try id(PhoneID.self), customer: try customerID(), kind: try text(as: SandboxPhone.Kind.self),
            hardwareID: try text(), walletID: try optionalText())
    }
}
