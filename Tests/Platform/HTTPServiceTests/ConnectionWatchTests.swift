import Foundation
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import HTTPService

@Suite("The limits of a connection")
struct ConnectionWatchTests {
    /// A connection with the handlers that limit it, without those that answer. Only the test moves its time.
    private struct Connection {
        let channel: EmbeddedChannel
        let received: Received
        var loop: EmbeddedEventLoop { channel.embeddedEventLoop }

        init(
            _ limits: ListenerLimits = .init(), slots: ConnectionSlots? = nil, from client: String = "192.0.2.1"
        ) throws {
            channel = EmbeddedChannel()
            received = Received()
            let watch = ConnectionWatch(limits, slots ?? ConnectionSlots(limits), logger: Logger(label: "test"))
            try channel.pipeline.syncOperations.addHandlers(
                watch, HTTPResponseEncoder(), ByteToMessageHandler(HTTPRequestDecoder()), RequestFraming(watch),
                received)
            let address = try SocketAddress(ipAddress: client, port: 1)
            channel.remoteAddress = address
            try channel.connect(to: address).wait()
        }

        /// Sends a text, and then reads further, as the service does until it has enough.
        func send(_ text: String) throws {
            try channel.writeInbound(ByteBuffer(string: text))
            channel.read()
        }

        func answer() throws {
            let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Content-Length": "0"])
            channel.write(HTTPServerResponsePart.head(head), promise: nil)
            try channel.writeAndFlush(HTTPServerResponsePart.end(nil)).wait()
        }
    }

    /// Records the heads and the errors that pass the handlers.
    private final class Received: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        private(set) var heads: [HTTPRequestHead] = []
        private(set) var errors: [any Error] = []

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if case .head(let head) = unwrapInboundIn(data) { heads.append(head) }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { errors.append(error) }
    }

    private static let get = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let post = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n"

    @Test("A body that arrives too slowly ends the connection")
    func drippingBody() throws {
        let connection = try Connection()
        try connection.send(Self.post)
        for _ in 0..<4 {
            #expect(connection.channel.isActive)
            connection.loop.advanceTime(by: .seconds(5))
            if connection.channel.isActive { try connection.send("x") }
        }
        #expect(!connection.channel.isActive)
        #expect(connection.received.errors.first is HTTPParserError, "nobody takes what came for a whole body")
    }

    @Test("An idle connection ends a minute after its last answer; one that waits for its answer does not end")
    func idle() throws {
        let connection = try Connection()
        connection.loop.advanceTime(by: .seconds(55))
        try connection.send(Self.get)
        connection.loop.advanceTime(by: .hours(1))
        #expect(connection.channel.isActive)
        try connection.answer()
        connection.loop.advanceTime(by: .seconds(55))
        #expect(connection.channel.isActive)
        connection.loop.advanceTime(by: .seconds(5))
        #expect(!connection.channel.isActive)
    }

    @Test("At shutdown a request in progress has 10 seconds to end")
    func shutdown() throws {
        let connection = try Connection()
        try connection.send(Self.post)
        connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        connection.loop.advanceTime(by: .seconds(9))
        #expect(connection.channel.isActive)
        connection.loop.advanceTime(by: .seconds(1))
        #expect(!connection.channel.isActive)
    }

    @Test("A request head has a size limit, also before its first line", arguments: ["GET /", "\r\n\r\n\r\n", "a: "])
    func endlessHead(text: String) throws {
        let connection = try Connection()
        if text == "a: " { try connection.send("GET / HTTP/1.1\r\n") }
        for _ in 0..<100 where connection.received.errors.isEmpty {
            try connection.send(String(String(repeating: text, count: 1024 / text.count)))
        }
        #expect(connection.received.errors.count == 1)
        #expect(connection.received.heads.isEmpty)
    }

    @Test("A body that is cut off by the end of the connection is an error")
    func cutOff() throws {
        let connection = try Connection()
        try connection.send(Self.post + "12345")
        try connection.channel.close().wait()
        #expect(connection.received.errors.map { $0 is HTTPParserError } == [true])
    }

    @Test("A new connection replaces an idle one from its own address, but not a busy one")
    func slots() throws {
        var limits = ListenerLimits()
        limits.connectionsPerAddress = 2
        let slots = ConnectionSlots(limits)
        let waiting = try Connection(limits, slots: slots)
        let working = try Connection(limits, slots: slots)
        try working.send(Self.get)
        let third = try Connection(limits, slots: slots)
        #expect([waiting, working, third].map(\.channel.isActive) == [false, true, true])
        try third.send(Self.get)
        let refused = try Connection(limits, slots: slots)
        #expect([working, third, refused].map(\.channel.isActive) == [true, true, false])
        try working.answer()
        let fourth = try Connection(limits, slots: slots)
        #expect([working, third, fourth].map(\.channel.isActive) == [false, true, true])
    }

    @Test("A full listener makes room for a new address by closing a connection of the address that has the most")
    func fullListener() throws {
        var limits = ListenerLimits()
        limits.connections = 3
        let slots = ConnectionSlots(limits)
        let crowd = try (0..<2).map { _ in try Connection(limits, slots: slots, from: "192.0.2.1") }
        let other = try Connection(limits, slots: slots, from: "192.0.2.2")
        #expect(crowd.allSatisfy { $0.channel.isActive })
        let newcomer = try Connection(limits, slots: slots, from: "192.0.2.3")
        #expect(crowd.count { $0.channel.isActive } == 1)
        #expect([other, newcomer].map(\.channel.isActive) == [true, true])
        try other.channel.close().wait()
        let last = try Connection(limits, slots: slots, from: "192.0.2.4")
        #expect(crowd.count { $0.channel.isActive } == 1, "a closed connection has left its slot")
        #expect([newcomer, last].map(\.channel.isActive) == [true, true])
    }

    @Test("Clients are distinguished by their IPv4 address or the first 64 bits of their IPv6 address")
    func addresses() throws {
        func client(_ text: String) throws -> ClientAddress {
            try ClientAddress(SocketAddress(ipAddress: text, port: 1))
        }
        #expect(try client("192.0.2.1") != client("192.0.2.2"))
        #expect(try client("192.0.2.1") == client("::ffff:192.0.2.1"))
        #expect(try client("2001:db8:1:2::1") == client("2001:db8:1:2:ffff::9"))
        #expect(try client("2001:db8:1:2::1") != client("2001:db8:1:3::1"))
    }

    @Test("Without descriptors or memory, accepting pauses and resumes", arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM])
    func acceptPause(code: CInt) throws {
        let channel = EmbeddedChannel(handler: AcceptPause(logger: Logger(label: "test")))
        func accepts() -> Bool? {
            channel.options.last { $0.option is ChannelOptions.Types.AutoReadOption }?.value as? Bool
        }
        let error = IOError(errnoCode: code, reason: "accept")
        for _ in 0..<3 { channel.pipeline.fireErrorCaught(error) }
        #expect(accepts() == false)
        channel.embeddedEventLoop.advanceTime(by: AcceptPause.duration)
        #expect(accepts() == true)
        #expect(throws: IOError.self) { try channel.throwIfErrorCaught() }
    }
}
