import Foundation
import Synchronization
import Testing
import TestSupport

/// Connections of clients that keep a service waiting, from an address of their own. Their sockets block, so all work
/// on them is in a thread of its own.
final class Crowd: Sendable {
    /// How a client leaves its connection, after one request that was answered.
    enum Habit: Sendable {
        /// It sends nothing more.
        case idle
        /// It sends a part of a request's head.
        case slowHead
        /// It sends a part of a request's body.
        case slowBody
        /// It sends a part of a request's head and closes its side.
        case halfOpen
        /// It asks for many large pages and reads none.
        case deaf

        fileprivate var beginning: String {
            switch self {
            case .idle: ""
            case .slowHead: "GET /healthz HTTP/1.1\r\nHost: "
            case .slowBody: "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"
            case .halfOpen: "GET /hea"
            case .deaf: String(repeating: "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n", count: 100)
            }
        }

        /// Few are deaf: the operating system keeps megabytes for each of them.
        fileprivate static func of(_ index: Int) -> Habit {
            let usual: [Habit] = [.idle, .slowHead, .slowBody, .halfOpen]
            return index % 100 == 99 ? .deaf : usual[index % usual.count]
        }
    }

    /// The service has neither answered nor closed the connection.
    struct Hung: Error, CustomStringConvertible {
        var description: String { "hung: a connection got no answer for five minutes" }
    }

    fileprivate struct Member: Sendable {
        let socket: Int32
        let habit: Habit
    }

    /// The address of all of them.
    let address: String
    /// The statuses of the first answers; nil for none.
    let firstAnswers: [Int?]
    private let members: Mutex<[Member]>

    private init(_ address: String, _ members: [Member], _ firstAnswers: [Int?]) {
        (self.address, self.firstAnswers) = (address, firstAnswers)
        self.members = Mutex(members)
    }

    deinit { leave() }

    /// Opens connections, each once the one before is answered. So no queue of the operating system is ever full, and
    /// no connection waits for a second attempt.
    static func gather(
        _ count: Int, from address: String, at service: RunningService
    ) async throws -> Crowd {
        try permitDescriptors()
        let (host, port) = (service.host, service.port)
        return try await ClientSocket.inThread {
            var (members, answers): ([Member], [Int?]) = ([], [])
            do {
                for index in 0..<count {
                    let member = Member(socket: try connect(to: host, port, from: address), habit: .of(index))
                    members.append(member)
                    member.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
                    answers.append(try member.answer())
                    member.send(member.habit.beginning)
                    if member.habit == .halfOpen { shutdown(member.socket, Int32(SHUT_WR)) }
                }
            } catch {
                for member in members { close(member.socket) }
                throw error
            }
            return Crowd(address, members, answers)
        }
    }

    /// Sends a request on all idle connections before an answer to any of them is read.
    ///
    /// - Returns: the statuses; nil for a connection that the service has closed.
    func askAtOnce(_ request: String) async throws -> [Int?] {
        let idle = members.withLock { $0 }.filter { $0.habit == .idle }
        return try await ClientSocket.inThread {
            for member in idle { member.send(request) }
            return try idle.map { try $0.answer() }
        }
    }

    /// Closes all connections, once.
    func leave() {
        let leaving = members.withLock { members in
            defer { members = [] }
            return members
        }
        for member in leaving { close(member.socket) }
    }

    /// The descriptors that this process may have open are often 1,024. It may permit itself more.
    private static func permitDescriptors() throws {
        let (files, needed) = (__rlimit_resource_t(RLIMIT_NOFILE.rawValue), rlim_t(8192))
        var limit = rlimit()
        let isKnown = getrlimit(files, &limit) == 0
        try #require(isKnown)
        guard limit.rlim_cur < needed else { return }
        limit.rlim_cur = min(needed, limit.rlim_max)
        let isPermitted = setrlimit(files, &limit) == 0
        try #require(isPermitted)
    }

    private static func connect(to host: String, _ port: Int, from address: String) throws -> Int32 {
        try ClientSocket.connect(to: port, of: host, from: address) { client in
            // A deaf client takes little, so that the service must keep the rest or stop.
            var size: Int32 = 4096
            setsockopt(client, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
            // A service that never answers must fail the test, and no other one.
            var patience = timeval(tv_sec: 300, tv_usec: 0)
            setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
    }
}

extension Crowd.Member {
    /// The service may have closed the connection; then nothing is sent.
    fileprivate func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Foundation.send(socket, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    }

    /// Reads the next response with its body.
    ///
    /// - Returns: its status; nil if the connection ends before.
    /// - Throws: ``Crowd/Hung`` if nothing comes for minutes.
    fileprivate func answer() throws -> Int? {
        var received: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            if let answer = Self.whole(received) { return answer }
            let count = recv(socket, &part, part.count, 0)
            if count < 0, errno == EAGAIN { throw Crowd.Hung() }
            guard count > 0 else { return nil }
            received += part.prefix(count)
        }
    }

    private static func whole(_ received: [UInt8]) -> Int? {
        guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
        let length = head.firstMatch(of: /(?i)content-length: ([0-9]+)/).flatMap { Int($0.output.1) } ?? 0
        guard received.count - end.upperBound >= length else { return nil }
        return head.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
}
