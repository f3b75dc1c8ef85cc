import Postgres

/// Stored accounts of customers.
enum ProfileStatements {
    private static let columns = "profile_id, account_number, token, details, is_default"

    /// Of `merchants.cardpointe_profile AS profile` next to its token, for ``Row/storedProfile(of:)``.
    static let columnsBesideToken = "profile.profile_id, profile.account_number, profile.details, profile.is_default"

    /// Adds an account to a profile, or makes the profile. The first account is the default one. There is no row if the
    /// profile has 999 accounts.
    static let add: Statement<StoredProfile> = Statement(
        "cardpointe_profile_add",
        """
        INSERT INTO merchants.cardpointe_profile
            (merchant_id, profile_id, account_number, token, details, content_digest, is_default, made_at)
        SELECT $1::text, $2::text, last.number + 1, $3::text, $4::text, $5::bytea, last.number = 0 OR $6::boolean,
            $7::timestamptz
        FROM (
            SELECT coalesce(max(account_number), 0) AS number FROM merchants.cardpointe_profile
            WHERE merchant_id = $1::text AND profile_id = $2::text
        ) AS last
        WHERE last.number < 999
        RETURNING \(columns)
        """, row: Self.profile)

    /// Goes before another account becomes the default one, because a profile has one only.
    static let clearDefault = Statement(
        "cardpointe_profile_clear_default",
        """
        UPDATE merchants.cardpointe_profile SET is_default = false
        WHERE merchant_id = $1::text AND profile_id = $2::text AND is_default
        """)

    static let setDefault: Statement<StoredProfile> = Statement(
        "cardpointe_profile_set_default",
        """
        UPDATE merchants.cardpointe_profile SET is_default = true
        WHERE merchant_id = $1::text AND profile_id = $2::text AND account_number = $3::integer RETURNING \(columns)
        """, row: Self.profile)

    static let replace: Statement<StoredProfile> = Statement(
        "cardpointe_profile_replace",
        """
        UPDATE merchants.cardpointe_profile SET token = $4::text, details = $5::text, content_digest = $6::bytea
        WHERE merchant_id = $1::text AND profile_id = $2::text AND account_number = $3::integer
        RETURNING \(columns)
        """, row: Self.profile)

    /// The account with the same contents, if there is one.
    static let same: Statement<StoredProfile> = Statement(
        "cardpointe_profile_same",
        """
        SELECT \(columns) FROM merchants.cardpointe_profile
        WHERE merchant_id = $1::text AND content_digest = $2::bytea ORDER BY made_at, profile_id LIMIT 1
        """, row: Self.profile)

    /// All accounts of a profile; with a number only that one.
    static let read: Statement<StoredProfile> = Statement(
        "cardpointe_profile",
        """
        SELECT \(columns) FROM merchants.cardpointe_profile
        WHERE merchant_id = $1::text AND profile_id = $2::text
            AND ($3::integer IS NULL OR account_number = $3::integer)
        ORDER BY account_number
        """, row: Self.profile)

    static let delete: Statement<Int> = Statement(
        "cardpointe_profile_delete",
        """
        DELETE FROM merchants.cardpointe_profile
        WHERE merchant_id = $1::text AND profile_id = $2::text
            AND ($3::integer IS NULL OR account_number = $3::integer)
        RETURNING account_number
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.integer("account_number") }

    static let all = [
        add.erased, clearDefault.erased, setDefault.erased, replace.erased, same.erased, read.erased,
        delete.erased,
    ]

    @Sendable private static func profile(_ row: inout Row) throws(PostgresFailure) -> StoredProfile {
        StoredProfile(
            id: try row.text("profile_id"), number: try row.integer("account_number", in: 1...999),
            token: try row.text("token"), details: try row.text("details"),
            isDefault: try row.boolean("is_default"))
    }
}

/// An account of a profile as it is stored.
struct StoredProfile: Sendable {
    let id: String
    let number: Int
    let token: String
    /// The merchant's data about the holder, in JSON.
    let details: String
    let isDefault: Bool
}

extension Row {
    /// Nil if an outer join has found none.
    ///
    /// - Parameter token: the row of its token.
    mutating func storedProfile(of token: CardSecureStatements.Stored?) throws(PostgresFailure) -> StoredProfile? {
        let (id, number) = (try optionalText("profile_id"), try optionalInteger("account_number"))
        let (details, isDefault) = (try optionalText("details"), try optionalBoolean("is_default"))
        guard let id, let number, let details, let isDefault, let token else { return nil }
        return StoredProfile(
            id: id, number: Int(number), token: token.token.text, details: details, isDefault: isDefault)
    }
}
