import CardAPI
import HTTPContract
import HTTPTypes

// A Postman collection, version 2.1. It has every operation, for trying by hand, with one folder for each noun.
//
// Variables keep the values from responses that later requests need, so the requests of a folder can be sent in order.
// The sandbox sets up everything else, with the states that Pact's verifiers use.

extension ContractPack {
    var postmanCollection: JSONValue {
        [
            "info": [
                "name": .string(document.title), "description": .string(document.description),
                "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
            ],
            "variable": .array(variables.map { ["key": .string($0.name), "value": .string($0.value)] }),
            "item": .array(document.nouns.map(folder)),
        ]
    }

    private var variables: [(name: String, value: String)] {
        var variables = [
            ("baseUrl", "http://127.0.0.1:8080"), ("sandboxUrl", "http://127.0.0.1:8081/sandbox"),
            ("sandboxToken", "none"), ("brand", universe.brand), ("customerId", universe.customer),
        ]
        for name in ProviderState.allCases.flatMap(\.values) where !variables.contains(where: { $0.0 == name }) {
            variables.append((name, ""))
        }
        return variables
    }

    private func folder(_ noun: Operation.Noun) -> JSONValue {
        var items: [Item] = []
        var standing: ProviderState?
        for interaction in document.operations.filter({ $0.noun == noun }).map(success) {
            let state = interaction.state ?? .customer
            if standing == nil || !interaction.stateParameters.isEmpty || ![.customer, standing].contains(state) {
                items.append(given(state, interaction.stateParameters))
                standing = state
            }
            items += interaction.operation.isForm ? tokenRequests(by: interaction.operation) : [request(interaction)]
            if interaction.operation.method != .get { standing = interaction.operation.leaves }
        }
        return [
            "name": .string(noun.title), "description": .string(noun.description), "item": .array(items.map(\.json)),
        ]
    }

    // MARK: Requests

    /// A request by which the sandbox sets up a state. It keeps all values of the state.
    private func given(_ state: ProviderState, _ parameters: [String: String]) -> Item {
        let body: JSONValue = [
            "state": .string(state.rawValue),
            "params": parameters.isEmpty ? nil : .members(parameters.sorted { $0 < $1 }.map { ($0, .string($1)) }),
        ]
        let keeping = "Object.entries(pm.response.json()).forEach((value) => pm.collectionVariables.set(...value));"
        return Item(
            name: "Given " + state.rawValue, description: "The sandbox brings it about for a customer who is new.",
            method: .post, path: ["{{sandboxUrl}}", "provider-states"], mediaType: "application/json",
            auth: .bearer("{{sandboxToken}}"), body: .raw(body), status: .ok, script: [keeping])
    }

    private func tokenRequests(by operation: Operation) -> [Item] {
        func request(
            _ name: String, by client: Universe.Client, _ grant: TokenGrant, keptAs variable: String
        ) -> Item {
            var item = Item(operation)
            item.name = name
            let login: [JSONValue] = [
                ["key": "username", "value": .string(client.id), "type": "string"],
                ["key": "password", "value": .string(client.secret), "type": "string"],
            ]
            item.auth = ["type": "basic", "basic": .array(login)]
            let fields = FormText.decode(grant.formText).map { name, value -> JSONValue in
                ["key": .string(name), "value": .string(value ?? ""), "type": "text"]
            }
            item.body = ["mode": "urlencoded", "urlencoded": .array(fields)]
            item.script = [#"pm.collectionVariables.set("\#(variable)", pm.response.json().access_token);"#]
            return item
        }
        let customer = "{{customerId}}"
        return [
            request("A customer's token", by: universe.app, .customer(customer), keptAs: "customerToken"),
            request(
                "A customer's token for card details", by: universe.app,
                .customer(customer, scope: Audience.cardDataScope), keptAs: "cardDataToken"),
            request(
                "The backend's token", by: universe.backend, .clientCredentials(scope: nil), keptAs: "businessToken"),
        ]
    }

    private func request(_ interaction: ContractInteraction) -> Item {
        var item = Item(interaction.operation, path: interaction.path)
        if case .token(let name) = interaction.credentials {
            item.auth = .bearer("{{\(name)}}")
        }
        item.neededQuery = interaction.query
        let values = Set(interaction.state?.values ?? [])
        item.query = interaction.operation.query.map { parameter in
            let isNeeded = interaction.query.contains(parameter.name)
            return [
                "key": .string(parameter.name), "value": .string(isNeeded ? "{{\(parameter.name)}}" : ""),
                "description": .string(parameter.description), "disabled": isNeeded ? nil : true,
            ]
        }
        item.body = interaction.body.map { .raw($0.withVariables(named: values)) }
        item.script = interaction.operation.kept.map { name, steps in
            #"pm.collectionVariables.set("\#(name)", pm.response.json()\#(steps));"#
        }
        return item
    }
}

/// A request of a collection.
private struct Item {
    var name: String
    let description: String
    let method: HTTPRequest.Method
    /// The parts of the address. The first is a variable.
    let path: [String]
    var query: [JSONValue] = []
    /// The parameters that the address has from the beginning. Each has a variable of its name.
    var neededQuery: [String] = []
    let mediaType: String?
    var auth: JSONValue = ["type": "noauth"]
    var body: JSONValue?
    let status: HTTPResponse.Status
    /// The lines of the script that run after the test.
    var script: [String] = []

    private var queryText: String {
        neededQuery.isEmpty ? "" : "?" + neededQuery.map { "\($0)={{\($0)}}" }.joined(separator: "&")
    }

    var json: JSONValue {
        let test = #"pm.test("is answered with \#(status.code)", () => pm.response.to.have.status(\#(status.code)));"#
        return [
            "name": .string(name),
            "request": [
                "method": .string(method.rawValue), "description": .string(description), "auth": auth,
                "header": .array(mediaType.map { [["key": "Content-Type", "value": .string($0)]] } ?? []),
                "body": body,
                "url": [
                    "raw": .string(path.joined(separator: "/") + queryText), "host": [.string(path[0])],
                    "path": .strings(Array(path.dropFirst())), "query": .array(query),
                ],
            ],
            "event": [
                ["listen": "test", "script": ["type": "text/javascript", "exec": .strings([test] + script)]]
            ],
        ]
    }
}

extension Item {
    /// - Parameter path: the operation's, in which values may be filled in already.
    fileprivate init(_ operation: Operation, path: String? = nil) {
        let segments = (path ?? operation.path).split(separator: "/").map { $0.hasPrefix("{") ? "{\($0)}" : String($0) }
        self.init(
            name: operation.name, description: operation.summary + "\n\n" + operation.description,
            method: operation.method,
            path: ["{{baseUrl}}"] + segments,
            mediaType: operation.takesBody ? operation.mediaType : nil, status: operation.successStatus)
    }
}

extension Operation {
    /// The values that the response's links use: the name of each, and its place in the response.
    fileprivate var kept: [(name: String, steps: String)] {
        let start = "$response.body#/"
        let found = links.flatMap { $0.parameters.merging($0.body) { first, _ in first } }
            .filter { $0.value.hasPrefix(start) }.sorted { ($0.key, $0.value) < ($1.key, $1.value) }
        return found.reduce(into: []) { kept, link in
            let steps = link.value.dropFirst(start.count).split(separator: "/")
                .map { Int($0) == nil ? "?.\($0)" : "?.[\($0)]" }.joined()
            if !kept.contains(where: { $0 == (link.key, steps) }) { kept.append((link.key, steps)) }
        }
    }

    /// The state after a success: the one whose values the operation keeps; nil if there is none.
    fileprivate var leaves: ProviderState? {
        ProviderState.allCases.first { !$0.ownValues.isEmpty && $0.ownValues == kept.map(\.name) }
    }
}

extension JSONValue {
    fileprivate static func bearer(_ token: String) -> JSONValue {
        ["type": "bearer", "bearer": [["key": "token", "value": .string(token), "type": "string"]]]
    }

    fileprivate static func raw(_ content: JSONValue) -> JSONValue {
        ["mode": "raw", "raw": .string(content.indentedText), "options": ["raw": ["language": "json"]]]
    }

    /// The JSON with variables in place of values from other responses.
    fileprivate func withVariables(named names: Set<String>) -> JSONValue {
        switch self {
        case .array(let elements): .array(elements.map { $0.withVariables(named: names) })
        case .object(let object):
            .members(
                object.names.map { name in
                    guard name != Self.otherParty else { return (name, object[name]) }
                    return (
                        name, names.contains(name) ? .string("{{\(name)}}") : object[name]?.withVariables(named: names)
                    )
                })
        case .null, .boolean, .number, .string: self
        }
    }
}
