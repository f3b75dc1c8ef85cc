import Authorizing
import Cards
import Foundation
import Postgres
import Webhooks

/// The partners that are asked about payments, one for each brand at most.
enum PartnerStatements {
    /// The columns of a partner that is asked, for a statement with ``joins(program:)``.
    static let columns = """
        asked_at.subscription_id, asked_at.sealed_key, asked_at.key_version, asked_at.url, asked.brand,
        asked.time_limit_milliseconds, asked.stand_in, asked.stand_in_limit, asked.stand_in_excludes
        """

    /// The joins for ``columns``. They are null if the partner of the program's brand is not asked.
    static func joins(program: String) -> String {
        """
        LEFT JOIN program asking ON asking.program_name = \(program)
        LEFT JOIN partner_decision asked ON asked.brand = asking.brand
        LEFT JOIN webhook_subscription asked_at
            ON asked_at.subscription_id = asked.subscription_id AND asked_at.ended_at IS NULL
        """
    }

    static let find = Statement(
        "partner_decision_find",
        """
        SELECT \(columns)
        FROM partner_decision asked
        JOIN webhook_subscription asked_at
            ON asked_at.subscription_id = asked.subscription_id AND asked_at.ended_at IS NULL
        WHERE asked.brand = $1
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.partner() }

    static let set = Statement(
        "partner_decision_set",
        """
        INSERT INTO partner_decision (
            brand, subscription_id, time_limit_milliseconds, stand_in, stand_in_limit, stand_in_excludes)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT ON CONSTRAINT brand_decides_at_one_place DO UPDATE SET
            subscription_id = excluded.subscription_id, time_limit_milliseconds = excluded.time_limit_milliseconds,
            stand_in = excluded.stand_in, stand_in_limit = excluded.stand_in_limit,
            stand_in_excludes = excluded.stand_in_excludes
        """)

    static let remove = Statement("partner_decision_remove", "DELETE FROM partner_decision WHERE brand = $1")

    /// Deletes the partner decisions of ended subscriptions, which are no longer used.
    private static let forgetEnded = Statement(
        "partner_decision_forget_ended",
        """
        WITH removed AS (
            DELETE FROM partner_decision d
            WHERE EXISTS (SELECT FROM webhook_subscription s
                          WHERE s.subscription_id = d.subscription_id AND s.ended_at IS NOT NULL)
            RETURNING true)
        SELECT count(*) FROM removed
        """
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count")) }

    static let all = [find.erased, set.erased, remove.erased, forgetEnded.erased]

    /// Send it before ended subscriptions are deleted.
    static func forgetThoseOfEndedSubscriptions() -> Query<Int> { forgetEnded() }

    static func set(_ terms: PartnerTerms, of brand: String, at subscription: WebhookSubscriptionID) -> Query<Void> {
        let (word, limit, excludes) = terms.standIn.columns
        return set(
            .text(brand), .id(subscription), .integer(terms.timeLimitMilliseconds), .text(word), .bigint(limit),
            .textArray(excludes))
    }
}

extension Row {
    /// The columns of ``PartnerStatements/columns``; nil if the partner is not asked.
    mutating func partner() throws(PostgresFailure) -> AskedPartner? {
        let subscription = try optionalID("subscription_id", WebhookSubscriptionID.self)
        let key = try optionalBytes("sealed_key")
        let version = try optionalInteger("key_version")
        let url = try optionalText("url")
        let brand = try optionalText("brand")
        let limit = try optionalInteger("time_limit_milliseconds")
        let word = try optionalText("stand_in")
        let upTo = try optionalBigint("stand_in_limit")
        let excludes = try optionalTextArray("stand_in_excludes")
        guard let subscription, let key, let version, let url, let brand, let limit, let word else { return nil }
        guard let standIn = Partner.StandIn(word, limit: upTo, excludes: excludes ?? []) else {
            throw unexpected("a rule for a partner that does not answer")
        }
        return AskedPartner(
            brand: brand, url: url, terms: PartnerTerms(timeLimitMilliseconds: Int(limit), standIn: standIn),
            subscription: subscription, sealedKey: SealedBytes(bytes: key, keyVersion: Int(version)))
    }
}

extension Partner.StandIn {
    fileprivate init?(_ word: String, limit: Int64?, excludes: [String]) {
        switch (word, limit) {
        case ("DECLINE", _): self = .decline
        case ("APPROVE", _): self = .approve
        case ("APPROVE_UP_TO", let limit?):
            self = .approveUpTo(limit, except: Set(excludes.compactMap { MerchantCategory($0) }))
        default: return nil
        }
    }

    fileprivate var columns: (word: String, limit: Int64?, excludes: [String]) {
        switch self {
        case .decline: ("DECLINE", nil, [])
        case .approve: ("APPROVE", nil, [])
        case .approveUpTo(let limit, let except): ("APPROVE_UP_TO", limit, except.map(\.description).sorted())
        }
    }
}
