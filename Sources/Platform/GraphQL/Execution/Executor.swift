import HTTPContract
import Validation

/// Answers requests with a schema: reads the document, validates it, and runs one operation of it.
package struct Executor: Sendable {
    package let schema: Schema
    let limits: DocumentLimits

    package init(_ schema: Schema, limits: DocumentLimits = .standard) {
        self.schema = schema
        self.limits = limits
    }

    /// - Parameters:
    ///   - query, mutation: the objects that operations begin with. They know who is asking.
    package func respond(
        to request: GraphQLRequest, query: any GraphQLObject, mutation: (any GraphQLObject)? = nil
    ) async -> GraphQLResponse {
        do {
            let document = try document(request.query)
            let operation = try Self.operation(request.operationName, of: document)
            let variables = try variables(of: operation, request.variables)
            var execution = Execution(schema: schema, document: document, variables: variables, limits: limits)
            switch operation.kind {
            case .query: return try await execution.run(operation, query)
            case .mutation:
                guard let mutation else { fallthrough }
                return try await execution.run(operation, mutation)
            case .subscription: throw OperationRefusal([GraphQLError("This operation is not available.")])
            }
        } catch let refused as OperationRefusal {
            return GraphQLResponse(data: nil, errors: refused.errors)
        } catch {
            return GraphQLResponse(data: nil, errors: [GraphQLError("The operation failed.")])
        }
    }

    /// A valid document.
    private func document(_ text: String) throws(OperationRefusal) -> ExecutableDocument {
        let document = try translating({ OperationRefusal([GraphQLError($0)]) }) { () throws(SyntaxFailure) in
            try ExecutableDocument(parsing: text, limits: limits)
        }
        let errors = Validator.errors(in: document, schema, limits)
        guard errors.isEmpty else { throw OperationRefusal(errors) }
        return document
    }

    private static func operation(
        _ name: String?, of document: ExecutableDocument
    ) throws(OperationRefusal) -> OperationDefinition {
        if let name {
            guard let operation = document.operations.first(where: { $0.name?.text == name }) else {
                throw OperationRefusal([GraphQLError("Unknown operation named \"\(name.shortened)\".")])
            }
            return operation
        }
        guard let operation = document.operations.first else {
            throw OperationRefusal([GraphQLError("Must provide an operation.")])
        }
        guard document.operations.count == 1 else {
            throw OperationRefusal([GraphQLError("Must provide operation name if query contains multiple operations.")])
        }
        return operation
    }

    private func variables(
        of operation: OperationDefinition, _ sent: JSONObject
    ) throws(OperationRefusal) -> [String: JSONValue] {
        let coercion = InputCoercion(schema: schema)
        var values: [String: JSONValue] = [:]
        var errors: [GraphQLError] = []
        for variable in operation.variables {
            let name = variable.name.text
            do throws(InputFailure) {
                if let json = sent[name] {
                    values[name] = try coercion.value(of: json, as: variable.type)
                } else if let node = variable.defaultValue {
                    values[name] = try coercion.value(of: node, as: variable.type)
                } else if variable.type.isNonNull {
                    throw InputFailure(reason: "a value of the required type \"\(variable.type)\" was not provided.")
                }
            } catch {
                errors.append(
                    GraphQLError(
                        "Variable \"$\(name.shortened)\" got invalid value; \(error.reason)",
                        at: [variable.name.location]))
            }
        }
        guard errors.isEmpty else { throw OperationRefusal(Array(errors.prefix(limits.errors))) }
        return values
    }
}

/// Why an operation does not run.
struct OperationRefusal: Error {
    let errors: [GraphQLError]

    init(_ errors: [GraphQLError]) { self.errors = errors }
}
