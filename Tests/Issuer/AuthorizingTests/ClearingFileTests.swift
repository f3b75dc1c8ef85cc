import Foundation
import Identifiers
import Ledger
import Testing

@testable import Authorizing

@Suite("The text of a clearing file")
struct ClearingFileTests {
    private static let heading = "record,networkReference,authorizationId,currencyCode,amount,isFinal,count"
    private static let id = "1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1"

    private func read(_ text: String) throws(ClearingFaults) -> ClearingFile {
        var reader = ClearingReader(limit: ClearingFile.limit)
        // A character can be CR and LF together, so this looks at bytes. What follows the last LF is no line.
        let rows = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        let lines = rows.compactMap { reader.read(utf8: $0) }
        try reader.end()
        return ClearingFile(lines)
    }

    /// The errors of a file with these lines after the heading.
    private func faults(
        _ lines: [String], heading: String = ClearingFileTests.heading, end: String = "\n"
    ) -> [String] {
        do throws(ClearingFaults) {
            _ = try read(([heading] + lines).map { $0 + end }.joined())
            return []
        } catch {
            return error.list.map { "\($0.line):\($0.column) \($0.field) \($0.error)" }
        }
    }

    private func file(_ lines: (reference: String, currency: String, amount: Int64)...) throws -> ClearingFile {
        var read: [ClearingFile.Line] = []
        for (index, line) in lines.enumerated() {
            read.append(
                ClearingFile.Line(
                    reference: try #require(NetworkReference(line.reference)),
                    authorization: AuthorizationID(
                        rawValue: try #require(UUID(uuidString: "00000000-0000-4000-8000-00000000000\(index)"))),
                    amount: Money(minorUnits: line.amount, currency: try #require(Currency(line.currency))),
                    isFinal: index > 0, number: index + 2))
        }
        return ClearingFile(read)
    }

    @Test("Written lines are read unchanged, even with commas and quotation marks in references")
    func roundTrip() throws {
        let file = try file((#"A,"1""#, "EUR", 1234), ("B", "JPY", 7), ("C", "EUR", 1), ("\"", "KWD", 999_999_999_999))
        #expect(file.text.hasPrefix(Self.heading + "\r\nCLEARING,\"A,\"\"1\"\"\","))
        #expect(file.text.hasSuffix(
            "TOTAL,,,EUR,1235,,2\r\nTOTAL,,,JPY,7,,1\r\nTOTAL,,,KWD,999999999999,,1\r\nEND,,,,,,4\r\n"))
        #expect(try read(file.text) == file)
        #expect(try read(file.text.replacing("\r\n", with: "\n")) == file)
        let empty = ClearingFile([])
        #expect(empty.text == Self.heading + "\r\nEND,,,,,,0\r\n")
        #expect(try read(empty.text) == empty)
    }

    @Test("Every wrong value is reported at once, with line and column")
    func values() {
        let wrong = faults([
            "CLEARING,a b,\(Self.id)x,EURO,0,yes,1",
            "CLEARING,R1,\(Self.id),EUR,1000000000000,true,",
            "CLEARING,R2,\(Self.id),EUR,-5,true,",
            "CLEARING,R3,\(Self.id),EUR,99999999999999999999,true,",
            "CREDIT,R4,\(Self.id),EUR,5,true,",
            "END,,,,,,0",
        ])
        #expect(wrong == [
            "2:10 networkReference must be 1 to 100 printable ASCII characters without spaces",
            "2:14 authorizationId must be a UUID",
            "2:52 currencyCode must be a currency of ISO 4217",
            "2:57 amount must be 1 to 999999999999 minor units",
            "2:59 isFinal must be true or false",
            "2:63 count must be empty in this line",
            "3:54 amount must be 1 to 999999999999 minor units",
            "4:54 amount must be 1 to 999999999999 minor units",
            "5:54 amount must be 1 to 999999999999 minor units",
            "6:1 record must be CLEARING, TOTAL or END",
        ])
    }

    @Test("An incomplete file, and one with a wrong total, are refused", arguments: [
        ([String](), ["2:1 file has no END line, so it is incomplete"]),
        (["CLEARING,R1,\(id),EUR,5,true,", "END,,,,,,1"],
         ["3:1 file must have a TOTAL line for EUR with the amount 5 and the count 1"]),
        (["CLEARING,R1,\(id),EUR,5,true,", "TOTAL,,,EUR,6,,1", "END,,,,,,1"],
         ["4:1 file must have a TOTAL line for EUR with the amount 5 and the count 1"]),
        (["CLEARING,R1,\(id),EUR,5,true,", "TOTAL,,,EUR,5,,1", "TOTAL,,,JPY,5,,1", "END,,,,,,1"],
         ["5:1 file must have no TOTAL line for JPY: it has no clearing in this currency"]),
        (["CLEARING,R1,\(id),EUR,5,true,", "TOTAL,,,EUR,5,,1", "END,,,,,,2"],
         ["4:10 count must be the number of CLEARING lines, which is 1"]),
        (["END,,,,,,0", "END,,,,,,0"], ["3:1 file must have no line after END"]),
        (["CLEARING,R1,\(id),EUR,5,true"],
         [
            "2:1 file must have 7 columns in each line; this one has 6",
            "3:1 file has no END line, so it is incomplete",
         ]),
        (["CLEARING,\"R1,\(id),EUR,5,true,", "END,,,,,,0"],
         ["2:10 file must close each quotation mark before a comma or the end of its line"]),
        (["CLEARING,R\"1,\(id),EUR,5,true,", "END,,,,,,0"],
         ["2:10 file must close each quotation mark before a comma or the end of its line"]),
    ])
    func wholeness(lines: [String], expected: [String]) {
        #expect(faults(lines) == expected)
        #expect(faults(lines, end: "\r\n") == expected)
    }

    @Test("A line with 31 combining marks in a row is refused before anything is compared with it")
    func combiningMarks() {
        let marks = String(repeating: "\u{301}", count: 30)
        let known = "2:1 record must be CLEARING, TOTAL or END"
        #expect(faults(["e\(marks),,,,,,", "END,,,,,,0"]).first == known)
        #expect(faults(["e\(marks)\u{301},,,,,,", "END,,,,,,0"]) == [
            "2:1 file must have at most 30 combining marks in a row"
        ])
    }

    @Test("The first line names the columns, without a byte order mark")
    func headings() {
        let expected = ["1:1 file must begin with the line \(Self.heading)"]
        #expect(faults(["END,,,,,,0"], heading: "\u{FEFF}" + Self.heading) == expected)
        #expect(faults(["END,,,,,,0"], heading: "record") == expected)
        #expect(faults([], heading: "") == expected + ["2:1 file has no END line, so it is incomplete"])
    }

    @Test("The number of lines and of errors is limited")
    func limits() throws {
        let clearings = (1...1001).map { "CLEARING,R\($0),\(Self.id),EUR,5,true," }
        let many = faults(clearings + ["TOTAL,,,EUR,5005,,1001", "END,,,,,,1001"])
        #expect(many.contains("1:1 file has 1001 clearings; a file has at most 1000"))
        #expect(faults(Array(clearings.prefix(1000)) + ["TOTAL,,,EUR,5000,,1000", "END,,,,,,1000"]) == [])
        #expect(faults(Array(repeating: "x", count: 1000)).count == ClearingFaults.limit)
    }
}
