/// A body that describes itself by its members, and never shows what is declared as secret: not when it is printed,
/// dumped or reflected.
public protocol DescribedByMembers: CustomStringConvertible, CustomReflectable {
    /// Its present members, by their names on the wire; for a secret, only that it is present.
    var shownMembers: [(name: String, value: any Sendable)] { get }
}

extension DescribedByMembers {
    public var description: String {
        let members = shownMembers.map { "\($0.name): \($0.value)" }
        return "\(Self.self)(\(members.joined(separator: ", ")))"
    }

    public var customMirror: Mirror {
        Mirror(self, children: shownMembers.map { (label: $0.name, value: $0.value) }, displayStyle: .struct)
    }
}

extension ObjectSchema.Member {
    /// The description of a member with this value; nil if there is none.
    func shown(_ value: (any Sendable)?) -> (name: String, value: any Sendable)? {
        value.map { (name, isSecret ? "hidden" : $0) }
    }
}
