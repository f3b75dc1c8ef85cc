import HTTPTypes

// A Postman collection, version 2.1: every operation to be tried by hand, in a folder for each noun.
//
// What an answer leads to is kept in a variable, so the requests can be sent one after another as they stand.

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
        let paths = document.pathParameters.map(\.name).filter { $0 != "brand" && $0 != "customerId" }
        return [
            ("baseUrl", "http://127.0.0.1:8080"), ("brand", universe.brand), ("customerId", universe.customer),
            ("token", ""), ("cardDataToken", ""), ("businessToken", ""), ("walletOperationId", ""),
        ] + paths.map { ($0, "") }
    }

    private func folder(_ noun: Operation.Noun) -> JSONValue {
        [
            "name": .string(noun.title), "description": .string(noun.description),
            "item": .array(
                document.operations.filter { $0.noun == noun }
                    .flatMap { $0.isForm ? tokenRequests(by: $0) : [request(for: $0)] }),
        ]
    }

    // MARK: Tokens

    private func tokenRequests(by operation: Operation) -> [JSONValue] {
        func request(
            _ name: String, by client: Universe.Client, _ grant: TokenGrant, keptAs variable: String
        ) -> JSONValue {
            let fields = FormText.decode(grant.formText).map { name, value -> JSONValue in
                ["key": .string(name), "value": .string(value ?? ""), "type": "text"]
            }
            let script = #"pm.collectionVariables.set("\#(variable)", pm.response.json().access_token);"#
            let login: [JSONValue] = [
                ["key": "username", "value": .string(client.id), "type": "string"],
                ["key": "password", "value": .string(client.secret), "type": "string"],
            ]
            return item(
                name, operation, auth: ["type": "basic", "basic": .array(login)],
                body: ["mode": "urlencoded", "urlencoded": .array(fields)], script: [script])
        }
        let customer = "{{customerId}}"
        return [
            request("A customer's token", by: universe.app, .customer(customer), keptAs: "token"),
            request(
                "A customer's token for card details", by: universe.app,
                .customer(customer, scope: Operation.cardDataScope), keptAs: "cardDataToken"),
            request(
                "The backend's token", by: universe.backend, .clientCredentials(scope: nil), keptAs: "businessToken"),
        ]
    }

    // MARK: Everything else

    private func request(for operation: Operation) -> JSONValue {
        let token: String? =
            switch operation.audience {
            case .anyone, .client: nil
            case .customer: "token"
            case .cardData: "cardDataToken"
            case .business: "businessToken"
            }
        let bearer = token.map { name -> JSONValue in
            ["key": "token", "value": .string("{{\(name)}}"), "type": "string"]
        }
        let body = operation.firstExample.map { example -> JSONValue in
            [
                "mode": "raw", "raw": .string(example.withVariables.indentedText),
                "options": ["raw": ["language": "json"]],
            ]
        }
        return item(
            operation.name, operation, auth: bearer.map { ["type": "bearer", "bearer": [$0]] } ?? ["type": "noauth"],
            body: body, script: operation.keepers)
    }

    private func item(
        _ name: String, _ operation: Operation, auth: JSONValue, body: JSONValue?, script: [String]
    ) -> JSONValue {
        let segments = operation.path.split(separator: "/").map { segment in
            segment.hasPrefix("{") ? "{\(segment)}" : String(segment)
        }
        let query = operation.query.map { parameter -> JSONValue in
            [
                "key": .string(parameter.name), "value": "", "description": .string(parameter.description),
                "disabled": true,
            ]
        }
        let expectation =
            #"pm.test("is answered with \#(operation.successStatus.code)", "#
            + "() => pm.response.to.have.status(\(operation.successStatus.code)));"
        return [
            "name": .string(name),
            "request": [
                "method": .string(operation.method.rawValue), "description": .string(operation.summary), "auth": auth,
                "header": .array(
                    operation.takesBody
                        ? [["key": "Content-Type", "value": .string(operation.mediaType ?? "")]] : []),
                "body": body,
                "url": [
                    "raw": .string("{{baseUrl}}/" + segments.joined(separator: "/")), "host": ["{{baseUrl}}"],
                    "path": .strings(segments), "query": .array(query),
                ],
            ],
            "event": [
                [
                    "listen": "test",
                    "script": ["type": "text/javascript", "exec": .strings([expectation] + script)],
                ]
            ],
        ]
    }
}

extension Operation {
    /// Lines that keep what the answer's links lead by.
    fileprivate var keepers: [String] {
        let start = "$response.body#/"
        let found = links.flatMap { $0.parameters.merging($0.body) { first, _ in first } }
            .filter { $0.value.hasPrefix(start) }.sorted { ($0.key, $0.value) < ($1.key, $1.value) }
        var lines: [String] = []
        for (name, expression) in found {
            let steps = expression.dropFirst(start.count).split(separator: "/")
                .map { Int($0) == nil ? "?.\($0)" : "?.[\($0)]" }.joined()
            let line = #"pm.collectionVariables.set("\#(name)", pm.response.json()\#(steps));"#
            if !lines.contains(line) { lines.append(line) }
        }
        return lines
    }
}

extension JSONValue {
    /// With variables for what other answers say.
    fileprivate var withVariables: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.withVariables))
        case .object(let object):
            .members(
                object.names.map { name in
                    let isKept = ["walletOperationId", "customerId"].contains(name)
                    return (name, isKept ? .string("{{\(name)}}") : object[name]?.withVariables)
                })
        case .null, .boolean, .number, .string: self
        }
    }
}
