/// The limits on the cost of one document, and of one operation of it. A request beyond a limit is refused before
/// anything runs.
package struct DocumentLimits: Sendable {
    package var bytes: Int
    package var tokens: Int
    /// The maximum depth of nested selections, of values and of types, each counted separately. It limits every
    /// recursion.
    package var depth: Int
    package var operations: Int
    package var fragments: Int
    /// Fields of one operation, each counted as often as its fragment is used. Aliases are fields.
    package var fields: Int
    /// Fields of a mutation's root, because each of them changes something.
    package var mutations: Int
    /// Fields that one operation may resolve, counting each element of a list.
    package var resolutions: Int
    /// Bytes of names and values in one answer, counted as JSON. The value that exceeds the limit is still in the
    /// answer.
    package var answerBytes: Int
    /// Errors that one response reports.
    package var errors: Int

    package init(
        bytes: Int = 65_536, tokens: Int = 8_192, depth: Int = 24, operations: Int = 32, fragments: Int = 64,
        fields: Int = 1_024, mutations: Int = 8, resolutions: Int = 65_536, answerBytes: Int = 1 << 22,
        errors: Int = 32
    ) {
        self.bytes = bytes
        self.tokens = tokens
        self.depth = depth
        self.operations = operations
        self.fragments = fragments
        self.fields = fields
        self.mutations = mutations
        self.resolutions = resolutions
        self.answerBytes = answerBytes
        self.errors = errors
    }

    /// For documents of callers.
    package static let standard = DocumentLimits()

    /// For a schema, which is a part of the program.
    static let schema = DocumentLimits(bytes: 1 << 20, tokens: 1 << 18)
}
