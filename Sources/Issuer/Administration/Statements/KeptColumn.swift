import Cards
import CardSecrets
import Foundation
import Postgres

/// A column with versions of a key, beside what nobody can make again from the row: such as the code that is printed on
/// a card.
struct KeptColumn: Sendable {
    /// With its schema and table.
    let column: String
    let purpose: KeyPurpose
    /// As that of a ``SealedColumn``. The version is null if the row does not need it. $5 is the time.
    private let statement: SealedColumn.Page
    /// Tells when a version is no longer named.
    let remedy: String
    /// Removes the values of some customers that name a version; nil if that would help nobody.
    ///
    /// $1 are the customers, $2 is the version.
    let forget: Statement<CustomerID>?

    /// Without the schema.
    var title: String { column.split(separator: ".", maxSplits: 1).last.map(String.init) ?? column }

    func page(
        after place: SealedColumn.Place, limit: Int, at now: Date
    ) -> Query<(place: SealedColumn.Place, version: Int?)> {
        statement(
            .bigint(place.number), .id(place.id), .bytes(place.hash), .integer(limit), .timestamp(now))
    }

    private init(
        _ names: SealedColumn.Names, _ purpose: KeyPurpose, _ statement: SealedColumn.Page, remedy: String,
        forget: Statement<CustomerID>? = nil
    ) {
        self.init(names.versionColumn, purpose, statement, remedy: remedy, forget: forget)
    }

    private init(
        _ column: String, _ purpose: KeyPurpose, _ statement: SealedColumn.Page, remedy: String,
        forget: Statement<CustomerID>? = nil
    ) {
        (self.column, self.purpose, self.statement) = (column, purpose, statement)
        (self.remedy, self.forget) = (remedy, forget)
    }
}

extension KeptColumn {
    static let all = [securityCode, password, walletPIN, clientSecret, earlierClientSecret]

    static func all(under purpose: KeyPurpose) -> [KeptColumn] { all.filter { $0.purpose == purpose } }

    static var statements: [AnyStatement] { all.map(\.statement.erased) + all.compactMap(\.forget?.erased) }

    /// The columns of keyed hashes. No version is beside those of a sent code and of a secure view, which end within a
    /// day.
    static let hashes: Set = [
        "issuing.authentication_challenge.secret_hash", "issuing.authentication_means.password_hash",
        "issuing.authentication_means.pin_hash", "issuing.client.earlier_secret_hash", "issuing.client.secret_hash",
        "issuing.issued_pan.pan_hash", "issuing.secure_view.token_hash",
    ]

    /// A card in one of them can never be used again, and needs no code.
    private static let finalStatuses = CardStatus.allCases.filter(\.isFinal).map { "'\($0.rawValue)'" }
        .joined(separator: ", ")
    private static let securityCodeNames = SealedColumn.Names(
        table: "card", bytes: "cvv_key_version", version: "cvv_key_version", number: "customer_id", id: "card_id",
        needed: "CASE WHEN t.status IN (\(finalStatuses)) THEN NULL ELSE t.cvv_key_version END")
    private static let securityCode = KeptColumn(
        securityCodeNames, .cardVerification,
        Statement("kept_cvv_page", securityCodeNames.keptPage, row: SealedColumn.listed),
        remedy: "A card keeps its security code until it expires, or is replaced or cancelled.")

    private static let passwordNames = SealedColumn.Names(
        table: "authentication_means", bytes: "password_hash", version: "password_hash_key_version",
        number: "customer_id",
        needed: "CASE WHEN t.password_hash IS NULL THEN NULL ELSE t.password_hash_key_version END")
    private static let password = KeptColumn(
        passwordNames, .secretHashing,
        Statement("kept_password_page", passwordNames.keptPage, row: SealedColumn.listed),
        remedy: "A password is hashed again when its customer next authenticates with it, or gets another one; "
            + "--forget-secrets removes those that are left.",
        forget: Statement("forget_passwords", forgetting("password_hash"), row: customer))

    private static let walletPINNames = SealedColumn.Names(
        table: "authentication_means", bytes: "pin_hash", version: "pin_hash_key_version", number: "customer_id",
        needed: "CASE WHEN t.pin_hash IS NULL THEN NULL ELSE t.pin_hash_key_version END")
    private static let walletPIN = KeptColumn(
        walletPINNames, .secretHashing,
        Statement("kept_wallet_pin_page", walletPINNames.keptPage, row: SealedColumn.listed),
        remedy: "A wallet's PIN is hashed again when its customer next authenticates with it, or gets another one; "
            + "--forget-secrets removes those that are left.",
        forget: Statement("forget_wallet_pins", forgetting("pin_hash"), row: customer))

    private static func forgetting(_ hash: String) -> String {
        """
        UPDATE authentication_means SET \(hash) = NULL
        WHERE customer_id = ANY ($1) AND \(hash)_key_version = $2 AND \(hash) IS NOT NULL
        RETURNING customer_id
        """
    }

    private static func customer(in row: inout Row) throws(PostgresFailure) -> CustomerID {
        try row.number("customer_id", CustomerID.self)
    }

    private static let clientSecret = KeptColumn(
        "issuing.client.secret_hash_key_version", .clientSecret,
        Statement("kept_client_page", clientPage(of: "secret_hash_key_version"), row: SealedColumn.listed),
        remedy: "Give each client a new secret: tessera-core admin client rotate.")

    private static let earlierClientSecret = KeptColumn(
        "issuing.client.earlier_secret_hash_key_version", .clientSecret,
        Statement(
            "kept_earlier_client_page",
            clientPage(of: "CASE WHEN earlier_secret_ends_at > $5 THEN earlier_secret_hash_key_version END"),
            row: SealedColumn.listed),
        remedy: "A client's secret from before ends by itself: tessera-core admin client list tells when.")

    /// The key of a client is two texts, so its place is made of them.
    private static func clientPage(of version: String) -> String {
        """
        SELECT 0::bigint AS number, '00000000-0000-0000-0000-000000000000'::uuid AS id, t.hash, t.version
        FROM (SELECT convert_to(brand || E'\\n' || client_id, 'UTF8') AS hash, \(version) AS version FROM client) t
        WHERE t.hash > $3 AND ($1::bigint, $2::uuid, $5::timestamptz) IS NOT NULL ORDER BY t.hash LIMIT $4
        """
    }
}
