import Foundation
import Synchronization

/// A connection to Postgres that can fail: a socket that forwards all bytes until a test sets a fault.
///
/// It understands just enough of the protocol to recognise a Sync (PostgreSQL manual, 55.7). A Sync ends a round trip,
/// and after it the outcome of a write is unknown. A pause of the wire decides nothing: it only lets others go first.
public final class FaultyWire: Sendable {
    public enum Fault: Equatable, Sendable {
        /// All bytes pass, in pieces of this length.
        case pieces(of: Int)
        /// The connection is cut before the next Sync reaches Postgres.
        case cutBeforeSync
        /// Postgres runs the statements, but its answer is lost with the connection.
        case cutBeforeAnswer
        /// The client loses its connection first. After a pause, Postgres gets and runs the statements.
        case cutBeforeDelivery(milliseconds: Int32)
        /// Behind the statements, Postgres reads the end of the connection. Its answer arrives.
        case closedBehindSync
        /// The client reads the end of the connection before the answer. Postgres runs the statements, and keeps the
        /// session until the client closes it.
        case closedBeforeAnswer
        /// The statements arrive after a pause.
        case delay(milliseconds: Int32)
        /// No byte of any connection passes for a while, in either direction.
        case freeze(milliseconds: Int32)
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

        var endsConnection: Bool {
            switch self {
            case .cutBeforeSync, .cutBeforeAnswer, .cutBeforeDelivery, .closedBehindSync, .closedBeforeAnswer,
                .noise, .cutAtBegin, .cutAtOnce: true
            case .pieces, .delay, .freeze, .silence, .drip: false
            }
        }
    }

    private struct State {
        var fault = Fault.pieces(of: 65_536)
        var passesAfterwards = false
        var storm: WireStorm?
        var syncs = 0
        var connections = 0
        var losses = 0
        /// The end of a freeze.
        var frozenUntil: ContinuousClock.Instant?

        mutating func refusesConnection() -> Bool {
            connections += 1
            return storm?.refusesConnection() ?? (fault == .cutAtOnce)
        }

        mutating func faultOfSync() -> Fault {
            if let drawn = storm?.fault() {
                if drawn.endsConnection { losses += 1 }
                return drawn
            }
            defer { if passesAfterwards { fault = .pieces(of: 4096) } }
            return fault
        }
    }

    private let state = Mutex(State())
    private let socket: LocalSocket
    private let target: String

    /// - Parameter url: a URL whose `host` parameter is a directory of sockets.
    public init(to url: String) throws {
        target = try LocalSocket.path(in: url)
        socket = try LocalSocket()
        socket.accept { [weak self] client in
            guard let self else { return false }
            connect(client)
            return true
        }
    }

    /// The URL of a database over this connection.
    public func url(for url: String) throws -> String { try socket.url(for: url) }

    /// - Parameter isForOnce: limits the fault to the next Sync.
    public func set(_ fault: Fault, isForOnce: Bool = false) {
        state.withLock { ($0.storm, $0.fault, $0.passesAfterwards) = (nil, fault, isForOnce) }
    }

    /// Draws a fault from the seed for each Sync and each new connection, until ``set(_:isForOnce:)``.
    public func begin(_ storm: WireStorm) { state.withLock { $0.storm = storm } }

    /// The number of connections that storms have ended.
    public var losses: Int { state.withLock { $0.losses } }

    /// The number of Syncs that have passed. Every round trip of a pipeline has at least one.
    public var syncs: Int { state.withLock { $0.syncs } }
    public var connections: Int { state.withLock { $0.connections } }

    // MARK: passing on

    private func connect(_ client: Int32) {
        guard !state.withLock({ $0.refusesConnection() }), let server = LocalSocket.connect(to: target) else {
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
        /// The length of a piece since the last Sync.
        let piece = Atomic(Int.max)
        let open = Atomic(2)
    }

    /// The decision about bytes that have arrived.
    private enum Passage {
        case forward([UInt8])
        /// Nothing follows them in this direction.
        case end([UInt8])
        case cut
    }

    private func passOn(from client: Int32, to server: Int32, _ fates: Fates) {
        var messages = FrontendMessages()
        relay(from: client, to: server, fates) { bytes in
            let begins = bytes.contains("BEGIN\0".utf8) && state.withLock { $0.fault } == .cutAtBegin
            guard !begins else { return .cut }
            let syncs = messages.countSyncs(bytes)
            guard syncs > 0 else { return .forward(bytes) }
            let fault = state.withLock { state in
                state.syncs += syncs
                return state.faultOfSync()
            }
            return passage(of: bytes, from: client, fault, fates)
        }
    }

    private func passage(of bytes: [UInt8], from client: Int32, _ fault: Fault, _ fates: Fates) -> Passage {
        fates.piece.store(.max, ordering: .relaxed)
        switch fault {
        case .cutBeforeSync: return .cut
        case .cutBeforeAnswer, .silence, .drip, .noise: fates.answerFault.withLock { $0 = fault }
        case .cutBeforeDelivery(let milliseconds):
            shutdown(client, Int32(SHUT_RDWR))
            Self.pause(milliseconds)
            return .end(bytes)
        case .closedBehindSync: return .end(bytes)
        case .closedBeforeAnswer: shutdown(client, Int32(SHUT_WR))
        case .delay(let milliseconds): Self.pause(milliseconds)
        case .freeze(let milliseconds):
            let end = ContinuousClock.now + .milliseconds(Int(milliseconds))
            state.withLock { $0.frozenUntil = max($0.frozenUntil ?? end, end) }
        case .pieces(let length): fates.piece.store(length, ordering: .relaxed)
        case .cutAtBegin, .cutAtOnce: break
        }
        return .forward(bytes)
    }

    private func answer(from server: Int32, to client: Int32, _ fates: Fates) {
        relay(from: server, to: client, fates) { bytes in
            switch fates.answerFault.withLock({ $0 }) {
            case .cutBeforeAnswer: .cut
            case .silence: .forward([])
            case .drip: drip(bytes, to: client) ? .forward([]) : .cut
            case .noise: .forward(bytes.map { $0 ^ 0x5A })
            default: .forward(bytes)
            }
        }
    }

    /// Returns whether the client took all bytes.
    private func drip(_ bytes: [UInt8], to client: Int32) -> Bool {
        bytes.allSatisfy { byte in
            Self.pause(50)
            return send(client, [byte], 1, Int32(MSG_NOSIGNAL)) == 1
        }
    }

    private func relay(
        from source: Int32, to sink: Int32, _ fates: Fates, _ decide: ([UInt8]) -> Passage
    ) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var isHalfClosed = false
        passing: while case let count = read(source, &buffer, buffer.count), count > 0 {
            switch decide(Array(buffer.prefix(count))) {
            case .forward(let bytes):
                guard forward(bytes, to: sink, fates) else { break passing }
            case .end(let bytes):
                guard forward(bytes, to: sink, fates) else { break passing }
                shutdown(sink, Int32(SHUT_WR))
                isHalfClosed = true
                break passing
            case .cut: break passing
            }
        }
        // A connection that is half closed ends with its other direction.
        if !isHalfClosed {
            shutdown(source, Int32(SHUT_RDWR))
            shutdown(sink, Int32(SHUT_RDWR))
        }
        if fates.open.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
            close(source)
            close(sink)
        }
    }

    /// Returns whether the other end took all bytes.
    private func forward(_ bytes: [UInt8], to sink: Int32, _ fates: Fates) -> Bool {
        awaitThaw()
        var rest = bytes[...]
        while !rest.isEmpty {
            var piece = min(rest.count, fates.piece.load(ordering: .relaxed))
            if case .pieces(let length) = state.withLock({ $0.fault }) { piece = min(piece, length) }
            let sent = rest.withUnsafeBytes { send(sink, $0.baseAddress, piece, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    // MARK: pauses

    private func awaitThaw() {
        while let end = state.withLock({ $0.frozenUntil }), case let left = end - .now, left > .zero {
            Self.pause(Int32(clamping: left.components.attoseconds / 1_000_000_000_000_000 + 1))
        }
    }

    private static func pause(_ milliseconds: Int32) { poll(nil, 0, milliseconds) }
}
