import HTTPContract

extension ClientClass {
    /// The declaration of the class in Kotlin, with its reader and writer.
    ///
    /// - Parameter type: the type of a member.
    func kotlin(_ type: (ObjectSchema.Kind) -> KotlinType) -> String {
        let parts = [
            isRead ? reader(type) : nil, isWritten ? writer(type) : nil,
            members.contains(where: \.declaration.isSecret) ? description : nil,
        ].compactMap(\.self)
        let parameters = members.map { member in
            let suffix = member.isRequired ? "" : "? = null"
            return """
                \(Documentation.comment(member.declaration.description, indented: 1))
                    val \(member.name): \(type(member.declaration.kind).name)\(suffix)
                """
        }
        let documentation = purpose.map { Documentation.comment($0) + "\n" } ?? ""
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
