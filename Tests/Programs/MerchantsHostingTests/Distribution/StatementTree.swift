/// What Postgres has understood of a statement, as the body of an SQL function keeps it in `pg_proc.prosqlbody`
/// (`nodes/outfuncs.c` of Postgres).
enum StatementTree {
    /// `{VAR :varno 1 …}`. Fields without a value are left out.
    case node(String, [String: StatementTree])
    /// `(…)`, and the parts of a field that has several.
    case list([StatementTree])
    case word(String)

    /// The trees of all statements in the body.
    init(body: String) {
        var reader = Reader(bytes: Array(body.utf8))
        self = reader.tree() ?? .list([])
    }

    /// The kind of a node.
    var kind: String? { if case .node(let kind, _) = self { kind } else { nil } }

    subscript(_ field: String) -> StatementTree? { if case .node(_, let fields) = self { fields[field] } else { nil } }

    /// The elements of a field that is a list; none if it has no value.
    func elements(of field: String) -> [StatementTree] {
        if case .list(let elements)? = self[field] { elements } else { [] }
    }

    func text(of field: String) -> String? { if case .word(let word)? = self[field] { word } else { nil } }

    /// Postgres writes 0 for a field without a value, too.
    func number(of field: String) -> Int { text(of: field).flatMap { Int($0) } ?? 0 }

    func isTrue(_ field: String) -> Bool { text(of: field) == "true" }

    /// The trees directly below, of a node or a list.
    var parts: [StatementTree] {
        switch self {
        case .node(_, let fields): Array(fields.values)
        case .list(let elements): elements
        case .word: []
        }
    }

    /// Whether it is, or has below it, a node of a kind.
    func has(_ wanted: String) -> Bool { kind == wanted || parts.contains { $0.has(wanted) } }

    /// All text in a tree, so that two constants with the same one are the same.
    var text: String {
        switch self {
        case .node(let kind, let fields):
            kind + fields.sorted { $0.key < $1.key }.map { " \($0.key) \($0.value.text)" }.joined()
        case .list(let elements): elements.map(\.text).joined(separator: " ")
        case .word(let word): word
        }
    }
}

extension StatementTree {
    private struct Reader {
        let bytes: [UInt8]
        var next = 0

        /// Fields that say nothing about where rows are, and are long.
        private static let skipped: Set = [
            "alias", "eref", "colnames", "selectedCols", "insertedCols", "updatedCols", "extraUpdatedCols",
            "joinleftcols", "joinrightcols", "coltypes", "coltypmods", "colcollations", "ctecolnames", "ctecoltypes",
            "ctecoltypmods", "ctecolcollations",
        ]

        mutating func tree() -> StatementTree? {
            guard let first = token() else { return nil }
            switch first {
            case "{": return node()
            case "(": return .list(elements())
            default: return .word(first)
            }
        }

        private mutating func elements() -> [StatementTree] {
            var elements: [StatementTree] = []
            while !skip(UInt8(ascii: ")")), let element = tree() { elements.append(element) }
            return elements
        }

        private mutating func node() -> StatementTree {
            let kind = token() ?? ""
            var fields: [String: StatementTree] = [:]
            var name = token()
            while let field = name, field != "}" {
                let key = String(field.dropFirst())
                if Self.skipped.contains(key) { skipBrackets() }
                var values: [StatementTree] = []
                name = nil
                while name == nil, let value = valueOrEnd() {
                    switch value {
                    case .word(let word) where word.hasPrefix(":") || word == "}": name = word
                    default: values.append(value)
                    }
                }
                guard let value = values.first else { continue }
                if case .word("<>") = value { continue }
                fields[key] = values.count == 1 ? value : .list(values)
            }
            return .node(kind, fields)
        }

        private mutating func valueOrEnd() -> StatementTree? {
            skipSpaces()
            guard next < bytes.count, bytes[next] == UInt8(ascii: "}") else { return tree() }
            next += 1
            return .word("}")
        }

        private mutating func skipSpaces() {
            while next < bytes.count, " \n".utf8.contains(bytes[next]) { next += 1 }
        }

        /// Whether the next byte that is no space is this one, which is then read.
        private mutating func skip(_ byte: UInt8) -> Bool {
            skipSpaces()
            guard next < bytes.count, bytes[next] == byte else { return false }
            next += 1
            return true
        }

        /// A bracket, or everything up to the next space or bracket. A backslash takes the meaning from the next byte.
        private mutating func token() -> String? {
            skipSpaces()
            guard next < bytes.count else { return nil }
            let start = next
            if bytes[next] == UInt8(ascii: "\"") {
                skipQuoted()
            } else if endsToken {
                next += 1
            } else {
                while next < bytes.count, !endsToken { next += escapedLength }
                next = min(next, bytes.count)
            }
            return String(decoding: bytes[start..<next], as: UTF8.self)
        }

        private mutating func skipQuoted() {
            next += 1
            while next < bytes.count, bytes[next] != UInt8(ascii: "\"") { next += escapedLength }
            next = min(next + 1, bytes.count)
        }

        /// Goes behind a list or a node, if one comes next.
        private mutating func skipBrackets() {
            skipSpaces()
            guard next < bytes.count, "{(".utf8.contains(bytes[next]) else { return }
            var depth = 0
            repeat {
                switch bytes[next] {
                case UInt8(ascii: "\""): skipQuoted()
                case UInt8(ascii: "{"), UInt8(ascii: "("): (depth, next) = (depth + 1, next + 1)
                case UInt8(ascii: "}"), UInt8(ascii: ")"): (depth, next) = (depth - 1, next + 1)
                default: next += escapedLength
                }
            } while depth > 0 && next < bytes.count
        }

        /// Space, line feed, and the brackets. They are numbers, because this is asked for each byte.
        private var endsToken: Bool {
            switch bytes[next] {
            case 0x20, 0x0A, 0x28, 0x29, 0x7B, 0x7D: true
            default: false
            }
        }

        private var escapedLength: Int { bytes[next] == 0x5C ? 2 : 1 }
    }
}
