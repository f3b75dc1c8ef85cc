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

    static let forget = Statement(
        "shadow_difference_forget",
        "DELETE FROM shadow_difference WHERE program_name = $1 AND draft_version = $2 AND received_at <= $3")

    static let all = [record.erased]

    static let ofOperators = [page.erased, forget.erased]

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

    /// The differences of one version of a draft, in their order.
    package static func differences(
        of draft: RulesDraft, after last: ChangedAnswer?, limit: Int
    ) -> Query<ChangedAnswer> {
        page(
            .text(draft.program), .bigint(draft.version), .timestamp(last?.at ?? draft.changedAt),
            .text(last?.reference.text ?? ""), .bigint(Int64(limit)))
    }

    /// Forgets the differences of one version of a draft up to that one.
    package static func forget(_ draft: RulesDraft, upTo last: ChangedAnswer) -> Query<Void> {
        forget(.text(draft.program), .bigint(draft.version), .timestamp(last.at))
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
