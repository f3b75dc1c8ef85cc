import Foundation
import Synchronization
import TestSupport

/// A connection to Postgres that can fail: a socket that forwards all bytes until a test sets a fault.
///
/// It understands just enough of the protocol to recognise a Sync (PostgreSQL manual, 55.7). A Sync ends a round trip,
/// and after it the outcome of a write is unknown.
final class FaultyWire: Sendable {
    enum Fault: Equatable {
        /// All bytes pass, in pieces of this length.
        case pieces(of: Int)
        /// The connection is cut before the next Sync reaches Postgres.
        case cutBeforeSync
        /// Postgres runs the statements, but its answer is lost with the connection.
        case cutBeforeAnswer
        /// Postgres runs the statements, but its answer never arrives.
        case silence
        /// Postgres runs the statements, and its answer arrives byte by byte, with a pause before each byte.
        case drip
        /// The answer is replaced by random bytes.
        case noise
        /// A session is cut when it begins a transaction by a script.
        case cutAtBegin
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
    private let socket: LocalSocket
    private let target: String

    /// - Parameter url: a URL whose `host` parameter is a directory of sockets.
    init(to url: String) throws {
        target = try LocalSocket.path(in: url)
        socket = try LocalSocket()
        socket.accept { [weak self] client in
            guard let self else { return false }
            connect(client)
            return true
        }
    }

    /// The URL of a database over this connection.
    func url(for url: String) throws -> String { try socket.url(for: url) }

    /// - Parameter isForOnce: limits the fault to the next Sync.
    func set(_ fault: Fault, isForOnce: Bool = false) {
        state.withLock { ($0.fault, $0.passesAfterwards) = (fault, isForOnce) }
    }

    /// The number of Syncs that have passed. Every round trip of a pipeline has at least one.
    var syncs: Int { state.withLock { $0.syncs } }
    var connections: Int { state.withLock { $0.connections } }

    // MARK: passing on

    private func connect(_ client: Int32) {
        let isCut = state.withLock { state in
            state.connections += 1
            return state.fault == .cutAtOnce
        }
        guard !isCut, let server = LocalSocket.connect(to: target) else {
            close(client)
            return
        }
        let fates = Fates()
        let upstream = Thread { [self] in passOn(from: client, to: server, fates) }
        let downstream = Thread { [self] in answer(from: server, to: client, fates) }
        upstream.start()
        downstream.start()
    }

    /// The decisions about one connection's bytes.
    private final class Fates: Sendable {
        let answerFault = Mutex<Fault?>(nil)
        let open = Atomic(2)
    }

    private func passOn(from client: Int32, to server: Int32, _ fates: Fates) {
        var messages = FrontendMessages()
        relay(from: client, to: server, fates) { bytes in
            let begins = bytes.contains("BEGIN\0".utf8) && state.withLock { $0.fault } == .cutAtBegin
            guard !begins else { return nil }
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
            case .pieces, .cutAtBegin, .cutAtOnce: break
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
