import Cards
import Foundation
import Ledger
import Postgres

/// The differences that drafts in shadow would have made.
public enum ShadowStatements {
    static let record = Statement(
        "shadow_difference_record",
        """
        INSERT INTO shadow_difference (
            customer_id, reference, card_id, program_name, draft_version, response_code, reason, draft_code,
            draft_reason, amount, currency, merchant_category, merchant_country, received_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
        """)

    static let page: Statement<ChangedAnswer> = Statement(
        "shadow_difference_page",
        """
        SELECT reference, card_id, received_at, amount, currency, merchant_category, merchant_country, response_code,
               reason, draft_code, draft_reason
        FROM shadow_difference
        WHERE program_name = $1 AND draft_version = $2 AND (received_at, reference) > ($3, $4)
        ORDER BY received_at, reference LIMIT $5
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.shadowDifference() }

    /// The oldest time up to which a page of differences has ended, by program and version. Any later change of a draft
    /// has a higher version.
    static let ended: Statement<Ended> = Statement(
        "shadow_difference_ended",
        """
        SELECT program_name, draft_version, max(received_at) AS until
        FROM (
            SELECT s.program_name, s.draft_version, s.received_at
            FROM rules_draft r
            CROSS JOIN LATERAL (
                SELECT d.program_name, d.draft_version, d.received_at FROM shadow_difference d
                WHERE d.program_name = r.program_name AND (d.draft_version, d.received_at) < (r.version, $1)
                ORDER BY d.draft_version, d.received_at LIMIT 1000
            ) s
            LIMIT 1000
        ) page
        GROUP BY program_name, draft_version
        """,
        onCluster: """
            SELECT program_name, draft_version, max(received_at) AS until
            FROM (
                SELECT d.program_name, d.draft_version, d.received_at
                FROM rules_draft r
                JOIN shadow_difference d
                    ON d.program_name = r.program_name AND (d.draft_version, d.received_at) < (r.version, $1)
                ORDER BY d.program_name, d.draft_version, d.received_at LIMIT 1000
            ) page
            GROUP BY program_name, draft_version
            """
    ) { (row: inout Row) throws(PostgresFailure) in
        Ended(
            program: try row.text("program_name"), version: try row.bigint("draft_version"),
            until: try row.timestamp("until"))
    }

    static let forget = Statement(
        "shadow_difference_forget",
        "DELETE FROM shadow_difference WHERE program_name = $1 AND draft_version = $2 AND received_at <= $3")

    static let all = [record.erased, ended.erased, forget.erased]

    static let ofOperators = [page.erased]

    /// A draft may stay in shadow for years.
    package static let lifetimeSeconds: TimeInterval = 90 * 24 * 60 * 60

    /// Differences of a version that is not the current one, or that are too old.
    package struct Ended: Sendable {
        let program: String
        let version: Int64
        let until: Date
    }

    /// Records the difference; nil if the draft would have answered alike, or if no card has the number.
    package static func record(
        _ message: NetworkMessageStatements.Kept, _ drafted: Ruling, of draft: ControlStatements.Shadow,
        about request: NetworkRequest, at now: Date
    ) -> Query<Void>? {
        let recorded = message.ruling
        guard let card = message.card, !drafted.isSame(as: recorded) else { return nil }
        return record(
            .id(card.holder), .text(message.reference.text), .id(card.id), .text(draft.program),
            .bigint(draft.version), .text(recorded.code.rawValue), .text(recorded.reason?.rawValue),
            .text(drafted.code.rawValue), .text(drafted.reason?.rawValue), .minorUnits(of: request.amount),
            .currency(request.amount.currency), .integer(request.merchant.category.number),
            .text(request.merchant.country.letters), .timestamp(now))
    }

    /// The differences of one version of a draft, in their order. A message may have come before the change of the
    /// draft, and been decided after it.
    package static func differences(
        of draft: RulesDraft, after last: (at: Date, reference: NetworkReference)?, limit: Int
    ) -> Query<ChangedAnswer> {
        page(
            .text(draft.program), .bigint(draft.version), .timestamp(last?.at ?? .distantPast),
            .text(last?.reference.text ?? ""), .bigint(Int64(limit)))
    }

    /// A page of the differences that have ended; none if there are none. A payment may still add to a version that
    /// has just ended, so whoever changes a draft cannot remove them for good.
    ///
    /// - Parameter time: of the oldest differences of a current version that stay.
    package static func allEnded(before time: Date) -> Query<Ended> { ended(.timestamp(time)) }

    package static func forget(_ ended: Ended) -> Query<Void> {
        forget(.text(ended.program), .bigint(ended.version), .timestamp(ended.until))
    }
}

extension Row {
    fileprivate mutating func shadowDifference() throws(PostgresFailure) -> ChangedAnswer {
        let reference = try value("reference", "a reference") { NetworkReference($0) }
        let (card, at) = (try id("card_id", CardID.self), try timestamp("received_at"))
        let minorUnits = try bigint("amount")
        let amount = Money(minorUnits: minorUnits, currency: try text("currency", as: Currency.self))
        guard let category = MerchantCategory(number: try integer("merchant_category", in: 0...9999)) else {
            throw unexpected("cannot read a merchant's category")
        }
        let country = try value("merchant_country", "a country") { CountryCode($0) }
        return ChangedAnswer(
            reference: reference, card: card, at: at, amount: amount, category: category, country: country,
            recorded: try ruling("response_code", "reason"), drafted: try ruling("draft_code", "draft_reason"))
    }

    private mutating func ruling(
        _ code: StaticString, _ reason: StaticString
    ) throws(PostgresFailure) -> Ruling {
        Ruling(
            code: try text(code, as: ResponseCode.self), reason: try optionalText(reason, as: Reason.self),
            approved: nil)
    }
}
