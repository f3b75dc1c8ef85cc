import HTTPTypes

/// The OpenAPI 3.1 document of an API, made from the operations themselves.
///
/// The server uses the same operations to register routes and to read and write bodies, so the two cannot differ.
public struct OpenAPIDocument: Sendable {
    public let title: String
    public let description: String
    /// The address of the service, without the base path.
    public private(set) var server: String
    public let base: Base
    public let operations: [Operation]
    public let webhooks: [Webhook]
    /// The parameters in the operations' paths, by name.
    public let pathParameters: [ObjectSchema.Member]
    public let errors: ErrorShape
    public let challenge: Challenge

    /// The version of the documents and of the programs.
    public static let version = "0.1.0"

    /// The beginning of all paths. The document's server ends in it, and examples have a variable for both.
    public struct Base: Sendable {
        public let path: String
        /// The name of the shell variable, such as `API`.
        public let variable: String

        public init(_ path: String, variable: String) {
            self.path = path
            self.variable = variable
        }
    }

    /// The form of errors.
    public struct ErrorShape: Sendable {
        package let mediaType: String
        package let schema: ObjectSchema
        /// The path of the error code within an error.
        package let codePath: [String]
        /// Every error code, in the order of the error page.
        public let codes: [ErrorCode]
        /// The code for the example of an error.
        public let exampleCode: ErrorCode
        public let example: @Sendable (ErrorCode) -> JSONValue

        public init(
            mediaType: String, schema: ObjectSchema, codePath: [String], codes: [ErrorCode], exampleCode: ErrorCode,
            example: @escaping @Sendable (ErrorCode) -> JSONValue
        ) {
            self.mediaType = mediaType
            self.schema = schema
            self.codePath = codePath
            self.codes = codes
            self.exampleCode = exampleCode
            self.example = example
        }
    }

    /// The contents of `WWW-Authenticate`.
    public struct Challenge: Sendable {
        let description: String
        /// An object that it may contain.
        let schema: ObjectSchema?

        public init(_ description: String, carrying schema: ObjectSchema? = nil) {
            self.description = description
            self.schema = schema
        }
    }

    public init(
        title: String, description: String, server: String, base: Base, operations: [Operation],
        webhooks: [Webhook] = [], pathParameters: [ObjectSchema.Member], errors: ErrorShape, challenge: Challenge
    ) {
        self.title = title
        self.description = description
        self.server = server
        self.base = base
        self.operations = operations
        self.webhooks = webhooks
        self.pathParameters = pathParameters
        self.errors = errors
        self.challenge = challenge
    }

    /// The same API at another address.
    public func at(_ server: String) -> OpenAPIDocument {
        var document = self
        document.server = server
        return document
    }

    /// The base URL of the operations' paths.
    public var address: String { (server.hasSuffix("/") ? String(server.dropLast()) : server) + base.path }

    /// The whole document.
    public var json: JSONValue {
        [
            "openapi": "3.1.0",
            "info": [
                "title": .string(title), "version": .string(Self.version), "description": .string(description),
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            "jsonSchemaDialect": "https://spec.openapis.org/oas/3.1/dialect/base",
            "servers": [
                [
                    "url": .string(address),
                    "description": .string("`$\(base.variable)` in the examples."),
                ]
            ],
            "tags": .array(
                (nouns + eventNouns).sorted { $0.title < $1.title }
                    .map { ["name": .string($0.title), "description": .string($0.description)] }),
            "paths": paths,
            "webhooks": webhooks.isEmpty ? nil : .members(webhooks.map { ($0.event, json(of: $0)) }),
            "components": components,
        ]
    }

    /// The groups of operations, in the order in which the operations name them.
    public var nouns: [Operation.Noun] { Self.distinct(operations.map(\.noun)) }

    /// The groups of webhooks. They are other groups than those of the operations, because openapi-generator writes one
    /// file for each group, and the file of the webhooks would replace the other one.
    public var eventNouns: [Operation.Noun] { Self.distinct(webhooks.map(\.noun)) }

    private static func distinct(_ nouns: [Operation.Noun]) -> [Operation.Noun] {
        nouns.reduce(into: []) { distinct, noun in
            if !distinct.contains(noun) { distinct.append(noun) }
        }
    }

    /// The documented example of a value that paths or queries name.
    public func example(of parameter: String) -> String {
        pathParameters.first { $0.name == parameter }?.example ?? ""
    }

    /// The path within the base path.
    public func relative(_ path: String) -> String {
        precondition(path.hasPrefix(base.path + "/"), "\(path) is not below \(base.path)")
        return String(path.dropFirst(base.path.count))
    }

    private var paths: JSONValue {
        var names: [String] = []
        for operation in operations where !names.contains(operation.path) { names.append(operation.path) }
        return .members(
            names.map { path in
                let item = operations.filter { $0.path == path }
                    .map { ($0.method.rawValue.lowercased(), Optional(json(of: $0))) }
                return (relative(path), .members(item))
            })
    }

    private var components: JSONValue {
        let schemas = schemas
        return [
            "schemas": .members(schemas.map { ($0.name, $0.jsonSchema) }),
            "responses": .members(errorResponses.sorted { $0.key < $1.key }.map { ($0, response(to: $1)) }),
            "parameters": .members(parameters),
            "headers": .members(Operation.Header.allCases.map { ($0.rawValue, json(of: $0)) }),
            "securitySchemes": .members(securitySchemes),
        ]
    }

    /// The errors of all operations by name. Operations share a response only if it is the same in every respect.
    private var errorResponses: [String: Operation.Answer] {
        var named: [String: Operation.Answer] = [:]
        for answer in operations.flatMap(\.answers) where answer.isError {
            let name = self.name(of: answer)
            let namesake = named.updateValue(answer, forKey: name)
            precondition(namesake == nil || namesake == answer, "Two different responses are called \(name)")
        }
        return named
    }

    /// All objects, sorted by name.
    package var schemas: [ObjectSchema] {
        let bodies = operations.flatMap { operation -> [ObjectSchema] in
            let asked =
                switch operation.payload {
                case .none, .text: [ObjectSchema]()
                case .form(let body), .json(let body): [body]
                }
            return asked + operation.answers.compactMap(\.body)
        }
        let inHeaders = operations.flatMap(\.headers).compactMap { header in
            if case .object(let schema, _) = header.content { schema } else { nil }
        }
        var named: [String: ObjectSchema] = [:]
        let sent = webhooks.flatMap { [$0.body, $0.answer] }
        let others = (sent + [errors.schema, challenge.schema]).compactMap(\.self)
        for schema in (bodies + inHeaders + others).flatMap(\.all) {
            let namesake = named.updateValue(schema, forKey: schema.name)
            precondition(namesake == nil || namesake == schema, "Two objects are called \(schema.name)")
        }
        return named.values.sorted { $0.name < $1.name }
    }
}
