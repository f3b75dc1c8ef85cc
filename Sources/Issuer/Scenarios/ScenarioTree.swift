import Yams

/// The tree of a scenario's text, in which a name may occur twice.
///
/// The parser refuses a text with such a name and says nothing about the rest of it. So the first of both gets another
/// name of the same length, which changes no position, and the text is parsed again. The reader gets the old name.
struct ScenarioTree {
    let root: Node?
    /// The names in the text by those that they got instead.
    private let oldNames: [String: String]

    /// - Throws: the errors, if the text is not YAML.
    init(_ text: String) throws(ScenarioFaults) {
        var draft = Draft(text)
        while true {
            switch draft.parse() {
            case .tree(let root):
                (self.root, oldNames) = (root, draft.oldNames)
                return
            case .broken(let fault): throw ScenarioFaults(draft.faults + [fault])
            case .repeated(let name, let position):
                guard draft.rename(name, at: position) else { throw ScenarioFaults(draft.faults) }
            }
        }
    }

    /// The name of a member; nil if its key is no text.
    func name(of key: Node) -> String? { key.scalar.map { oldNames[$0.string] ?? $0.string } }

    private enum Outcome {
        case tree(Node?)
        case broken(ScenarioFault)
        /// The position is that of the first of both.
        case repeated(String, Scenario.Position)
    }

    /// The text with the names that were replaced so far.
    private struct Draft {
        private var scalars: [Unicode.Scalar]
        private(set) var oldNames: [String: String] = [:]
        /// The faults to report if the text cannot be parsed in the end.
        private(set) var faults: [ScenarioFault] = []
        private var bytesLeft = Self.maximumBytes
        /// Characters for private use (Unicode, section 23.5) that the text does not have.
        private var marks: [Unicode.Scalar]

        /// How much is parsed in all, because each repeated name needs another pass.
        private static let maximumBytes = 2 * Scenario.maximumBytes
        /// More than the number of errors that are reported.
        private static let privateUse: ClosedRange<UInt32> = 0xE000...0xE0FF
        private static let filler: Unicode.Scalar = "\u{F8FF}"

        init(_ text: String) {
            scalars = Array(text.unicodeScalars)
            let taken = Set(scalars)
            marks = Self.privateUse.compactMap(Unicode.Scalar.init).filter { !taken.contains($0) }
        }

        mutating func parse() -> Outcome {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars)
            let text = String(view)
            bytesLeft -= text.utf8.count
            do {
                return .tree(try Yams.compose(yaml: text))
            } catch let error as YamlError {
                switch error {
                case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
                    .composer(_, let problem, let mark, _):
                    return .broken(ScenarioFault(at: .init(mark), "the text is not YAML: \(problem)"))
                case .duplicatedKeysInMapping(let names, let context):
                    return .repeated(names.first ?? "", .init(context.mark))
                default:
                    return .broken(ScenarioFault(at: .start, "the text is not YAML: it cannot be decoded as UTF-8"))
                }
            } catch {
                return .broken(ScenarioFault(at: .start, "the text is not YAML"))
            }
        }

        /// Replaces a name; false if it cannot be replaced, for example because it is written with escapes.
        mutating func rename(_ name: String, at position: Scenario.Position) -> Bool {
            let shown = Scenario.Section.shown(name)
            faults.append(ScenarioFault(at: position, "the name \(shown) occurs twice; use each name once"))
            let old = Array(name.unicodeScalars)
            guard var start = index(of: position), !old.isEmpty, let mark = marks.popLast(), bytesLeft > 0,
                faults.count <= ScenarioFaults.limit
            else { return false }
            if ["\"", "'"].contains(scalars[start]) { start += 1 }
            let range = start..<start + old.count
            guard range.upperBound <= scalars.count, scalars[range].elementsEqual(old) else { return false }
            let new = [mark] + Array(repeating: Self.filler, count: old.count - 1)
            scalars.replaceSubrange(range, with: new)
            var view = String.UnicodeScalarView()
            view.append(contentsOf: new)
            oldNames[String(view)] = name
            return true
        }

        /// Lines end as in YAML 1.1, section 4.1.4.
        private func index(of position: Scenario.Position) -> Int? {
            var (line, start) = (1, 0)
            for (index, scalar) in scalars.enumerated() where line < position.line {
                let isHalfOfBreak = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
                guard ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar), !isHalfOfBreak else { continue }
                (line, start) = (line + 1, index + 1)
            }
            let index = start + position.column - 1
            return line == position.line && scalars.indices.contains(index) ? index : nil
        }
    }
}

extension Scenario.Position {
    static let start = Scenario.Position(line: 1, column: 1)

    init(_ mark: Mark?) {
        self = mark.map { Scenario.Position(line: $0.line, column: $0.column) } ?? .start
    }
}
