import CardSecrets
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
        RETURNING card.xmax = 0,
            (SELECT (known.expiry_year, known.expiry_month) <> ($12::integer, $13::integer) FROM known) IS TRUE,
            \(columns)
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let (isNew, isChanged) = (try row.boolean(), try row.boolean())
        return CardChange(card: try row.savedCard(), isNew: isNew, isChanged: isChanged)
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
        RETURNING true
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean() }

    static let all = [save.erased, find.erased, list.erased, delete.erased]
}

extension Row {
    fileprivate mutating func savedCard() throws(PostgresFailure) -> SavedCard {
        let (merchant, isLive, id, shortID) = (MerchantID(try text()), try boolean(), try uuid(), try text())
        let (customer, hash) = (try text(), try bytes())
        let sealed = SealedSecret(bytes: try bytes(), keyVersion: Int(try integer()))
        let (scheme, bin, lastFour) = (try text(as: CardScheme.self), try text(), try text())
        let expiry = PaymentInstrument.Expiry(year: Int(try integer()), month: Int(try integer()))
        let origin = SavedCard.Origin(try text())
        guard let merchant, let expiry, let origin else { throw unexpected("is no saved card") }
        return SavedCard(
            id: id, shortID: shortID, caller: MoneyHashCaller(merchant: merchant, isLive: isLive), customer: customer,
            face: CardFace(scheme: scheme, bin: bin, lastFour: lastFour, expiry: expiry), numberHash: hash,
            sealed: sealed, origin: origin)
    }
}
