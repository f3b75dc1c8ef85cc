import Cards
import CardSecrets
import Foundation
import Issuing
import Postgres

/// The tokens on simulated phones. A row has the data of the phone's network; the Card service's data about the token
/// is joined to it. So a token follows its card, as it does on a real phone. A reference that the app of another
/// customer has reported is not this token.
enum PhoneTokenStatements {
    static let states = """
        SELECT t.phone_id, t.reference, card.customer_id, card.card_id, card.sealed_pan, card.pan_key_version,
               card.scheme, card.last_four, t.dpan_last_four,
               CASE WHEN t.deleted_at IS NOT NULL OR known.token_status = 'DELETED' THEN 'DELETED'
                    WHEN known.token_status = 'SUSPENDED' THEN 'SUSPENDED'
                    WHEN known.token_status IS NULL AND t.waits THEN 'NEEDS_IDENTITY_VERIFICATION'
                    ELSE 'ACTIVE' END AS state,
               known.token_status IS NOT NULL AS is_reported, t.created_at, t.sealed_code, t.code_key_version,
               t.wrong_codes, t.insertion
        FROM sandbox.phone_token t
        LEFT JOIN dpan_reference r ON r.reference = t.reference AND r.customer_id = t.customer_id
        LEFT JOIN tokenization known
            ON known.customer_id = r.customer_id AND known.tokenization_id = r.tokenization_id
        JOIN card ON card.customer_id = t.customer_id AND card.card_id = coalesce(known.card_id, t.card_id)
        """

    private static let columns = "reference, card_id, scheme, last_four, dpan_last_four, state, is_reported"

    /// The tokens of a phone, newest first.
    static let onPhone = Statement(
        "phone_token_list",
        """
        SELECT \(columns) FROM (\(states) WHERE t.phone_id = $1) token ORDER BY created_at DESC, insertion DESC
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.phoneToken() }

    /// The tokens of a card that are not deleted, each with its phone, and whether the app has reported it.
    static let ofCard = Statement(
        "phone_token_of_card",
        """
        SELECT phone_id, reference, is_reported FROM (\(states) WHERE t.customer_id = $1) token
        WHERE card_id = $2 AND state <> 'DELETED'
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        (
            phone: try row.id("phone_id", PhoneID.self), reference: try row.text("reference"),
            isReported: try row.boolean("is_reported"))
    }

    static let customerOfCard = Statement(
        "phone_token_customer_of_card", "SELECT customer_id FROM card WHERE card_id = $1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.number("customer_id", CustomerID.self) }

    /// The tokens of a card that are not deleted, newest first, each with its phone.
    static let withPhones = Statement(
        "phone_token_with_phones",
        """
        SELECT \(PhoneStatements.columns), \(columns)
        FROM (\(states) WHERE t.customer_id = $1) token JOIN sandbox.phone USING (phone_id)
        WHERE card_id = $2 AND state <> 'DELETED'
        ORDER BY token.created_at DESC, token.insertion DESC
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        TokenOnPhone(phone: try row.phone(), token: try row.phoneToken())
    }

    struct Verifiable: Sendable {
        let token: PhoneToken
        let code: SealedSecret?
        let wrongCodes: Int
    }

    static let find = Statement(
        "phone_token_find",
        """
        SELECT \(columns), sealed_code, code_key_version, wrong_codes
        FROM (\(states) WHERE t.phone_id = $1 AND t.reference = $2) token
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        Verifiable(token: try row.phoneToken(), code: try row.sealedCode(), wrongCodes: try row.integer("wrong_codes"))
    }

    /// Whether any phone has had a message accepted before.
    static let isAccepted = Statement(
        "phone_token_is_accepted",
        "SELECT EXISTS (SELECT FROM sandbox.phone_token WHERE message_digest = $1) AS is_accepted"
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_accepted") }

    /// With the number that its network issues for it.
    static let add = Statement(
        "phone_token_add",
        """
        WITH token AS (
            INSERT INTO sandbox.phone_token
                (reference, phone_id, customer_id, card_id, dpan_last_four, message_digest, waits, message_id,
                 sealed_code, code_key_version, created_at, message_number)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
                    CASE WHEN $8::uuid IS NOT NULL THEN nextval('message_number') END)
            RETURNING reference
        )
        INSERT INTO sandbox.network_token
            (reference, dpan_hash, wallet, sealed, key_version, expiry_month, expiry_year)
        SELECT reference, $12, $13, $14, $15, $16, $17 FROM token
        """
    )

    static let verify = Statement(
        "phone_token_verify", "UPDATE sandbox.phone_token SET waits = false WHERE phone_id = $1 AND reference = $2")

    static let countWrongCode = Statement(
        "phone_token_count_wrong_code",
        "UPDATE sandbox.phone_token SET wrong_codes = wrong_codes + 1 WHERE phone_id = $1 AND reference = $2")

    static let delete = Statement(
        "phone_token_delete",
        "UPDATE sandbox.phone_token SET deleted_at = coalesce(deleted_at, $3) WHERE phone_id = $1 AND reference = $2")

    struct Message: Sendable {
        let id: MessageID
        let number: Int64
        let customer: CustomerID
        let target: String
        let reference: String
        let code: SealedSecret?
        let card: CardID
        let state: SentMessage.State
        let createdAt: Date
    }

    /// The newest hundred codes that networks have sent to a customer.
    static let inbox = Statement(
        "phone_token_inbox",
        """
        \(messages) WHERE t.customer_id = $1 AND t.message_number IS NOT NULL
        ORDER BY t.message_number DESC LIMIT 100
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.message() }

    /// The newest hundred codes that networks have sent.
    static let newestCodes = Statement(
        "phone_token_newest_codes",
        """
        \(messages) WHERE t.message_number IS NOT NULL
        ORDER BY t.message_number DESC LIMIT 100
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.message() }

    private static let messages = """
        SELECT t.message_id, t.message_number, t.customer_id, card.mobile, t.reference, t.sealed_code,
               t.code_key_version, t.card_id, t.waits, t.wrong_codes, t.deleted_at IS NOT NULL AS is_deleted,
               t.created_at
        FROM sandbox.phone_token t JOIN card ON card.customer_id = t.customer_id AND card.card_id = t.card_id
        """

    static let all = [
        onPhone.erased, ofCard.erased, customerOfCard.erased, withPhones.erased, find.erased, isAccepted.erased,
        add.erased, verify.erased, countWrongCode.erased, delete.erased, inbox.erased,
        newestCodes.erased,
    ]
}

extension Row {
    fileprivate mutating func phoneToken() throws(PostgresFailure) -> PhoneToken {
        PhoneToken(
            reference: try text("reference"), card: try id("card_id", CardID.self),
            scheme: try text("scheme", as: Program.Scheme.self),
            cardLastFour: try text("last_four"), dpanLastFour: try text("dpan_last_four"),
            state: try text("state", as: PhoneToken.State.self),
            isReported: try boolean("is_reported"))
    }

    fileprivate mutating func message() throws(PostgresFailure) -> PhoneTokenStatements.Message {
        PhoneTokenStatements.Message(
            id: try id("message_id", MessageID.self), number: try bigint("message_number"),
            customer: try number("customer_id", CustomerID.self), target: try text("mobile"),
            reference: try text("reference"), code: try sealedCode(), card: try id("card_id", CardID.self),
            state: try stateOfCode(),
            createdAt: try timestamp("created_at"))
    }

    private mutating func stateOfCode() throws(PostgresFailure) -> SentMessage.State {
        let waits = try boolean("waits")
        let wrongCodes = try integer("wrong_codes")
        let isDeleted = try boolean("is_deleted")
        guard waits else { return .used }
        if isDeleted { return .expired }
        return wrongCodes < PhoneToken.allowedWrongCodes ? .open : .failed
    }

    fileprivate mutating func sealedCode() throws(PostgresFailure) -> SealedSecret? {
        let (code, version) = (try optionalBytes("sealed_code"), try optionalInteger("code_key_version"))
        return code.flatMap { code in version.map { SealedSecret(bytes: code, keyVersion: $0) } }
    }
}
