/// Checks a scenario's text before it is parsed, in one pass over its scalars. So the parser never gets a text that
/// takes more time or memory than its length justifies.
struct ScenarioText {
    private var line = 1
    private var column = 0
    private var combiningMarks = 0
    private var previous: Unicode.Scalar = "\n"
    /// The part of an escape such as `\\u0301` that was read, and the number of digits that are still missing.
    private var escape: (value: UInt32, digitsLeft: Int)?
    /// The position of an asterisk that an alias may begin with; nil unless it is the scalar before this one.
    private var asterisk: Scenario.Position?
    /// The last scalar of the line that is no white space.
    private var lastShown: Unicode.Scalar?
    /// The position of a question mark after a hyphen; nil unless it is the scalar before this one.
    private var questionMark: Scenario.Position?

    /// Comparing two texts takes time that grows with the square of the combining marks in a row, because they have no
    /// fixed order.
    static let maximumCombiningMarks = 10_000

    static func check(_ text: String) throws(ScenarioFault) {
        guard text.utf8.count <= Scenario.maximumBytes else {
            throw ScenarioFault(at: .start, "the file is over \(Scenario.maximumBytes >> 20) MiB, which is the limit")
        }
        var scan = ScenarioText()
        for scalar in text.unicodeScalars { try scan.take(scalar) }
    }

    private mutating func take(_ scalar: Unicode.Scalar) throws(ScenarioFault) {
        let isLineFeed = scalar == "\n" && previous == "\r"
        column += 1
        try checkAlias(before: scalar)
        try checkKey(scalar)
        try checkMarks(scalar)
        if !scalar.properties.isWhitespace { lastShown = scalar }
        if Self.lineBreaks.contains(scalar) {
            if !isLineFeed { line += 1 }
            column = 0
            lastShown = nil
        }
        guard line <= Scenario.maximumLines else {
            throw ScenarioFault(
                at: .init(line: line, column: 1),
                "the file has over \(Scenario.maximumLines) lines, which is the limit")
        }
        previous = scalar
    }

    /// An alias begins with an asterisk at the start of a word (YAML 1.1, section 7.1).
    private mutating func checkAlias(before scalar: Unicode.Scalar) throws(ScenarioFault) {
        if let asterisk, !scalar.properties.isWhitespace, !"*,]}".unicodeScalars.contains(scalar) {
            throw ScenarioFault(
                at: asterisk, "aliases are not supported; write out the value, or put a space after the asterisk")
        }
        let isAlias =
            scalar == "*" && (previous.properties.isWhitespace || ",:?[{-".unicodeScalars.contains(previous))
        asterisk = isAlias ? .init(line: line, column: column) : nil
    }

    /// A key after a question mark may be a tree (YAML 1.1, section 10.2.2). The parser reads the whole tree again for
    /// each tree around it, so a few kilobytes of such keys in each other would take seconds.
    ///
    /// Between brackets and braces, a question mark begins a key wherever a word may begin. In a list with hyphens,
    /// white space must follow it.
    private mutating func checkKey(_ scalar: Unicode.Scalar) throws(ScenarioFault) {
        if let questionMark, scalar.properties.isWhitespace { throw Self.keyFault(at: questionMark) }
        questionMark = nil
        guard scalar == "?" else { return }
        let position = Scenario.Position(line: line, column: column)
        guard let lastShown, !"[{,".unicodeScalars.contains(lastShown) else { throw Self.keyFault(at: position) }
        if lastShown == "-", previous.properties.isWhitespace { questionMark = position }
    }

    private static func keyFault(at position: Scenario.Position) -> ScenarioFault {
        ScenarioFault(
            at: position, "keys after a question mark are not supported; begin the key or the text with a letter")
    }

    private mutating func checkMarks(_ scalar: Unicode.Scalar) throws(ScenarioFault) {
        guard Self.isCombining(scalar) || isCombiningEscape(endingWith: scalar) else { return }
        combiningMarks += 1
        guard combiningMarks <= Self.maximumCombiningMarks else {
            throw ScenarioFault(
                at: .init(line: line, column: column),
                "the file has over \(Self.maximumCombiningMarks) combining marks, which is the limit")
        }
    }

    private mutating func isCombiningEscape(endingWith scalar: Unicode.Scalar) -> Bool {
        if previous == "\\", let digits = Self.escapes[scalar] {
            escape = (0, digits)
            return false
        }
        guard let (value, digitsLeft) = escape, let digit = Character(scalar).hexDigitValue else {
            escape = nil
            return false
        }
        let read = value << 4 | UInt32(digit)
        escape = digitsLeft > 1 ? (read, digitsLeft - 1) : nil
        return escape == nil && Unicode.Scalar(read).map(Self.isCombining) == true
    }

    private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
    }

    /// How many hexadecimal digits follow these letters (YAML 1.1, section 5.6).
    private static let escapes: [Unicode.Scalar: Int] = ["x": 2, "u": 4, "U": 8]

    private static let lineBreaks: Set<Unicode.Scalar> = [
        "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}",
    ]
}
