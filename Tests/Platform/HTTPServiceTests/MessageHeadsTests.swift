import HTTPTypes
import NIOCore
import NIOHTTP1
import Testing

@testable import HTTPService

@Suite("The heads of messages")
struct MessageHeadsTests {
    private static func request(_ headers: [(String, String)], method: HTTPMethod = .GET) -> HTTPRequest {
        HTTPRequest(HTTPRequestHead(version: .http1_1, method: method, uri: "/a?b", headers: HTTPHeaders(headers)))
    }

    @Test("The first Host is the authority, and a second stays a field", arguments: ["Host", "host", "HOST"])
    func host(name: String) {
        let request = Self.request([("Accept", "x"), (name, "a.example"), (name, "b.example")])
        #expect(request.authority == "a.example")
        #expect(request.headerFields.map { "\($0.name.canonicalName)=\($0.value)" } == ["accept=x", "host=b.example"])
        #expect(request.path == "/a?b")
    }

    @Test("A request without a Host has no authority")
    func noHost() { #expect(Self.request([("Hosts", "a")]).authority == nil) }

    @Test("A name means the same in every letter case", arguments: [
        "Accept", "Accept-Encoding", "Authorization", "Connection", "Content-Length", "Content-Type", "User-Agent",
        "X-Request-Id",
    ])
    func names(usual: String) throws {
        for text in [usual, usual.lowercased(), usual.uppercased()] {
            let name = try #require(HTTPField.Name(text))
            let fields = Self.request([(text, "v")]).headerFields
            #expect(fields.map(\.name) == [name])
            #expect(fields[name] == "v")
        }
    }

    @Test("Repeated fields stay, in their order")
    func repeated() {
        let fields = Self.request([("Accept", "1"), ("X", "2"), ("accept", "3")]).headerFields
        #expect(fields.map(\.value) == ["1", "2", "3"])
        #expect(fields[values: .accept] == ["1", "3"])
    }

    @Test("A method keeps its name", arguments: [
        "GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "BREW",
    ])
    func methods(name: String) {
        #expect(Self.request([], method: HTTPMethod(rawValue: name)).method.rawValue == name)
    }

    @Test("A response keeps its fields and their order, and gets the length of its body and a date")
    func response() {
        var fields = HTTPFields()
        fields.append(HTTPField(name: .setCookie, value: "a=1"))
        fields.append(HTTPField(name: .cacheControl, value: "no-store"))
        fields.append(HTTPField(name: .setCookie, value: "b=2"))
        let response = Response(status: .created, headers: fields, body: ByteBuffer(string: "ü"))
        let head = HTTPResponseHead(response, date: "today")
        #expect(head.status == .created)
        #expect(head.version == .http1_1)
        #expect(head.headers.map { "\($0.name): \($0.value)" } == [
            "Set-Cookie: a=1", "Cache-Control: no-store", "Set-Cookie: b=2", "Content-Length: 2", "Date: today",
        ])
    }

    private static let targets: [(String, String, String?)] = [
        ("/a", "/a", nil), ("/a?b=1", "/a", "b=1"), ("/a?", "/a", ""), ("/a?b?c", "/a", "b?c"), ("?b", "", "b"),
        ("", "", nil), ("/%C3%BC?%C3%A4=%3F", "/%C3%BC", "%C3%A4=%3F"), ("/ü?ä", "/ü", "ä"),
    ]

    @Test("The first question mark ends the path", arguments: targets)
    func target(text: String, path: String, query: String?) {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: text)
        let target = Request(head: head, body: .whole(ByteBuffer())).target
        #expect(target.path == path)
        #expect(target.query == query)
    }
}
