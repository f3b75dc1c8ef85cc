import CLibPQ
import Foundation

/// The connection was lost or is out of step, and can no longer be used.
struct LinkLost: Error {}

/// A connection of libpq on which every wait is limited.
///
/// It uses libpq in non-blocking mode, on a thread that does nothing else. Unlike the blocking calls, this mode can
/// give up on a server that is there but does not answer. A `PGconn` belongs to one thread, and so does this object.
final class Connection {
    private let connection: OpaquePointer
    /// How long one part of an answer may take, and how long the server may accept nothing; `nil` for no limit.
    private let answerLimit: Duration?
    private(set) var isLost = false

    /// Blocks the calling thread for DNS, handshake and password, at most the connect timeout for each host.
    ///
    /// - Parameter onStandby: whether the server must be a standby. Otherwise it must accept writes.
    init(
        _ configuration: DatabaseConfiguration, onStandby: Bool, answerLimit: Duration?
    ) throws(ConnectFailure) {
        self.answerLimit = answerLimit
        let settings = Self.settings(configuration, onStandby: onStandby)
        let keywords = settings.map { strdup($0.0) } + [nil]
        let values = settings.map { strdup($0.1) } + [nil]
        defer { for copy in keywords + values { free(copy) } }
        let opened = keywords.map { UnsafePointer($0) }.withUnsafeBufferPointer { keywords in
            values.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
                PQconnectdbParams(keywords.baseAddress, values.baseAddress, 1)
            }
        }
        guard let opened else { throw ConnectFailure(reason: "out of memory") }
        connection = opened
        guard PQstatus(opened) == CONNECTION_OK, PQsetnonblocking(opened, 1) == 0 else {
            let reason = String(cString: PQerrorMessage(opened)).trimmingCharacters(in: .whitespacesAndNewlines)
            throw ConnectFailure(reason: reason)
        }
        // A notice may quote a row. Notices are not used here, and libpq would print them.
        PQsetNoticeReceiver(opened, { _, _ in }, nil)
    }

    deinit {
        PQfinish(connection)
    }

    /// The connection string can override what comes before it, but not what comes after it.
    private static func settings(_ configuration: DatabaseConfiguration, onStandby: Bool) -> [(String, String)] {
        let connectSeconds = max(1, (configuration.connectTimeout.milliseconds + 999) / 1000)
        return [
            ("application_name", configuration.applicationName),
            ("connect_timeout", String(connectSeconds)),
            ("tcp_user_timeout", "10000"),
            ("keepalives", "1"),
            ("keepalives_idle", "30"),
            ("keepalives_interval", "10"),
            ("keepalives_count", "3"),
            ("gssencmode", "disable"),
            // Except for lists, even a session that only reads must not be on a standby: it would stay there after a
            // failover. An old primary that comes back is fenced if its sessions are read-only by default.
            ("target_session_attrs", "read-write"),
            ("dbname", configuration.url),
            ("client_encoding", "UTF8"),
        ] + (onStandby ? [("target_session_attrs", "standby")] : [])
            + (configuration.database.map { [("dbname", $0)] } ?? [])
    }

    /// The server's value of a parameter that it reports by itself; nil if it does not report this one.
    func parameter(_ name: String) -> String? { PQparameterStatus(connection, name).map { String(cString: $0) } }

    /// The number of the server's process, according to the server or the pooler that accepted the connection.
    var backend: Int32 { PQbackendPID(connection) }

    /// Whether the server still seems to be there, judged without a round trip.
    ///
    /// The server sends nothing to an idle session. So any message that has arrived either announces the end of the
    /// session or is unimportant.
    var isAlive: Bool {
        for _ in 0..<8 where !isLost {
            guard isReady(POLLIN, by: ContinuousClock.now) else { return true }
            if PQconsumeInput(connection) == 0 || PQstatus(connection) != CONNECTION_OK { isLost = true }
            _ = PQisBusy(connection)
        }
        return !isLost
    }

    /// Whether no transaction is open or in progress, so that the session may serve another request.
    var isIdle: Bool { !isLost && PQtransactionStatus(connection) == PQTRANS_IDLE }

    var isInTransaction: Bool { !isLost && PQtransactionStatus(connection) == PQTRANS_INTRANS }

    func enterPipeline() throws(LinkLost) {
        try check(PQenterPipelineMode(connection))
    }

    func leavePipeline() throws(LinkLost) {
        try check(PQexitPipelineMode(connection))
    }

    // MARK: sending

    func sendPrepare(_ name: String, _ sql: String, types: [UInt32]) throws(LinkLost) {
        try check(PQsendPrepare(connection, name, sql, Int32(types.count), types))
    }

    /// Sends the parameters in binary and requests a binary answer. In arrays, they took 3,900 instructions more, which
    /// was 7 % of a change of status with its seven statements.
    func sendExecute(_ name: String, _ values: [SQLValue]) throws(LinkLost) {
        let count = values.reduce(1) { $0 + ($1.wire?.count ?? 0) }
        let sent = withUnsafeTemporaryAllocation(of: CChar.self, capacity: count) { wire in
            withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: values.count) { pointers in
                withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * values.count) { numbers in
                    Self.lay(values, into: wire, pointers, numbers)
                    let lengths = numbers.baseAddress
                    return PQsendQueryPrepared(
                        connection, name, Int32(values.count), pointers.baseAddress, lengths,
                        lengths?.advanced(by: values.count), 1)
                }
            }
        }
        try check(sent)
    }

    /// Lays values one after another, as libpq wants them: a pointer and a length for each, and its format, binary. An
    /// empty value has an address, unlike NULL.
    private static func lay(
        _ values: [SQLValue], into wire: UnsafeMutableBufferPointer<CChar>,
        _ pointers: UnsafeMutableBufferPointer<UnsafePointer<CChar>?>, _ numbers: UnsafeMutableBufferPointer<Int32>
    ) {
        var end = 0
        for (index, value) in values.enumerated() {
            let bytes = value.wire
            pointers.initializeElement(
                at: index, to: bytes == nil ? nil : wire.baseAddress.map { UnsafePointer($0 + end) })
            numbers.initializeElement(at: index, to: Int32(bytes?.count ?? 0))
            numbers.initializeElement(at: values.count + index, to: 1)
            for byte in bytes ?? [] {
                wire.initializeElement(at: end, to: CChar(bitPattern: byte))
                end += 1
            }
        }
    }

    /// Sends several statements in the simple protocol, outside a pipeline.
    func sendScript(_ sql: String) throws(LinkLost) {
        try check(PQsendQuery(connection, sql))
    }

    func sendCopyData(_ piece: [UInt8]) throws(LinkLost) {
        let sent = piece.withUnsafeBytes { bytes in
            PQputCopyData(connection, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count))
        }
        try check(sent == 1 ? 1 : 0)
        try flush()
    }

    /// - Parameter reason: makes Postgres undo the COPY, which then fails (SQLSTATE 57014).
    func sendCopyEnd(failing reason: String? = nil) throws(LinkLost) {
        try check(PQputCopyEnd(connection, reason) == 1 ? 1 : 0)
    }

    func sendSync() throws(LinkLost) {
        try check(PQpipelineSync(connection))
    }

    /// Sends the rest. It reads at the same time; otherwise both ends could wait for the other to make room.
    func flush() throws(LinkLost) {
        while !isLost {
            switch PQflush(connection) {
            case 0: return
            case 1:
                guard isReady(POLLIN | POLLOUT, by: deadline()) else { throw lose() }
                try check(PQconsumeInput(connection))
            default: throw lose()
            }
        }
        throw LinkLost()
    }

    // MARK: receiving

    /// The next part of an answer; `nil` at its end.
    func next() throws(LinkLost) -> ResultSet? {
        if isLost { throw LinkLost() }
        let deadline = deadline()
        while PQisBusy(connection) != 0 {
            let isLast = deadline.map { $0 <= .now } ?? false
            guard isReady(POLLIN, by: deadline) else { throw lose() }
            try check(PQconsumeInput(connection))
            if isLast, PQisBusy(connection) != 0 { throw lose() }
        }
        return PQgetResult(connection).map(ResultSet.init)
    }

    /// The next row of a COPY to this client, without its line break; `nil` at the end, where the answer follows.
    func nextCopyRow() throws(LinkLost) -> [UInt8]? {
        while !isLost {
            var row: UnsafeMutablePointer<CChar>?
            let count = PQgetCopyData(connection, &row, 1)
            defer { if let row { PQfreemem(row) } }
            switch count {
            case 1...: return Array(UnsafeRawBufferPointer(start: row, count: Int(count - 1)))
            case -1: return nil
            case 0:
                guard isReady(POLLIN, by: deadline()) else { throw lose() }
                try check(PQconsumeInput(connection))
            default: throw lose()
            }
        }
        throw LinkLost()
    }

    // MARK: giving up

    func lose() -> LinkLost {
        isLost = true
        return LinkLost()
    }

    private func check(_ success: Int32) throws(LinkLost) {
        if isLost || success == 0 { throw lose() }
    }

    private func deadline() -> ContinuousClock.Instant? { answerLimit.map { ContinuousClock.now + $0 } }

    /// Waits until the deadline; `nil` for no limit. After the deadline it does not wait, and says what is ready now.
    private func isReady(_ events: Int32, by deadline: ContinuousClock.Instant?) -> Bool {
        var descriptor = pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0)
        while true {
            let left = deadline.map { Int32(clamping: max(.zero, $0 - .now).milliseconds) } ?? -1
            let ready = poll(&descriptor, 1, left)
            if ready < 0 && errno == EINTR { continue }
            return ready > 0
        }
    }
}

/// Why there is no connection, in libpq's words. They name hosts, users and databases but no password. They are meant
/// for the log of this process only.
struct ConnectFailure: Error {
    let reason: String

    static let standby = ConnectFailure(reason: "the server is a standby, which accepts no writes")
}
