import Validation

/// Makes tokens of a document (GraphQL, October 2021, section 2.1). White space, commas and comments separate tokens
/// and mean nothing.
struct Lexer {
    let bytes: [UInt8]
    var index = 0
    private var line = 1
    private var column = 1
    private var tokensLeft: Int

    init(_ text: String, limits: DocumentLimits) throws(SyntaxFailure) {
        bytes = Array(text.utf8)
        tokensLeft = limits.tokens
        guard bytes.count <= limits.bytes else {
            throw SyntaxFailure(
                reason: "The document has \(bytes.count) bytes; at most \(limits.bytes) are accepted.",
                location: SourceLocation(line: 1, column: 1))
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    var location: SourceLocation { SourceLocation(line: line, column: column) }

    mutating func next() throws(SyntaxFailure) -> Token {
        skipIgnored()
        let start = location
        guard let byte = peek() else { return Token(kind: .end, location: start) }
        guard tokensLeft > 0 else {
            throw SyntaxFailure(reason: "The document has too many tokens.", location: start)
        }
        tokensLeft -= 1
        switch byte {
        case UInt8(ascii: "."):
            guard peek(1) == byte, peek(2) == byte else { throw failure("A dot is valid only in three dots together.") }
            for _ in 0..<3 { advance() }
            return Token(kind: .punctuator("..."), location: start)
        case UInt8(ascii: "\""):
            let text = try string()
            // The text of a document is safe to compare, but its escapes may stand for marks.
            guard StreamSafeText.isSafe(text) else {
                let limit = StreamSafeText.maximumMarksInARow
                throw SyntaxFailure(
                    reason: "A string may have at most \(limit) combining marks in a row.", location: start)
            }
            return Token(kind: .string(text), location: start)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return Token(kind: try number(), location: start)
        case _ where Self.punctuators.contains(byte):
            advance()
            return Token(kind: .punctuator(String(Unicode.Scalar(byte))), location: start)
        case _ where byte.startsName:
            return Token(kind: .name(name()), location: start)
        default:
            throw failure("This character has no meaning here.")
        }
    }

    private static let punctuators = Set("!$&():=@[]{|}".utf8)

    func peek(_ distance: Int = 0) -> UInt8? {
        index + distance < bytes.count ? bytes[index + distance] : nil
    }

    /// Passes one byte. CR LF is one end of a line, and continuing bytes of UTF-8 are part of their character.
    mutating func advance() {
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            if byte == UInt8(ascii: "\r"), peek() == UInt8(ascii: "\n") { return }
            line += 1
            column = 1
        case 0x80..<0xC0: break
        default: column += 1
        }
    }

    func failure(_ reason: String) -> SyntaxFailure { SyntaxFailure(reason: reason, location: location) }

    private mutating func skipIgnored() {
        while let byte = peek() {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","): advance()
            case UInt8(ascii: "#"):
                while let byte = peek(), byte != 0x0A, byte != 0x0D { advance() }
            default: return
            }
        }
    }

    private mutating func name() -> String {
        let start = index
        while let byte = peek(), byte.startsName || byte.isASCIIDigit { advance() }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func number() throws(SyntaxFailure) -> Token.Kind {
        let start = index
        var isFloat = false
        if peek() == UInt8(ascii: "-") { advance() }
        if peek() == UInt8(ascii: "0") {
            advance()
            if peek()?.isASCIIDigit == true { throw failure("A number may not begin with a needless zero.") }
        } else {
            try digits()
        }
        if peek() == UInt8(ascii: ".") {
            isFloat = true
            advance()
            try digits()
        }
        if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
            isFloat = true
            advance()
            if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { advance() }
            try digits()
        }
        if let byte = peek(), byte.startsName || byte == UInt8(ascii: ".") {
            throw failure("A number must end before this character.")
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        return isFloat ? .float(text) : .int(text)
    }

    private mutating func digits() throws(SyntaxFailure) {
        guard peek()?.isASCIIDigit == true else { throw failure("A digit was expected.") }
        while peek()?.isASCIIDigit == true { advance() }
    }
}

extension UInt8 {
    fileprivate var startsName: Bool {
        switch self {
        case UInt8(ascii: "_"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: false
        }
    }
}
