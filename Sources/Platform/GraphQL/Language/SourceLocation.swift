import HTTPContract

/// A place in a document: line and column, both counted from 1. A column is one Unicode scalar.
package struct SourceLocation: Hashable, Sendable {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    var json: JSONValue { ["line": .number(String(line)), "column": .number(String(column))] }
}
