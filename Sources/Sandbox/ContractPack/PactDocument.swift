import CardAPI
import HTTPContract
import HTTPTypes

// The contract as a Pact file, version 4: requests that any consumer could send, and the rules for their responses.

extension ContractPack {
    var pact: JSONValue {
        [
            "consumer": ["name": "card-service-consumer"],
            "provider": ["name": "tessera"],
            "interactions": .array(interactions.map(json)),
            "metadata": ["pactSpecification": ["version": "4.0"]],
        ]
    }

    private func json(of interaction: ContractInteraction) -> JSONValue {
        let parameters = interaction.stateParameters.sorted { $0.key < $1.key }
        return [
            "type": "Synchronous/HTTP",
            "description": .string(interaction.description),
            "providerStates": interaction.state.map { state in
                [
                    [
                        "name": .string(state.rawValue),
                        "params": .members(parameters.map { ($0.key, JSONValue.string($0.value)) }),
                    ]
                ]
            },
            "request": request(of: interaction), "response": response(to: interaction),
        ]
    }

    // MARK: The request

    private func request(of interaction: ContractInteraction) -> JSONValue {
        let operation = interaction.operation
        let form = operation.isForm ? JSONValue.string(TokenGrant.customer(universe.customer).formText) : nil
        let content = form ?? interaction.body
        return [
            "method": .string(operation.method.rawValue),
            "path": .string(operation.path(filling: examplePathValues(of: interaction))),
            "query": query(of: interaction) { [.string(document.example(of: $0))] },
            "headers": headers(of: interaction),
            "body": content.map { content in
                [
                    "contentType": .string(operation.mediaType ?? ""), "encoded": false, "content": content,
                ]
            },
            "generators": generators(of: interaction),
        ]
    }

    private func headers(of interaction: ContractInteraction) -> JSONValue {
        let authorization: String? =
            switch interaction.credentials {
            case .nothing: nil
            case .client(let authorization): authorization
            case .token: "Bearer eyJhbGciOiJIUzI1NiJ9"
            }
        return [
            "Authorization": authorization.map { [.string($0)] },
            "Content-Type": interaction.operation.mediaType.map { [.string($0)] },
        ]
    }

    private func examplePathValues(of interaction: ContractInteraction) -> [String: String] {
        var values = ["brand": universe.brand]
        for member in document.pathParameters where values[member.name] == nil { values[member.name] = member.example }
        return values.merging(interaction.pathValues) { $1 }
    }

    private func query(of interaction: ContractInteraction, _ value: (String) -> JSONValue) -> JSONValue? {
        guard !interaction.query.isEmpty else { return nil }
        return .members(interaction.query.map { name -> (String, JSONValue?) in (name, value(name)) })
    }

    /// The values from the state that replace the examples.
    private func generators(of interaction: ContractInteraction) -> JSONValue? {
        guard let state = interaction.state else { return nil }
        let injected = Dictionary(uniqueKeysWithValues: interaction.operation.pathParameters.map { ($0, "${\($0)}") })
        let path = injected.merging(["brand": universe.brand]) { $1 }.merging(interaction.pathValues) { $1 }
        let body = interaction.body?.places(of: Set(state.values)) ?? []
        let token: JSONValue? =
            if case .token(let name) = interaction.credentials {
                ["Authorization": Self.fromState("Bearer ${\(name)}")]
            } else { nil }
        return [
            "path": interaction.operation.pathParameters.isEmpty
                ? nil : Self.fromState(interaction.operation.expression(filling: path)),
            "query": query(of: interaction) { Self.fromState("${\($0)}") },
            "header": token,
            "body": body.isEmpty
                ? nil : .members(body.map { ($0.path, Self.fromState("${\($0.name)}")) }),
        ]
    }

    private static func fromState(_ expression: String) -> JSONValue {
        ["type": "ProviderState", "expression": .string(expression), "dataType": "STRING"]
    }

    // MARK: The answer

    private func response(to interaction: ContractInteraction) -> JSONValue {
        guard let answer = interaction.operation.answers.first(where: { $0.status == interaction.status }) else {
            preconditionFailure("\(interaction.operation.name) is never answered with \(interaction.status)")
        }
        let expectation = expectation(of: answer, to: interaction)
        var headers: [(String, JSONValue)] = [("X-Request-Id", ["checkout-17"])]
        var rules = [(path: "X-Request-Id", matcher: PactExpectation.regex("^[0-9A-Za-z_-]{1,64}$"))]
        if answer.headers.contains(.challenge) {
            headers.append(("WWW-Authenticate", [#"Bearer realm="digitalwallets""#]))
            rules.append(("WWW-Authenticate", PactExpectation.regex("^(Basic|Bearer|SCA) realm=.+$")))
        }
        if !answer.isError, answer.alwaysHoldsSecret { headers.append(("Cache-Control", ["no-store"])) }
        if expectation != nil { headers.append(("Content-Type", ["application/json"])) }
        return [
            "status": .number(String(answer.status.code)),
            "headers": .members(headers.map { ($0.0, Optional($0.1)) }),
            "body": expectation.map {
                ["contentType": "application/json", "encoded": false, "content": $0.example]
            },
            "matchingRules": [
                "header": PactExpectation.json(rules), "body": expectation.flatMap { PactExpectation.json($0.rules) },
            ],
        ]
    }

    private func expectation(of answer: Operation.Answer, to interaction: ContractInteraction) -> PactExpectation? {
        guard let code = interaction.code else {
            // The state has something to be listed. A customer who was just created has no restrictions, for example.
            let fewest = interaction.operation.method == .get ? 1 : 0
            return answer.body.map { PactExpectation($0, isArray: answer.isArray, fewest: fewest) }
        }
        let place = "$." + document.errors.codePath.joined(separator: ".")
        return PactExpectation(document.errors.schema, exact: place).with(document.errors.example(code))
    }
}

extension Operation.Answer {
    fileprivate var alwaysHoldsSecret: Bool {
        body?.all.contains { $0.members.contains { $0.isSecret && $0.isRequired } } ?? false
    }
}

extension Operation {
    /// The path with expressions. They are replaced before they become part of an address, so they are not encoded.
    fileprivate func expression(filling values: [String: String]) -> String {
        pathParameters.reduce(path) { path, name in
            path.split(separator: "/").map { $0 == "{\(name)}" ? values[name] ?? "" : String($0) }
                .reduce("") { $0 + "/" + $1 }
        }
    }
}

extension JSONValue {
    /// The JSON paths of members with these names.
    fileprivate func places(of names: Set<String>, at path: String = "$") -> [(path: String, name: String)] {
        switch self {
        case .array(let elements):
            elements.enumerated().flatMap { $1.places(of: names, at: "\(path)[\($0)]") }
        case .object(let object):
            object.names.filter { $0 != Self.otherParty }.flatMap { name in
                names.contains(name)
                    ? [("\(path).\(name)", name)] : object[name]?.places(of: names, at: "\(path).\(name)") ?? []
            }
        case .null, .boolean, .number, .string: []
        }
    }
}
