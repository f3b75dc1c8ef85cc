import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import HTTPService

@Suite("Credentials of a request")
struct BasicCredentialsTests {
    private static func asking(_ header: String?) -> Request {
        var head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/")
        head.headerFields[.authorization] = header
        return Request(head: head, body: .whole(ByteBuffer()))
    }

    private static func read(_ text: String, scheme: String = "Basic ") -> BasicCredentials? {
        asking(scheme + Data(text.utf8).base64EncodedString()).basicCredentials
    }

    @Test("The name ends at the first colon; the scheme is read in either case, with any number of spaces", arguments: [
        ("testing:testing123", "testing", "testing123"), ("a:b:c", "a", "b:c"), (":", "", ""), ("ä:ö", "ä", "ö"),
    ])
    func parts(_ text: String, _ name: String, _ password: String) throws {
        for scheme in ["bAsIc ", "Basic  ", "BASIC      "] {
            let read = try #require(Self.read(text, scheme: scheme))
            #expect(read.name == name && read.password == password)
        }
    }

    @Test("A text without a colon, with a control character or over the limit is not read", arguments: [
        "testing", "a:\u{0}", "a\n:b", String(repeating: "a", count: 1024) + ":b",
    ])
    func refused(_ text: String) { #expect(Self.read(text) == nil) }

    @Test("Another scheme and broken Base64 are not read", arguments: [
        nil, "", "Basic", "Bearer YTpi", "Basic YTp", "YTpi", "Basic\tYTpi", "Basic YTpi x", "BasicYTpi",
    ])
    func malformed(_ header: String?) { #expect(Self.asking(header).basicCredentials == nil) }

    @Test("A token follows its scheme and any number of spaces, and is read unchanged", arguments: [
        ("Bearer abc", "abc"), ("bearer  abc", "abc"), ("BEARER     a b", "a b"), ("Bearer", nil), ("Bearer\tabc", nil),
        ("Basic abc", nil), ("", nil), ("abc", nil),
    ])
    func token(_ header: String, _ token: String?) { #expect(Self.asking(header).credentials("bearer") == token) }

    @Test("Credentials are read as they are, and then form-decoded if that differs", arguments: [
        ("shop:secret", ["shop:secret"]), ("a%2Db:c%3Ad+e", ["a%2Db:c%3Ad+e", "a-b:c:d e"]),
        ("a:100%", ["a:100%"]), ("a:%zz", ["a:%zz"]), ("a:b%00", ["a:b%00"]), ("a%0A:b", ["a%0A:b"]),
        ("a:%C3%A4", ["a:%C3%A4", "a:ä"]), ("a:%FF", ["a:%FF"]),
    ])
    func readings(_ text: String, _ expected: [String]) throws {
        let readings = try #require(Self.read(text)).readings
        #expect(readings.map { "\($0.name):\($0.password)" } == expected)
    }
}
