import HTTPContract
import HTTPTypes

/// A method and a path that a service answers. An object, so that what is kept for each route is found by its identity.
package final class Route: Sendable {
    /// Its place among the routes of its router.
    let number: Int
    package let method: HTTPRequest.Method
    /// With the names of its parameters in braces.
    package let path: String
    /// Nil for a page or a probe.
    package let operation: Operation?

    init(_ number: Int, _ method: HTTPRequest.Method, _ path: String, _ operation: Operation?) {
        self.number = number
        self.method = method
        self.path = path
        self.operation = operation
        segments = path.split(separator: "/").map { text in
            text.first == "{" ? (String(text.dropFirst().dropLast()), true) : (String(text), false)
        }
        parameterNames = segments.filter(\.isParameter).map(\.text)
    }

    /// The literal texts and the names of the parameters.
    let segments: [(text: String, isParameter: Bool)]
    let parameterNames: [String]
}
