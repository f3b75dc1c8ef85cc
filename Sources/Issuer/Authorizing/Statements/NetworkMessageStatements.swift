import Cards
import Foundation
import Identifiers
import Ledger
import Postgres

/// The network's messages and their answers.
public enum NetworkMessageStatements {
    static let find = Statement(
        "network_message_find",
        """
        SELECT digest, authorization_id, response_code, approval_code, security_code_result, currency, approved,
               available, findings
        FROM network_message WHERE reference = $1
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.answeredMessage() }

    static let keep = Statement(
        "network_message_keep",
        """
        INSERT INTO network_message (
            reference, digest, kind, customer_id, card_id, authorization_id, response_code, approval_code,
            security_code_result, currency, approved, available, findings, received_at, facts)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
        """)

    /// Messages of earlier programs have no number.
    static let ofCard: Statement<KeptMessage> = Statement(
        "network_message_of_card",
        """
        SELECT reference, kind, authorization_id, response_code, currency, approved, findings, facts, received_at,
               coalesce(insertion, 0) AS insertion
        FROM network_message
        WHERE customer_id = $1 AND card_id = $2 AND received_at >= $3 AND received_at < $4
          AND (received_at, coalesce(insertion, 0), reference) > ($5, $6, $7)
        ORDER BY received_at, coalesce(insertion, 0), reference
        LIMIT $8
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.keptMessage() }

    static let keepEarlyReversal = Statement(
        "early_reversal_keep",
        """
        INSERT INTO early_reversal (customer_id, card_id, lifecycle, received_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT ON CONSTRAINT early_reversal_is_kept_once DO NOTHING
        """)

    static let all = [find.erased, keep.erased, keepEarlyReversal.erased]

    static let ofOperators = [ofCard.erased]

    /// A message that was answered before.
    package struct Answered: Sendable {
        package let digest: [UInt8]
        package let authorization: AuthorizationID?
        package let answer: NetworkAnswer
        package let lines: [TraceLine]
    }

    /// A message with its answer, to be kept.
    package struct Kept: Sendable {
        let reference: NetworkReference
        let kind: MessageKind?
        let digest: [UInt8]
        /// Nil if no card has the number.
        let card: (holder: AccountHolder, id: CardID)?
        let authorization: AuthorizationID?
        let answer: NetworkAnswer
        let lines: [TraceLine]
        /// Nil if no card has the number, or if the message could not be read.
        let facts: KeptFacts?

        package init(
            reference: NetworkReference, kind: MessageKind?, digest: [UInt8],
            card: (holder: AccountHolder, id: CardID)?, authorization: AuthorizationID?, answer: NetworkAnswer,
            lines: [TraceLine], facts: KeptFacts? = nil
        ) {
            (self.reference, self.kind, self.digest, self.card) = (reference, kind, digest, card)
            (self.authorization, self.answer, self.lines) = (authorization, answer, lines)
            self.facts = facts
        }

        /// The answer, and its reason.
        var ruling: Ruling {
            Ruling(
                code: answer.code, reason: lines.first { $0.outcome == .failed }?.reason, approved: answer.approved)
        }
    }

    /// The message of a reference, if it was answered.
    package static func find(_ reference: NetworkReference) -> Query<Answered> { find(.text(reference.text)) }

    /// Keeps a message and its answer. A reference that was answered before violates
    /// `network_message_is_answered_once`.
    package static func keep(_ message: Kept, at now: Date) -> Query<Void> {
        let answer = message.answer
        let amount = answer.available ?? answer.approved
        return keep(
            .text(message.reference.text), .bytes(message.digest), .text(message.kind?.rawValue ?? "UNKNOWN"),
            .bigint(message.card?.holder.rawValue), .id(message.card?.id), .id(message.authorization),
            .text(answer.code.rawValue), .text(answer.approvalCode), .text(answer.securityCode?.rawValue),
            .text(amount?.currency.code), .bigint(answer.approved?.minorUnits), .bigint(answer.available?.minorUnits),
            .textArray(TraceLine.texts(of: message.lines)), .timestamp(now),
            .text(message.facts?.text))
    }

    /// The messages of a card from one time to before another, in their order.
    ///
    /// - Parameter last: the last message of the page before; nil for the first page.
    package static func messages(
        of card: CardID, _ holder: AccountHolder, from start: Date, to end: Date, after last: KeptMessage?, limit: Int
    ) -> Query<KeptMessage> {
        ofCard(
            .id(holder), .id(card), .timestamp(start), .timestamp(end), .timestamp(last?.at ?? start),
            .bigint(last?.insertion ?? -1), .text(last?.reference.text ?? ""), .bigint(Int64(limit)))
    }

    /// Keeps the reversal of a message that has not come yet.
    package static func keepEarlyReversal(
        of lifecycle: NetworkReference, card: CardID, of holder: AccountHolder, at now: Date
    ) -> Query<Void> {
        keepEarlyReversal(.id(holder), .id(card), .text(lifecycle.text), .timestamp(now))
    }
}

extension Row {
    fileprivate mutating func answeredMessage() throws(PostgresFailure) -> NetworkMessageStatements.Answered {
        let digest = try bytes("digest")
        let authorization = try optionalID("authorization_id", AuthorizationID.self)
        let (code, approvalCode) = (try text("response_code", as: ResponseCode.self), try optionalText("approval_code"))
        let securityCode = try optionalText("security_code_result", as: NetworkAnswer.SecurityCodeResult.self)
        let currency = try optionalText("currency", as: Currency.self)
        let (approved, available) = (try optionalBigint("approved"), try optionalBigint("available"))
        func money(_ minorUnits: Int64?) -> Money? {
            minorUnits.flatMap { minorUnits in currency.map { Money(minorUnits: minorUnits, currency: $0) } }
        }
        return NetworkMessageStatements.Answered(
            digest: digest, authorization: authorization,
            answer: NetworkAnswer(
                code: code, approved: money(approved), approvalCode: approvalCode, securityCode: securityCode,
                available: money(available)),
            lines: TraceLine.lines(from: try textArray("findings")))
    }
}

extension Row {
    fileprivate mutating func keptMessage() throws(PostgresFailure) -> KeptMessage {
        let reference = try value("reference", "a reference") { NetworkReference($0) }
        let kind = try text("kind", as: MessageKind.self)
        let authorization = try optionalID("authorization_id", AuthorizationID.self)
        let code = try text("response_code", as: ResponseCode.self)
        let currency = try optionalText("currency", as: Currency.self)
        let approved = try optionalBigint("approved")
        let lines = TraceLine.lines(from: try textArray("findings"))
        let facts = try optionalText("facts").flatMap { KeptFacts(text: $0) }
        return KeptMessage(
            reference: reference, kind: kind, authorization: authorization,
            answer: Ruling(
                code: code, reason: lines.first { $0.outcome == .failed }?.reason,
                approved: approved.flatMap { minorUnits in
                    currency.map { Money(minorUnits: minorUnits, currency: $0) }
                }),
            lines: lines, facts: facts, at: try timestamp("received_at"), insertion: try bigint("insertion"))
    }
}

/// All statements of authorizing. Tests prepare each one against `schema.sql` and read its plan.
public enum AuthorizingStatements {
    public static let all =
        AuthorizationStatements.all + NetworkMessageStatements.all + ControlStatements.all + SpendingStatements.all
        + DisputeStatements.all + EvidenceStatements.all + ShadowStatements.all

    /// Those that only operators send.
    public static let ofOperators =
        NetworkMessageStatements.ofOperators + RulesDraftStatements.all + ShadowStatements.ofOperators
}
