/// The tables of one context, as SQL for an empty database.
///
/// A target that owns tables has their SQL in a file beside its statements, and names it here. A program installs the
/// parts that it uses, those that others refer to first.
public struct SchemaPart: Sendable {
    public let sql: String

    /// - Parameter file: the contents of the file, compiled into the program.
    public init(_ file: StaticString) { sql = file.description }

    /// The statements of the file, in its order and without the comments between and in them. The bodies of functions
    /// stand between `$$` and keep theirs.
    package var statements: [String] {
        var statements: [String] = []
        var statement = ""
        var rest = sql[...]
        while let next = rest.utf8.firstIndex(where: { Self.marks.contains($0) }) {
            statement += rest[..<next]
            rest = rest[next...]
            if rest.hasPrefix("--") {
                rest = rest.drop { !$0.isNewline }
            } else if let quote = ["$$", "'", "\""].first(where: { rest.hasPrefix($0) }) {
                let end = rest.dropFirst(quote.count).firstRange(of: quote)?.upperBound ?? rest.endIndex
                statement += rest[..<end]
                rest = rest[end...]
            } else if rest.removeFirst() == ";" {
                statements.append(statement)
                statement = ""
            } else {
                statement.append(sql[next])
            }
        }
        return (statements + [statement + rest]).compactMap { statement in
            let begin = statement.firstIndex { !$0.isWhitespace }
            return begin.map { String(statement[$0...]) }
        }
    }

    /// A comment, a quoted text or name, a function's body or the end of a statement may begin with one of these.
    private static let marks = Set("-$'\";".utf8)
}

extension [SchemaPart] {
    /// All parts as one script.
    public var script: String { map(\.sql).joined(separator: "\n\n") }
}
