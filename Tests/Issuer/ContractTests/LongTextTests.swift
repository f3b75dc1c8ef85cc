import ContractTestSupport
import Foundation
import HTTPContract
import Scenarios
import Testing
import TestSupport
import Validation

@testable import CardAPI

@Suite("Long texts take time in proportion to their length", .timeLimit(.minutes(8)))
struct LongTextTests {
    /// A reader, and a text of about `bytes` bytes for it.
    private struct Reading: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: Int
        let text: @Sendable (Int) -> String
        let read: @Sendable (String) -> Void
    }

    private static func json(_ name: String, _ text: @escaping @Sendable (Int) -> String) -> Reading {
        Reading(testDescription: name, bytes: 1 << 17, text: text) { text in
            _ = try? CreateCardBody.read(Array(text.utf8))
        }
    }

    private static func scenario(_ name: String, _ text: @escaping @Sendable (Int) -> String) -> Reading {
        Reading(testDescription: name, bytes: 1 << 16, text: text) { text in _ = try? Scenario(reading: text) }
    }

    private static func filled(_ count: Int, with piece: String) -> String {
        String(repeating: piece, count: count / piece.utf8.count)
    }

    private static let marked = "a" + String(repeating: "\u{301}\u{323}", count: 15)

    private static let readings = [
        json("a name of marks") { #"{"\#(filled($0, with: marked))":1}"# },
        json("a value of marks") { #"{"programName":"\#(filled($0, with: marked))"}"# },
        json("names that nobody knows") { count in
            "{" + (0..<count / 16).map { #""programNam\#($0)":1"# }.joined(separator: ",") + "}"
        },
        json("escapes") { #"{"programName":"\#(filled($0, with: #"\u0041"#))"}"# },
        json("numbers") { #"{"programName":[\#(filled($0, with: "1,"))1]}"# },
        Reading(testDescription: "a form", bytes: 1 << 16, text: { filled($0, with: "a=b&%41=%42&") }) { text in
            _ = try? TokenGrant(parsing: Array(text.utf8))
        },
        Reading(testDescription: "digits in groups", bytes: 1 << 16, text: { filled($0, with: "4 44-") }) { text in
            _ = Masking.text(text)
        },
        scenario("comments") { filled($0, with: "# *\n") },
        scenario("a quoted text of empty lines") { "a: \"" + filled($0 / 4, with: "\n") + "\"" },
        scenario("a list") { "programs: [" + filled($0, with: "a, ") + "]" },
        scenario("names") { count in (0..<count / 16).map { "name\($0): {}\n" }.joined() },
        scenario("asterisks") { filled($0, with: "*a: * *") },
        scenario("marks") { filled($0, with: marked + ": 1\n") },
    ]

    @Test("A text twice as long takes less than 3 times as long, plus 5 milliseconds", arguments: readings)
    private func proportion(_ reading: Reading) {
        let (short, long) = (reading.text(reading.bytes), reading.text(2 * reading.bytes))
        let shortTime = ProcessorTime.seconds { reading.read(short) }
        // Neighbours on the processor only make a reading slower, so the quickest of some readings counts.
        var longTime = Double.infinity
        for _ in 1...5 where longTime >= 3 * shortTime + 0.005 {
            longTime = min(longTime, ProcessorTime.seconds { reading.read(long) })
        }
        #expect(longTime < 3 * shortTime + 0.005, "\(shortTime) s, then \(longTime) s")
    }

    @Test("A text with 31 combining marks in a row is refused", arguments: [
        "a" + String(repeating: "\u{301}", count: 31), String(repeating: #"\u0323"#, count: 31),
    ])
    func combiningMarks(text: String) throws {
        for body in [#"{"\#(text)":1}"#, #"{"programName":"\#(text)"}"#] {
            #expect(throws: RequestError.self) { try CreateCardBody.read(Array(body.utf8)) }
        }
        let decoded = try #require(try JSONDecoder().decode([String].self, from: Data(#"["\#(text)"]"#.utf8)).first)
        #expect(FormText.decodeComponent(decoded.utf8[...]) == nil)
        #expect(FormText.decode(FormText.encode([("scope", decoded)])).map(\.value) == [nil])
        #expect(FormText.decode(decoded + "=1").map(\.name) == [FormText.encodeComponent(decoded)])
    }

    @Test("30 combining marks in a row are accepted, and a long name is cut after 64 scalars")
    func shown() throws {
        let name = Self.filled(4000, with: Self.marked)
        let (_, errors) = try CreateCardBody.read(Array(#"{"\#(name)":1}"#.utf8))
        let unknown = try #require(errors.last)
        #expect(unknown.field.unicodeScalars.elementsEqual(name.unicodeScalars.prefix(64)))
    }
}
