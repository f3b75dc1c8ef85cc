import HTTPContract

/// A class of a client, with the members of one object of the contract, or of a request and its response.
struct ClientClass {
    let name: String
    let purpose: String?
    let isPublic: Bool
    private(set) var members: [Member] = []
    private(set) var isRead = false
    private(set) var isWritten = false
    private let renamed: [String: String]

    struct Member {
        /// The name in the SDK for phones.
        let name: String
        let declaration: ObjectSchema.Member
        /// Whether every object of the class has the member.
        var isRequired: Bool
        var isRead: Bool
        var isWritten: Bool
    }

    /// - Parameters:
    ///   - name: for a class that is only a body on the wire.
    ///   - sdk: the class that an app sees; nil if an app sees none.
    init(name: String, as sdk: SDKClass?) {
        self.name = sdk?.name ?? name
        purpose = sdk?.purpose
        isPublic = sdk != nil
        renamed = sdk?.renamed ?? [:]
    }

    /// Adds the members of an object. A member that only one of several objects has is optional.
    mutating func add(_ object: ObjectSchema, isRead: Bool, isWritten: Bool) {
        let isFirst = members.isEmpty
        let names = Set(object.members.map(\.name))
        for index in members.indices where !names.contains(members[index].declaration.name) {
            members[index].isRequired = false
        }
        for member in object.members {
            if let index = members.firstIndex(where: { $0.declaration.name == member.name }) {
                members[index].isRequired = members[index].isRequired && member.isRequired
                members[index].isRead = members[index].isRead || isRead
                members[index].isWritten = members[index].isWritten || isWritten
            } else {
                members.append(
                    Member(
                        name: renamed[member.name] ?? member.name, declaration: member,
                        isRequired: isFirst && member.isRequired, isRead: isRead, isWritten: isWritten))
            }
        }
        self.isRead = self.isRead || isRead
        self.isWritten = self.isWritten || isWritten
    }
}
