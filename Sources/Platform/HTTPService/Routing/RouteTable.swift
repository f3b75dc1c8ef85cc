import HTTPTypes

/// Finds a route by the method and the path of a request.
///
/// It compares bytes, so an encoded spelling of a path is another path. A literal segment wins over a parameter.
struct RouteTable: Sendable {
    /// The routes of one path, and the nodes of the paths that continue it, by their index.
    private struct Node {
        var literals: [(text: [UInt8], node: Int)] = []
        var parameter: Int?
        var routes: [Route] = []
    }

    private var nodes = [Node()]

    /// - Precondition: no other route has this method and this path, up to the names of parameters.
    mutating func add(_ route: Route) {
        var node = 0
        for segment in route.segments {
            node = segment.isParameter ? parameter(of: node) : literal(Array(segment.text.utf8), of: node)
        }
        precondition(
            !nodes[node].routes.contains { $0.method == route.method }, "\(route.method) \(route.path) is taken.")
        nodes[node].routes.append(route)
    }

    /// The route of a request.
    ///
    /// - Throws: `NoRoute` if no route has this path, or none with this method.
    func route(of method: HTTPRequest.Method, _ target: String) throws(NoRoute) -> (Route, PathParameters) {
        var target = target
        let (node, values): (Int?, [Range<Int>]) = target.withUTF8 { bytes in
            let path = UnsafeBufferPointer(rebasing: bytes.prefix { $0 != UInt8(ascii: "?") })
            var values: [Range<Int>] = []
            let node = find(path, from: 0, below: 0, &values)
            return (node, values)
        }
        guard let node else { throw NoRoute(allowed: [], nearest: nearest(to: target)) }
        for route in nodes[node].routes where route.method == method {
            return (route, PathParameters(names: route.parameterNames, places: values, in: target))
        }
        throw NoRoute(allowed: nodes[node].routes.map(\.method), nearest: nil)
    }

    private func nearest(to target: String) -> String? {
        let path = target.prefix { $0 != "?" }
        return NearestPath.find(path, among: nodes.lazy.flatMap(\.routes).filter { $0.operation != nil })
    }

    /// - Parameters:
    ///   - start: the index of the slash before the next segment, or the end of the path.
    ///   - node: the node of the segments before.
    private func find(
        _ path: UnsafeBufferPointer<UInt8>, from start: Int, below node: Int, _ values: inout [Range<Int>]
    ) -> Int? {
        let first = start + 1
        guard first < path.count else { return nodes[node].routes.isEmpty ? nil : node }
        let end = path[first...].firstIndex(of: UInt8(ascii: "/")) ?? path.count
        let segment = UnsafeBufferPointer(rebasing: path[first..<end])
        for literal in nodes[node].literals where literal.text.elementsEqual(segment) {
            if let found = find(path, from: end, below: literal.node, &values) { return found }
        }
        guard let parameter = nodes[node].parameter else { return nil }
        values.append(first..<end)
        if let found = find(path, from: end, below: parameter, &values) { return found }
        values.removeLast()
        return nil
    }

    private mutating func literal(_ text: [UInt8], of node: Int) -> Int {
        if let known = nodes[node].literals.first(where: { $0.text == text }) { return known.node }
        nodes[node].literals.append((text, nodes.count))
        nodes.append(Node())
        return nodes.count - 1
    }

    private mutating func parameter(of node: Int) -> Int {
        if let known = nodes[node].parameter { return known }
        nodes[node].parameter = nodes.count
        nodes.append(Node())
        return nodes.count - 1
    }
}

/// There is no route for a request.
package struct NoRoute: Error {
    /// The methods that the path supports; empty if there is no such path.
    package let allowed: [HTTPRequest.Method]
    /// The path of an operation that the caller probably meant, with the names of its parameters in braces.
    package let nearest: String?
}

/// The values of a path's parameters, as they were sent.
package struct PathParameters: Sendable {
    private let names: [String]
    private let places: [Range<Int>]
    private let path: String

    static let none = PathParameters(names: [], places: [], in: "")

    init(names: [String], places: [Range<Int>], in path: String) {
        self.names = names
        self.places = places
        self.path = path
    }

    /// The value, still percent-encoded; nil if the route has no such parameter.
    package func get(_ name: String) -> String? {
        guard let place = names.firstIndex(of: name).map({ places[$0] }) else { return nil }
        let start = path.utf8.index(path.startIndex, offsetBy: place.lowerBound)
        return String(path[start..<path.utf8.index(start, offsetBy: place.count)])
    }
}
