import HTTPContract
import HTTPService
import HTTPTypes
import NIOCore
import Testing

@testable import CardPointe

@Suite("Codes in CardPointe's messages")
struct MessageTests {
    @Test("The codes of an answer, and of each payment in a list, are found", arguments: [
        (#"{"respproc":"RPCT","respcode":"116","respstat":"C"}"#, ["RPCT 116"]),
        (#"[{"respproc":"PPS","respcode":"29"},{"respproc":"FNOR","respcode":"00"}]"#, ["PPS 29", "FNOR 00"]),
        (#"{"message":"No Error","errorcode":0,"token":"9"}"#, []),
        (#"{"message":"x","errorcode":24}"#, ["CardSecure 24"]), (#""text""#, []),
    ])
    func codes(answer: String, expected: [String]) throws {
        #expect(CardPointeMessages.codes(in: try JSONValue(parsing: Array(answer.utf8))) == expected)
    }

    @Test("Every code is listed once")
    func list() {
        let codes = CardPointeMessages.codes
        #expect(codes.count == Set(codes).count && codes.first == "PPS 00" && codes.contains("CardSecure 78"))
    }

    @Test("The answer about an outage has the gateway's form", arguments: [429, 500, 503])
    func outage(status: Int) throws {
        let response = CardPointeMessages.outage(.init(code: status))
        #expect(response.status.code == status)
        #expect(String(buffer: response.body).contains(#""errorcode":"#))
    }
}
