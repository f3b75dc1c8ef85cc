/// A regular expression of a small language that is compared in one pass over a text, so no pattern takes longer than
/// its length times the text's.
///
/// A pattern describes a whole text. It has characters, `.` for any character, classes such as `[a-z]` and `[^0-9]`,
/// `\d`, `\w` and `\s`, groups, `|`, and the repetitions `*`, `+`, `?`, `{2}`, `{2,}` and `{2,5}`. A backslash takes
/// any other sign as itself. A `^` at the beginning and a `$` at the end change nothing. There are no assertions and no
/// references to groups.
struct TextPattern: Sendable, Hashable {
    /// The pattern as it was written.
    let text: String
    private let program: [Instruction]

    static let maximumLength = 200
    static let maximumRepetition = 100
    /// Repetitions with a count are written out, so a short pattern can be long inside.
    static let maximumInstructions = 2000

    fileprivate enum Instruction: Sendable, Hashable {
        case scalar(ScalarSet)
        /// Goes on at both places.
        case either(Int, Int)
        case jump(Int)
        case end
    }

    /// - Throws: the predicate of a sentence about the pattern.
    init(_ text: String) throws(Violation) {
        guard (1...Self.maximumLength).contains(text.unicodeScalars.count) else {
            throw Violation("must be 1 to \(Self.maximumLength) characters long")
        }
        self.text = text
        var parser = TextPatternParser(text)
        var compiler = Compiler()
        try compiler.add(try parser.parse())
        program = compiler.program + [.end]
    }

    /// The reason why a text is no pattern.
    struct Violation: Error {
        let error: String

        init(_ error: String) { self.error = error }
    }

    /// Whether the pattern describes the whole text.
    func matches(_ text: String, within budget: inout StepBudget) throws(StepBudget.Exhausted) -> Bool {
        var (states, next) = (StateSet(program.count), StateSet(program.count))
        try follow(0, into: &states, &budget)
        for scalar in text.unicodeScalars {
            guard !states.list.isEmpty else { return false }
            next.clear()
            for state in states.list {
                guard case .scalar(let set) = program[state] else {
                    try budget.spend(1)
                    continue
                }
                try budget.spend(set.ranges.count + 1)
                if set.contains(scalar) { try follow(state + 1, into: &next, &budget) }
            }
            swap(&states, &next)
        }
        return states.list.contains(program.count - 1)
    }

    /// Adds a state, and all that can be reached from it without a character.
    private func follow(
        _ first: Int, into states: inout StateSet, _ budget: inout StepBudget
    ) throws(StepBudget.Exhausted) {
        var open = [first]
        while let state = open.popLast() {
            guard states.insert(state) else { continue }
            try budget.spend(1)
            switch program[state] {
            case .jump(let target): open.append(target)
            case .either(let one, let other): open += [other, one]
            case .scalar, .end: break
            }
        }
    }

    /// States, each once. Clearing it costs nothing.
    private struct StateSet {
        private(set) var list: [Int] = []
        private var rounds: [Int]
        private var round = 1

        init(_ count: Int) { rounds = Array(repeating: 0, count: count) }

        mutating func insert(_ state: Int) -> Bool {
            guard rounds[state] != round else { return false }
            rounds[state] = round
            list.append(state)
            return true
        }

        mutating func clear() {
            list.removeAll(keepingCapacity: true)
            round += 1
        }
    }

    private struct Compiler {
        private(set) var program: [Instruction] = []
        /// Also counts parts that add no instruction.
        private var partCount = 0

        mutating func add(_ node: TextPatternNode) throws(Violation) {
            partCount += 1
            guard max(program.count, partCount) < TextPattern.maximumInstructions else {
                throw Violation("repeats too much; use smaller counts")
            }
            switch node {
            case .scalar(let set): program.append(.scalar(set))
            case .sequence(let parts): for part in parts { try add(part) }
            case .choice(let first, let second):
                let start = program.count
                program.append(.jump(0))
                try add(first)
                let end = program.count
                program.append(.jump(0))
                program[start] = .either(start + 1, program.count)
                try add(second)
                program[end] = .jump(program.count)
            case .repeated(let part, let least, let most): try add(part, least, most)
            }
        }

        private mutating func add(_ part: TextPatternNode, _ least: Int, _ most: Int?) throws(Violation) {
            for _ in 0..<least { try add(part) }
            guard let most else {
                let start = program.count
                program.append(.jump(0))
                try add(part)
                program.append(.jump(start))
                program[start] = .either(start + 1, program.count)
                return
            }
            var exits: [Int] = []
            for _ in least..<max(least, most) {
                exits.append(program.count)
                program.append(.jump(0))
                try add(part)
            }
            for exit in exits { program[exit] = .either(exit + 1, program.count) }
        }
    }
}

/// A set of characters: ranges, or everything except them.
struct ScalarSet: Sendable, Hashable {
    var ranges: [ClosedRange<UInt32>] = []
    var isNegated = false

    static let any = ScalarSet(isNegated: true)
    static let digits = ScalarSet(ranges: [0x30...0x39])
    static let wordCharacters = ScalarSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let spaces = ScalarSet(ranges: [0x09...0x0D, 0x20...0x20])

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        ranges.contains { $0.contains(scalar.value) } != isNegated
    }
}

/// The work that a comparison may still take. So the time of a search through the journal has a limit that does not
/// depend on the machine.
package struct StepBudget: Sendable {
    private var left: Int

    static let usual = 10_000_000

    /// The work took too much.
    package struct Exhausted: Error {}

    init(_ steps: Int = usual) { left = steps }

    mutating func spend(_ steps: Int) throws(Exhausted) {
        left -= steps
        guard left >= 0 else { throw Exhausted() }
    }
}
