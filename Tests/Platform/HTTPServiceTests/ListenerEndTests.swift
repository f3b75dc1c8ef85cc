import HTTPTypes
import NIOCore
import NIOEmbedded
import Testing

@testable import HTTPService

@Suite("The requests that arrive while a listener ends", .timeLimit(.minutes(1)))
struct ListenerEndTests {
    @Test("An idle connection is closed without a reset, and a request that arrives afterwards is not read")
    func idle() async throws {
        let connection = try await TestedConnection()
        try await connection.send(TestedConnection.get("/1"))
        _ = await connection.next()
        try await connection.answer()
        await connection.shutDown()
        #expect(connection.socket.isOutputClosed)
        #expect(connection.channel.isActive, "the client has not closed its side yet")
        try await connection.send(TestedConnection.get("/2"))
        let next = await connection.next()
        #expect(next == nil)
        #expect(connection.socket.responseCount == 1)
        await connection.channel.testingEventLoop.advanceTime(by: .seconds(1))
        #expect(!connection.channel.isActive, "an idle client does not delay the end of the service")
    }

    @Test("A request of which a part has arrived is answered, as the last of its connection", arguments: [
        "G", "GET /1 HTTP/1.1\r\n", "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n",
        "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab",
    ])
    func part(begun: String) async throws {
        let post = TestedConnection.post("/1", length: 4) + "abcd"
        let whole = begun.hasPrefix("P") ? post : TestedConnection.get("/1")
        let draining = Draining()
        let connection = try await TestedConnection(draining: draining)
        try await connection.send(begun)
        draining.begin()
        await connection.shutDown()
        #expect(!connection.socket.isOutputClosed)
        try await connection.send(String(whole.dropFirst(begun.count)))
        #expect(await connection.next()?.head.path == "/1")
        try await connection.answer()
        #expect(connection.socket.sent.contains("\r\nConnection: close\r\n"))
        #expect(connection.socket.isOutputClosed)
    }

    @Test("Over TLS, a connection without a request is idle, and closed at once")
    func secured() async throws {
        let connection = try await TestedConnection(TestCertificate.security)
        let client = try await SecureClient()
        try await client.exchange(with: connection)
        await connection.shutDown()
        #expect(connection.socket.isOutputClosed)
    }

    @Test("A request that is in the socket but not read yet is answered")
    func unread() async throws {
        let listener = try await RunningListener()
        let client = try listener.client()
        client.send("/1")
        #expect(await client.answer()?.contains("Connection: close") == false)
        let channel = try #require(listener.channel)
        // While the event loop runs this, it cannot read what the client sends.
        try await channel.eventLoop.submit {
            client.send("/2")
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }.get()
        #expect(await client.answer()?.hasPrefix("HTTP/1.1 200 OK\r\n") == true)
        #expect(await client.answer() == "", "the connection ends after it")
        client.close()
        try await listener.end()
    }

    @Test("Each request of a kept connection gets a whole answer, or none if it was not read", arguments: [false, true])
    func kept(drains: Bool) async throws {
        let listener = try await RunningListener(drains: drains)
        let conversations = try await withThrowingTaskGroup(of: [String?].self) { tasks in
            for _ in 0..<8 {
                let client = try listener.client()
                tasks.addTask { await client.converse() }
            }
            while listener.connections < 8 || listener.answered < 100 { await Task.yield() }
            await listener.beginEnd()
            var all: [[String?]] = []
            for try await answers in tasks { all.append(answers) }
            return all
        }
        try await listener.end()
        for answers in conversations {
            #expect(answers.last == "", "the client sees the end of its connection, and no reset")
            let whole = answers.dropLast().compactMap(\.self)
            for text in whole { #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n") && text.hasSuffix("\r\n\r\n")) }
            for text in whole.dropLast() { #expect(!text.contains("Connection: close")) }
            if drains { #expect(whole.last?.contains("Connection: close") == true) }
        }
        let received: Int = conversations.reduce(0) { $0 + $1.count - 1 }
        #expect(received == listener.answered, "each answer has arrived")
    }
}

extension TestedConnection {
    fileprivate func shutDown() async {
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        await run()
    }
}
