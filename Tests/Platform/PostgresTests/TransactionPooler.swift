import Foundation
import Synchronization

/// A connection pooler like PgBouncer: it answers its clients in Postgres' protocol (PostgreSQL manual, 55.2), with
/// process numbers of its own, and gives each transaction the session that was used last.
final class TransactionPooler: Sendable {
    private let socket: LocalSocket
    private let target: String
    private let isSharing: Bool
    private let idle = Mutex<[Int32]>([])

    /// - Parameters:
    ///   - url: a URL whose `host` parameter is a directory of sockets.
    ///   - isSharing: whether a session goes to another client after each transaction.
    init(to url: String, sharing isSharing: Bool) throws {
        target = try LocalSocket.path(in: url)
        self.isSharing = isSharing
        socket = try LocalSocket()
        socket.accept { [weak self] client in
            guard let self else { return false }
            let serving = Thread { [self] in serve(client) }
            serving.start()
            return true
        }
    }

    /// The URL of a database over this pooler.
    func url(for url: String) throws -> String { try socket.url(for: url) }

    private func serve(_ client: Int32) {
        defer { close(client) }
        guard let start = Wire.read(from: client, typed: false), var server = connect(),
            Wire.write(start, to: server), pass(from: server, to: client) != nil
        else { return }
        // Its first transaction gets the session that was used last, which is another one.
        if isSharing { idle.withLock { $0.insert(server, at: 0) } }
        var isInTransaction = false
        while let requests = Wire.readRequests(from: client) {
            if isSharing, !isInTransaction, let next = idle.withLock({ $0.popLast() }) { server = next }
            guard Wire.write(requests, to: server), let status = pass(from: server, to: client) else { return }
            isInTransaction = status != UInt8(ascii: "I")
            if isSharing, !isInTransaction { idle.withLock { $0.append(server) } }
        }
    }

    private func connect() -> Int32? { LocalSocket.connect(to: target) }

    /// Forwards answers up to the one that says that the session is ready. Returns the state of its transaction.
    private func pass(from server: Int32, to client: Int32) -> UInt8? {
        while var message = Wire.read(from: server, typed: true) {
            // BackendKeyData: the number of the process and a key to cancel with.
            if message[0] == UInt8(ascii: "K") { message.replaceSubrange(5..<9, with: [0, 1, 2, 3]) }
            guard Wire.write(message, to: client) else { return nil }
            if message[0] == UInt8(ascii: "Z") { return message[5] }
        }
        return nil
    }
}

/// Whole messages of Postgres' protocol: a type, unless it is the first message of a client, and a length.
private enum Wire {
    static func read(from descriptor: Int32, typed: Bool) -> [UInt8]? {
        let head = typed ? 5 : 4
        guard let start = read(head, from: descriptor) else { return nil }
        let length = start.suffix(4).reduce(0) { $0 << 8 | Int($1) }
        guard let body = read(length - 4, from: descriptor) else { return nil }
        return start + body
    }

    /// Everything up to the next Sync or simple query; nil at the end of the connection.
    static func readRequests(from descriptor: Int32) -> [UInt8]? {
        var requests: [UInt8] = []
        while let message = read(from: descriptor, typed: true), message[0] != UInt8(ascii: "X") {
            requests += message
            if message[0] == UInt8(ascii: "S") || message[0] == UInt8(ascii: "Q") { return requests }
        }
        return nil
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    private static func read(_ count: Int, from descriptor: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count < count {
            let found = recv(descriptor, &buffer, min(buffer.count, count - bytes.count), 0)
            guard found > 0 else { return nil }
            bytes += buffer.prefix(found)
        }
        return bytes
    }
}
