import CLibPQ

/// The database cannot be used as it is configured. The connection string may contain a password and is never quoted.
public struct DatabaseConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    public let description: String
}

/// Where Postgres is, and how many of its resources one process may use.
///
/// The connection string goes to libpq unchanged, so several hosts, `sslmode`, `target_session_attrs`, service files
/// and password files work exactly as they do for `psql`.
public struct DatabaseConfiguration: Sendable {
    /// The connection string.
    let url: String
    /// Another database on the same servers, instead of the one that the connection string names.
    public var database: String?
    /// The schemas in which a session looks up names without a schema, in this order; what the server has set if empty.
    /// Names of the system are always found first, and those of temporary tables last.
    public var schemas: [String] = []
    /// Threads for reads. A few suffice: many reads share a round trip, and each session wakes a Postgres process of
    /// its own.
    public var readers = 2
    /// Threads for single writes. Many help: each waits for the disk, and Postgres flushes once for all that wait
    /// together.
    public var writers = 8
    /// Threads for transactions.
    public var transactors = 8
    /// How many requests may wait for each of the three kinds of thread.
    public var queueLimit = 1024
    /// How long a request may wait before it fails.
    public var waitingLimit: Duration = .seconds(2)
    /// Postgres' `statement_timeout`.
    public var statementTimeout: Duration = .seconds(5)
    /// If an answer takes longer than the statement timeout plus this, the server is taken to be gone.
    var answerGrace: Duration = .seconds(5)
    /// Whole seconds for one host to answer; libpq takes 1 as 2.
    public var connectTimeout: Duration = .seconds(5)
    /// The longest pause between two attempts to reconnect.
    public var longestBackoff: Duration = .seconds(1)
    /// What `pg_stat_activity` shows, unless the connection string says otherwise.
    public var applicationName = "tessera"
    /// The seed for the jitter of pauses. Each process needs another one, so that they do not reconnect in step.
    public var jitterSeed: UInt64 = 0

    /// - Parameter url: `postgres://user@host/database?sslmode=verify-full`, or `key=value` pairs.
    public init(url: String) throws(DatabaseConfigurationError) {
        self.url = url
        _ = try settings()
    }

    /// Why a network could read or change what is sent; `nil` if the connection string rules that out.
    var weakness: String? {
        guard let settings = try? settings() else { return nil }
        let hosts = (settings["hostaddr"] ?? settings["host"] ?? "").split(separator: ",")
        let remote = hosts.filter { !$0.hasPrefix("/") && !$0.hasPrefix("@") && !Self.loopback.contains(String($0)) }
        let mode = settings["sslmode"] ?? "prefer"
        guard !remote.isEmpty, mode != "verify-full" else { return nil }
        return """
            The database at \(remote.joined(separator: ", ")) is reached over a network with sslmode=\(mode), \
            which does not prove who answers; sslmode=verify-full with sslrootcert does.
            """
    }

    private static let loopback: Set<String> = ["localhost", "127.0.0.1", "::1"]

    /// The connection string, as libpq parses it.
    private func settings() throws(DatabaseConfigurationError) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        defer { PQfreemem(message) }
        guard !url.isEmpty, let options = PQconninfoParse(url, &message) else {
            throw DatabaseConfigurationError(description: """
                The database URL is not a connection string libpq understands; accepted are \
                postgres://user@host:5432/database?sslmode=verify-full and key=value pairs.
                """)
        }
        defer { PQconninfoFree(options) }
        var settings: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { settings[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return settings
    }
}

extension DatabaseConfiguration: CustomStringConvertible, CustomReflectable {
    public var description: String {
        "DatabaseConfiguration(readers: \(readers), writers: \(writers), transactors: \(transactors))"
    }

    public var customMirror: Mirror {
        Mirror(self, children: [])
    }
}
