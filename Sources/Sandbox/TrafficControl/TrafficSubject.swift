/// Somebody or something that requests and messages are about, such as one card. Whoever knows the subjects of a
/// service makes them; here, only their equality counts.
package struct TrafficSubject: Sendable, Hashable {
    /// The kind of a subject, such as a card.
    package struct Kind: RawRepresentable, Sendable, Hashable {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }
    }

    package let kind: Kind
    package let text: String

    /// - Parameter text: the same for two subjects of one kind only if they are the same subject.
    package init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }
}
