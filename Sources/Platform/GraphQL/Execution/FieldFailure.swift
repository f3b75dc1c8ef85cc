import HTTPContract

/// Why a field has no value, as the caller reads it.
package struct FieldFailure: Error, Hashable, Sendable {
    package let message: String
    package let extensions: JSONObject

    package init(_ message: String, extensions: JSONObject = JSONObject()) {
        self.message = message
        self.extensions = extensions
    }

    /// A resolver was asked for a field that it does not know, although the schema has it.
    package static func unresolved(_ field: String, of type: String) -> FieldFailure {
        FieldFailure("The field \"\(type).\(field)\" is not available.")
    }
}
