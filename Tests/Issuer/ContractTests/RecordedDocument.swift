import HTTPContract

extension OpenAPIDocument {
    /// The document with one line for each operation, schema and other component, sorted by name. So a difference of
    /// two recordings shows which of them changed.
    var recorded: String {
        Self.lines(of: json, depth: 0).sorted().map { $0 + "\n" }.joined()
    }

    private static func lines(of value: JSONValue, depth: Int) -> [String] {
        guard depth < 3, case .object(let object) = value else { return [value.jsonText] }
        return object.names.flatMap { name -> [String] in
            guard let member = object[name] else { return [] }
            let isWhole = depth == 0 && !["paths", "webhooks", "components"].contains(name)
            return lines(of: member, depth: isWhole ? 3 : depth + 1).map { "\(name) \($0)" }
        }
    }
}
