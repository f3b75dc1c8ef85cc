import Validation

/// A recursive-descent parser for RFC 8259. The bytes must be UTF-8.
///
/// It exists because Foundation's decoder accepts repeated names, rounds numbers, and cannot say where it stopped.
struct JSONParser {
    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func parseText() throws(JSONSyntaxError) -> JSONValue {
        skipWhitespace()
        let value = try parseValue()
        skipWhitespace()
        guard index == bytes.count else { throw failure("only one value is accepted, and more follows it") }
        return value
    }

    private mutating func parseValue() throws(JSONSyntaxError) -> JSONValue {
        guard let byte = peek() else { throw failure("a value was expected") }
        switch byte {
        case UInt8(ascii: "{"): return .object(try parseObject())
        case UInt8(ascii: "["): return .array(try parseArray())
        case UInt8(ascii: "\""): return .string(try parseString())
        case UInt8(ascii: "t"): return try parseWord("true", .boolean(true))
        case UInt8(ascii: "f"): return try parseWord("false", .boolean(false))
        case UInt8(ascii: "n"): return try parseWord("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try parseNumber())
        default: throw failure("a value was expected")
        }
    }

    private mutating func parseObject() throws(JSONSyntaxError) -> JSONObject {
        try descend()
        defer { depth -= 1 }
        var object = JSONObject()
        if take("}") { return object }
        repeat {
            skipWhitespace()
            guard peek() == UInt8(ascii: "\"") else { throw failure("a member name in quotes was expected") }
            let start = index
            let name = try parseString()
            skipWhitespace()
            guard take(":") else { throw failure("a colon was expected") }
            skipWhitespace()
            guard object.insert(try parseValue(), named: name) else {
                let shown = CardNumber.hidden(in: name).cut(to: 64)
                throw failure("the name \"\(shown)\" occurs twice in one object", at: start)
            }
            skipWhitespace()
        } while take(",")
        guard take("}") else { throw failure("a comma or } was expected") }
        return object
    }

    private mutating func parseArray() throws(JSONSyntaxError) -> [JSONValue] {
        try descend()
        defer { depth -= 1 }
        var values: [JSONValue] = []
        if take("]") { return values }
        repeat {
            skipWhitespace()
            values.append(try parseValue())
            skipWhitespace()
        } while take(",")
        guard take("]") else { throw failure("a comma or ] was expected") }
        return values
    }

    private mutating func descend() throws(JSONSyntaxError) {
        guard depth < JSONValue.maximumDepth else {
            throw failure("arrays and objects may be nested at most \(JSONValue.maximumDepth) deep")
        }
        depth += 1
        index += 1
        skipWhitespace()
    }

    private mutating func parseString() throws(JSONSyntaxError) -> String {
        let opening = index
        index += 1
        var text: [UInt8] = []
        var start = index
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\""):
                text += bytes[start..<index]
                index += 1
                let string = String(decoding: text, as: UTF8.self)
                guard StreamSafeText.isSafe(string) else {
                    let limit = StreamSafeText.maximumMarksInARow
                    throw failure("a string may have at most \(limit) combining marks in a row", at: opening)
                }
                return string
            case UInt8(ascii: "\\"):
                text += bytes[start..<index]
                text += Array(String(try parseEscape()).utf8)
                start = index
            case 0..<0x20:
                throw failure("a control character in a string must be escaped")
            default:
                index += 1
            }
        }
        throw failure("the string does not end")
    }

    private mutating func parseEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
        index += 1
        guard let letter = peek() else { throw failure("the string does not end") }
        index += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try parseScalar()
        default: throw failure("after a backslash one of \" \\ / b f n r t u was expected", at: index - 1)
        }
    }

    /// A `\u` escape, or two if the first is the high half of a surrogate pair (RFC 8259, section 7).
    private mutating func parseScalar() throws(JSONSyntaxError) -> Unicode.Scalar {
        let start = index - 2
        let first = try parseCodeUnit()
        if let scalar = Unicode.Scalar(UInt32(first)) { return scalar }
        guard UTF16.isLeadSurrogate(first), take("\\"), take("u") else {
            throw failure("a lone surrogate is not a character", at: start)
        }
        let second = try parseCodeUnit()
        guard UTF16.isTrailSurrogate(second) else { throw failure("a lone surrogate is not a character", at: start) }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    private mutating func parseCodeUnit() throws(JSONSyntaxError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek(), let digit = byte.hexadecimalValue else {
                throw failure("four hexadecimal digits were expected after \\u")
            }
            unit = unit << 4 | UInt16(digit)
            index += 1
        }
        return unit
    }

    private mutating func parseNumber() throws(JSONSyntaxError) -> String {
        let start = index
        _ = take("-")
        if !take("0") { try takeDigits() }
        if take(".") { try takeDigits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try takeDigits()
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func takeDigits() throws(JSONSyntaxError) {
        let start = index
        while let byte = peek(), UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { index += 1 }
        guard index > start else { throw failure("a digit was expected") }
    }

    private mutating func parseWord(_ word: String, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
        guard bytes[index...].starts(with: word.utf8) else { throw failure("a value was expected") }
        index += word.utf8.count
        return value
    }

    private func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: scalar) else { return false }
        index += 1
        return true
    }

    private mutating func skipWhitespace() {
        while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    private func failure(_ reason: String, at offset: Int? = nil) -> JSONSyntaxError {
        JSONSyntaxError(offset: offset ?? index, reason: reason)
    }
}
