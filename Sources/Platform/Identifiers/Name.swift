/// A kind of thing that has a name.
public protocol Named {
    /// Whether a text is a valid name for this kind of thing.
    static func isName(_ text: String) -> Bool
}

/// The name of one thing. Its type keeps it apart from the names of other kinds of things, and from other texts.
///
/// `Kind` is the type of the thing, or an empty `enum` if there is no such type.
public struct Name<Kind: Named>: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// Nil if no thing of the kind can have this name.
    public init?(rawValue: String) {
        guard Kind.isName(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    public init?(_ text: String) { self.init(rawValue: text) }

    public var description: String { rawValue }
}
