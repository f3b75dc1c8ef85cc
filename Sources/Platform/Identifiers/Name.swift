/// A kind of things that have names.
public protocol Named {
    /// Whether a thing of this kind can have this name.
    static func isName(_ text: String) -> Bool
}

/// The name of one thing. Its type keeps it apart from the names of other kinds of things, and from other texts.
///
/// `Kind` is the type of the thing, or an empty `enum` if there is no such type.
public struct Name<Kind: Named>: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    /// Nil if it is no name of the kind.
    public init?(_ text: String) {
        guard Kind.isName(text) else { return nil }
        self.text = text
    }

    public var description: String { text }
}
