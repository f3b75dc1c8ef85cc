import Foundation
import Testing

@testable import HTTPService

@Suite("HTTP Basic")
struct BasicCredentialsTests {
    private static func read(_ text: String, scheme: String = "Basic") -> BasicCredentials? {
        BasicCredentials("\(scheme) \(Data(text.utf8).base64EncodedString())")
    }

    @Test("The name ends at the first colon; the scheme is read in either case", arguments: [
        ("testing:testing123", "testing", "testing123"), ("a:b:c", "a", "b:c"), (":", "", ""), ("ä:ö", "ä", "ö"),
    ])
    func parts(_ text: String, _ name: String, _ password: String) throws {
        let read = try #require(Self.read(text, scheme: "bAsIc"))
        #expect(read.name == name && read.password == password)
    }

    @Test("A text without a colon, with a control character or over the limit is not read", arguments: [
        "testing", "a:\u{0}", "a\n:b", String(repeating: "a", count: 1024) + ":b",
    ])
    func refused(_ text: String) { #expect(Self.read(text) == nil) }

    @Test("Another scheme and broken Base64 are not read", arguments: ["", "Basic", "Bearer YTpi", "Basic YTp", "YTpi"])
    func malformed(_ header: String) { #expect(BasicCredentials(header) == nil) }
}
