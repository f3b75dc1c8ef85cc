/// The parts of a pattern.
indirect enum TextPatternNode {
    case scalar(ScalarSet)
    case sequence([TextPatternNode])
    case choice(TextPatternNode, TextPatternNode)
    /// At least and at most so often; nil for no limit.
    case repeated(TextPatternNode, Int, Int?)
}

/// Reads a pattern; see `TextPattern` for its language.
struct TextPatternParser {
    private typealias Violation = TextPattern.Violation

    private let scalars: [Unicode.Scalar]
    private var place = 0

    init(_ text: String) {
        var scalars = Array(text.unicodeScalars)
        if scalars.first == "^" { scalars.removeFirst() }
        if scalars.last == "$", scalars.dropLast().last != "\\" { scalars.removeLast() }
        self.scalars = scalars
    }

    mutating func parse() throws(TextPattern.Violation) -> TextPatternNode {
        let node = try choice()
        guard place == scalars.count else { throw Violation("has a ) without a (") }
        return node
    }

    private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        place += 1
        return true
    }

    private mutating func choice() throws(TextPattern.Violation) -> TextPatternNode {
        let first = try sequence()
        return take("|") ? .choice(first, try choice()) : first
    }

    private mutating func sequence() throws(TextPattern.Violation) -> TextPatternNode {
        var parts: [TextPatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            let part = try part()
            parts.append(try repetition(of: part))
        }
        return .sequence(parts)
    }

    private mutating func part() throws(TextPattern.Violation) -> TextPatternNode {
        let scalar = scalars[place]
        place += 1
        switch scalar {
        case ".": return .scalar(.any)
        case "[": return .scalar(try scalarClass())
        case "\\": return .scalar(try escape())
        case "(":
            if take("?"), !take(":") { throw Violation("has a group with ?, which only (?:…) may have") }
            let node = try choice()
            guard take(")") else { throw Violation("has a ( without a )") }
            return node
        case "*", "+", "?", "{":
            throw Violation("has a \(scalar) with nothing to repeat; write \\\(scalar) for the character itself")
        case "^", "$": throw Violation("has a \(scalar) in its middle; write \\\(scalar) for the character itself")
        default: return .scalar(ScalarSet(ranges: [scalar.value...scalar.value]))
        }
    }

    private mutating func escape() throws(TextPattern.Violation) -> ScalarSet {
        guard let scalar = next else { throw Violation("ends with a \\") }
        place += 1
        switch scalar {
        case "d": return .digits
        case "w": return .wordCharacters
        case "s": return .spaces
        case _ where scalar.properties.isAlphabetic || scalar.properties.numericType != nil:
            throw Violation("has \\\(scalar), which has no meaning here; only \\d, \\w and \\s have one")
        default: return ScalarSet(ranges: [scalar.value...scalar.value])
        }
    }

    private mutating func scalarClass() throws(TextPattern.Violation) -> ScalarSet {
        var set = ScalarSet(isNegated: take("^"))
        var isFirst = true
        while let scalar = next, isFirst || scalar != "]" {
            isFirst = false
            let low = try member()
            guard low.count == 1, next == "-", place + 1 < scalars.count, scalars[place + 1] != "]" else {
                set.ranges += low
                continue
            }
            place += 1
            let high = try member()
            guard high.count == 1, low[0].lowerBound <= high[0].upperBound else {
                throw Violation("has a range in [ ] that ends before it begins")
            }
            set.ranges.append(low[0].lowerBound...high[0].upperBound)
        }
        guard take("]") else { throw Violation("has a [ without a ]") }
        return set
    }

    private mutating func member() throws(TextPattern.Violation) -> [ClosedRange<UInt32>] {
        if take("\\") { return try escape().ranges }
        let scalar = scalars[place]
        place += 1
        return [scalar.value...scalar.value]
    }

    private mutating func repetition(of part: TextPatternNode) throws(TextPattern.Violation) -> TextPatternNode {
        let repeated: TextPatternNode
        switch next {
        case "*": repeated = .repeated(part, 0, nil)
        case "+": repeated = .repeated(part, 1, nil)
        case "?": repeated = .repeated(part, 0, 1)
        case "{":
            place += 1
            let (least, most) = try counts()
            return try refusingMore(.repeated(part, least, most))
        default: return part
        }
        place += 1
        return try refusingMore(repeated)
    }

    /// Two repetitions after each other have another meaning in other languages of patterns.
    private func refusingMore(_ node: TextPatternNode) throws(TextPattern.Violation) -> TextPatternNode {
        guard let next, ["*", "+", "?", "{"].contains(next) else { return node }
        throw Violation("repeats a repetition at \(next); put the first one in ( )")
    }

    /// The counts between `{` and `}`.
    private mutating func counts() throws(TextPattern.Violation) -> (Int, Int?) {
        let error = Violation("has a { that is not like {2}, {2,} or {2,5} with counts of at most "
            + "\(TextPattern.maximumRepetition)")
        guard let least = count() else { throw error }
        if take("}") { return (least, least) }
        guard take(",") else { throw error }
        if take("}") { return (least, nil) }
        guard let most = count(), least <= most, take("}") else { throw error }
        return (least, most)
    }

    private mutating func count() -> Int? {
        var digits = ""
        while let scalar = next, ("0"..."9").contains(scalar), digits.count < 4 {
            digits.unicodeScalars.append(scalar)
            place += 1
        }
        return Int(digits).flatMap { $0 <= TextPattern.maximumRepetition ? $0 : nil }
    }
}
