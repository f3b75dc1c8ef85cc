import HTTPContract

/// The body of a request over HTTP: `{"query", "operationName", "variables"}`. Other members are ignored.
package struct GraphQLRequest: Sendable {
    package let query: String
    package let operationName: String?
    package let variables: JSONObject

    package init(query: String, operationName: String? = nil, variables: JSONObject = JSONObject()) {
        self.query = query
        self.operationName = operationName
        self.variables = variables
    }

    /// - Throws: the fault of the members. The request is not a GraphQL request, so its status is 400.
    package init(_ body: JSONValue) throws(MalformedGraphQLRequest) {
        guard case .object(let members) = body else { throw MalformedGraphQLRequest("The body must be an object.") }
        guard case .string(let query) = members["query"] else {
            throw MalformedGraphQLRequest("The member \"query\" must be a string.")
        }
        self.query = query
        switch members["operationName"] {
        case nil, .null: operationName = nil
        case .string(let name): operationName = name
        default: throw MalformedGraphQLRequest("The member \"operationName\" must be a string or null.")
        }
        switch members["variables"] {
        case nil, .null: variables = JSONObject()
        case .object(let object): variables = object
        default: throw MalformedGraphQLRequest("The member \"variables\" must be an object or null.")
        }
    }
}

package struct MalformedGraphQLRequest: Error, Hashable, Sendable {
    package let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// The answer (GraphQL, October 2021, section 7).
package struct GraphQLResponse: Hashable, Sendable, JSONWritable {
    /// Nil if the operation did not run.
    package let data: JSONValue?
    package let errors: [GraphQLError]

    package init(data: JSONValue?, errors: [GraphQLError] = []) {
        self.data = data
        self.errors = errors
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("data", data)
            json.member("errors", errors.isEmpty ? nil : errors)
        }
    }
}
