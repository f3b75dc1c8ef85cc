import HTTPContract

extension Execution {
    /// The place of a value in the answer.
    struct Position {
        /// The merged fields of one response name; `node` is the first of them.
        let nodes: [FieldNode]
        let node: FieldNode
        let path: Path
        let type: TypeReference

        func element(_ index: Int, _ type: TypeReference) -> Position {
            Position(nodes: nodes, node: node, path: path + [.index(index)], type: type)
        }
    }

    /// Checks a value against its type. A forbidden null makes the nearest surrounding value null that may be null
    /// (GraphQL, October 2021, section 6.4.4).
    mutating func complete(_ value: FieldValue, _ position: Position) async throws(NullPropagation) -> JSONValue {
        guard position.type.isNonNull else {
            do throws(NullPropagation) {
                return try await completeNullable(value, position.type, position)
            } catch {
                return .null
            }
        }
        let completed = try await completeNullable(value, position.type.nullable, position)
        guard completed != .null else {
            throw record(
                "Cannot return null for non-nullable field \"\(position.node.name.text)\".", position.node,
                position.path)
        }
        return completed
    }

    private mutating func completeNullable(
        _ value: FieldValue, _ type: TypeReference, _ position: Position
    ) async throws(NullPropagation) -> JSONValue {
        switch (value, type) {
        case (.null, _), (.leaf(.null), _): return .null
        case (.list(let values), .list(let element)):
            var elements: [JSONValue] = []
            for (index, value) in values.enumerated() {
                elements.append(try await complete(value, position.element(index, element)))
            }
            return .array(elements)
        case (.leaf(let value), .named(let name)): return try leaf(value, name, position)
        case (.object(let object), .named(let name)):
            guard schema.possibleTypes(of: name).contains(object.typeName) else {
                throw unexpected("an object of the type \"\(object.typeName)\"", position)
            }
            return try await self.object(object, position)
        case (.list, _): throw unexpected("a list", position)
        case (.leaf, _): throw unexpected("a scalar", position)
        case (.object, _): throw unexpected("an object", position)
        }
    }

    private mutating func leaf(
        _ value: JSONValue, _ type: String, _ position: Position
    ) throws(NullPropagation) -> JSONValue {
        switch schema.type(type)?.content {
        case .scalar(let rule):
            guard rule.refusal(value) == nil else { throw unexpected("a value outside of its scalar", position) }
            let canonical = rule.canonical(value)
            spend(on: canonical)
            return canonical
        case .enumeration(let members):
            guard case .string(let word) = value, members.contains(where: { $0.name == word }) else {
                throw unexpected("a word outside of its enum", position)
            }
            spend(on: value)
            return value
        default: throw unexpected("a scalar", position)
        }
    }

    private mutating func object(
        _ object: any GraphQLObject, _ position: Position
    ) async throws(NullPropagation) -> JSONValue {
        let groups: [[FieldNode]]
        do throws(FieldFailure) {
            groups = try fields(position.nodes.map(\.selections), of: object.typeName)
        } catch {
            throw record(error.message, position.node, position.path)
        }
        return try await members(groups, of: object, position.path)
    }

    /// A resolver has returned a value that its field cannot have. The error does not show the value.
    private mutating func unexpected(_ noun: String, _ position: Position) -> NullPropagation {
        record(
            "The field \"\(position.node.name.text)\" has \(noun) where \(position.type) is expected.", position.node,
            position.path)
    }
}
