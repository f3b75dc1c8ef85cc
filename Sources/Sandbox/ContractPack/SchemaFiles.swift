import CardAPI
import HTTPContract

// JSON Schema (2020-12) for tools that do not read OpenAPI: one file for each object. The files refer to each other by
// name.

extension OpenAPIDocument {
    var schemaFiles: [ContractPack.File] {
        schemas.map { schema in
            var members: [(String, JSONValue?)] = [
                ("$schema", "https://json-schema.org/draft/2020-12/schema"),
                ("$id", .string("https://tessera.example/schemas/\(schema.name).json")),
                ("title", .string(schema.name)),
            ]
            if case .object(let object) = schema.jsonSchema {
                members += object.names.map { ($0, object[$0]?.referringToFiles) }
            }
            return ("schemas/\(schema.name).json", Array(JSONValue.members(members).indentedText.utf8))
        }
    }
}

extension JSONValue {
    /// The schema with references to other files of the directory instead of components of the document.
    fileprivate var referringToFiles: JSONValue {
        switch self {
        case .array(let elements):
            return .array(elements.map(\.referringToFiles))
        case .object(let object):
            return .members(
                object.names.map { name in
                    guard name == "$ref", case .string(let reference) = object[name] else {
                        return (name, object[name]?.referringToFiles)
                    }
                    let component = reference.split(separator: "/").last ?? ""
                    return (name, .string("\(component).json"))
                })
        case .null, .boolean, .number, .string:
            return self
        }
    }
}
