import CLibPQ

/// The address of Postgres, and the share of its resources that one process may use.
///
/// The connection string goes to libpq unchanged, so several hosts, `sslmode`, `target_session_attrs`, service files
/// and password files work exactly as they do for `psql`.
public struct DatabaseConfiguration: Sendable {
    /// The connection string.
    let url: String
    /// Another database on the same servers, instead of the one that the connection string names.
    public var database: String?
    /// The schemas in which a session looks up names without a schema, in this order; if empty, the server's setting
    /// applies. System names are always found first, and temporary tables last.
    public var schemas: [String] = []
    /// Further settings of each session, such as what a trigger asks of it.
    public var sessionSettings: [String: String] = [:]
    /// Threads for reads. One suffices: reads share a round trip, and each session wakes another Postgres process. With
    /// a second one, `GET` of a card is 12 % slower at 64 connections on two cores.
    public var readers = 1
    /// Threads for single writes. Many help: each waits for the disk, and Postgres flushes once for all that wait
    /// together.
    public var writers = 8
    /// Threads for transactions.
    public var transactors = 8
    /// The maximum number of requests that wait for each of the three kinds of thread.
    public var queueLimit = 1024
    /// How long a request may wait before it fails.
    public var waitingLimit: Duration = .seconds(2)
    /// Postgres' `statement_timeout`.
    public var statementTimeout: Duration = .seconds(5)
    /// If an answer takes longer than the statement timeout plus this time, the server counts as gone.
    var answerGrace: Duration = .milliseconds(500)
    /// How long the server waits for a transaction's next statement, which never takes this program long. After that,
    /// the client counts as gone, and the transaction's locks are released.
    var idleLimit: Duration { max(.seconds(1), statementTimeout / 3) }
    /// How long one host may take to answer, in whole seconds; libpq treats 1 as 2.
    public var connectTimeout: Duration = .seconds(5)
    /// The longest pause between two attempts to reconnect. So requests are served again half a second after a standby
    /// was promoted.
    public var longestBackoff: Duration = .milliseconds(500)
    /// The name that `pg_stat_activity` shows, unless the connection string sets another one. The number distinguishes
    /// it from a program that reads data keys only at its start, which is named `tessera`, and from one that knows one
    /// version of a key of hashes, which is named `tessera/2`.
    public var applicationName = "tessera/3"
    /// The seed for the jitter of pauses. Each process needs a different seed, so that processes do not reconnect at
    /// the same time.
    public var jitterSeed: UInt64 = 0

    /// - Parameter url: `postgres://user@host/database?sslmode=verify-full`, or `key=value` pairs.
    public init(url: String) throws(DatabaseConfigurationError) {
        self.url = url
        let settings = try settings()
        // libpq takes the text behind the first @ for the host, and the text behind its colon for the port. When it
        // connects, its message would quote a part of the password in the log.
        guard settings["host"]?.contains("@") != true else {
            throw DatabaseConfigurationError(reason: "the host has an @")
        }
        guard settings["port"]?.allSatisfy({ $0 == "," || ("0"..."9").contains($0) }) != false else {
            throw DatabaseConfigurationError(reason: "the port is not a number")
        }
    }

    /// The reason why an attacker on the network could read or change the traffic; `nil` if the connection string
    /// prevents that.
    public var weakness: String? {
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

    /// Whether the connection string contains a password.
    public var hasPassword: Bool { (try? settings())?["password"] != nil }

    private static let loopback: Set<String> = ["localhost", "127.0.0.1", "::1"]

    /// The connection string, as libpq parses it.
    private func settings() throws(DatabaseConfigurationError) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        defer { PQfreemem(message) }
        guard !url.isEmpty, let options = PQconninfoParse(url, &message) else {
            throw DatabaseConfigurationError(
                reason: message.map { DatabaseConfigurationError.withoutSecrets(String(cString: $0), about: url) }
                    ?? "it is empty")
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
