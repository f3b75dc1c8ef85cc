import CLibPQ
import Foundation

/// The connection was lost or is out of step; nothing more can be sent over it.
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
    init(_ configuration: DatabaseConfiguration, answerLimit: Duration?) throws(ConnectFailure) {
        self.answerLimit = answerLimit
        let settings = Self.settings(configuration)
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
        // A notice may quote a row. Nobody reads notices here, and libpq would print them.
        PQsetNoticeReceiver(opened, { _, _ in }, nil)
    }

    deinit {
        PQfinish(connection)
    }

    /// The connection string can override what comes before it, but not what comes after it.
    private static func settings(_ configuration: DatabaseConfiguration) -> [(String, String)] {
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
            ("dbname", configuration.url),
            ("client_encoding", "UTF8"),
        ] + (configuration.database.map { [("dbname", $0)] } ?? [])
    }

    /// Whether the server is still there, as far as the client can know without a round trip.
    ///
    /// The server sends nothing to an idle session. So anything that has arrived says that the session ended, or does
    /// not matter.
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

    /// Sends the parameters in binary and requests a binary answer.
    func sendExecute(_ name: String, _ values: [SQLValue]) throws(LinkLost) {
        var wire: [UInt8] = [0]  // never empty: even an empty value has an address, unlike NULL
        var offsets: [Int?] = []
        for value in values {
            offsets.append(value.wire == nil ? nil : wire.count)
            wire += value.wire ?? []
        }
        let lengths = values.map { Int32($0.wire?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: values.count)
        let sent = wire.withUnsafeBytes { wire in
            let start = wire.bindMemory(to: CChar.self).baseAddress
            let pointers = offsets.map { offset in offset.flatMap { start?.advanced(by: $0) } }
            return PQsendQueryPrepared(connection, name, Int32(values.count), pointers, lengths, formats, 1)
        }
        try check(sent)
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
}
