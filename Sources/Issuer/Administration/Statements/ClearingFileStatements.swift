import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import Ledger
import Postgres

/// The statements that take a clearing file, a batch of lines at a time.
enum ClearingFileStatements {
    /// No row if the same bytes were loaded before.
    private static let insert = Statement(
        "clearing_file_begin",
        """
        INSERT INTO clearing_file (file_id, digest, reference, lines, received_at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT ON CONSTRAINT clearing_file_is_loaded_once DO NOTHING
        RETURNING file_id, reference, lines, taken, received_at
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.clearingFile() }

    private static let select = Statement(
        "clearing_file_find",
        "SELECT file_id, reference, lines, taken, received_at FROM clearing_file WHERE digest = $1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.clearingFile() }

    private static let advance = Statement(
        "clearing_file_advance",
        "UPDATE clearing_file SET taken = $3 WHERE file_id = $1 AND taken = $2 RETURNING taken"
    ) { (row: inout Row) throws(PostgresFailure) in try row.integer("taken") as Int }

    private static let authorizations = Statement(
        "clearing_file_authorizations",
        """
        SELECT \(AuthorizationStatements.columns), c.scheme, c.sealed_pan, c.pan_key_version
        FROM "authorization" z JOIN card c ON c.customer_id = z.customer_id AND c.card_id = z.card_id
        WHERE z.authorization_id = ANY ($1::uuid[])
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let authorization = try row.authorization()
        let scheme = try row.text("scheme", as: Scheme.self)
        let bytes = try row.bytes("sealed_pan")
        return ClearedAuthorization(
            authorization: authorization, scheme: scheme,
            pan: SealedPAN(bytes: bytes, keyVersion: try row.integer("pan_key_version")))
    }

    private static let messages = Statement(
        "clearing_file_messages",
        """
        SELECT reference, authorization_id, facts,
               kind IN ('CLEARING', 'FORCE_POST', 'FINANCIAL') AND response_code = '00' AS is_clearing
        FROM network_message WHERE reference = ANY ($1::text[])
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let reference = try row.text("reference")
        let authorization = try row.optionalID("authorization_id", AuthorizationID.self)
        let facts = try row.optionalText("facts").flatMap { KeptFacts(text: $0) }
        return EarlierMessage(
            reference: reference, authorization: authorization, amount: facts?.amount,
            isClearing: try row.boolean("is_clearing"))
    }

    private static let lines = Statement(
        "clearing_file_lines", "SELECT reference FROM clearing_line WHERE reference = ANY ($1::text[])"
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("reference") }

    private static let booked = Statement(
        "clearing_file_booked",
        """
        SELECT f.reference AS file_reference, l.line_number, l.reference, l.amount, l.currency
        FROM clearing_line l JOIN clearing_file f ON f.file_id = l.file_id WHERE l.reference = $1
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let file = try row.networkReference("file_reference")
        let number = try row.integer("line_number") as Int
        let reference = try row.networkReference("reference")
        let amount = try row.bigint("amount")
        return ClearingBreak.Line(
            fileReference: file, number: number, reference: reference,
            amount: Money(minorUnits: amount, currency: try row.text("currency", as: Currency.self)))
    }

    /// Writes the booked lines with their interchange, and adds them to the positions of the file's day. The rate of
    /// the merchant's category comes before that of all categories; a program without a rate earns none.
    private static let take = Statement(
        "clearing_file_take",
        """
        WITH taken AS (
            INSERT INTO clearing_line (
                reference, file_id, line_number, customer_id, authorization_id, scheme, currency, amount, interchange)
            SELECT l.reference, $1, l.line_number, l.customer_id, l.authorization_id, l.scheme, l.currency, l.amount,
                   least(l.amount, coalesce((l.amount * r.basis_points + 5000) / 10000 + r.fixed, 0))
            FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::uuid[], $6::uuid[], $7::text[], $8::text[],
                        $9::bigint[], $10::bigint[]) AS l (
                reference, line_number, customer_id, authorization_id, card_id, scheme, currency, amount, category)
            LEFT JOIN card c ON c.customer_id = l.customer_id AND c.card_id = l.card_id
            LEFT JOIN LATERAL (
                SELECT basis_points, fixed FROM interchange_rate
                WHERE program_name = c.program_name AND currency = l.currency AND category IN (l.category, 0)
                ORDER BY category DESC LIMIT 1
            ) r ON true
            RETURNING scheme, currency, amount, interchange
        ), sums AS (
            SELECT scheme, currency, count(*) AS lines, sum(amount) AS amount, sum(interchange) AS interchange
            FROM taken GROUP BY scheme, currency
        ), positions AS (
            INSERT INTO clearing_position AS p (day, scheme, currency, lines, amount, interchange, losses)
            SELECT (f.received_at AT TIME ZONE 'UTC')::date, s.scheme, s.currency, s.lines, s.amount, s.interchange, 0
            FROM sums s, clearing_file f WHERE f.file_id = $1
            ON CONFLICT ON CONSTRAINT position_is_kept_once DO UPDATE SET
                lines = p.lines + excluded.lines, amount = p.amount + excluded.amount,
                interchange = p.interchange + excluded.interchange
        )
        SELECT scheme, currency, interchange::bigint AS interchange FROM sums WHERE interchange > 0
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let scheme = try row.text("scheme", as: Scheme.self)
        let currency = try row.text("currency", as: Currency.self)
        return (scheme: scheme, amount: try row.money("interchange", in: currency))
    }

    /// The breaks of the lines of a batch.
    private static let openBreaks = Statement(
        "clearing_break_open_for_lines",
        """
        INSERT INTO clearing_break (
            break_id, kind, authorization_id, file_id, line_number, reference, is_booked, amount, currency, authorized,
            authorized_currency, explanation, opened_at)
        SELECT webhook_id(concat_ws(' ', 'clearing-break', $1::uuid, b.line_number)), b.kind, b.authorization_id, $1,
               b.line_number, b.reference, b.booked = 1, b.amount, b.currency, b.authorized, b.authorized_currency,
               b.explanation, $2
        FROM unnest($3::bigint[], $4::text[], $5::uuid[], $6::text[], $7::bigint[], $8::bigint[], $9::text[],
                    $10::bigint[], $11::text[], $12::text[]) AS b (
            line_number, kind, authorization_id, reference, booked, amount, currency, authorized, authorized_currency,
            explanation)
        """)

    static let all = [
        insert.erased, select.erased, advance.erased, authorizations.erased, messages.erased, lines.erased,
        booked.erased, take.erased, openBreaks.erased,
    ]

    /// A file that is loaded.
    struct File: Sendable {
        let id: ClearingFileID
        let reference: NetworkReference
        let lines: Int
        /// How many of them are taken.
        let taken: Int
        let receivedAt: Date
    }

    /// An authorization that a line names, with the number of its card.
    struct ClearedAuthorization: Sendable {
        let authorization: Authorization
        let scheme: Scheme
        let pan: SealedPAN
    }

    /// A message of the network with a line's reference.
    struct EarlierMessage: Sendable {
        let reference: String
        let authorization: AuthorizationID?
        /// In the merchant's currency; nil in messages of programs that did not keep it.
        let amount: Money?
        /// Whether it has collected money: a payment at once does, too.
        let isClearing: Bool
    }

    /// Begins a file. No row if the same bytes were loaded before.
    static func begin(
        _ id: ClearingFileID, digest: [UInt8], as reference: NetworkReference, lines: Int, at now: Date
    ) -> Query<File> {
        insert(.id(id), .bytes(digest), .text(reference.text), .integer(lines), .timestamp(now))
    }

    static func find(digest: [UInt8]) -> Query<File> { select(.bytes(digest)) }

    /// Moves the position. No row if somebody else has moved it.
    static func advance(_ file: File, from taken: Int, to next: Int) -> Query<Int> {
        advance(.id(file.id), .integer(taken), .integer(next))
    }

    static func authorizations(_ ids: [AuthorizationID]) -> Query<ClearedAuthorization> { authorizations(.ids(ids)) }

    static func messages(_ references: [NetworkReference]) -> Query<EarlierMessage> {
        messages(.textArray(references.map(\.text)))
    }

    /// Those of these references that a line of a file has had before.
    static func lines(_ references: [NetworkReference]) -> Query<String> {
        lines(.textArray(references.map(\.text)))
    }

    /// The line with this reference that was booked. No row if there is none.
    static func booked(_ reference: NetworkReference) -> Query<ClearingBreak.Line> { booked(.text(reference.text)) }

    /// Writes booked lines and their positions; nil if there are none.
    ///
    /// - Returns: the interchange of each scheme and currency that has any.
    static func take(_ findings: [ClearingFinding], of file: File) -> Query<(scheme: Scheme, amount: Money)>? {
        let rows = findings.compactMap { finding -> [SQLValue]? in
            guard finding.isBooked, let found = finding.found else { return nil }
            let (line, authorization) = (finding.line, found.authorization)
            return [
                .text(line.reference.text), .bigint(Int64(line.number)), .id(authorization.holder),
                .id(authorization.id), .id(authorization.card), .text(found.scheme.rawValue),
                .currency(line.amount.currency), .minorUnits(of: line.amount),
                .bigint(Int64(authorization.payment.merchant.category.number)),
            ]
        }
        guard !rows.isEmpty else { return nil }
        return Query(statement: take, values: [.id(file.id)] + SQLValue.columns(of: rows))
    }

    /// Opens the breaks of the lines; nil if there are none.
    static func open(_ findings: [ClearingFinding], of file: File, at now: Date) -> Query<Void>? {
        let rows = findings.compactMap { finding -> [SQLValue]? in
            guard let kind = finding.kind else { return nil }
            let (line, authorized) = (finding.line, finding.found?.authorization.amount)
            return [
                .bigint(Int64(line.number)), .text(kind.rawValue), .id(line.authorization),
                .text(line.reference.text), .bigint(finding.isBooked ? 1 : 0), .minorUnits(of: line.amount),
                .currency(line.amount.currency), .bigint(authorized?.minorUnits), .text(authorized?.currency.code),
                .text(finding.explanation),
            ]
        }
        guard !rows.isEmpty else { return nil }
        return Query(statement: openBreaks, values: [.id(file.id), .timestamp(now)] + SQLValue.columns(of: rows))
    }

    /// Ends the breaks of payments whose clearing was missing until one of these lines was booked; nil if none was. A
    /// line that was not booked collects nothing, so its payment still waits.
    static func endMissing(_ findings: [ClearingFinding], at now: Date) -> Query<Void>? {
        let ids = Set(findings.filter(\.isBooked).map(\.line.authorization))
        return ids.isEmpty ? nil : MissingClearingStatements.end(of: Array(ids), at: now)
    }
}

extension Row {
    fileprivate mutating func clearingFile() throws(PostgresFailure) -> ClearingFileStatements.File {
        let id = try id("file_id", ClearingFileID.self)
        let reference = try networkReference("reference")
        let (lines, taken) = (try integer("lines") as Int, try integer("taken") as Int)
        return ClearingFileStatements.File(
            id: id, reference: reference, lines: lines, taken: taken, receivedAt: try timestamp("received_at"))
    }

    mutating func networkReference(_ column: StaticString) throws(PostgresFailure) -> NetworkReference {
        let text = try text(column)
        guard let reference = NetworkReference(text) else { throw unexpected("finds no reference in \(column)") }
        return reference
    }
}
