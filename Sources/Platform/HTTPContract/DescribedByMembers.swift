/// A body that describes itself by its members. It never shows a member that is declared secret, even when it is
/// printed, dumped or reflected.
public protocol DescribedByMembers: CustomStringConvertible, CustomReflectable {
    /// The present members by their names on the wire. The value of a secret is hidden.
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
