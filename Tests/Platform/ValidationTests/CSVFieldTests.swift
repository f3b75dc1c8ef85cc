import Testing
import Validation

@Suite("Fields in CSV")
struct CSVFieldTests {
    /// The values of a line, read scalar by scalar as a spreadsheet reads them; nil if its quotes are wrong.
    private static func read(_ line: String) -> [String]? {
        var (values, value, isQuoted, isClosed) = ([String](), String.UnicodeScalarView(), false, false)
        for scalar in line.unicodeScalars.dropLast(2) {
            switch scalar {
            case "\"" where isQuoted && !isClosed: isClosed = true
            case "\"" where isClosed:
                isClosed = false
                value.append(scalar)
            case "\"" where value.isEmpty: isQuoted = true
            case "," where !isQuoted || isClosed:
                values.append(String(value))
                (value, isQuoted, isClosed) = (String.UnicodeScalarView(), false, false)
            default:
                guard !isClosed, scalar != "\"" else { return nil }
                value.append(scalar)
            }
        }
        return isQuoted && !isClosed ? nil : values + [String(value)]
    }

    @Test("Each value stays one field, whatever is in it", arguments: [
        "", "a", "a,b", "\"", "\"\"", "a\"b", "a\r\nb", "\"\u{301},=1+1,\"x", ",\u{301}", "\r\u{301}\n", "\u{202E},",
    ])
    func oneField(_ value: String) {
        let line = CSVField.line([value, "next"])
        #expect(Self.read(line) == [value, "next"], "\(line)")
        #expect(Array(line.unicodeScalars.suffix(2)) == ["\r", "\n"])
    }

    @Test("A text that begins like a formula is a text", arguments: [
        "=1+1", "+1", "-1", "@SUM", "=\u{301}1", "@\u{20DD}x", "-\u{200D}1", " =1", "\u{3000}=1", "\u{FF1D}1",
        "\u{FF0B}1", "\u{FF0D}1", "\u{FF20}1",
    ])
    func formula(_ text: String) {
        #expect(CSVField.inert(text) == "'\(text)")
    }

    @Test("Every other text stays as it is", arguments: ["", " ", "a=1", "5040452805", "'=1", "\u{301}=1"])
    func plain(_ text: String) {
        #expect(CSVField.inert(text) == text)
    }
}
