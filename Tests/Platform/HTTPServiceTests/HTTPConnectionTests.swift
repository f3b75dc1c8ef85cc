import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization
import Testing

@testable import HTTPService

@Suite("The requests and responses of a connection", .timeLimit(.minutes(1)))
struct HTTPConnectionTests {
    // MARK: Requests that arrive together

    @Test("Requests that arrive together are passed on one after another")
    func pipelined() async throws {
        let connection = try await TestedConnection()
        try await connection.send(["/1", "/2", "/3"].map(TestedConnection.get).joined())
        for path in ["/1", "/2", "/3"] {
            #expect(await connection.next()?.head.path == path)
            try await connection.answer()
        }
        #expect(connection.socket.responseCount == 3)
        #expect(!connection.socket.isOutputClosed)
    }

    @Test("A request is not passed on before the previous response")
    func heldBack() async throws {
        let connection = try await TestedConnection()
        try await connection.send(TestedConnection.get("/1") + TestedConnection.get("/2"))
        #expect(await connection.next()?.head.path == "/1")
        try await connection.end()
        let second = await connection.next()
        #expect(second == nil)
    }

    @Test("A request is not passed on before the client has read enough of a large response", arguments: [false, true])
    func largeResponse(clientReads: Bool) async throws {
        let connection = try await TestedConnection()
        try await connection.send(TestedConnection.get("/1") + TestedConnection.get("/2"))
        _ = await connection.next()
        connection.channel.isWritable = false
        try await connection.answer(Response(status: .ok, body: ByteBuffer(string: "large")))
        #expect(connection.socket.sent.hasSuffix("\r\n\r\nlarge"), "the client can read it")
        if clientReads {
            connection.channel.isWritable = true
            connection.channel.pipeline.fireChannelWritabilityChanged()
            await connection.run()
        }
        try await connection.end()
        #expect(await connection.next()?.head.path == (clientReads ? "/2" : nil))
    }

    // MARK: Bodies

    @Test("A body that arrives with its head is whole", arguments: [
        TestedConnection.post(length: 5) + "hello", TestedConnection.chunked + "2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
    ])
    func wholeBody(text: String) async throws {
        let connection = try await TestedConnection()
        try await connection.send(text)
        let request = try #require(await connection.next())
        guard case .whole(let body) = request.body else {
            Issue.record("The body is not whole.")
            return
        }
        #expect(String(buffer: body) == "hello")
    }

    @Test("A request without a body has an empty one")
    func noBody() async throws {
        let connection = try await TestedConnection()
        try await connection.send(TestedConnection.get("/"))
        let request = try #require(await connection.next())
        let body = try await request.body.collect(upTo: 0)
        #expect(body.readableBytes == 0)
    }

    @Test("A request is passed on before the rest of its body arrives", arguments: ["", "h"])
    func arrivingBody(beginning: String) async throws {
        let connection = try await TestedConnection()
        try await connection.send(TestedConnection.post(length: 5) + beginning)
        let request = try #require(await connection.next())
        guard case .arriving = request.body else {
            Issue.record("The body is taken for whole.")
            return
        }
        let rest = "hello".dropFirst(beginning.count)
        try await connection.send(String(rest.prefix(2)))
        try await connection.send(String(rest.dropFirst(2)))
        let body = try await request.body.collect(upTo: 5)
        #expect(String(buffer: body) == "hello")
    }

    @Test("A client gets 100 Continue only if it expects this answer, and only in HTTP/1.1", arguments: [
        ("HTTP/1.1", "100-Continue", "HTTP/1.1 100 Continue\r\n\r\n"), ("HTTP/1.1", "something", ""),
        ("HTTP/1.0", "100-continue", ""),
    ])
    func expectation(version: String, value: String, asked: String) async throws {
        let connection = try await TestedConnection()
        try await connection.send("POST / \(version)\r\nHost: a\r\nContent-Length: 2\r\nExpect: \(value)\r\n\r\n")
        #expect(connection.socket.sent == asked)
        let request = try #require(await connection.next())
        try await connection.send("ab")
        #expect(try await request.bodyBytes() == Array("ab".utf8))
        try await connection.answer()
        #expect(connection.socket.sent.hasPrefix(asked + "HTTP/1.1 200"))
    }

    @Test("The socket is read while one request is answered, but not while a second one waits")
    func readsWhileAnswering() async throws {
        let connection = try await TestedConnection()
        var reads = [connection.socket.reads]
        for path in ["/1", "/2"] {
            try await connection.send(TestedConnection.get(path))
            reads.append(connection.socket.reads)
        }
        for _ in 1...2 {
            _ = await connection.next()
            try await connection.answer()
            reads.append(connection.socket.reads)
        }
        #expect(zip(reads.dropFirst(), reads).map(-) == [1, 0, 0, 1])
    }

    @Test("A body that the service does not read is dropped, and the next request is answered", arguments: [1, 20])
    func unreadBody(parts: Int) async throws {
        let connection = try await TestedConnection()
        try await connection.send(TestedConnection.post("/1", length: 10 * parts))
        #expect(await connection.next()?.head.path == "/1")
        try await connection.answer()
        for _ in 1..<parts { try await connection.send("0123456789") }
        try await connection.send("0123456789" + TestedConnection.get("/2"))
        #expect(await connection.next()?.head.path == "/2")
        try await connection.answer()
        #expect(connection.socket.responseCount == 2)
        #expect(!connection.socket.isOutputClosed)
    }

    @Test("The socket is not read while four parts of a body wait, and is read again when most of them are used")
    func backPressure() async throws {
        let connection = try await TestedConnection()
        try await connection.send(TestedConnection.post(length: 100))
        let request = try #require(await connection.next())
        guard case .arriving(let body) = request.body else {
            Issue.record("The body is taken for whole.")
            return
        }
        let reads = connection.socket.reads
        for part in ["a", "b", "c"] { try await connection.send(part) }
        #expect(connection.socket.reads == reads + 3)
        try await connection.send("d")
        #expect(connection.socket.reads == reads + 3)
        let parts = body.makeAsyncIterator()
        for expected in ["a", "b", "c"] {
            let part = try await parts.next()
            #expect(part.map { String(buffer: $0) } == expected)
        }
        await connection.run()
        #expect(connection.socket.reads == reads + 4)
    }

    @Test("The socket is read again when the waiting parts are no longer needed")
    func abandonedBody() async throws {
        let connection = try await TestedConnection()
        func hold() async throws -> Int {
            try await connection.send(TestedConnection.post(length: 100))
            let request = try #require(await connection.next())
            for part in ["a", "b", "c", "d"] { try await connection.send(part) }
            return withExtendedLifetime(request) { connection.socket.reads }
        }
        let reads = try await hold()
        await connection.run()
        #expect(connection.socket.reads == reads + 1)
    }

    @Test("A broken body is an error for its reader, and the connection ends after the response", arguments: [
        [TestedConnection.chunked, "ZZ\r\n"], [TestedConnection.chunked + "ZZ\r\n"],
        [TestedConnection.chunked, "1\r\na\r\n", "ZZ\r\n"],
    ])
    func brokenBody(parts: [String]) async throws {
        let connection = try await TestedConnection()
        for part in parts { try await connection.send(part) }
        let request = try #require(await connection.next())
        await #expect(throws: BrokenBody.self) { _ = try await request.body.collect(upTo: 100) }
        #expect(!connection.socket.isOutputClosed)
        try await connection.answer(Response(status: .badRequest))
        #expect(connection.socket.responseCount == 1)
        #expect(connection.socket.isOutputClosed)
        let next = await connection.next()
        #expect(next == nil)
    }

    @Test("A body that the end of the connection cuts off is broken", arguments: ["", "h"])
    func cutOffBody(beginning: String) async throws {
        let connection = try await TestedConnection()
        try await connection.send(TestedConnection.post(length: 5) + beginning)
        try await connection.end()
        let request = try #require(await connection.next())
        await #expect(throws: BrokenBody.self) { _ = try await request.body.collect(upTo: 5) }
    }
}
