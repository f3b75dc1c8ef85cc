import Foundation

/// A socket to which libpq connects in Postgres' place.
public final class LocalSocket: Sendable {
    private let listener: Int32
    private let directory: String

    public init() throws {
        var template = Array("\(FileManager.default.temporaryDirectory.path)/wire-XXXXXX".utf8CString)
        directory = String(cString: try Self.require(mkdtemp(&template)))
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let bound = Self.withAddress("\(directory)/.s.PGSQL.5432") { bind(listener, $0, $1) }
        guard bound == 0, listen(listener, 64) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Gives each connection to `take`, until `take` returns false or this object is released.
    public func accept(_ take: @escaping @Sendable (Int32) -> Bool) {
        let accepting = Thread { [listener] in
            while case let client = Glibc.accept(listener, nil, nil), client >= 0, take(client) {}
        }
        accepting.start()
    }

    /// The URL of a database over this socket.
    public func url(for url: String) throws -> String {
        var components = try Self.require(URLComponents(string: url))
        components.port = nil
        components.queryItems = (components.queryItems ?? []).filter { !["host", "port"].contains($0.name) }
            + [URLQueryItem(name: "host", value: directory)]
        return try Self.require(components.string)
    }

    /// The path of the socket that a URL leads to, whose `host` parameter is a directory of sockets.
    public static func path(in url: String) throws -> String {
        let components = try require(URLComponents(string: url))
        let host = try require(components.queryItems?.first { $0.name == "host" }?.value)
        let port = components.queryItems?.first { $0.name == "port" }?.value
            ?? components.port.map(String.init) ?? "5432"
        return "\(host)/.s.PGSQL.\(port)"
    }

    /// A connection to the socket at a path; nil if no server listens there.
    public static func connect(to path: String) -> Int32? {
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        if withAddress(path, { Glibc.connect(server, $0, $1) }) == 0 { return server }
        close(server)
        return nil
    }

    private static func require<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw POSIXError(.EINVAL) }
        return value
    }

    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
