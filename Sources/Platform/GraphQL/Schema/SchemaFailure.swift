/// A fault in a schema's text.
package struct SchemaFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
}
