/// The type of a member in Kotlin, and how it is read and written.
struct KotlinType {
    let name: String
    /// The expression that reads the value.
    ///
    /// - Parameters:
    ///   - object: the expression of the object.
    ///   - member: the expression of the member's name.
    let read: (_ object: String, _ member: String) -> String
    /// The expression of the value to write.
    let written: (_ member: String, _ isRequired: Bool) -> String

    /// A value that the hand-written `JsonObject` reads by a function of this name, and that `Json` writes as it is.
    init(_ name: String, reader: String) {
        self.name = name
        read = { object, member in "\(object).\(reader)(\(member))" }
        written = { member, _ in member }
    }

    init(_ enumeration: SDKEnumeration) {
        name = enumeration.name
        read = { object, member in "\(enumeration.name).of(\(object).string(\(member)))" }
        written = { member, _ in member }
    }

    init(object name: String) {
        self.name = name
        read = { object, member in "\(name)(\(object).child(\(member)))" }
        written = { member, isRequired in "\(member)\(isRequired ? "" : "?").json()" }
    }

    /// An object of the SDK that contains a list, where the contract has the list itself. It is only read.
    init(list: String, of name: String) {
        self.name = list
        read = { object, member in "\(list)(\(object).children(\(member)).map { child -> \(name)(child) })" }
        written = { member, _ in member }
    }

    init(objects name: String) {
        self.name = "List<\(name)>"
        read = { object, member in "\(object).children(\(member)).map { child -> \(name)(child) }" }
        written = { member, isRequired in "\(member)\(isRequired ? "" : "?").map { it.json() }" }
    }
}
