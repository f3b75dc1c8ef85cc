import Foundation
import Synchronization

/// A connection to Postgres that can fail: a socket that forwards what it receives until a test changes that.
///
/// It understands just enough of the protocol to recognise a Sync (PostgreSQL manual, 55.7). A Sync ends a round trip,
/// and after it the outcome of a write is unknown.
final class FaultyWire: Sendable {
    enum Fault: Equatable {
        /// Everything passes, in pieces of this many bytes.
        case pieces(of: Int)
        /// The connection is cut before the next Sync reaches Postgres.
        case cutBeforeSync
        /// Postgres does its work, but its answer is lost with the connection.
        case cutBeforeAnswer
        /// Postgres does its work, but its answer never arrives.
        case silence
        /// Postgres does its work, and its answer arrives byte by byte, with a pause before each.
        case drip
        /// The answer is noise.
        case noise
        /// Every connection is cut before it becomes a session.
        case cutAtOnce
    }

    private struct State {
        var fault = Fault.pieces(of: 65_536)
        var passesAfterwards = false
        var syncs = 0
        var connections = 0
    }

    private let state = Mutex(State())
    private let listener: Int32
    private let target: String
    private let directory: String

    /// - Parameter url: a URL whose `host` parameter is a directory of sockets.
    init(to url: String) throws {
        let components = try Self.require(URLComponents(string: url))
        let host = try Self.require(components.queryItems?.first { $0.name == "host" }?.value)
        let port = components.queryItems?.first { $0.name == "port" }?.value
            ?? components.port.map(String.init) ?? "5432"
        target = "\(host)/.s.PGSQL.\(port)"
        var template = Array("\(FileManager.default.temporaryDirectory.path)/wire-XXXXXX".utf8CString)
        directory = String(cString: try Self.require(mkdtemp(&template)))
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let bound = Self.withAddress("\(directory)/.s.PGSQL.5432") { bind(listener, $0, $1) }
        guard bound == 0, listen(listener, 64) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        let accepting = Thread { [weak self, listener] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                guard let self else { break }
                self.connect(client)
            }
        }
        accepting.start()
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// The URL of a database over this connection.
    func url(for url: String) throws -> String {
        var components = try Self.require(URLComponents(string: url))
        components.port = nil
        components.queryItems = (components.queryItems ?? []).filter { !["host", "port"].contains($0.name) }
            + [URLQueryItem(name: "host", value: directory)]
        return try Self.require(components.string)
    }

    /// - Parameter isForOnce: whether the fault happens at the next Sync only.
    func set(_ fault: Fault, isForOnce: Bool = false) {
        state.withLock { ($0.fault, $0.passesAfterwards) = (fault, isForOnce) }
    }

    /// How many Syncs have passed. Every round trip of a pipeline has at least one.
    var syncs: Int { state.withLock { $0.syncs } }
    var connections: Int { state.withLock { $0.connections } }

    // MARK: passing on

    private func connect(_ client: Int32) {
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let isCut = state.withLock { state in
            state.connections += 1
            return state.fault == .cutAtOnce
        }
        guard !isCut, Self.withAddress(target, { Glibc.connect(server, $0, $1) }) == 0 else {
            close(client)
            close(server)
            return
        }
        let fates = Fates()
        let upstream = Thread { [self] in passOn(from: client, to: server, fates) }
        let downstream = Thread { [self] in answer(from: server, to: client, fates) }
        upstream.start()
        downstream.start()
    }

    /// The decisions about one connection.
    private final class Fates: Sendable {
        let answerFault = Mutex<Fault?>(nil)
        let open = Atomic(2)
    }

    private func passOn(from client: Int32, to server: Int32, _ fates: Fates) {
        var messages = FrontendMessages()
        relay(from: client, to: server, fates) { bytes in
            let syncs = messages.countSyncs(bytes)
            guard syncs > 0 else { return bytes }
            let fault = state.withLock { state in
                state.syncs += syncs
                defer { if state.passesAfterwards { state.fault = .pieces(of: 4096) } }
                return state.fault
            }
            switch fault {
            case .cutBeforeSync: return nil
            case .cutBeforeAnswer, .silence, .drip, .noise: fates.answerFault.withLock { $0 = fault }
            case .pieces, .cutAtOnce: break
            }
            return bytes
        }
    }

    private func answer(from server: Int32, to client: Int32, _ fates: Fates) {
        relay(from: server, to: client, fates) { bytes in
            switch fates.answerFault.withLock({ $0 }) {
            case .cutBeforeAnswer: nil
            case .silence: []
            case .drip: drip(bytes, to: client) ? [] : nil
            case .noise: bytes.map { $0 ^ 0x5A }
            default: bytes
            }
        }
    }

    /// Returns whether the client took all bytes.
    private func drip(_ bytes: [UInt8], to client: Int32) -> Bool {
        bytes.allSatisfy { byte in
            poll(nil, 0, 50)
            return send(client, [byte], 1, Int32(MSG_NOSIGNAL)) == 1
        }
    }

    /// - Parameter transform: returns the bytes to forward instead; `nil` cuts the connection.
    private func relay(
        from source: Int32, to sink: Int32, _ fates: Fates, _ transform: ([UInt8]) -> [UInt8]?
    ) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        passing: while case let count = read(source, &buffer, buffer.count), count > 0 {
            guard var rest = transform(Array(buffer.prefix(count)))?[...] else { break }
            while !rest.isEmpty {
                var piece = rest.count
                if case .pieces(let size) = state.withLock({ $0.fault }) { piece = min(piece, size) }
                let sent = rest.withUnsafeBytes { send(sink, $0.baseAddress, piece, Int32(MSG_NOSIGNAL)) }
                guard sent > 0 else { break passing }
                rest = rest.dropFirst(sent)
            }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(sink, Int32(SHUT_RDWR))
        if fates.open.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
            close(source)
            close(sink)
        }
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

/// Parses what a client sends: first one message without a type, then messages with a type and a length.
private struct FrontendMessages {
    private var header: [UInt8] = []
    private var bodyLeft = 0
    private var headerSize = 4

    mutating func countSyncs(_ bytes: [UInt8]) -> Int {
        var syncs = 0
        for byte in bytes {
            if bodyLeft > 0 {
                bodyLeft -= 1
                continue
            }
            header.append(byte)
            guard header.count == headerSize else { continue }
            if headerSize == 5 && header[0] == UInt8(ascii: "S") { syncs += 1 }
            bodyLeft = header.suffix(4).reduce(0) { $0 << 8 | Int($1) } - 4
            header = []
            headerSize = 5
        }
        return syncs
    }
}
