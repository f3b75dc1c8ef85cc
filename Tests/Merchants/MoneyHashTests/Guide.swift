import HTTPContract
import Testing
import TestSupport

/// MoneyHash's guide to Apple Pay.
enum Guide {
    static let needed = Page.moneyHash.needed

    struct HasNoReceipt: Error {}

    /// The receipt in its example of a request.
    static func receipt() throws -> String {
        let printed = try Page.moneyHash.text.firstMatch(of: /"receipt"\s*:\s*"([^"]+)"/)
        guard let match = printed else { throw HasNoReceipt() }
        return String(match.1)
    }

    /// The answers that it prints, in its order: a new intent, METHOD_SELECTION and NATIVE_PAY.
    static func answers() throws -> [JSONObject] {
        var (answers, open): ([[Substring]], [Substring]?) = ([], nil)
        let lines = try Page.moneyHash.text.split(separator: "\n")
        for (line, next) in zip(lines, lines.dropFirst()) {
            if line == "{", next.hasPrefix("  \"status\"") { open = [] }
            open?.append(line)
            if line == "}", let answer = open {
                answers.append(answer)
                open = nil
            }
        }
        return try answers.compactMap { answer in
            let value = try JSONValue(parsing: Array(answer.joined(separator: "\n").utf8))
            return if case .object(let object) = value { object } else { nil }
        }
    }
}
