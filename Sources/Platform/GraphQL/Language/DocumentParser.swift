extension ExecutableDocument {
    /// Reads operations and fragments (GraphQL, October 2021, section 2). A document that defines types is refused.
    package init(parsing text: String, limits: DocumentLimits = .standard) throws(SyntaxFailure) {
        var reader = try TokenReader(text, limits: limits)
        repeat {
            let location = reader.token.location
            if reader.isNext(word: "fragment") {
                fragments.append(try reader.fragmentDefinition())
            } else {
                operations.append(try reader.operation())
            }
            guard operations.count <= limits.operations, fragments.count <= limits.fragments else {
                throw SyntaxFailure(
                    reason: "A document may have \(limits.operations) operations and \(limits.fragments) fragments.",
                    location: location)
            }
        } while !reader.isAtEnd
    }
}

extension TokenReader {
    fileprivate mutating func operation() throws(SyntaxFailure) -> OperationDefinition {
        let location = token.location
        if isNext("{") {
            return OperationDefinition(
                kind: .query, name: nil, variables: [], directives: [], selections: try selections(),
                location: location)
        }
        guard case .name(let word) = token.kind, let kind = OperationKind(rawValue: word) else {
            throw failure(expecting: "query, mutation, fragment or \"{\"")
        }
        try advance()
        var name: Name?
        if case .name = token.kind { name = try self.name() }
        return OperationDefinition(
            kind: kind, name: name,
            variables: try optional("(", ")") { (reader) throws(SyntaxFailure) in try reader.variable() },
            directives: try directives(isConstant: false), selections: try selections(), location: location)
    }

    private mutating func variable() throws(SyntaxFailure) -> VariableDefinition {
        try expect("$")
        let name = try name()
        try expect(":")
        let type = try type()
        let defaultValue = try take("=") ? try value(isConstant: true) : nil
        return VariableDefinition(
            name: name, type: type, defaultValue: defaultValue, directives: try directives(isConstant: true))
    }

    fileprivate mutating func fragmentDefinition() throws(SyntaxFailure) -> FragmentDefinition {
        let location = token.location
        try advance()
        guard !isNext(word: "on") else { throw failure(expecting: "the name of a fragment") }
        let name = try name()
        guard try take(word: "on") else { throw failure(expecting: "\"on\"") }
        return FragmentDefinition(
            name: name, typeCondition: try self.name(), directives: try directives(isConstant: false),
            selections: try selections(), location: location)
    }

    private mutating func selections() throws(SyntaxFailure) -> [Selection] {
        try nested { (reader) throws(SyntaxFailure) in
            try reader.some("{", "}") { (reader) throws(SyntaxFailure) in try reader.selection() }
        }
    }

    private mutating func selection() throws(SyntaxFailure) -> Selection {
        let location = token.location
        guard try take("...") else { return .field(try field()) }
        if case .name(let word) = token.kind, word != "on" {
            return .spread(
                FragmentSpread(name: try name(), directives: try directives(isConstant: false), location: location))
        }
        let typeCondition = try take(word: "on") ? try name() : nil
        return .inline(
            InlineFragment(
                typeCondition: typeCondition, directives: try directives(isConstant: false),
                selections: try selections(), location: location))
    }

    private mutating func field() throws(SyntaxFailure) -> FieldNode {
        let first = try name()
        let name = try take(":") ? try self.name() : nil
        return FieldNode(
            alias: name == nil ? nil : first, name: name ?? first, arguments: try arguments(isConstant: false),
            directives: try directives(isConstant: false), selections: isNext("{") ? try selections() : [])
    }
}
