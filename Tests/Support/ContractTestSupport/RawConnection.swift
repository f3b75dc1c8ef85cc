import Foundation
import TestSupport

/// A connection to a port of this machine for one request. A build for debugging spends more time on a connection of
/// NIO than on most answers, so this one is a plain socket.
struct RawConnection: Sendable {
    private let socket: Int32

    init(to port: Int) throws { socket = try ClientSocket.connect(to: port) }

    func close() { _ = Foundation.close(socket) }

    /// Sends a request and reads one answer. If the task is cancelled, the connection ends.
    func exchange(_ bytes: [UInt8], method: String) async throws -> RawAnswer {
        try await withTaskCancellationHandler {
            try await ClientSocket.inThread { try answer(to: bytes, method: method) }
        } onCancel: {
            shutdown(socket, Int32(SHUT_RDWR))
        }
    }

    /// Reads while it sends: a service that refuses a request may answer and close before it has received everything.
    private func answer(to bytes: [UInt8], method: String) throws -> RawAnswer {
        var (unsent, received) = (bytes[...], [UInt8]())
        while true {
            var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            if !unsent.isEmpty { ready.events |= Int16(POLLOUT) }
            poll(&ready, 1, -1)
            if !unsent.isEmpty { send(&unsent) }
            guard ready.revents & ~Int16(POLLOUT) != 0 else { continue }
            var (count, failure) = (0, Int32(0))
            received += [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, size in
                count = recv(socket, buffer.baseAddress, buffer.count, 0)
                failure = errno
                size = max(0, count)
            }
            if let answer = RawAnswer.parse(received, to: method) { return answer }
            guard count <= 0 else { continue }
            let end = count < 0 ? " and then \(String(cString: strerror(failure)))" : ""
            throw NoAnswer(received: String(decoding: received, as: UTF8.self) + end)
        }
    }

    /// Sends as much as the service accepts now, and drops the rest if it accepts no more.
    private func send(_ unsent: inout ArraySlice<UInt8>) {
        let count = unsent.withUnsafeBytes {
            Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
        if count >= 0 {
            unsent = unsent.dropFirst(count)
        } else if errno != EAGAIN {
            unsent = []
        }
    }
}
