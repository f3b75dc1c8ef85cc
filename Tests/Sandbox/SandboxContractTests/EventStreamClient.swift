import ContractTestSupport
import Foundation
import NIOCore
import NIOPosix

/// A reader of the stream of events, on a connection of its own.
enum EventStreamClient {
    struct Event: Equatable {
        let id: Int
        let kind: String
        let data: String

        func member(_ name: String) -> String? {
            let object = try? JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any]
            return object?[name].map { "\($0)" }
        }
    }

    /// Opens a stream while `work` reads it.
    static func open(
        at service: LiveService, after last: String? = nil, path: String = "/sandbox/events",
        _ work: (Reading) async throws -> Void
    ) async throws {
        let headers = last.map { [(name: "Last-Event-ID", value: $0)] } ?? []
        let request = RawRequest.asking("GET", service.base + path, headers: headers)
        let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: service.sandboxPort) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        try await connection.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(bytes: request.bytes))
            let reading = Reading(parts: inbound.makeAsyncIterator())
            try await reading.readHead()
            try await work(reading)
        }
    }

    /// A class, because the macros of a test take no value that changes.
    final class Reading {
        private var parts: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
        private(set) var head = ""
        private var text = ""

        fileprivate init(parts: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator) { self.parts = parts }

        var status: Int { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }

        fileprivate func readHead() async throws {
            head = try await upTo("\r\n\r\n") ?? ""
        }

        /// The next event; nil if the stream ends. Comments are left out.
        func next() async throws -> Event? {
            while let block = try await upTo("\n\n") {
                let fields = Dictionary(
                    block.split(separator: "\n").compactMap { line in
                        line.firstRange(of: ": ").map { colon in
                            (String(line[..<colon.lowerBound]), String(line[colon.upperBound...]))
                        }
                    }) { first, _ in first }
                guard let id = fields["id"].flatMap({ Int($0) }), let kind = fields["event"] else { continue }
                return Event(id: id, kind: kind, data: fields["data"] ?? "")
            }
            return nil
        }

        /// The next event of a kind.
        func next(_ kind: String) async throws -> Event? {
            while let event = try await next() {
                if event.kind == kind { return event }
            }
            return nil
        }

        private func upTo(_ end: String) async throws -> String? {
            while true {
                if let range = text.firstRange(of: end) {
                    defer { text = String(text[range.upperBound...]) }
                    return String(text[..<range.lowerBound])
                }
                guard let part = try await parts.next() else { return nil }
                text += String(buffer: part)
            }
        }
    }
}
