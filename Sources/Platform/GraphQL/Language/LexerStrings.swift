import Validation

extension Lexer {
    /// A string or a block string (GraphQL, October 2021, section 2.9.4). The next byte is its first quote.
    mutating func string() throws(SyntaxFailure) -> String {
        guard peek(1) == Self.quote, peek(2) == Self.quote else { return try plainString() }
        for _ in 0..<3 { advance() }
        return try blockString()
    }

    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    private mutating func plainString() throws(SyntaxFailure) -> String {
        advance()
        var text: [UInt8] = []
        while let byte = peek() {
            switch byte {
            case Self.quote:
                advance()
                return String(decoding: text, as: UTF8.self)
            case Self.backslash:
                text += Array(String(try escape()).utf8)
            case 0..<0x20 where byte != 0x09:
                throw failure("A string must end in its line, and may hold no control character.")
            default:
                text.append(byte)
                advance()
            }
        }
        throw failure("The string does not end.")
    }

    private mutating func escape() throws(SyntaxFailure) -> Unicode.Scalar {
        advance()
        guard let letter = peek() else { throw failure("The string does not end.") }
        let scalar: Unicode.Scalar
        switch letter {
        case Self.quote, Self.backslash, UInt8(ascii: "/"): scalar = Unicode.Scalar(letter)
        case UInt8(ascii: "b"): scalar = "\u{08}"
        case UInt8(ascii: "f"): scalar = "\u{0C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw failure("After a backslash one of \" \\ / b f n r t u was expected.")
        }
        advance()
        return scalar
    }

    /// Four hexadecimal digits, or two times four for a surrogate pair. The next byte is the `u`.
    private mutating func unicodeEscape() throws(SyntaxFailure) -> Unicode.Scalar {
        advance()
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(UInt32(first)) { return scalar }
        guard UTF16.isLeadSurrogate(first), peek() == Self.backslash, peek(1) == UInt8(ascii: "u") else {
            throw failure("A lone surrogate is not a character.")
        }
        advance()
        advance()
        let second = try codeUnit()
        guard UTF16.isTrailSurrogate(second) else { throw failure("A lone surrogate is not a character.") }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    private mutating func codeUnit() throws(SyntaxFailure) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek(), let digit = byte.hexadecimalValue else {
                throw failure("Four hexadecimal digits were expected after \\u.")
            }
            unit = unit << 4 | UInt16(digit)
            advance()
        }
        return unit
    }

    private mutating func blockString() throws(SyntaxFailure) -> String {
        var text: [UInt8] = []
        while let byte = peek() {
            switch byte {
            case Self.quote where peek(1) == byte && peek(2) == byte:
                for _ in 0..<3 { advance() }
                return BlockString.value(of: String(decoding: text, as: UTF8.self))
            case Self.backslash where (1...3).allSatisfy({ peek($0) == Self.quote }):
                text += [Self.quote, Self.quote, Self.quote]
                for _ in 0..<4 { advance() }
            case UInt8(ascii: "\r"):
                // Every end of a line is one line feed in the value.
                advance()
                if peek() != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
            case 0..<0x20 where byte != 0x09 && byte != 0x0A:
                throw failure("A string may hold no control character.")
            default:
                text.append(byte)
                advance()
            }
        }
        throw failure("The string does not end.")
    }
}

/// The value of a block string: its lines without their common indentation, and without blank lines around them
/// (GraphQL, October 2021, `BlockStringValue`).
private enum BlockString {
    static func value(of raw: String) -> String {
        let lines = raw.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        let common = lines.dropFirst().filter { !isBlank($0) }.map(indentation).min() ?? 0
        var shown = lines.prefix(1) + lines.dropFirst().map { $0.dropFirst(common) }
        while let first = shown.first, isBlank(first) { shown.removeFirst() }
        while let last = shown.last, isBlank(last) { shown.removeLast() }
        return shown.map { String($0) }.joined(separator: "\n")
    }

    private static func indentation(of line: Substring.UnicodeScalarView) -> Int {
        line.prefix { $0 == " " || $0 == "\t" }.count
    }

    private static func isBlank(_ line: Substring.UnicodeScalarView) -> Bool {
        line.allSatisfy { $0 == " " || $0 == "\t" }
    }
}
