import HTTPContract
import Testing

@testable import GraphQL

/// A small schema with every kind of type, and its resolvers.
enum Library {
    static let text = #"""
        "Has a name."
        interface Named { name: String! }
        interface Thing implements Named { name: String!, id: ID! }
        type Book implements Thing & Named {
          id: ID!
          name: String!
          pages: Int
          "How good it is."
          rating(scale: Int = 5, kind: Kind! = CRITICS, only: Wish): Float
          author: Author!
          broken: Book
          impossible: Author
          old: String @deprecated(reason: "Use name")
        }
        type Author implements Named { name: String!, books(first: Int!): [Book!]!, home: Place, pages: String }
        type Place { name: String! }
        union Found = Book | Author
        enum Kind { CRITICS READERS @deprecated }
        input Wish { title: String!, years: [Int!] = [1, 2], kind: Kind = READERS, more: Wish, any: Anything }
        scalar Anything @specifiedBy(url: "https://example.com")
        scalar Odd
        type Query {
          book(id: ID!): Book
          found: [Found]!
          named: Named
          echo(wish: Wish, list: [[Int]], odd: Odd, id: ID, boolean: Boolean, float: Float): String
          strict: Author!
          secret: String
        }
        type Mutation { add(name: String!): Book }
        """#

    static let schema: Schema = {
        do {
            return try Schema(parsing: text, scalars: ["Odd": odd])
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    static let odd = ScalarRule { value in
        guard case .number(let digits) = value, let number = Int(digits), !number.isMultiple(of: 2) else {
            return "Odd accepts an odd number."
        }
        return nil
    }

    static func respond(
        _ query: String, _ variables: JSONObject = JSONObject(), operation: String? = nil,
        limits: DocumentLimits = .standard
    ) async -> GraphQLResponse {
        await Executor(schema, limits: limits).respond(
            to: GraphQLRequest(query: query, operationName: operation, variables: variables), query: QueryObject(),
            mutation: MutationObject())
    }

    /// The data as JSON, after a check that there are no errors.
    static func data(_ query: String, _ variables: JSONObject = JSONObject()) async -> String {
        let response = await respond(query, variables)
        #expect(response.errors.map(\.message) == [])
        return response.data?.jsonText ?? "none"
    }

    static func errors(_ query: String, _ variables: JSONObject = JSONObject()) async -> [String] {
        await respond(query, variables).errors.map(\.message)
    }
}

struct QueryObject: GraphQLObject {
    let typeName = "Query"

    func resolve(_ field: String, _ arguments: JSONObject) async throws(FieldFailure) -> FieldValue {
        switch field {
        case "book": arguments["id"] == .string("1") ? .object(BookObject()) : .null
        case "found": .list([.object(BookObject()), .null, .object(AuthorObject())])
        case "named": .object(AuthorObject())
        case "echo": .text(JSONValue.object(arguments).jsonText)
        case "strict": throw FieldFailure("No author.", extensions: JSONObject([("code", "GONE")]))
        default: .leaf(.boolean(true))
        }
    }
}

struct MutationObject: GraphQLObject {
    let typeName = "Mutation"

    func resolve(_ field: String, _ arguments: JSONObject) async throws(FieldFailure) -> FieldValue {
        .object(BookObject(arguments["name"]))
    }
}

struct BookObject: GraphQLObject {
    let typeName = "Book"
    var name: JSONValue = "Emma"

    init(_ name: JSONValue? = nil) {
        if let name { self.name = name }
    }

    func resolve(_ field: String, _ arguments: JSONObject) async throws(FieldFailure) -> FieldValue {
        switch field {
        case "id": .leaf(1)
        case "name": .leaf(name)
        case "pages": .leaf(474)
        case "rating": .leaf(arguments["scale"] ?? .null)
        case "author": .object(AuthorObject())
        case "broken": .object(AuthorObject())
        default: throw .unresolved(field, of: typeName)
        }
    }
}

struct AuthorObject: GraphQLObject {
    let typeName = "Author"

    func resolve(_ field: String, _ arguments: JSONObject) async throws(FieldFailure) -> FieldValue {
        switch field {
        case "name": .text("Jane")
        case "books": .list([.object(BookObject()), arguments["first"] == 2 ? .null : .object(BookObject())])
        default: .null
        }
    }
}
