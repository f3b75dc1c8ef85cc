import HTTPTypes
import Testing

@testable import HTTPService

@Suite("The route of a request")
struct RouteTableTests {
    private static let table: RouteTable = {
        var table = RouteTable()
        let routes: [(HTTPRequest.Method, String)] = [
            (.get, "/"), (.get, "/cards"), (.post, "/cards"), (.get, "/cards/{cardId}"), (.get, "/cards/all"),
            (.put, "/cards/{cardId}/pin"), (.get, "/{brand}/cards/{cardId}"),
        ]
        for (number, (method, path)) in routes.enumerated() { table.add(Route(number, method, path, nil)) }
        return table
    }()

    @Test("A request finds the route of its path and method", arguments: [
        ("/", "/"), ("/cards", "/cards"), ("/cards?limit=1/2", "/cards"), ("/cards/c1", "/cards/{cardId}"),
        ("/cards/all", "/cards/all"),
        ("/skrill/cards/c1", "/{brand}/cards/{cardId}"), ("/cards/%61ll", "/cards/{cardId}"),
    ])
    func found(_ target: String, _ path: String) throws {
        #expect(try Self.table.route(of: .get, target).0.path == path)
    }

    @Test("Another path has no route, and a path with other methods names them", arguments: [
        ("/card", []), ("/cards/c1/pin/x", []), ("/Cards", []), ("/%63ards", []), ("/skrill/cards", []),
        ("/cards/all/pin/x", []), ("/cards/c1/pin", ["PUT"]),
    ])
    func missing(_ target: String, _ allowed: [String]) {
        let missing = #expect(throws: NoRoute.self) { try Self.table.route(of: .get, target) }
        #expect(missing?.allowed.map(\.rawValue) == allowed)
    }

    @Test("A path with several methods names all of them")
    func severalMethods() {
        let missing = #expect(throws: NoRoute.self) { try Self.table.route(of: .delete, "/cards") }
        #expect(missing?.allowed == [.get, .post])
    }

    @Test("A parameter has the value that was sent, still encoded")
    func parameters() throws {
        let (_, parameters) = try Self.table.route(of: .get, "/sk%20rill/cards/ü-1?cardId=2")
        #expect(parameters.get("brand") == "sk%20rill")
        #expect(parameters.get("cardId") == "ü-1")
        #expect(parameters.get("card") == nil)
    }

    @Test("A literal that leads nowhere leaves no value behind")
    func backtracking() throws {
        let (route, parameters) = try Self.table.route(of: .put, "/cards/all/pin")
        #expect(route.path == "/cards/{cardId}/pin")
        #expect(parameters.get("cardId") == "all")
    }
}
