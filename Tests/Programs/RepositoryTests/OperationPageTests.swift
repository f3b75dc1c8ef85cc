import CardAPI
import HTTPContract
import Testing
import TestSupport

@Suite("The page of operations")
struct OperationPageTests {
    @Test("docs/API.md is generated from the operations")
    func page() throws {
        try expectGolden(Self.text, "API.md", in: "docs")
    }

    @Test("Every operation is on the page once, with its path below /digitalwallets")
    func operations() {
        let rows = Self.text.split(separator: "\n").filter { $0.hasPrefix("| `") }
        #expect(rows.count == Operations.all.filter { $0.version1 == $0 }.count)
        for operation in Operations.all {
            #expect(operation.path.hasPrefix(Self.root + "/"), "\(operation.name)")
            let name = operation.version1.name
            #expect(rows.count { $0.hasPrefix("| `\(name)` |") } == 1, "\(name)")
        }
    }

    private static let root = "/digitalwallets"

    private static var text: String {
        let operations = Operations.all.filter { $0.version1 == $0 }
        var nouns: [Operation.Noun] = []
        for operation in operations where !nouns.contains(operation.noun) { nouns.append(operation.noun) }
        let sections = nouns.map { noun in
            """
            ## \(noun.title)

            \(noun.description)

            | operation | purpose | request | caller's proof |
            | --- | --- | --- | --- |
            \(operations.filter { $0.noun == noun }.map(row).joined(separator: "\n"))

            """
        }
        return introduction + sections.joined(separator: "\n")
    }

    private static func row(_ operation: Operation) -> String {
        let query = operation.query.isEmpty ? "" : "?" + operation.query.map { $0.name + "=" }.joined(separator: "&")
        let paths = operation.versions.map { "`\($0.method) \($0.path.dropFirst(root.count))\(query)`" }
        return "| `\(operation.name)` | \(operation.summary) | \(paths.joined(separator: " or ")) "
            + "| \(operation.audience.description) |"
    }

    private static let introduction = """
        # Operations of the Card service

        This page is generated from the program: run the tests with `RECORD=1` to write it again.

        All paths begin with `\(root)`. To get a token, send the id and the secret of an API client. All other \
        operations need a token: a customer token is valid for one customer, and a business token for all customers \
        of the brand. A wallet token is something else: the token that a network (Visa or Mastercard) issues for a \
        card in a mobile wallet.

        A running service has a reference page at `/docs`, which shows each operation with its `curl` command, its \
        JSON members and its errors. The same information for tools is at `/openapi.json`, and `tessera openapi` \
        prints it. The sandbox has its own pages at `/sandbox/docs` and `/sandbox/openapi.json`.

        ![The reference page: operations by noun, each with its curl](pictures/reference.png)

        Besides these operations, there are `GET /healthz` (the service runs), `GET /readyz` (the database answers \
        and has the right schema) and `GET /metrics` (Prometheus), which `tessera-core` has on [a listener of its \
        own](OPERATIONS.md#logs-and-metrics). A brand can limit the [rate of calls](FIRST-BRAND.md#rates-of-calls). An \
        app in Swift, Kotlin or TypeScript can use [a client](SDK.md) instead of HTTP requests, by the names of \
        Paysafe's SDK.


        """
}
