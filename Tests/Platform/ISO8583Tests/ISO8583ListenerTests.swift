import HTTPService
import NIOCore
import NIOPosix
import NIOSSL
import ServiceLifecycle
import Synchronization
import Testing

@testable import ISO8583

@Suite("A listener for messages", .timeLimit(.minutes(1)))
struct ISO8583ListenerTests {
    @Test("Many messages on several connections get their own answers")
    func answers() async throws {
        try await withListener { message in message.answer("00") } _: { port, log in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for connection in 0..<4 {
                    group.addTask {
                        let echoes = try (0..<100).map { try ISO8583Message.echo(connection * 100 + $0) }
                        let answers = try await exchange(echoes.flatMap { try $0.frame }, on: port, expecting: 100)
                        #expect(answers == echoes.compactMap { $0.answer("00") })
                    }
                }
                try await group.waitForAll()
            }
            #expect(log.notices == [])
        }
    }

    @Test("Bytes that are not messages end the connection, and reach no handler", arguments: [
        [0x20, 0, 1], [0, 4, 1, 2, 3, 4], Array("GET / HTTP/1.1\r\n\r\n".utf8),
    ] as [[UInt8]])
    func unreadable(bytes: [UInt8]) async throws {
        let handled = Counter()
        try await withListener { message in
            handled.add()
            return message.answer("00")
        } _: { port, log in
            let answers = try await exchange(bytes, on: port, expecting: 1)
            #expect(answers == [])
            #expect(handled.count == 0 && log.notices.count == 1)
        }
    }

    @Test("Half a message and silence end the connection after their time")
    func deadlines() async throws {
        var limits = ISO8583Limits()
        (limits.messageTime, limits.idleTime) = (.milliseconds(20), .milliseconds(40))
        try await withListener(limits) { message in message.answer("00") } _: { port, log in
            let answers = try await exchange([0, 30, 0x30], on: port, expecting: 1)
            #expect(answers == [])
            let others = try await exchange([], on: port, expecting: 1)
            #expect(others == [] && log.notices.count == 2)
        }
    }

    @Test("One connection more than the limit is closed")
    func tooMany() async throws {
        var limits = ISO8583Limits()
        limits.connections = 2
        let held = Gate()
        try await withListener(limits) { message in
            await held.pass()
            return message.answer("00")
        } _: { port, log in
            try await withThrowingTaskGroup(of: [ISO8583Message].self) { group in
                for number in 0..<2 {
                    group.addTask { try await exchange(ISO8583Message.echo(number).frame, on: port, expecting: 1) }
                }
                await held.waitForArrivals(2)
                let refused = try await exchange(ISO8583Message.echo(9).frame, on: port, expecting: 1)
                #expect(refused == [])
                held.open()
                for try await answers in group { #expect(answers.count == 1) }
            }
            #expect(log.notices.count == 1 && log.notices.allSatisfy { $0.contains("too many connections") })
        }
    }

    @Test("A shutdown refuses new connections, answers what is open, and ends")
    func shutdown() async throws {
        let (held, log) = (Gate(), RecordedLog())
        let (ports, tellPort) = AsyncStream.makeStream(of: Int.self)
        let address = ListenerAddress(host: "127.0.0.1", port: 0) { tellPort.yield($0) }
        let listener = ISO8583Listener("test", at: address, logger: log.logger) { message in
            await held.pass()
            return message.answer("00")
        }
        let service = ServiceGroup(configuration: .init(services: [.init(service: listener)], logger: log.logger))
        async let running: Void = service.run()
        let port = try #require(await ports.first { _ in true })
        async let answers = exchange(ISO8583Message.echo().frame, on: port, expecting: 1)
        await held.waitForArrivals(1)
        await service.triggerGracefulShutdown()
        await #expect(throws: (any Error).self) { while true { _ = try await exchange([], on: port, expecting: 0) } }
        held.open()
        #expect(try await answers == [try #require(ISO8583Message.echo().answer("00"))])
        try await running
    }

    @Test("With a certificate, the listener speaks TLS and nothing else")
    func secured() async throws {
        let security = try ListenerCertificate.security
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        let client = try NIOSSLContext(configuration: configuration)
        try await withListener(security: security) { message in message.answer("00") } _: { port, _ in
            let echo = try ISO8583Message.echo()
            let answers = try await exchange(echo.frame, on: port, expecting: 1, security: client)
            #expect(answers == [try #require(echo.answer("00"))])
            // The alert of TLS is not a message.
            await #expect(throws: UnreadableBytes.self) {
                _ = try await exchange(echo.frame, on: port, expecting: 1)
            }
        }
    }

    @Test("The error about an address in use names the address and says what to do")
    func addressInUse() async throws {
        try await withListener { _ in nil } _: { port, log in
            let address = ListenerAddress(host: "127.0.0.1", port: port, options: "--network-port")
            let second = ISO8583Listener("network", at: address, logger: log.logger) { _ in nil }
            let failure = await #expect(throws: ListenerFailure.self) { try await second.run() }
            let expected = "The network listener cannot listen at 127.0.0.1:\(port): Address already in use. "
                + "Choose another address with --network-port, or stop what listens there."
            #expect(failure?.description == expected)
        }
    }
}

/// Runs a listener at a free port while `work` talks to it. Expects that the listener ends at its shutdown.
private func withListener(
    _ limits: ISO8583Limits = ISO8583Limits(), security: TransportSecurity? = nil,
    answer: @escaping ISO8583Listener.Answer,
    _ work: @escaping @Sendable (Int, RecordedLog) async throws -> Void
) async throws {
    let log = RecordedLog()
    let (ports, tellPort) = AsyncStream.makeStream(of: Int.self)
    var address = ListenerAddress(host: "127.0.0.1", port: 0) { tellPort.yield($0) }
    address.security = security
    let listener = ISO8583Listener("test", at: address, limits: limits, logger: log.logger, answer: answer)
    let service = ServiceGroup(configuration: .init(services: [.init(service: listener)], logger: log.logger))
    async let running: Void = service.run()
    let port = try #require(await ports.first { _ in true })
    let outcome: Result<Void, any Error>
    do {
        outcome = .success(try await work(port, log))
    } catch {
        outcome = .failure(error)
    }
    await service.triggerGracefulShutdown()
    try await running
    try outcome.get()
}

/// Sends bytes on a new connection, and reads until `count` answers have arrived or the listener closes the connection.
private func exchange(
    _ bytes: [UInt8], on port: Int, expecting count: Int, security: NIOSSLContext? = nil
) async throws -> [ISO8583Message] {
    let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                if let security {
                    let handler = try NIOSSLClientHandler(context: security, serverHostname: nil)
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
                return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }
        }
    return try await connection.executeThenClose { inbound, outbound in
        // The listener may close before it has received everything.
        try? await outbound.write(ByteBuffer(bytes: bytes))
        var (received, answers) = (ByteBuffer(), [ISO8583Message]())
        guard count > 0 else { return answers }
        do {
            for try await part in inbound {
                received.writeImmutableBuffer(part)
                while let bytes = try received.readISO8583Frame() {
                    answers.append(try ISO8583Message(decoding: bytes))
                }
                if answers.count >= count { break }
            }
        } catch is IOError {
            // A connection that is closed with unread bytes is reset.
        }
        return answers
    }
}

private final class Counter: Sendable {
    private let value = Mutex(0)

    var count: Int { value.withLock { $0 } }

    func add() { value.withLock { $0 += 1 } }
}

/// Blocks handlers until it is opened.
private final class Gate: Sendable {
    private let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation
    private let opening = Mutex((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

    init() { (arrivals, arrival) = AsyncStream.makeStream() }

    func pass() async {
        arrival.yield()
        await withCheckedContinuation { continuation in
            let isOpen = opening.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = opening.withLock { state in
            defer { state = (true, []) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func waitForArrivals(_ count: Int) async {
        var left = count
        for await _ in arrivals {
            left -= 1
            if left == 0 { return }
        }
    }
}
