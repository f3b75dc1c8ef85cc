import SystemPackage

/// The paths of one cluster and how to connect to it: a pure function of the data directory's path.
///
/// ```
/// <data directory>/postgres.lock      held by the process that owns the data directory
/// <data directory>/postgres/          the cluster's home
///     cluster/                        what initdb made
///     socket/                         the only way to connect
///     postgresql.conf pg_hba.conf pg_ident.conf    written again at every start
///     server.log server.log.1         the logs of this run and of the previous one
/// ```
struct ClusterLayout: Sendable, Equatable {
    let dataDirectory: FilePath
    let home: FilePath
    let socketDirectory: FilePath

    /// `sockaddr_un.sun_path` holds 108 bytes, one of which is the terminating zero.
    static let longestSocketPath = 107
    static let socketName = ".s.PGSQL.5432"

    init(dataDirectory: FilePath) {
        self.dataDirectory = dataDirectory.absolute
        home = dataDirectory.absolute.appending("postgres")
        let besideCluster = home.appending("socket")
        socketDirectory = Self.canHoldSocket(besideCluster) ? besideCluster : Self.shortSocketDirectory(for: home)
    }

    private init(dataDirectory: FilePath, home: FilePath, socketDirectory: FilePath) {
        self.dataDirectory = dataDirectory
        self.home = home
        self.socketDirectory = socketDirectory
    }

    var lock: FilePath { dataDirectory.appending("postgres.lock") }
    /// Names the server's process, as `postmaster.pid` in the cluster does.
    var socketLock: FilePath { socketDirectory.appending(Self.socketName + ".lock") }
    var cluster: FilePath { home.appending("cluster") }
    var log: FilePath { home.appending("server.log") }
    var previousLog: FilePath { home.appending("server.log.1") }
    var settings: FilePath { home.appending("postgresql.conf") }
    var hostAccess: FilePath { home.appending("pg_hba.conf") }
    var identityMap: FilePath { home.appending("pg_ident.conf") }

    /// The same layout for an account that may not enter the data directory. `home` is then a symbolic link, and the
    /// paths of this layout begin at its target. Both layouts name the same files and the same socket.
    var followingLink: ClusterLayout {
        guard let target = home.linkDestination else { return self }
        return ClusterLayout(
            dataDirectory: dataDirectory, home: target,
            socketDirectory: hasSocketBesideCluster ? target.appending("socket") : socketDirectory)
    }

    var hasSocketBesideCluster: Bool { socketDirectory.starts(with: home) }

    func url(database: String, user: String) -> String {
        "postgresql://\(user)@/\(database)?host=\(Self.percentEncoded(socketDirectory.string))"
    }

    /// A path with a comma does not work either, because libpq's `host` and the server's setting are comma-separated
    /// lists.
    private static func canHoldSocket(_ directory: FilePath) -> Bool {
        let path = directory.appending(socketName).string
        return path.utf8.count <= longestSocketPath && !path.contains(",")
    }

    /// A name that no other data directory gets by chance: FNV-1a with 64 bits. It is not a secret; the code that uses
    /// it checks the owner of the directory.
    private static func shortSocketDirectory(for home: FilePath) -> FilePath {
        let hash = home.string.utf8.reduce(into: UInt64(0xcbf2_9ce4_8422_2325)) { hash, byte in
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return FilePath("/tmp/tessera-\(String(hash, radix: 16))")
    }

    private static func percentEncoded(_ text: String) -> String {
        let hexadecimal = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { encoded, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                encoded += "%\(hexadecimal[Int(byte >> 4)])\(hexadecimal[Int(byte & 15)])"
            }
        }
    }
}
