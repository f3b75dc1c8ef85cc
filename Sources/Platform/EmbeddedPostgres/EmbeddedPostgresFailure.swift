import SystemPackage

/// Why the embedded server could not be started, or its files could not be created.
///
/// The reader is at a terminal and wants to continue. So each message says what failed, in what state it is, and what
/// to do.
public enum EmbeddedPostgresFailure: Error, Equatable {
    /// None of these places has `initdb` and `postgres`.
    case serverNotInstalled(searched: [String])
    /// The cluster was created by a major version that is not installed here.
    case serverVersionNotInstalled(cluster: FilePath, needed: String, installed: [String])
    /// Postgres refuses to run as root, and the account to run it instead does not exist.
    case accountMissing(name: String)
    /// Another running process owns the data directory.
    case dataDirectoryInUse(FilePath, processIdentifier: String)
    /// A directory is less private than it must be, or belongs to another account.
    case directoryNotOurs(FilePath, reason: String)
    /// The server's account cannot pass through the directories above the cluster.
    case directoryUnreachable(FilePath, account: String)
    /// The operating system refused an operation.
    case fileSystem(operation: String, FilePath, Errno)
    /// One of the server's programs could not be run at all.
    case programNotRun(FilePath, reason: String)
    /// One of the server's programs failed while it created the cluster.
    case clusterNotCreated(program: String, output: String)
    /// The server ended, without being stopped.
    case serverEnded(status: String, wasReady: Bool, log: FilePath, lastLines: String)
    /// The server runs, but accepted no connection in time.
    case serverNotReady(seconds: Int64, log: FilePath, lastLines: String)
    /// A server left behind by an earlier run does not end.
    case leftoverServerStayed(processIdentifier: Int32)
    /// `start`, `stop` or `destroy` was called while another of them was still running.
    case changingState
    /// The task that was starting the server was cancelled.
    case cancelled
}

extension EmbeddedPostgresFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .serverNotInstalled(let searched):
            "No PostgreSQL server is installed (looked in \(searched.joined(separator: ", "))); "
                + "install one with `apt-get install postgresql`, or name a running one by its database URL."
        case .serverVersionNotInstalled(let cluster, let needed, let installed):
            "The cluster in \(cluster) was created by PostgreSQL \(needed), but only "
                + "\(installed.joined(separator: ", ")) is installed; run `apt-get install postgresql-\(needed)`."
        case .accountMissing(let name):
            "PostgreSQL does not run as root, and the account \"\(name)\" that would run it does not exist; "
                + "`apt-get install postgresql` creates it, or start as another user than root."
        case .dataDirectoryInUse(let path, let processIdentifier):
            "The data directory \(path) is in use by process \(processIdentifier); "
                + "stop that one first or choose another data directory."
        case .directoryNotOurs(let path, let reason):
            "The directory \(path) cannot be trusted: \(reason)."
        case .directoryUnreachable(let path, let account):
            "The account \"\(account)\" that runs PostgreSQL cannot reach \(path); choose a data directory "
                + "below directories that others may pass through (chmod o+x)."
        case .fileSystem(let operation, let path, let errno):
            "Could not \(operation) \(path): \(errno)."
        case .programNotRun(let path, let reason):
            "Could not run \(path): \(reason)."
        case .clusterNotCreated(let program, let output):
            "\(program) could not create the database cluster; its last lines: \(output)"
        case .serverEnded(let status, let wasReady, let log, let lastLines):
            "PostgreSQL ended (\(status))\(wasReady ? "" : " before it accepted connections"); "
                + "the last lines of \(log): \(lastLines)"
        case .serverNotReady(let seconds, let log, let lastLines):
            "PostgreSQL accepted no connections within \(seconds) s; the last lines of \(log): \(lastLines)"
        case .leftoverServerStayed(let processIdentifier):
            "The PostgreSQL server of an earlier run, process \(processIdentifier), does not end; end it manually."
        case .changingState:
            "The embedded PostgreSQL is being started or stopped already; wait until that is done."
        case .cancelled:
            "Starting PostgreSQL was cancelled."
        }
    }
}
