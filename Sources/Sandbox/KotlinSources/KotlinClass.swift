import HTTPContract

/// A class in Kotlin, with the members of one object of the contract, or of a request and its response.
struct KotlinClass {
    let name: String
    let purpose: String?
    let isPublic: Bool
    private(set) var members: [Member] = []
    private(set) var isRead = false
    private(set) var isWritten = false
    private let renamed: [String: String]

    struct Member {
        /// The name in Kotlin.
        let name: String
        let declaration: ObjectSchema.Member
        /// Whether every object of the class has it.
        var isRequired: Bool
        var isRead: Bool
        var isWritten: Bool
    }

    /// - Parameters:
    ///   - name: for a class that is only a body on the wire.
    ///   - sdk: the class that an app sees; nil if none does.
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

extension KotlinClass {
    /// The declaration of the class, with its reader and writer.
    ///
    /// - Parameter type: the type of a member.
    func source(_ type: (ObjectSchema.Kind) -> KotlinType) -> String {
        let parts = [
            isRead ? reader(type) : nil, isWritten ? writer(type) : nil,
            members.contains(where: \.declaration.isSecret) ? description : nil,
        ].compactMap(\.self)
        let parameters = members.map { member in
            let suffix = member.isRequired ? "" : "? = null"
            return """
                \(Kotlin.comment(member.declaration.description, indented: 1))
                    val \(member.name): \(type(member.declaration.kind).name)\(suffix)
                """
        }
        let documentation = purpose.map { Kotlin.comment($0) + "\n" } ?? ""
        return documentation + """
            \(isPublic ? "" : "internal ")data class \(name)(
            \(parameters.joined(separator: ",\n"))
            ) {
            \(parts.joined(separator: "\n\n"))
            }
            """
    }

    private func reader(_ type: (ObjectSchema.Kind) -> KotlinType) -> String {
        let arguments = members.filter(\.isRead).map { member in
            let name = member.declaration.name
            let read = type(member.declaration.kind).read
            let value = member.isRequired
                ? read("json", #""\#(name)""#) : #"json.ifPresent("\#(name)") { \#(read("this", "it")) }"#
            return "        \(member.name) = \(value)"
        }
        return """
                internal constructor(json: JsonObject) : this(
            \(arguments.joined(separator: ",\n"))
                )
            """
    }

    private func writer(_ type: (ObjectSchema.Kind) -> KotlinType) -> String {
        let pairs = members.filter(\.isWritten).map { member in
            let value = type(member.declaration.kind).written(member.name, member.isRequired)
            return #"        "\#(member.declaration.name)" to \#(value)"#
        }
        return """
                internal fun json(): Map<String, Any?> = mapOf(
            \(pairs.joined(separator: ",\n"))
                )
            """
    }

    /// Shows no secret.
    private var description: String {
        let shown = members.map { member in
            let name = member.name
            guard member.declaration.isSecret else { return "\(name)=$\(name)" }
            return member.isRequired ? "\(name)=hidden" : #"\#(name)=${if (\#(name) == null) null else "hidden"}"#
        }
        let lines = shown.enumerated().map { index, text in
            #"        "\#(text)\#(index < shown.count - 1 ? ", " : ")")""#
        }
        return """
                override fun toString(): String = "\(name)(" +
            \(lines.joined(separator: " +\n"))
            """
    }
}
