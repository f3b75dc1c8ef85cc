import HTTPContract
import Testing

@testable import Stitch

@Suite("Masking of Stitch's messages")
struct StitchMaskingTests {
    private static let secret = "eyJzaWduYXR1cmUiOiJNRVVDSVFDIn0="

    private static func masked(_ body: String, _ operation: Operation) -> String? {
        StitchMasking.request(operation, Array(body.utf8))?.jsonText
    }

    @Test("A value is shown if its name and its form are harmless", arguments: [
        (#"{"nonce":"n-1"}"#, #"{"nonce":"n-1"}"#),
        (#"{"amount":{"quantity":"12.34","currency":"EUR"}}"#, #"{"amount":{"quantity":"12.34","currency":"EUR"}}"#),
        (#"{"quantity":12.34,"preAuthorization":true}"#, #"{"quantity":12.34,"preAuthorization":true}"#),
        (#"{"token":"abc","cvv":"123","year":2030}"#, #"{"token":"hidden","cvv":"hidden","year":"hidden"}"#),
        (#"{"currency":"\#(secret)"}"#, #"{"currency":"hidden"}"#),
        (#"{"nonce":"4761739012345678"}"#, #"{"nonce":"hidden"}"#),
        (#"{"nonce":["a b","c"]}"#, #"{"nonce":["hidden","c"]}"#),
        (#""\#(secret)""#, #""hidden""#),
    ])
    func variables(sent: String, shown: String) {
        let masked = Self.masked(#"{"variables":\#(sent)}"#, StitchOperations.graphQL)
        #expect(masked == #"{"variables":\#(shown)}"#)
    }

    @Test("A document is shown without its values and comments, and hidden if it is not valid", arguments: [
        ("{ a(b: \"\(secret)\") }", #"{ a ( b : "hidden" ) }"#),
        ("query Q($v: Int = 4) { # \(secret)\n a(b: $v, c: 12.5, d: \"\"\"x\"y\"\"\") }",
         #"query Q ( $ v : Int = 0 ) { a ( b : $ v , c : 0 , d : "hidden" ) }"#),
        (secret, "hidden"), ("{ a } \"\(secret)", "hidden"),
    ])
    func documents(sent: String, shown: String) throws {
        let body: JSONValue = ["query": .string(sent), "operationName": "Q", "extensions": ["x": 1]]
        let masked = try #require(StitchMasking.request(StitchOperations.graphQL, body.jsonBytes))
        // GraphQL ignores commas.
        let expected = JSONValue.string(shown.replacing(" ,", with: ""))
        #expect(masked == ["query": expected, "operationName": "Q", "extensions": "hidden"])
    }

    @Test("Only the grant and the client of a form are shown")
    func form() {
        let form = "grant_type=client_credentials&client_id=shop&client_secret=s3cret"
            + "&client_assertion=a.b.c&scope=a%20b"
        #expect(Self.masked(form, StitchOperations.token) == """
            {"grant_type":"client_credentials","client_id":"shop","client_secret":"hidden","client_assertion":"hidden",\
            "scope":"a b"}
            """)
    }

    @Test("Only ids, times, amounts, codes and messages of an answer are shown", arguments: [
        (#"{"data":{"x":{"id":"0d9fbf2e-27a7-4c43-a4ff-0f4cd5a8f7a6","date":"2026-03-15T12:00:00Z"}}}"#, nil),
        (#"{"data":{"q":"12.34","c":"EUR","r":"insufficientFunds","s":"secure3dDeclined","n":"123456789012"}}"#, nil),
        (#"{"errors":[{"message":"The nonce was used.","path":["a",1],"extensions":{"code":"INVALID_INPUT"}}]}"#, nil),
        (#"{"access_token":"\#(secret)","expires_in":3600}"#, #"{"access_token":"hidden","expires_in":3600}"#),
        (#"{"data":{"secret":"whsec_MfKQ9r8GKYqrTwjU"}}"#, #"{"data":{"secret":"hidden"}}"#),
        (#"{"errors":[{"message":"Found \"s3\" or \#(secret)\#(secret)."}]}"#,
         #"{"errors":[{"message":"Found \"hidden\" or hidden"}]}"#),
        (#"{"data":{"id":"4761739012345678"}}"#, #"{"data":{"id":"hidden"}}"#),
    ])
    func answers(sent: String, shown: String?) {
        let masked = StitchMasking.answer(StitchOperations.graphQL, Array(sent.utf8))
        #expect(masked?.jsonText == shown ?? sent)
    }

    @Test("Codes are found under any name")
    func codes() throws {
        let text = #"{"data":{"a":{"b":"insufficientFunds"}},"errors":[{"extensions":{"code":"FORBIDDEN"}}]}"#
        let answer = try JSONValue(parsing: Array(text.utf8))
        #expect(StitchMessages.codes(in: answer) == ["insufficientFunds", "FORBIDDEN"])
        #expect(StitchMessages.codes.count == Set(StitchMessages.codes).count)
    }
}
