/// A body that says of itself what its members are, and never what is declared a secret: neither printed, nor dumped,
/// nor to whoever looks into it.
public protocol DescribedByMembers: CustomStringConvertible, CustomReflectable {
    /// What is there, by its name on the wire; of a secret, only that it is.
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
    /// What may be said of a member whose value this is; nil where there is none.
    func shown(_ value: (any Sendable)?) -> (name: String, value: any Sendable)? {
        value.map { (name, isSecret ? "hidden" : $0) }
    }
}
