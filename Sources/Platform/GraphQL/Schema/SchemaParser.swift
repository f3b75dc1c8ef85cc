/// Reads the definitions of a schema (GraphQL, October 2021, section 3). Extensions of types are not read.
struct SchemaParser {
    private var reader: TokenReader
    private(set) var types: [TypeDefinition] = []
    private(set) var directives: [DirectiveDefinition] = []
    private(set) var roots: [String: String] = [:]
    private(set) var description: String?

    init(_ text: String) throws(SyntaxFailure) {
        reader = try TokenReader(text, limits: .schema)
        while !reader.isAtEnd { try definition() }
    }

    private mutating func definition() throws(SyntaxFailure) {
        let description = try reader.description()
        guard case .name(let word) = reader.token.kind else { throw reader.failure(expecting: "a definition") }
        if word == "directive" { return directives.append(try reader.directiveDefinition(description)) }
        if word == "schema" { return try schemaDefinition(description) }
        guard let read = Self.definitions[word] else { throw reader.failure(expecting: "a definition") }
        try reader.advance()
        let name = try reader.name().text
        types.append(try read(&reader, name, description))
    }

    private mutating func schemaDefinition(_ description: String?) throws(SyntaxFailure) {
        self.description = description
        try reader.advance()
        _ = try reader.directives(isConstant: true)
        let named = try reader.some("{", "}") { (reader) throws(SyntaxFailure) in
            let kind = try reader.name().text
            try reader.expect(":")
            return (kind, try reader.name().text)
        }
        for (kind, type) in named { roots[kind] = type }
    }

    private typealias Definition =
        @Sendable (inout TokenReader, String, String?) throws(SyntaxFailure) -> TypeDefinition

    private static let definitions: [String: Definition] = [
        "scalar": { (reader, name, description) throws(SyntaxFailure) in
            let directives = try reader.directives(isConstant: true)
            return TypeDefinition(
                name: name, description: description, content: .scalar(.any),
                specifiedBy: directives.text("url", of: "specifiedBy"))
        },
        "type": { (reader, name, description) throws(SyntaxFailure) in
            let interfaces = try reader.interfaces()
            return TypeDefinition(
                name, description, .object(fields: try reader.fieldDefinitions(), interfaces: interfaces))
        },
        "interface": { (reader, name, description) throws(SyntaxFailure) in
            let interfaces = try reader.interfaces()
            return TypeDefinition(
                name, description, .interface(fields: try reader.fieldDefinitions(), interfaces: interfaces))
        },
        "union": { (reader, name, description) throws(SyntaxFailure) in
            _ = try reader.directives(isConstant: true)
            try reader.expect("=")
            return TypeDefinition(name, description, .union(try reader.names(separatedBy: "|")))
        },
        "enum": { (reader, name, description) throws(SyntaxFailure) in
            _ = try reader.directives(isConstant: true)
            return TypeDefinition(name, description, .enumeration(try reader.members()))
        },
        "input": { (reader, name, description) throws(SyntaxFailure) in
            _ = try reader.directives(isConstant: true)
            return TypeDefinition(name, description, .input(try reader.inputDefinitions("{", "}")))
        },
    ]
}

extension TypeDefinition {
    fileprivate init(_ name: String, _ description: String?, _ content: Content) {
        self.init(name: name, description: description, content: content, specifiedBy: nil)
    }
}

extension TokenReader {
    fileprivate mutating func description() throws(SyntaxFailure) -> String? {
        guard case .string(let text) = token.kind else { return nil }
        try advance()
        return text
    }

    fileprivate mutating func interfaces() throws(SyntaxFailure) -> [String] {
        guard try take(word: "implements") else { return [] }
        return try names(separatedBy: "&")
    }

    /// Names between separators; one may also be in front.
    fileprivate mutating func names(separatedBy separator: String) throws(SyntaxFailure) -> [String] {
        _ = try take(separator)
        var names: [String] = []
        repeat { names.append(try name().text) } while try take(separator)
        return names
    }

    fileprivate mutating func fieldDefinitions() throws(SyntaxFailure) -> [FieldDefinition] {
        _ = try directives(isConstant: true)
        return try some("{", "}") { (reader) throws(SyntaxFailure) in
            let description = try reader.description()
            let name = try reader.name().text
            let arguments = try reader.inputDefinitions("(", ")")
            try reader.expect(":")
            let type = try reader.type()
            let directives = try reader.directives(isConstant: true)
            return FieldDefinition(
                name: name, description: description, arguments: arguments, type: type,
                deprecationReason: directives.deprecationReason)
        }
    }

    fileprivate mutating func inputDefinitions(
        _ opening: String, _ closing: String
    ) throws(SyntaxFailure) -> [InputDefinition] {
        try optional(opening, closing) { (reader) throws(SyntaxFailure) in
            let description = try reader.description()
            let name = try reader.name().text
            try reader.expect(":")
            let type = try reader.type()
            let defaultValue = try reader.take("=") ? try reader.value(isConstant: true) : nil
            let directives = try reader.directives(isConstant: true)
            return InputDefinition(
                name: name, description: description, type: type, defaultValue: defaultValue,
                deprecationReason: directives.deprecationReason)
        }
    }

    fileprivate mutating func members() throws(SyntaxFailure) -> [EnumerationMember] {
        try some("{", "}") { (reader) throws(SyntaxFailure) in
            let description = try reader.description()
            let name = try reader.name().text
            let directives = try reader.directives(isConstant: true)
            return EnumerationMember(
                name: name, description: description, deprecationReason: directives.deprecationReason)
        }
    }

    fileprivate mutating func directiveDefinition(
        _ description: String?
    ) throws(SyntaxFailure) -> DirectiveDefinition {
        try advance()
        try expect("@")
        let name = try self.name().text
        let arguments = try inputDefinitions("(", ")")
        let isRepeatable = try take(word: "repeatable")
        guard try take(word: "on") else { throw failure(expecting: "\"on\"") }
        return DirectiveDefinition(
            name: name, description: description, arguments: arguments, isRepeatable: isRepeatable,
            locations: try names(separatedBy: "|"))
    }
}

extension [DirectiveNode] {
    fileprivate func text(_ argument: String, of directive: String) -> String? {
        let arguments = first { $0.name.text == directive }?.arguments ?? []
        guard case .string(let text) = arguments.first(where: { $0.name.text == argument })?.value.content else {
            return nil
        }
        return text
    }

    /// Nil if the definition is not deprecated.
    fileprivate var deprecationReason: String? {
        guard contains(where: { $0.name.text == "deprecated" }) else { return nil }
        return text("reason", of: "deprecated") ?? "No longer supported"
    }
}
