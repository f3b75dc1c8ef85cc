import Foundation
import Gateways
import Identifiers
import Ledger
import Payments
import Postgres

/// The gateway's callers, its merchants' accounts, and the counts of their calls.
enum CallerStatements {
    private static let columns = [
        "merchant_id", "username", "sites", "processor", "is_enabled", "takes_part", "refunds_unsettled",
        "routes_wallets", "takes_checks", "further_currencies", "device_data_in_any_order",
    ].map { "account.\($0)" }.joined(separator: ", ")

    static let board = Statement(
        "cardpointe_board",
        """
        WITH login AS (
            INSERT INTO merchants.cardpointe_login (username, password_hash) VALUES ($1::text, $2::bytea)
            ON CONFLICT ON CONSTRAINT cardpointe_login_is_known_once
                DO UPDATE SET password_hash = excluded.password_hash
            RETURNING username
        )
        INSERT INTO merchants.cardpointe_account
            (merchant_id, username, sites, processor, is_enabled, takes_part, refunds_unsettled, routes_wallets,
            takes_checks, further_currencies, device_data_in_any_order)
        SELECT $3::text, username, $4::text[], $5::text, $6::boolean, $7::boolean, $8::boolean, $9::boolean,
            $10::boolean, $11::text[], $12::boolean
        FROM login
        ON CONFLICT ON CONSTRAINT cardpointe_account_is_known_once DO UPDATE SET
            username = excluded.username, sites = excluded.sites, processor = excluded.processor,
            is_enabled = excluded.is_enabled, takes_part = excluded.takes_part,
            refunds_unsettled = excluded.refunds_unsettled, routes_wallets = excluded.routes_wallets,
            takes_checks = excluded.takes_checks, further_currencies = excluded.further_currencies,
            device_data_in_any_order = excluded.device_data_in_any_order
        """)

    /// The login, the account of the named merchant if it is one of this login's, and the token or the profile that the
    /// call needs. Without a number, the default account of a profile is found.
    static let caller: Statement<StoredClient<Caller>> = Statement(
        "cardpointe_caller",
        """
        SELECT login.password_hash, \(CardSecureStatements.columns), \(ProfileStatements.columnsBesideToken),
            account.merchant_id IS NOT NULL AS has_account, \(columns), \(Row.merchantColumns)
        FROM merchants.cardpointe_login AS login
        LEFT JOIN merchants.cardpointe_account AS account
            ON account.username = login.username AND account.merchant_id = $2::text
        LEFT JOIN merchants.merchant AS m ON m.merchant_id = account.merchant_id
        LEFT JOIN merchants.cardpointe_profile AS profile
            ON profile.merchant_id = account.merchant_id AND profile.profile_id = $4::text
            AND CASE WHEN $5::integer IS NULL THEN profile.is_default ELSE profile.account_number = $5::integer END
        LEFT JOIN merchants.cardpointe_token AS token ON token.token = coalesce(profile.token, $3::text)
        WHERE login.username = $1::text
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let (hash, token) = (try row.bytes("password_hash"), try row.storedToken())
        let profile = try row.storedProfile(of: token)
        guard try row.boolean("has_account") else { return StoredClient(Caller(call: nil), secretHash: hash) }
        let (account, merchant) = (try row.cardPointeAccount(), try row.merchant())
        let call = CardPointeCall(account: account, merchant: merchant, token: token, profile: profile)
        return StoredClient(Caller(call: call), secretHash: hash)
    }

    static func caller(
        _ username: String, _ merchant: MerchantID?, reading name: StoredAccountName?
    ) -> Query<StoredClient<Caller>> {
        let (token, profile): (CardToken?, ProfileName?) = switch name {
        case .token(let token): (token, nil)
        case .profile(let profile): (nil, profile)
        case nil: (nil, nil)
        }
        return caller(
            .text(username), .text(merchant?.rawValue), .text(token?.text), .text(profile?.id),
            .integer(profile?.number.map { Int32(clamping: $0) }))
    }

    /// Some accounts of a login, for calls that name no merchant.
    static let ofLogin: Statement<CardPointeAccount> = Statement(
        "cardpointe_accounts_of_login",
        """
        SELECT \(columns) FROM merchants.cardpointe_account AS account
        WHERE account.username = $1::text ORDER BY account.merchant_id LIMIT $2::integer
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.cardPointeAccount() }

    /// Some accounts of a site, for calls without a login.
    static let ofSite: Statement<CardPointeAccount> = Statement(
        "cardpointe_accounts_of_site",
        """
        SELECT \(columns) FROM merchants.cardpointe_account AS account
        WHERE account.sites @> ARRAY[$1::text] ORDER BY account.merchant_id LIMIT $2::integer
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.cardPointeAccount() }

    /// Changes what is not null.
    static let agree = Statement(
        "cardpointe_agree",
        """
        UPDATE merchants.cardpointe_account SET sites = coalesce($2::text[], sites),
            refunds_unsettled = coalesce($3::boolean, refunds_unsettled),
            takes_part = coalesce($4::boolean, takes_part),
            device_data_in_any_order = coalesce($5::boolean, device_data_in_any_order)
        WHERE merchant_id = $1::text
        """)

    /// Counts a call of this minute. A new minute begins at 1.
    static let count: Statement<Int> = Statement(
        "cardpointe_rate_count",
        """
        INSERT INTO merchants.cardpointe_rate AS rate (merchant_id, service, minute, calls)
        VALUES ($1::text, $2::text, $3::bigint, 1)
        ON CONFLICT ON CONSTRAINT cardpointe_rate_is_counted_once DO UPDATE SET
            minute = excluded.minute,
            calls = CASE WHEN rate.minute = excluded.minute THEN least(rate.calls, 1000000) + 1 ELSE 1 END
        RETURNING calls
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.integer("calls") }

    /// The time up to which a report was given.
    static let reported: Statement<Date> = Statement(
        "cardpointe_reported",
        """
        SELECT reported_until FROM merchants.cardpointe_report WHERE merchant_id = $1::text AND service = $2::text
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.timestamp("reported_until") }

    static let report = Statement(
        "cardpointe_report",
        """
        INSERT INTO merchants.cardpointe_report AS report (merchant_id, service, reported_until)
        VALUES ($1::text, $2::text, $3::timestamptz)
        ON CONFLICT ON CONSTRAINT cardpointe_report_is_kept_once DO UPDATE
            SET reported_until = greatest(report.reported_until, excluded.reported_until)
        """)

    static let all = [
        board.erased, agree.erased, caller.erased, ofLogin.erased, ofSite.erased, count.erased, reported.erased,
        report.erased,
    ]

    struct Caller: Sendable {
        /// Nil if the merchant is not one of this login's.
        let call: CardPointeCall?
    }
}

/// The rows that are read first in a merchant's call, and passed on.
struct CardPointeCall: Sendable {
    let account: CardPointeAccount
    let merchant: Merchant
    /// The token that the call names, or that stands for its number or its profile; nil if it is not stored.
    let token: CardSecureStatements.Stored?
    /// The stored account that the call names; nil if there is none.
    let profile: StoredProfile?
}

/// The stored account that a call names. It is read together with the caller.
enum StoredAccountName: Sendable {
    case token(CardToken)
    case profile(ProfileName)
}

extension Row {
    fileprivate mutating func cardPointeAccount() throws(PostgresFailure) -> CardPointeAccount {
        guard let merchant = MerchantID(try text("merchant_id")) else { throw unexpected("is no id of a merchant") }
        var account = CardPointeAccount(
            merchant: merchant, username: try text("username"), sites: try textArray("sites"),
            processor: try text("processor", as: Processor.self))
        (account.isEnabled, account.takesPart) = (try boolean("is_enabled"), try boolean("takes_part"))
        account.refundsUnsettled = try boolean("refunds_unsettled")
        account.routesWallets = try boolean("routes_wallets")
        account.takesChecks = try boolean("takes_checks")
        account.furtherCurrencies = try textArray("further_currencies").compactMap { Currency($0) }
        account.deviceDataInAnyOrder = try boolean("device_data_in_any_order")
        return account
    }
}
