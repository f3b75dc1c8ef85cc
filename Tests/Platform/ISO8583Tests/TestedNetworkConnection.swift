import Foundation
import HTTPService
import Logging
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import ISO8583

/// A connection without a socket and without a clock. The test answers its messages.
struct TestedConnection: Sendable {
    let channel = NIOAsyncTestingChannel()
    let socket = SocketEnd()
    let log = RecordedLog()
    private let arrived: Arrived

    private final class Arrived: Sendable {
        let messages = Mutex<[ArrivedMessage]>([])
    }

    init(_ limits: ISO8583Limits = ISO8583Limits(), slots: ConnectionSlots? = nil) async throws {
        let (channel, socket, log, arrived) = (channel, socket, log, Arrived())
        self.arrived = arrived
        let slots = slots ?? ConnectionSlots(total: limits.connections, perAddress: limits.connections)
        try await channel.testingEventLoop.executeInContext {
            let connection = ISO8583Connection(limits, OpenConnections {}, slots, logger: log.logger) { message in
                arrived.messages.withLock { $0.append(message) }
            }
            try channel.pipeline.syncOperations.addHandlers([socket, connection])
        }
        try await channel.connect(to: SocketAddress(ipAddress: "192.0.2.7", port: 4711)).get()
    }

    /// The messages that have arrived, answered or not.
    var messages: [ISO8583Message] { arrived.messages.withLock { $0.map(\.message) } }

    func send(_ bytes: [UInt8]) async throws {
        try await channel.writeInbound(ByteBuffer(bytes: bytes))
        channel.read()
        await channel.testingEventLoop.run()
    }

    func answer(_ index: Int, with answer: ISO8583Message?) async {
        let message = arrived.messages.withLock { $0[index] }
        message.reply(answer)
        await channel.testingEventLoop.run()
    }

    /// The peer sends nothing more, but still reads.
    func closeInput() async {
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        await channel.testingEventLoop.run()
    }

    func quiesce() async {
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        await channel.testingEventLoop.run()
    }

    func advance(by time: TimeAmount) async { await channel.testingEventLoop.advanceTime(by: time) }

    /// The answers that the peer can read.
    func answers() async throws -> [ISO8583Message] {
        var sent = ByteBuffer()
        while var part = try await channel.readOutbound(as: ByteBuffer.self) { sent.writeBuffer(&part) }
        var answers: [ISO8583Message] = []
        while let bytes = try sent.readISO8583Frame() { answers.append(try ISO8583Message(decoding: bytes)) }
        return answers
    }
}

/// Takes the place of a socket, and records its calls.
final class SocketEnd: ChannelOutboundHandler, Sendable {
    typealias OutboundIn = ByteBuffer

    private let counts = Mutex((reads: 0, isOutputClosed: false))

    var reads: Int { counts.withLock { $0.reads } }
    var isOutputClosed: Bool { counts.withLock { $0.isOutputClosed } }

    func read(context: ChannelHandlerContext) {
        counts.withLock { $0.reads += 1 }
        context.read()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output else { return context.close(mode: mode, promise: promise) }
        counts.withLock { $0.isOutputClosed = true }
        promise?.succeed(())
    }
}

/// Records every line that a listener logs.
final class RecordedLog: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    var notices: [String] { all.filter { $0.contains("notice") } }

    var logger: Logger {
        Logger(label: "test") { label in
            JSONLogHandler(label: label, level: .trace, now: { Date(timeIntervalSince1970: 0) }) { [self] line in
                lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
            }
        }
    }
}

extension ISO8583Message {
    /// Makes a message with these digits as its type.
    init(_ digits: String, _ fields: [Int: Value] = [:]) throws {
        self.init(try #require(MessageTypeIndicator(digits)), fields)
    }

    /// The message with its length in front of it.
    var frame: [UInt8] {
        get throws {
            let bytes = try encoded()
            return [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
        }
    }

    /// An echo, whose number is in field 11.
    static func echo(_ number: Int = 1) throws -> ISO8583Message {
        try ISO8583Message("0800", [11: .text(String(String(1_000_000 + number).suffix(6))), 70: .text("301")])
    }
}
