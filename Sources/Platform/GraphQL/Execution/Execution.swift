import HTTPContract
import Validation

/// One run of one operation (GraphQL, October 2021, section 6). Fields are resolved one after another, which the
/// specification requires for mutations and permits for queries; so an operation never costs more at a time than one
/// field.
struct Execution {
    let schema: Schema
    let fragments: [String: FragmentDefinition]
    let coercion: InputCoercion
    let limits: DocumentLimits
    private var errors: [GraphQLError] = []
    private var resolutionsLeft: Int
    private var bytesLeft: Int

    init(schema: Schema, document: ExecutableDocument, variables: [String: JSONValue], limits: DocumentLimits) {
        self.schema = schema
        fragments = Dictionary(document.fragments.map { ($0.name.text, $0) }) { first, _ in first }
        coercion = InputCoercion(schema: schema, variables: variables)
        self.limits = limits
        (resolutionsLeft, bytesLeft) = (limits.resolutions, limits.answerBytes)
    }

    /// A null at a place that must not be null. It makes the value around it null; the error is already recorded.
    struct NullPropagation: Error {}

    typealias Path = [GraphQLError.PathElement]

    /// - Throws: if the operation may not run.
    mutating func run(
        _ operation: OperationDefinition, _ root: any GraphQLObject
    ) async throws(OperationRefusal) -> GraphQLResponse {
        let groups = try translating({ OperationRefusal([GraphQLError($0.message, at: [operation.location])]) }) {
            () throws(FieldFailure) in
            try fields([operation.selections], of: root.typeName)
        }
        guard operation.kind != .mutation || groups.count <= limits.mutations else {
            throw OperationRefusal([GraphQLError("A request may have at most \(limits.mutations) mutations.")])
        }
        var data = JSONValue.null
        do throws(NullPropagation) {
            data = try await members(groups, of: root, [])
        } catch {}
        return GraphQLResponse(data: data, errors: errors)
    }

    /// The value of an object, with the fields that are asked for.
    mutating func members(
        _ groups: [[FieldNode]], of object: any GraphQLObject, _ path: Path
    ) async throws(NullPropagation) -> JSONValue {
        var members: [(String, JSONValue)] = []
        for nodes in groups {
            guard let node = nodes.first else { continue }
            let path = path + [.field(node.responseName)]
            members.append((node.responseName, try await field(nodes, node, of: object, path)))
        }
        return .object(JSONObject(members))
    }

    private mutating func field(
        _ nodes: [FieldNode], _ node: FieldNode, of object: any GraphQLObject, _ path: Path
    ) async throws(NullPropagation) -> JSONValue {
        guard let parent = schema.type(object.typeName),
            let definition = schema.field(node.name.text, of: parent)
        else {
            throw record("The type \"\(object.typeName)\" has no field \"\(node.name.text)\".", node, path)
        }
        let value: FieldValue
        do throws(FieldFailure) {
            try spend(on: node)
            let arguments = try arguments(node, definition)
            value = try await resolve(definition.name, arguments, of: object)
        } catch {
            let propagation = record(error.message, node, path, error.extensions)
            if definition.type.isNonNull { throw propagation }
            return .null
        }
        return try await complete(value, Position(nodes: nodes, node: node, path: path, type: definition.type))
    }

    private func resolve(
        _ field: String, _ arguments: JSONObject, of object: any GraphQLObject
    ) async throws(FieldFailure) -> FieldValue {
        switch field {
        case "__typename": .text(object.typeName)
        case "__schema": .object(SchemaObject(schema: schema))
        case "__type": arguments.type(in: schema)
        default: try await object.resolve(field, arguments)
        }
    }

    private mutating func spend(on node: FieldNode) throws(FieldFailure) {
        guard resolutionsLeft > 0, bytesLeft > 0 else { throw FieldFailure("The answer is too large.") }
        resolutionsLeft -= 1
        // A name comes with its quotation marks, a colon and a comma.
        bytesLeft -= node.responseName.utf8.count + 4
    }

    /// Counts the bytes of a value of the answer.
    mutating func spend(on value: JSONValue) {
        switch value {
        case .string(let text): bytesLeft -= text.utf8.count + 2
        case .array, .object: bytesLeft -= value.jsonText.utf8.count
        case .number, .boolean, .null: bytesLeft -= 4
        }
    }

    @discardableResult
    mutating func record(
        _ message: String, _ node: FieldNode, _ path: Path, _ extensions: JSONObject = JSONObject()
    ) -> NullPropagation {
        if errors.count < limits.errors {
            errors.append(GraphQLError(message, at: [node.location], path: path, extensions: extensions))
        }
        return NullPropagation()
    }

    private func arguments(_ node: FieldNode, _ definition: FieldDefinition) throws(FieldFailure) -> JSONObject {
        var values: [(String, JSONValue)] = []
        for argument in definition.arguments {
            let written = node.arguments.first { $0.name.text == argument.name }
            let value = try translating({
                FieldFailure("Argument \"\(argument.name)\" has an invalid value: \($0.reason)")
            }) { () throws(InputFailure) -> JSONValue? in
                if let written, let value = try coercion.value(of: written.value, as: argument.type) { return value }
                return try coercion.defaultValue(of: argument)
            }
            if let value { values.append((argument.name, value)) }
        }
        return JSONObject(values)
    }
}
