import HTTPContract

/// The type of a member in TypeScript, and how it is read and written.
struct TypeScriptType {
    let name: String
    /// The expression of a function that reads the value.
    let reader: String
    /// The expression of the value to write, which may be null or undefined; nil if it is written as it is.
    var written: ((_ value: String) -> String)?

    init(_ name: String, reader: String) {
        self.name = name
        self.reader = reader
    }

    init(_ enumeration: SDKEnumeration) {
        name = enumeration.name
        reader = "read.word(\(enumeration.name))"
    }

    init(object name: String) {
        self.name = name
        reader = "read\(name)"
        written = { "\($0) && write\(name)(\($0))" }
    }

    init(objects name: String) {
        self.name = "\(name)[]"
        reader = "read.list(read\(name))"
        written = { "\($0)?.map(write\(name))" }
    }
}

extension ClientClass {
    /// The declaration of the object's members. The names are those on the wire, as in Paysafe's SDK for the web.
    func typeScript(_ type: (ObjectSchema.Kind) -> TypeScriptType) -> String {
        let lines = members.map { member in
            let suffix = member.isRequired ? "" : "?"
            let alternative = member.isRequired || member.isRead ? "" : " | null"
            let value = type(member.declaration.kind).name + alternative
            return """
                \(Documentation.comment(member.declaration.description, indented: 1))
                    readonly \(member.declaration.name)\(suffix): \(value);
                """
        }
        let documentation = purpose.map { Documentation.comment($0) + "\n" } ?? ""
        return "\(documentation)export interface \(name) {\n\(lines.joined(separator: "\n"))\n}"
    }

    func typeScriptReader(_ type: (ObjectSchema.Kind) -> TypeScriptType) -> String {
        let lines = members.filter(\.isRead).map { member in
            let (name, reader) = (member.declaration.name, type(member.declaration.kind).reader)
            let value = member.isRequired ? "\(reader)(json.\(name))" : "read.optional(json.\(name), \(reader))"
            return "        \(name): \(value),"
        }
        return """
            export function read\(name)(value: unknown): \(name) {
                const json = read.object(value);
                return read.present({
            \(lines.joined(separator: "\n"))
                });
            }
            """
    }

    func typeScriptWriter(_ type: (ObjectSchema.Kind) -> TypeScriptType) -> String {
        let lines = members.filter(\.isWritten).map { member in
            let value = "value.\(member.declaration.name)"
            let written = type(member.declaration.kind).written?(value) ?? value
            return "        \(member.declaration.name): \(written),"
        }
        return """
            export function write\(name)(value: \(name)): object {
                return {
            \(lines.joined(separator: "\n"))
                };
            }
            """
    }
}
