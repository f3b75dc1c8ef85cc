import Foundation

/// The sockets of tests that write their requests by hand.
public enum ClientSocket {
    /// A connection to a port.
    ///
    /// - Parameters:
    ///   - address: the client's own address; any if nil.
    ///   - prepare: sets options before the connection is made.
    /// - Throws: a `POSIXError`.
    public static func connect(
        to port: Int, of host: String = "127.0.0.1", from address: String? = nil, prepare: (Int32) -> Void = { _ in }
    ) throws -> Int32 {
        // A process that another test starts must not keep the connection open.
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard client >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EMFILE) }
        prepare(client)
        let isBound = address.map { withAddress($0, 0) { bind(client, $0, $1) } == 0 } ?? true
        guard isBound, withAddress(host, port, { Foundation.connect(client, $0, $1) }) == 0 else {
            let failure = POSIXError(.init(rawValue: errno) ?? .ECONNREFUSED)
            close(client)
            throw failure
        }
        return client
    }

    /// Work that waits for a socket has a thread of its own, so that the service's tasks go on.
    public static func inThread<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: Result(catching: work)) }.start()
        }
        return try result.get()
    }

    private static func withAddress(
        _ host: String, _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr(host)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
