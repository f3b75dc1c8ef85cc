import CardSecrets
import Identifiers
import Payments
import Postgres

enum SavedCardStatements {
    private static let columns = """
        card.merchant_id, card.is_live, card.card_id, card.short_id, card.customer, card.number_hash,
        card.sealed_instrument, card.key_version, card.scheme, card.bin, card.last_four, card.expiry_year,
        card.expiry_month, card.origin
        """

    /// Saves a card of a customer. One that the customer has keeps its names, and one too many is not saved.
    static let save = Statement(
        "moneyhash_card_save",
        """
        WITH cards AS (
            SELECT number_hash, expiry_year, expiry_month FROM merchants.moneyhash_card
            WHERE merchant_id = $1::text AND is_live = $2::boolean AND customer = $5::text
        ), known AS (
            SELECT * FROM cards WHERE number_hash = $6::bytea
        )
        INSERT INTO merchants.moneyhash_card AS card (
            merchant_id, is_live, card_id, short_id, customer, number_hash, sealed_instrument, key_version, scheme, bin,
            last_four, expiry_year, expiry_month, origin, made_at)
        SELECT $1::text, $2::boolean, $3::uuid, $4::text, $5::text, $6::bytea, $7::bytea, $8::integer, $9::text,
               $10::text, $11::text, $12::integer, $13::integer, $14::text, $15::timestamptz
        WHERE EXISTS (SELECT FROM known) OR (SELECT count(*) FROM cards) < \(SavedCard.limit)
        ON CONFLICT ON CONSTRAINT moneyhash_customer_saves_a_card_once DO UPDATE SET
            sealed_instrument = excluded.sealed_instrument, key_version = excluded.key_version,
            expiry_year = excluded.expiry_year, expiry_month = excluded.expiry_month, origin = excluded.origin
        RETURNING card.xmax = 0 AS is_new,
            (SELECT (known.expiry_year, known.expiry_month) <> ($12::integer, $13::integer) FROM known) IS TRUE
                AS is_changed,
            \(columns)
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let (isNew, isChanged) = (try row.boolean("is_new"), try row.boolean("is_changed"))
        return SavedCardChange(card: try row.savedCard(), isNew: isNew, isChanged: isChanged)
    }

    static let find = Statement(
        "moneyhash_card_find",
        """
        SELECT \(columns) FROM merchants.moneyhash_card card
        WHERE card.merchant_id = $1::text AND card.is_live = $2::boolean
            AND (card.card_id = $3::uuid OR card.short_id = $4::text)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.savedCard() }

    static let list = Statement(
        "moneyhash_cards_of_customer",
        """
        SELECT \(columns) FROM merchants.moneyhash_card card
        WHERE card.merchant_id = $1::text AND card.is_live = $2::boolean AND card.customer = $3::text
        ORDER BY card.made_at DESC, card.insertion DESC LIMIT \(SavedCard.limit)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.savedCard() }

    static let delete = Statement(
        "moneyhash_card_delete",
        """
        DELETE FROM merchants.moneyhash_card
        WHERE merchant_id = $1::text AND is_live = $2::boolean AND card_id = $3::uuid
        RETURNING true AS is_done
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_done") }

    static let all = [save.erased, find.erased, list.erased, delete.erased]
}

extension Row {
    fileprivate mutating func savedCard() throws(PostgresFailure) -> SavedCard {
        let merchant = MerchantID(try text("merchant_id"))
        let isLive = try boolean("is_live")
        let cardID = try id("card_id", SavedCardID.self)
        let shortID = try text("short_id")
        let (customer, hash) = (try text("customer"), try bytes("number_hash"))
        let sealed = SealedSecret(bytes: try bytes("sealed_instrument"), keyVersion: try integer("key_version"))
        let (scheme, bin, lastFour) = (try text("scheme", as: CardScheme.self), try text("bin"), try text("last_four"))
        let expiry = PaymentInstrument.Expiry(year: try integer("expiry_year"), month: try integer("expiry_month"))
        let origin = SavedCard.Origin(try text("origin"))
        guard let merchant, let expiry, let origin else { throw unexpected("is no saved card") }
        return SavedCard(
            id: cardID, shortID: shortID, caller: MoneyHashCaller(merchant: merchant, isLive: isLive),
            customer: customer, face: CardFace(scheme: scheme, bin: bin, lastFour: lastFour, expiry: expiry),
            numberHash: hash, sealed: sealed, origin: origin)
    }
}
