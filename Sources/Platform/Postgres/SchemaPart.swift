/// The tables of one context, as SQL for an empty database.
///
/// A target that owns tables has their SQL in a file beside its statements, and names it here. A program installs the
/// parts that it uses, those that others refer to first.
public struct SchemaPart: Sendable {
    public let sql: String

    /// - Parameter file: the contents of the file, compiled into the program.
    public init(_ file: StaticString) { sql = file.description }
}

extension [SchemaPart] {
    /// All parts as one script.
    public var script: String { map(\.sql).joined(separator: "\n\n") }
}
