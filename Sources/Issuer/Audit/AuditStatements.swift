import Foundation
import Postgres

package enum AuditStatements {
    static let record = Statement(
        "audit_record",
        """
        INSERT INTO audit_event (
            happened_at, act, outcome, subject, detail,
            operator, client, brand, customer, token_id, request_id, address, operation)
        SELECT * FROM unnest(
            $1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
            $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
        """)

    /// The last place in the chain.
    static let last = Statement(
        "audit_last",
        """
        SELECT day::text AS day, position, hash FROM audit_event WHERE day IS NOT NULL
        ORDER BY day DESC, position DESC LIMIT 1
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.place() }

    static let waiting = Statement(
        "audit_waiting",
        "SELECT \(columns) FROM audit_event WHERE day IS NULL ORDER BY number LIMIT $1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.numberedEvent() }

    /// Gives events their places, unless another server has done it.
    static let place = Statement(
        "audit_place",
        """
        UPDATE audit_event e SET day = placed.day, position = placed.position, hash = placed.hash
        FROM unnest($1::bigint[], $2::text[]::date[], $3::bigint[], $4::bytea[])
            AS placed (number, day, position, hash)
        WHERE e.number = placed.number AND e.day IS NULL
        RETURNING e.number
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.bigint("number") }

    static let countWaiting = Statement(
        "audit_count_waiting", "SELECT count(*) AS waiting FROM audit_event WHERE day IS NULL"
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("waiting")) }

    /// The events behind a place, up to the end of a day.
    static let behind = Statement(
        "audit_behind",
        """
        SELECT \(columns), day::text AS day, position, hash FROM audit_event
        WHERE (day, position) > ($1::date, $2) AND day <= $3::date
        ORDER BY day, position LIMIT $4
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        PlacedEvent(numbered: try row.numberedEvent(), place: try row.place())
    }

    /// Removes some of the oldest events from before a day. The last of them stays, so that the next one can still be
    /// checked.
    static let forget = Statement(
        "audit_forget",
        """
        WITH kept AS (
            SELECT number FROM audit_event WHERE day < $1::date ORDER BY day DESC, position DESC LIMIT 1
        )
        DELETE FROM audit_event WHERE number IN (
            SELECT e.number FROM audit_event e, kept
            WHERE e.day < $1::date AND e.number <> kept.number ORDER BY e.day, e.position LIMIT $2)
        RETURNING number
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.bigint("number") }

    private static let columns = """
        number, happened_at, act, outcome, subject, detail,
        operator, client, brand, customer, token_id, request_id, address, operation
        """

    package static let serving = [record.erased, last.erased, waiting.erased, place.erased]
    /// An operator sends them as the owner of the tables.
    package static let ofOperators = [countWaiting.erased, behind.erased, forget.erased]
}

extension AuditEvent {
    /// The longest text that is stored, in characters. Longer ones come from callers and are cut.
    private static let longestText = 200

    /// The values of ``AuditStatements/record``.
    var values: [SQLValue] {
        [
            .timestamp(time), .text(act), .text(outcome.rawValue), Self.cut(subject), Self.cut(detail),
            Self.cut(caller.operatorName), Self.cut(caller.client), Self.cut(caller.brand),
            Self.cut(caller.customer), Self.cut(caller.tokenID), Self.cut(caller.requestID),
            Self.cut(caller.address), Self.cut(caller.operation),
        ]
    }

    private static func cut(_ text: String?) -> SQLValue {
        guard let text else { return .text(nil) }
        var cut = String.UnicodeScalarView()
        cut.append(contentsOf: text.unicodeScalars.lazy.filter { $0 != "\0" }.prefix(longestText))
        return .text(String(cut))
    }
}

extension Row {
    fileprivate mutating func numberedEvent() throws(PostgresFailure) -> NumberedEvent {
        let number = try bigint("number")
        let time = try timestamp("happened_at")
        let act = try text("act")
        let outcome = try text("outcome", as: AuditEvent.Outcome.self)
        let (subject, detail) = (try optionalText("subject"), try optionalText("detail"))
        let caller = AuditCaller(
            operatorName: try optionalText("operator"), client: try optionalText("client"),
            brand: try optionalText("brand"), customer: try optionalText("customer"),
            tokenID: try optionalText("token_id"), requestID: try optionalText("request_id"),
            address: try optionalText("address"), operation: try optionalText("operation"))
        return NumberedEvent(
            number: number,
            event: AuditEvent(act, outcome, about: subject, detail: detail, by: caller, at: time))
    }

    fileprivate mutating func place() throws(PostgresFailure) -> AuditPlace {
        AuditPlace(
            day: AuditDay(stored: try text("day")), position: try bigint("position"),
            hash: AuditHash(try bytes("hash")))
    }
}
