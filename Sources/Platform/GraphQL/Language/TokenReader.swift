/// The common part of the parsers of documents and of schemas: reads the next token, and values, types, arguments and
/// directives.
struct TokenReader {
    private var lexer: Lexer
    private(set) var token: Token
    private let limits: DocumentLimits
    private var depth = 0

    init(_ text: String, limits: DocumentLimits) throws(SyntaxFailure) {
        lexer = try Lexer(text, limits: limits)
        token = try lexer.next()
        self.limits = limits
    }

    var isAtEnd: Bool { token.kind == .end }

    mutating func advance() throws(SyntaxFailure) { token = try lexer.next() }

    func failure(expecting expected: String) -> SyntaxFailure {
        SyntaxFailure(reason: "Expected \(expected), found \(token.noun).", location: token.location)
    }

    func isNext(_ punctuator: String) -> Bool { token.kind == .punctuator(punctuator) }

    func isNext(word: String) -> Bool { token.kind == .name(word) }

    mutating func take(_ punctuator: String) throws(SyntaxFailure) -> Bool {
        guard isNext(punctuator) else { return false }
        try advance()
        return true
    }

    mutating func take(word: String) throws(SyntaxFailure) -> Bool {
        guard isNext(word: word) else { return false }
        try advance()
        return true
    }

    mutating func expect(_ punctuator: String) throws(SyntaxFailure) {
        guard try take(punctuator) else { throw failure(expecting: "\"\(punctuator)\"") }
    }

    mutating func name() throws(SyntaxFailure) -> Name {
        guard case .name(let text) = token.kind else { throw failure(expecting: "a name") }
        let name = Name(text: text, location: token.location)
        try advance()
        return name
    }

    /// Everything between two brackets: at least one element.
    mutating func some<Element>(
        _ opening: String, _ closing: String, _ element: (inout TokenReader) throws(SyntaxFailure) -> Element
    ) throws(SyntaxFailure) -> [Element] {
        try expect(opening)
        var elements: [Element] = []
        repeat { elements.append(try element(&self)) } while try !take(closing)
        return elements
    }

    /// As ``some(_:_:_:)``, or nothing if the opening bracket is not next.
    mutating func optional<Element>(
        _ opening: String, _ closing: String, _ element: (inout TokenReader) throws(SyntaxFailure) -> Element
    ) throws(SyntaxFailure) -> [Element] {
        isNext(opening) ? try some(opening, closing, element) : []
    }

    /// Reads something that may contain more of its kind, up to the limit of the depth.
    mutating func nested<Result>(
        _ read: (inout TokenReader) throws(SyntaxFailure) -> Result
    ) throws(SyntaxFailure) -> Result {
        guard depth < limits.depth else {
            throw SyntaxFailure(
                reason: "The document is nested too deeply; at most \(limits.depth) levels are accepted.",
                location: token.location)
        }
        depth += 1
        defer { depth -= 1 }
        return try read(&self)
    }
}

extension TokenReader {
    mutating func type() throws(SyntaxFailure) -> TypeReference {
        try nested { (reader) throws(SyntaxFailure) in
            let type: TypeReference
            if try reader.take("[") {
                type = .list(try reader.type())
                try reader.expect("]")
            } else {
                type = .named(try reader.name().text)
            }
            return try reader.take("!") ? .nonNull(type) : type
        }
    }

    mutating func directives(isConstant: Bool) throws(SyntaxFailure) -> [DirectiveNode] {
        var directives: [DirectiveNode] = []
        while try take("@") {
            directives.append(DirectiveNode(name: try name(), arguments: try arguments(isConstant: isConstant)))
        }
        return directives
    }

    mutating func arguments(isConstant: Bool) throws(SyntaxFailure) -> [ArgumentNode] {
        try optional("(", ")") { (reader) throws(SyntaxFailure) in try reader.argument(isConstant: isConstant) }
    }

    /// An argument, or a field of an input object.
    private mutating func argument(isConstant: Bool) throws(SyntaxFailure) -> ArgumentNode {
        let name = try name()
        try expect(":")
        return ArgumentNode(name: name, value: try value(isConstant: isConstant))
    }

    /// - Parameter isConstant: whether variables are refused.
    mutating func value(isConstant: Bool) throws(SyntaxFailure) -> ValueNode {
        let location = token.location
        return ValueNode(
            content: try nested { (reader) throws(SyntaxFailure) in try reader.content(isConstant: isConstant) },
            location: location)
    }

    private mutating func content(isConstant: Bool) throws(SyntaxFailure) -> ValueNode.Content {
        let kind = token.kind
        switch kind {
        case .punctuator("$") where !isConstant:
            try advance()
            return .variable(try name().text)
        case .punctuator("["):
            return .list(try list { (reader) throws(SyntaxFailure) in try reader.value(isConstant: isConstant) })
        case .punctuator("{"):
            return .object(try object(isConstant: isConstant))
        case .int(let digits): try advance(); return .int(digits)
        case .float(let digits): try advance(); return .float(digits)
        case .string(let text): try advance(); return .string(text)
        case .name(let word):
            try advance()
            switch word {
            case "true": return .boolean(true)
            case "false": return .boolean(false)
            case "null": return .null
            default: return .enumeration(word)
            }
        default: throw failure(expecting: "a value")
        }
    }

    private mutating func list(
        _ element: (inout TokenReader) throws(SyntaxFailure) -> ValueNode
    ) throws(SyntaxFailure) -> [ValueNode] {
        try expect("[")
        var elements: [ValueNode] = []
        while try !take("]") { elements.append(try element(&self)) }
        return elements
    }

    private mutating func object(isConstant: Bool) throws(SyntaxFailure) -> [ArgumentNode] {
        try expect("{")
        var fields: [ArgumentNode] = []
        while try !take("}") { fields.append(try argument(isConstant: isConstant)) }
        return fields
    }
}
