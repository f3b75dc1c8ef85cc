import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization
import Testing

@testable import HTTPService

@Suite("The end of a connection", .timeLimit(.minutes(1)))
struct HTTPConnectionEndTests {
    @Test("A request with Connection: close is the last", arguments: [
        "GET /1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "GET /1 HTTP/1.0\r\n\r\n",
    ])
    func lastRequest(text: String) async throws {
        let connection = try await TestedConnection()
        try await connection.send(text)
        #expect(await connection.next()?.head.path == "/1")
        #expect(!connection.socket.isOutputClosed)
        try await connection.answer()
        #expect(connection.socket.isOutputClosed)
        try await connection.send(TestedConnection.get("/2"))
        let next = await connection.next()
        #expect(next == nil)
        #expect(connection.socket.responseCount == 1)
    }

    @Test("Bytes that arrive after the last request are neither passed on nor refused", arguments: [
        TestedConnection.get("/2"), "nonsense\r\n\r\n",
    ])
    func afterLastRequest(text: String) async throws {
        let connection = try await TestedConnection()
        try await connection.send("GET /1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + text)
        #expect(await connection.next()?.head.path == "/1")
        try await connection.answer()
        let next = await connection.next()
        #expect(next == nil)
        #expect(connection.socket.responseCount == 1)
        #expect(connection.socket.sent.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(connection.socket.isOutputClosed)
    }

    @Test("A request's body may also break while the request before it is answered", arguments: [
        "ZZ\r\n", "1\r\na\r\nZZ\r\n",
    ])
    func brokenSecondBody(body: String) async throws {
        let connection = try await TestedConnection()
        let sound = TestedConnection.get("/1") + TestedConnection.get("/2")
        try await connection.send(sound + TestedConnection.chunked + body)
        for path in ["/1", "/2"] {
            #expect(await connection.next()?.head.path == path)
            try await connection.answer()
        }
        #expect(!connection.socket.isOutputClosed)
        let broken = try #require(await connection.next())
        await #expect(throws: BrokenBody.self) { _ = try await broken.body.collect(upTo: 100) }
        try await connection.answer(Response(status: .badRequest))
        #expect(connection.socket.responseCount == 3)
        #expect(connection.socket.isOutputClosed)
        let next = await connection.next()
        #expect(next == nil)
    }

    @Test("The end of the connection breaks a body that is being read")
    func endWhileReading() async throws {
        let connection = try await TestedConnection()
        try await connection.send(TestedConnection.get("/1") + TestedConnection.chunked + "1\r\na\r\n")
        #expect(await connection.next()?.head.path == "/1")
        try await connection.answer()
        let request = try #require(await connection.next())
        try await connection.end()
        await #expect(throws: BrokenBody.self) { _ = try await request.body.collect(upTo: 100) }
    }

    @Test("The response to HEAD has the length of its body, and no body")
    func head() async throws {
        let connection = try await TestedConnection()
        let head = TestedConnection.get("/1").replacing("GET", with: "HEAD")
        for (request, hasBody) in [(head, false), (TestedConnection.get("/2"), true)] {
            let before = connection.socket.sent.count
            try await connection.send(request)
            _ = await connection.next()
            try await connection.answer(Response(status: .notFound, body: ByteBuffer(string: "hello")))
            let sent = connection.socket.sent.dropFirst(before)
            #expect(sent.contains("\r\nContent-Length: 5\r\n"))
            #expect(sent.hasSuffix("\r\n\r\nhello") == hasBody)
            #expect(sent.hasSuffix("\r\n\r\n") == !hasBody)
        }
    }

    @Test("The response to HEAD may have no length, and the connection stays usable")
    func headWithoutLength() async throws {
        let connection = try await TestedConnection()
        try await connection.send(TestedConnection.get("/1").replacing("GET", with: "HEAD"))
        _ = await connection.next()
        try await connection.answer(Response(toHead: .ok, headers: [.cacheControl: "no-store"]))
        let head = connection.socket.sent
        #expect(head.hasPrefix("HTTP/1.1 200 OK\r\nCache-Control: no-store\r\n") && head.hasSuffix("\r\n\r\n"))
        #expect(!head.contains("Content-Length") && !head.lowercased().contains("transfer-encoding"))
        try await connection.send(TestedConnection.get("/2"))
        #expect(await connection.next()?.head.path == "/2")
        try await connection.answer(Response(status: .ok, body: ByteBuffer(string: "hello")))
        #expect(connection.socket.sent.dropFirst(head.count).hasPrefix("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n"))
    }

    @Test("A response that cannot have a body has no length", arguments: [HTTPResponse.Status.noContent, .notModified])
    func withoutBody(status: HTTPResponse.Status) async throws {
        let connection = try await TestedConnection()
        try await connection.send(TestedConnection.get("/1"))
        _ = await connection.next()
        try await connection.answer(Response(status: status))
        #expect(connection.socket.sent.hasSuffix("\r\n\r\n"))
        #expect(!connection.socket.sent.contains("Content-Length") && !connection.socket.sent.contains("chunked"))
    }

    @Test("A request for another protocol is the last, and what follows it is not passed on")
    func otherProtocol() async throws {
        let connection = try await TestedConnection()
        try await connection.send("GET /1 HTTP/1.1\r\nHost: a\r\nUpgrade: x\r\n\r\n" + TestedConnection.get("/2"))
        #expect(await connection.next()?.head.path == "/1")
        try await connection.answer()
        #expect(connection.socket.responseCount == 1)
        #expect(connection.socket.sent.contains("\r\nConnection: close\r\n"))
        #expect(connection.socket.isOutputClosed)
        let next = await connection.next()
        #expect(next == nil)
    }

    @Test("A connection that has to end for two reasons still writes the response that is due")
    func quiescedTwice() async throws {
        let connection = try await TestedConnection()
        try await connection.send(TestedConnection.get("/1"))
        for _ in 1...2 { connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
        await connection.run()
        #expect(await connection.next()?.head.path == "/1")
        try await connection.answer()
        #expect(connection.socket.responseCount == 1)
        let next = await connection.next()
        #expect(next == nil)
    }

    @Test("A client that sends nothing more still gets the response to its request")
    func halfClosed() async throws {
        let connection = try await TestedConnection()
        try await connection.send(TestedConnection.get("/1"))
        await connection.closeInput()
        #expect(!connection.socket.isOutputClosed)
        #expect(await connection.next()?.head.path == "/1")
        try await connection.answer()
        #expect(connection.socket.sent.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(connection.socket.isOutputClosed)
        let next = await connection.next()
        #expect(next == nil)
    }

    @Test("A client that sends nothing more still gets the responses to all of its requests")
    func halfClosedPipeline() async throws {
        let connection = try await TestedConnection()
        try await connection.send(TestedConnection.get("/1") + TestedConnection.get("/2"))
        await connection.closeInput()
        for path in ["/1", "/2"] {
            #expect(!connection.socket.isOutputClosed)
            #expect(await connection.next()?.head.path == path)
            try await connection.answer()
        }
        #expect(connection.socket.responseCount == 2)
        #expect(connection.socket.isOutputClosed)
    }

    @Test("A client that stops within its second request still gets both responses")
    func halfClosedSecondRequest() async throws {
        let connection = try await TestedConnection()
        try await connection.send(TestedConnection.get("/1") + TestedConnection.post("/2", length: 10) + "abc")
        await connection.closeInput()
        #expect(await connection.next()?.head.path == "/1")
        try await connection.answer()
        #expect(!connection.socket.isOutputClosed)
        let second = try #require(await connection.next())
        await #expect(throws: BrokenBody.self) { _ = try await second.body.collect(upTo: 100) }
        try await connection.answer(Response(status: .badRequest))
        #expect(connection.socket.responseCount == 2)
        #expect(connection.socket.isOutputClosed)
        let next = await connection.next()
        #expect(next == nil)
    }

    @Test("A client that ends without a request gets no response")
    func halfClosedAtOnce() async throws {
        let connection = try await TestedConnection()
        await connection.closeInput()
        #expect(connection.socket.isOutputClosed)
        #expect(connection.socket.sent.isEmpty)
        let next = await connection.next()
        #expect(next == nil)
    }

    @Test("Bytes that are no request are refused once, and the connection ends")
    func noRequest() async throws {
        let connection = try await TestedConnection()
        for _ in 1...2 { try await connection.send("nonsense\r\n\r\n") }
        #expect(connection.socket.sent.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(connection.socket.sent.contains("\r\nConnection: close\r\n"))
        #expect(connection.socket.responseCount == 1)
        #expect(connection.socket.isOutputClosed)
        let next = await connection.next()
        #expect(next == nil)
    }

    @Test("Bytes that are no request are refused only after the response to the request before them")
    func noSecondRequest() async throws {
        let connection = try await TestedConnection()
        try await connection.send(TestedConnection.get("/1") + "nonsense\r\n\r\n")
        #expect(connection.socket.sent.isEmpty)
        #expect(await connection.next()?.head.path == "/1")
        try await connection.answer()
        #expect(connection.socket.sent.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(connection.socket.sent.contains("HTTP/1.1 400 Bad Request\r\n"))
        #expect(connection.socket.isOutputClosed)
    }

    @Test("A long value with many combining marks in a row is refused, because it takes long to compare", arguments: [
        (String(repeating: "\u{301}", count: 30), 9, true), (String(repeating: "\u{301}", count: 31), 9, false),
        (String(repeating: "\u{301}", count: 31), 1, true), ("\u{439}", 200, true),
    ])
    func combiningMarks(marks: String, times: Int, isTaken: Bool) async throws {
        let connection = try await TestedConnection()
        let value = String(repeating: "e\(marks)", count: times)
        try await connection.send("GET / HTTP/1.1\r\nHost: a\r\nX-A: \(value)\r\n\r\n")
        #expect(connection.socket.sent.hasPrefix("HTTP/1.1 400 Bad Request\r\n") == !isTaken)
        #expect(connection.socket.isOutputClosed == !isTaken)
    }

    @Test("A head that the end of the connection cuts off is not answered")
    func cutOffHead() async throws {
        let connection = try await TestedConnection()
        try await connection.send("GET / HTTP/1.1\r\nHo")
        try await connection.end()
        #expect(connection.socket.sent.isEmpty)
        let next = await connection.next()
        #expect(next == nil)
    }

    @Test("The end of the connection ends the wait for a request")
    func endWhileWaiting() async throws {
        let connection = try await TestedConnection()
        async let waiting = connection.next()
        try await connection.end()
        let request = await waiting
        #expect(request == nil)
    }

    @Test("A request that waits when the connection ends is still passed on, and is the last")
    func endWithRequest() async throws {
        let connection = try await TestedConnection()
        try await connection.send(TestedConnection.get("/1"))
        try await connection.end()
        #expect(await connection.next()?.head.path == "/1")
        let next = await connection.next()
        #expect(next == nil)
    }
}
