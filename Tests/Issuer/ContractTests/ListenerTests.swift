import CardAPI
import ContractTestSupport
import Foundation
import HTTPContract
import NIOCore
import NIOPosix
import Testing

@testable import CardServer
@testable import HTTPService

@Suite("Requests that a listener accepts, and its time limits", .timeLimit(.minutes(8)))
struct ListenerTests {
    @Test("A path has one spelling on both listeners, also in absolute targets; another is 404")
    func paths() async throws {
        try await withLiveService { service in
            for target in ["/metrics", "/metrics?x", "http://tessera.localhost/metrics", "HTTP://a:80/metrics?x"] {
                #expect(try await service.ask("GET", target).status == 200, "\(target)")
            }
            for target in [
                "//metrics", "/metrics/", "/%6detrics", "/./metrics", "/x/../metrics", "/metrics;x", "/metrics/.", "*",
                "http://tessera.localhost//metrics", "/healthz//", cardsPath + "/",
                cardsPath.replacing("/prepaid", with: "//prepaid"), "/tenants/blue/", "/tenants//blue/metrics",
            ] {
                let answer = try await service.ask("GET", target)
                #expect(answer.status == 404, "\(target)")
                #expect(answer["X-Request-Id"] != nil)
            }
            for target in ["http:/metrics", "x:/metrics", "metrics", "http://u@a/metrics"] {
                #expect(try await service.ask("GET", target).status == 400, "\(target)")
            }
            #expect(try await service.ask("GET", "/sandbox/clock", on: .sandbox).status == 200)
            for target in ["/sandbox/clock/", "//sandbox/clock", "/sandbox//clock", "/sandbox/./clock"] {
                let answer = try await service.ask("GET", target, on: .sandbox)
                #expect(answer.status == 404, "\(target)")
                #expect(answer["Content-Type"] == "application/problem+json")
            }
        }
    }

    @Test("A missing, repeated or malformed Host is 400, in the listener's form of errors", arguments: [
        "", "Host: a\r\nHost: a\r\n", "Host: a\r\nhost: b\r\n", "Host:\r\n", "Host: a b\r\n", "Host: a:99999\r\n",
        "Host: a/b\r\n", "Host: u@a\r\n",
    ])
    func hosts(fields: String) async throws {
        try await withSharedLiveService { service in
            let request = Array("GET /healthz HTTP/1.1\r\n\(fields)\r\n".utf8)
            let answer = try await service.send(request, method: "GET")
            #expect(answer.status == 400)
            #expect(answer.problem?.code == .hostShouldBeValid)
            let sandbox = try await service.send(request, method: "GET", to: .sandbox)
            #expect(sandbox.status == 400)
            #expect(sandbox["Content-Type"] == "application/problem+json")
            #expect(sandbox.text.contains(ErrorCode.hostShouldBeValid.rawValue))
        }
    }

    @Test("HTTP/1.0 needs no Host, and its connection ends with the answer")
    func http10() async throws {
        try await withLiveService { service in
            let answers = try await service.exchange("GET /healthz HTTP/1.0\r\n\r\n")
            #expect(answers.statuses == [200])
        }
    }

    @Test("A request with invalid framing is answered once with 400, and the connection ends", arguments: [
        "POST /x HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n",
        "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
        "GET /x HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n", "GET /x HTTP/1.1\r\nHost: a\r\nX-A: b\u{0}c\r\n\r\n",
        "BREW /healthz HTTP/1.1\r\nHost: a\r\n\r\n", "GET /healthz HTTP/2.0\r\nHost: a\r\n\r\n",
    ])
    func framing(request: String) async throws {
        try await withSharedLiveService { service in
            let answers = try await service.exchange(request)
            #expect(answers.statuses == [400])
        }
    }

    @Test("A bad chunk gets one answer, whether the operation reads the body or not")
    func badChunk() async throws {
        try await withLiveService { service in
            let token = try await service.token(of: .ivana)
            let begun = "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"
            let chunks = begun + "zz\r\n}\r\n0\r\n\r\n"
            let json = "Authorization: Bearer \(token)\r\nContent-Type: application/json\r\n"
            let read = try await service.exchange("POST \(cardsPath) HTTP/1.1\r\nHost: a\r\n\(json)\(chunks)")
            #expect(read.statuses == [400])
            #expect(read.text.contains(ErrorCode.bodyNotReadable.rawValue))
            let cutOff = try await service.exchange(
                "POST \(cardsPath) HTTP/1.1\r\nHost: a\r\n\(json)\(begun)", ending: true)
            #expect(cutOff.statuses == [400])
            let form = try await service.exchange(
                "POST /digitalwallets/v1/auth/brands/demo/token HTTP/1.1\r\nHost: a\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\n\(chunks)")
            #expect(form.statuses == [400])
            #expect(form.text.contains("invalid_request"))
            let unread = try await service.exchange("POST /x HTTP/1.1\r\nHost: a\r\n\(chunks)")
            #expect(unread.statuses == [404])
        }
    }

    @Test("A page or a probe answers HEAD as GET, without the body; an operation does not")
    func head() async throws {
        try await withLiveService { service in
            for path in ["/healthz", "/readyz", "/metrics", "/docs", "/openapi.json"] {
                let answer = try await service.exchange("HEAD \(path) HTTP/1.0\r\nHost: a\r\n\r\n")
                #expect(answer.statuses == [200] && answer.text.hasSuffix("\r\n\r\n"), "\(path)")
                let got = try await service.ask("GET", path)
                let head = try await service.ask("HEAD", path)
                #expect(head["Content-Type"] == got["Content-Type"] && head.body.isEmpty, "\(path)")
            }
            #expect(try await service.ask("HEAD", cardsPath, token: service.token(of: .ivana)).status == 405)
        }
    }

    @Test("A request for another protocol gets one answer, and the connection ends", arguments: [
        ("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", 200),
        ("CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", 404),
        ("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n", 200),
    ])
    func otherProtocol(request: String, status: Int) async throws {
        try await withSharedLiveService { service in
            let answers = try await service.exchange(request)
            #expect(answers.statuses == [status])
        }
    }

    /// The bytes that arrive are a complete order of a card, but fewer than the announced body.
    @Test("A body that arrives too slowly ends its connection and changes nothing; other requests are answered")
    func drippingBody() async throws {
        var limits = ListenerLimits()
        limits.startTime = .seconds(1)
        limits.checkInterval = .milliseconds(10)
        try await withLiveService(limits: limits) { service in
            let token = try await service.token(of: .ivana)
            let fields = "Host: a\r\nAuthorization: Bearer \(token)\r\nContent-Type: application/json\r\n"
            let order = #"{"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR"}"#
            let drip = try await service.exchange(
                "POST \(cardsPath) HTTP/1.1\r\n\(fields)Content-Length: 100\r\n\r\n\(order)")
            #expect(service.log.text.contains(Pace.Delay.request.rawValue), "this ended the connection")
            #expect(drip.text.isEmpty, "nobody is left to answer")
            let cards = try await service.ask("GET", cardsPath, token: token)
            #expect(cards.status == 200 && !cards.text.contains("cardId"), "what arrived was carried out")
            let whole = try await service.ask("POST", cardsPath, token: token, order)
            #expect(whole.status == 201, "the order itself is valid")
        }
    }

    @Test("A client that does not read its answers is logged as slow")
    func answersNotTaken() async throws {
        var limits = ListenerLimits()
        limits.startTime = .milliseconds(100)
        limits.checkInterval = .milliseconds(10)
        try await withLiveService(limits: limits) { service in
            let channel = try await service.deafConnection()
            let requests = String(repeating: "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n", count: 1000)
            channel.writeAndFlush(ByteBuffer(string: requests), promise: nil)
            while !service.log.text.contains(Pace.Delay.answer.rawValue) { await Task.yield() }
            try? await channel.close()
        }
    }

    @Test("The service ends even if clients send slowly or do not read their answers")
    func shutdown() async throws {
        var limits = ListenerLimits()
        limits.shutdownTime = .milliseconds(200)
        var channels: [any Channel] = []
        try await withLiveService(limits: limits) { service in
            for _ in 0..<3 {
                let channel = try await service.deafConnection()
                try await channel.writeAndFlush(
                    ByteBuffer(string: "POST \(cardsPath) HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"))
                channels.append(channel)
            }
            let channel = try await service.deafConnection()
            let requests = String(repeating: "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n", count: 1000)
            channel.writeAndFlush(ByteBuffer(string: requests), promise: nil)
            channels.append(channel)
            #expect(try await service.ask("GET", "/healthz").status == 200)
        }
        for channel in channels { try? await channel.close() }
    }

    @Test("The open connections of an address give way to its new ones")
    func places() async throws {
        var limits = ListenerLimits()
        limits.connectionsPerAddress = 3
        try await withLiveService(limits: limits) { service in
            var channels: [any Channel] = []
            for _ in 0..<10 {
                let channel = try await service.deafConnection()
                try await channel.writeAndFlush(
                    ByteBuffer(string: "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"))
                channels.append(channel)
                // The service may accept simultaneous connections in either order, so this one may lose its place and
                // tries again.
                var status: Int?
                for _ in 0..<5 where status != 200 { status = try? await service.ask("GET", "/healthz").status }
                #expect(status == 200)
            }
            for channel in channels { try? await channel.close() }
        }
    }
}

/// Everything that arrived on one connection.
private struct Exchange {
    let text: String

    /// The status of each answer.
    var statuses: [Int] {
        text.matches(of: /HTTP\/1\.1 ([0-9]{3})\b/).compactMap { Int($0.1) }
    }
}

extension LiveService {
    /// Sends bytes and reads until the service ends the connection.
    ///
    /// - Parameter ending: closes the client's sending side after the bytes.
    fileprivate func exchange(_ text: String, ending: Bool = false) async throws -> Exchange {
        let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: "127.0.0.1", port: publicPort) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(isOutboundHalfClosureEnabled: ending))
                }
            }
        return try await connection.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: text))
            if ending { outbound.finish() }
            var received: [UInt8] = []
            do {
                for try await part in inbound { received += part.readableBytesView }
            } catch is IOError {
                // A reset may end the connection. The bytes before it count.
            }
            return Exchange(text: String(decoding: received, as: UTF8.self))
        }
    }

    /// A connection that reads nothing.
    fileprivate func deafConnection() async throws -> any Channel {
        try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.autoRead, value: false)
            .connect(host: "127.0.0.1", port: publicPort).get()
    }
}
