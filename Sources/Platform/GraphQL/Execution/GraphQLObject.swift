import HTTPContract

/// A value of an object type, whose fields the executor asks for one after another.
package protocol GraphQLObject: Sendable {
    /// The name of its object type.
    var typeName: String { get }

    /// The value of a field.
    ///
    /// - Parameter arguments: coerced by the schema: they contain the defaults, and absent arguments have no entry.
    /// - Throws: a failure that the caller may see. The field becomes null, and the answer names it in its errors.
    func resolve(_ field: String, _ arguments: JSONObject) async throws(FieldFailure) -> FieldValue
}

/// The value that a resolver returns for a field. The executor checks it against the type of the field.
package enum FieldValue: Sendable {
    case null
    /// A scalar, or the name of an enum's member.
    case leaf(JSONValue)
    case object(any GraphQLObject)
    case list([FieldValue])

    package static func text(_ text: String) -> FieldValue { .leaf(.string(text)) }
    package static func optional(_ text: String?) -> FieldValue { text.map { .text($0) } ?? .null }
    package static func objects(_ objects: [some GraphQLObject]) -> FieldValue { .list(objects.map { .object($0) }) }
}
