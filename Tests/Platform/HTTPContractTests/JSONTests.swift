import Foundation
import Testing
import TestSupport

@testable import HTTPContract

@Suite("JSON")
struct JSONTests {
    // MARK: JSON read

    @Test("Valid JSON is read, and written without spaces and needless escapes", arguments: textTable("""
        {}                                 | {}
        [ ]                                | []
        \t{ "a"\r: [ 1 ,\t2 ] }\r         | {"a":[1,2]}
        null                               | null
        [true,false,null]                  | [true,false,null]
        {"b":1,"a":{"c":[]}}               | {"b":1,"a":{"c":[]}}
        -0                                 | -0
        1E400                              | 1E400
        0.10                               | 0.10
        123456789012345678901234567890     | 123456789012345678901234567890
        -1.5e-07                           | -1.5e-07
        ""                                 | ""
        "\\"\\\\\\/\\b\\f\\n\\r\\t"        | "\\"\\\\/\\b\\f\\n\\r\\t"
        "\\u0041\\u00e9\\u00E9"            | "Aéé"
        "\\ud83d\\ude00"                   | "😀"
        "Тест 😀"                          | "Тест 😀"
        "\\u0000\\u001f"                   | "\\u0000\\u001f"
        {"":""}                            | {"":""}
        """))
    func readsJSON(_ row: [String]) throws {
        #expect(try JSONValue(parsing: Array(row[0].utf8)).jsonText == row[1])
    }

    @Test("Invalid JSON is refused with the reason and the position", arguments: textTable("""
                                           | a value was expected, at byte 0
        {                                  | a member name in quotes was expected, at byte 1
        {"a"}                              | a colon was expected, at byte 4
        {"a":}                             | a value was expected, at byte 5
        {"a":1,}                           | a member name in quotes was expected, at byte 7
        {"a":1 "b":2}                      | a comma or } was expected, at byte 7
        {'a':1}                            | a member name in quotes was expected, at byte 1
        {a:1}                              | a member name in quotes was expected, at byte 1
        {"a":1,"b":2,"\\u0061":3}          | the name "a" occurs twice in one object, at byte 13
        {"a":1,"b":{"c":1,"c":1}}          | the name "c" occurs twice in one object, at byte 18
        [1,]                               | a value was expected, at byte 3
        [1 2]                              | a comma or ] was expected, at byte 3
        {}{}                               | only one value is accepted, and more follows it, at byte 2
        null//                             | only one value is accepted, and more follows it, at byte 4
        nul                                | a value was expected, at byte 0
        True                               | a value was expected, at byte 0
        NaN                                | a value was expected, at byte 0
        +1                                 | a value was expected, at byte 0
        .5                                 | a value was expected, at byte 0
        01                                 | only one value is accepted, and more follows it, at byte 1
        -                                  | a digit was expected, at byte 1
        1.                                 | a digit was expected, at byte 2
        1e+                                | a digit was expected, at byte 3
        "a                                 | the string does not end, at byte 2
        "\\                                | the string does not end, at byte 2
        "\\x"                              | after a backslash one of " \\ / b f n r t u was expected, at byte 2
        "\\u00g0"                          | four hexadecimal digits were expected after \\u, at byte 5
        "\\ud83d"                          | a lone surrogate is not a character, at byte 1
        "\\ud83d\\u0041"                   | a lone surrogate is not a character, at byte 1
        "-\\ude00"                         | a lone surrogate is not a character, at byte 2
        "\t"                               | a control character in a string must be escaped, at byte 1
        """))
    func refusesJSON(_ row: [String]) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: Array(row[0].utf8)) }
        #expect(error?.description == row[1])
    }

    @Test("Bytes that are not plain UTF-8 are refused", arguments: [
        [0x22, 0xFF, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22],
        [0xEF, 0xBB, 0xBF, 0x7B, 0x7D], [0x7B, 0x00, 0x7D, 0x00], [0x7B, 0x7D, 0x00],
    ] as [[UInt8]])
    func refusesBytes(_ bytes: [UInt8]) {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: bytes) }
    }

    @Test("JSON that is nested more than 16 deep or cut off is refused")
    func limitsNesting() throws {
        let deepest = String(repeating: "[", count: 16) + String(repeating: "]", count: 16)
        #expect(try JSONValue(parsing: Array(deepest.utf8)).jsonText == deepest)
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: Array("[\(deepest)]".utf8)) }
        #expect(error?.description == "arrays and objects may be nested at most 16 deep, at byte 16")
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: Array(repeating: 0x5B, count: 65_536)) }

        let whole = Array(#"{"a":["\u00e9😀\ud83d\ude00",-1.5e3,true,null],"b":{"c":false}}"#.utf8)
        _ = try JSONValue(parsing: whole)
        for length in whole.indices {
            #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: Array(whole.prefix(length))) }
        }
    }

    // MARK: JSON written

    @Test("Every character written is read again as itself")
    func writesStrings() throws {
        let scalars = (UInt32(0)...0x2FF).compactMap(Unicode.Scalar.init) + ["\u{2028}", "\u{FFFF}", "😀", "\u{10FFFF}"]
        for scalar in scalars {
            let text = "a\(scalar)b"
            #expect(try JSONValue(parsing: text.jsonBytes) == .string(text))
        }
        #expect(shown("\u{0}\u{1B}\u{7F}\"\\/\n".jsonBytes) == #""\u0000\u001b\#u{7F}\"\\/\n""#)
    }

    @Test("Commas separate members and elements, and absent members are omitted")
    func writesStructure() {
        var json = JSONWriter()
        json.object { json in
            json.member("absent", String?.none)
            json.member("empty") { json in json.object { _ in } }
            json.member("list", [[1, Int.min], []])
            json.member("also absent", Int?.none)
            json.member("flag", false)
        }
        #expect(shown(json.bytes) == #"{"empty":{},"list":[[1,-9223372036854775808],[]],"flag":false}"#)
    }
}

/// Bytes of JSON as text, so that a failed comparison can be read.
private func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
