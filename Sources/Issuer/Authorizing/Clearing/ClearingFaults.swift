/// One fault in the text of a clearing file.
public struct ClearingFault: Hashable, Sendable {
    /// The column's name; `file` if it is about no column.
    public let field: String
    /// Completes the sentence that begins with the field.
    public let error: String
    /// Both count from 1; columns count Unicode scalars.
    public let line: Int
    public let column: Int

    package init(field: String, error: String, line: Int, column: Int) {
        (self.field, self.error, self.line, self.column) = (field, error, line, column)
    }
}

/// All faults in the text of a clearing file, in its order. None of its lines is booked.
public struct ClearingFaults: Error, Hashable, Sendable {
    /// At most ``limit``.
    public let list: [ClearingFault]

    public static let limit = 100

    package init(list: [ClearingFault]) { self.list = list }
}
