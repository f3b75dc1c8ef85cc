import CLibPQ

/// The outcome of one statement of a round trip.
enum Answer {
    case rows(ResultSet)
    case rejected(PostgresFailure)
    /// It was not run, because a statement before it in the same Sync was rejected.
    case skipped
    /// The session broke off. Whether it was run is unknown.
    case lost
}

/// Where a round trip has its Syncs.
enum SyncPolicy {
    /// One at the end: an error skips the statements after it and, outside a transaction, undoes those before it.
    case once
    /// One after each statement: each is its own transaction and is answered only once it is durable.
    case each
}

/// A session with Postgres and the statements prepared in it.
///
/// A statement is prepared in the same round trip as its first execution, with the types of its values. The list of
/// prepared statements ends with the session, because Postgres forgets them then.
final class Session {
    /// A statement that Postgres has prepared. The same name with another text or other types is another preparation.
    private struct Prepared {
        let name: String
        let sql: String
        let types: [UInt32]

        init(_ query: AnyQuery, _ sql: String, name: String) {
            (self.name, self.sql) = (name, sql)
            types = query.values.map(\.type.rawValue)
        }

        func fits(_ query: AnyQuery, _ sql: String) -> Bool {
            sql == self.sql && types.elementsEqual(query.values.lazy.map(\.type.rawValue))
        }
    }

    private struct Execution {
        let preparation: String
        /// The preparation was sent first and is answered first.
        let isFirst: Bool
    }

    /// The most statements that a program can have. A session that reaches this number starts again, to limit memory.
    private static let preparationLimit = 2000

    let connection: Connection
    let meter: StatementMeter
    private var prepared: [String: [Prepared]] = [:]
    /// The number of statements that this session has prepared.
    private(set) var preparations = 0
    private var isRetired = false
    /// Whether the database was on a cluster when the session began.
    private(set) var isOnCluster = false
    /// Whether the machine draws numbers from the first coordinator.
    private var drawsElsewhere = false
    /// The texts of statements for such a machine, by those for any other.
    private var drawing: [String: String] = [:]
    /// Whether the session was set up, so that it counts as open.
    private var isOpen = false

    init(_ configuration: DatabaseConfiguration, role: SessionRole, meter: StatementMeter) throws(ConnectFailure) {
        self.meter = meter
        connection = try Connection(
            configuration, onStandby: role == .standby, answerLimit: role.answerLimit(configuration))
        do {
            if role != .standby { try Self.requireWrites(connection) }
            try connection.sendScript(role.setUp(configuration))
            var (isOnCluster, drawsElsewhere) = (false, false)
            let rejection = try readScript { answer in
                guard answer.isNamed(SessionRole.isOnCluster, 0) else { return }
                isOnCluster = answer.value(0, 0).flatMap { BinaryFormat.text($0) } == "t"
                drawsElsewhere = answer.value(0, 1).flatMap { BinaryFormat.text($0) } == "t"
            }
            (self.isOnCluster, self.drawsElsewhere) = (isOnCluster, isOnCluster && drawsElsewhere)
            if let rejection {
                // 25001: the first statement was rejected.
                if rejection.field(.sqlState) == "25001" { throw ConnectFailure.standby }
                throw LinkLost()
            }
            try connection.enterPipeline()
            meter.sessionOpened()
            isOpen = true
        } catch let failure as ConnectFailure {
            throw failure
        } catch {
            throw ConnectFailure(reason: "the session's settings were not accepted")
        }
    }

    deinit { if isOpen { meter.sessionClosed() } }

    /// The connection string may ask libpq for less, such as `target_session_attrs=any`. The session's own settings,
    /// which come later, would hide that the server's are read-only.
    private static func requireWrites(_ connection: Connection) throws(ConnectFailure) {
        guard connection.parameter("in_hot_standby") != "on" else { throw ConnectFailure.standby }
        guard connection.parameter("default_transaction_read_only") != "on" else {
            throw ConnectFailure(reason: "default_transaction_read_only is on, so the server accepts no writes")
        }
    }

    /// Whether the session can serve a request: the connection works, and no transaction of an earlier request is left.
    var isUsable: Bool { !isSpent && preparations < Self.preparationLimit && connection.isAlive }

    /// Whether the session cannot be used again after the last request: the connection broke off, the session is to
    /// blame for a rejection, or its transaction could not be undone.
    var isSpent: Bool { isRetired || !connection.isIdle }

    /// Whether the last round trip left no transaction behind, open or failed.
    var isIdle: Bool { connection.isIdle }

    /// Sends all queries, then returns the answers in the same order, each as soon as it is final.
    func roundTrip(_ queries: [AnyQuery], sync: SyncPolicy, _ receive: (Int, Answer) -> Void) {
        let sent = StatementMeter.now
        var executions: [Execution] = []
        do {
            for query in queries {
                executions.append(try send(query))
                if sync == .each { try connection.sendSync() }
            }
            if sync == .once { try connection.sendSync() }
            try connection.flush()
        } catch {
            // The connection is lost, as each answer below will report.
        }
        meter.countRoundTrip()
        var unprepared: [String: PostgresFailure] = [:]
        for (index, query) in queries.enumerated() {
            var answer = executions.indices.contains(index)
                ? readAnswer(query.statement, executions[index], &unprepared) : .lost
            if sync == .each { answer = awaitSync(after: answer, of: query.statement) }
            if case .rejected(let failure) = answer { end(after: failure) }
            meter.count(query.statement.name, answer, sentAt: sent)
            receive(index, answer)
        }
        if sync == .once { _ = awaitSync(after: .skipped, of: nil) }
    }

    /// Runs a script in the simple protocol: all its statements in one transaction unless it says otherwise.
    func run(script: String, named name: String) throws(PostgresFailure) {
        // It travels as a C string, which ends at the first U+0000.
        guard !script.utf8.contains(0) else { throw PostgresFailure(.invalidValue, statement: name) }
        do {
            try connection.leavePipeline()
            try connection.sendScript(script)
            let rejection = try readScript()
            try connection.enterPipeline()
            guard let rejection else { return }
            throw self.rejection(rejection, name, script: script)
        } catch let failure as PostgresFailure {
            throw failure
        } catch {
            throw PostgresFailure(.connectionLost, statement: name)
        }
    }

    /// Runs scripts one by one while it holds an advisory lock. Postgres also releases the lock if the session breaks
    /// off.
    func run(
        scripts: [PlacedScript], holding lock: Int64, _ configuration: DatabaseConfiguration
    ) throws(PostgresFailure) {
        try run(
            script: "SET lock_timeout = '20s'; SELECT pg_advisory_lock(\(lock)); RESET lock_timeout",
            named: "advisory_lock")
        let outcome = Result { () throws(PostgresFailure) in
            for script in scripts {
                if let database = script.database {
                    try run(script: script.text, in: database, configuration)
                } else {
                    try run(script: script.text, named: "script")
                }
            }
        }
        do {
            try run(script: "SELECT pg_advisory_unlock(\(lock))", named: "advisory_unlock")
        } catch {
            isRetired = true
        }
        try outcome.get()
    }

    /// Runs a script on a session of its own in another database of the same server.
    private func run(
        script: String, in database: String, _ configuration: DatabaseConfiguration
    ) throws(PostgresFailure) {
        var configuration = configuration
        configuration.database = database
        let session: Session
        do {
            session = try Session(configuration, role: .script, meter: meter)
        } catch {
            throw PostgresFailure(
                .unavailable, statement: "script", explanation: "no session could be opened in another database")
        }
        try session.run(script: script, named: "script")
    }

    /// Ends the session's use, because its server is no longer the right one.
    func retire() { isRetired = true }

    /// Whether a transaction is open and has not failed.
    var isInTransaction: Bool { connection.isInTransaction }

    // MARK: one statement

    /// A statement as the machine gets it.
    private func suited(_ statement: AnyStatement) -> AnyStatement {
        guard isOnCluster else { return statement }
        let statement = statement.onCluster
        guard drawsElsewhere else { return statement }
        let text = drawing[statement.sql] ?? statement.drawingElsewhere
        drawing[statement.sql] = text
        return AnyStatement(name: statement.name, sql: text)
    }

    private func send(_ query: AnyQuery) throws(LinkLost) -> Execution {
        let statement = suited(query.statement)
        let variants = prepared[statement.name] ?? []
        if let known = variants.first(where: { $0.fits(query, statement.sql) }) {
            try connection.sendExecute(known.name, query.values)
            return Execution(preparation: known.name, isFirst: false)
        }
        let fresh = Prepared(
            query, statement.sql, name: variants.isEmpty ? statement.name : "\(statement.name)#\(preparations)")
        preparations += 1
        try connection.sendPrepare(fresh.name, fresh.sql, types: fresh.types)
        try connection.sendExecute(fresh.name, query.values)
        prepared[statement.name] = variants + [fresh]
        return Execution(preparation: fresh.name, isFirst: true)
    }

    /// - Parameter unprepared: the preparations that were rejected in this round trip. Everything that was sent after
    ///   one of them, and relied on it, is rejected as well.
    private func readAnswer(
        _ statement: AnyStatement, _ execution: Execution, _ unprepared: inout [String: PostgresFailure]
    ) -> Answer {
        do {
            guard execution.isFirst else {
                let answer = try readOne(statement)
                return unprepared[execution.preparation].map(Answer.rejected) ?? answer
            }
            let preparation = try readOne(statement)
            let answer = try readOne(statement)
            if case .rows = preparation { return answer }
            if case .rejected(let failure) = preparation { unprepared[execution.preparation] = failure }
            prepared[statement.name]?.removeAll { $0.name == execution.preparation }
            return preparation
        } catch {
            return .lost
        }
    }

    /// One answer up to the NULL that ends it.
    private func readOne(_ statement: AnyStatement) throws(LinkLost) -> Answer {
        guard let result = try connection.next() else { throw connection.lose() }
        let answer = try interpret(result, statement)
        while try connection.next() != nil {}
        return answer
    }

    private func interpret(_ result: ResultSet, _ statement: AnyStatement) throws(LinkLost) -> Answer {
        switch result.status {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
            return .rows(result)
        case PGRES_PIPELINE_ABORTED:
            return .skipped
        case PGRES_FATAL_ERROR where result.field(.severity) == "ERROR":
            return .rejected(failure(result, statement.name, script: nil))
        default:
            // FATAL and PANIC end the session, an error without severity comes from libpq itself, and COPY is not
            // expected here.
            throw connection.lose()
        }
    }

    /// Reads up to the Sync. A rejection may arrive only at the Sync, after the statement was answered with success, as
    /// for a deferred constraint.
    private func awaitSync(after answer: Answer, of statement: AnyStatement?) -> Answer {
        var answer = answer
        do {
            // NULLs may come between the parts: there are at most a few before the Sync.
            for _ in 0..<8 {
                guard let result = try connection.next() else { continue }
                if result.status == PGRES_PIPELINE_SYNC { return answer }
                if let statement, case .rejected(let failure) = try interpret(result, statement) {
                    answer = .rejected(failure)
                }
            }
            throw connection.lose()
        } catch {
            // A rejection is final: the statement is undone even if the session is lost.
            if case .rejected = answer { return answer }
            return .lost
        }
    }

    // MARK: scripts

    /// The row that a script of one statement returns, as texts. Unlike a `Statement`, it is not prepared, so it also
    /// works in a session that a pooler has handed on.
    func texts(_ script: String, named name: String) throws(PostgresFailure) -> [String] {
        do throws(LinkLost) {
            try connection.leavePipeline()
            try connection.sendScript(script)
            try connection.flush()
            var texts: [String] = []
            while let result = try connection.next() {
                guard result.status == PGRES_TUPLES_OK, result.rowCount == 1 else { throw connection.lose() }
                texts = (0..<result.columnCount).map { column in
                    result.value(0, column).flatMap { BinaryFormat.text($0) } ?? ""
                }
            }
            try connection.enterPipeline()
            return texts
        } catch {
            throw PostgresFailure(.connectionLost, statement: name)
        }
    }

    /// The first rejection, if there is one.
    ///
    /// - Parameter receive: gets the rows of each statement.
    func readScript(_ receive: (ResultSet) -> Void = { _ in }) throws(LinkLost) -> ResultSet? {
        try connection.flush()
        var rejection: ResultSet?
        while let result = try connection.next() {
            switch result.status {
            case PGRES_TUPLES_OK: receive(result)
            case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: continue
            case PGRES_FATAL_ERROR where result.field(.severity) == "ERROR": rejection = rejection ?? result
            default: throw connection.lose()
            }
        }
        return rejection
    }

    /// Returns when the rows of a COPY can be sent or received, or with the reason why they cannot.
    func readUntilCopy(_ direction: ExecStatusType = PGRES_COPY_IN) throws(LinkLost) -> ResultSet? {
        try connection.flush()
        guard let result = try connection.next() else { throw connection.lose() }
        if result.status == direction { return nil }
        guard result.status == PGRES_FATAL_ERROR, result.field(.severity) == "ERROR" else { throw connection.lose() }
        while try connection.next() != nil {}
        return result
    }

    /// The rejection of a script or a COPY.
    func rejection(_ result: ResultSet, _ name: String, script: String? = nil) -> PostgresFailure {
        let failure = failure(result, name, script: script)
        end(after: failure)
        return failure
    }

    /// A rejection that the session is to blame for ends its use.
    private func end(after failure: PostgresFailure) {
        isRetired = isRetired || failure.endsSession
    }

    /// For a script, adds the line number: the script is the program's own text, and "syntax error" in a thousand lines
    /// would help little.
    private func failure(_ result: ResultSet, _ name: String, script: String?) -> PostgresFailure {
        let line = script.flatMap { script in
            result.field(.position).flatMap(Int.init).map { position in
                1 + script.unicodeScalars.prefix(max(0, position - 1)).count { $0 == "\n" }
            }
        }
        return PostgresFailure(
            .rejected, statement: name, sqlState: result.field(.sqlState), constraint: result.violatedConstraint,
            explanation: line.map { "Postgres rejected the script at line \($0)" }
        )
    }
}
