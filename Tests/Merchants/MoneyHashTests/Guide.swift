import Foundation
import HTTPContract
import Testing

/// MoneyHash's guide to Apple Pay, as text. This project may not redistribute it, so `MONEYHASH_GUIDE` names its file.
enum Guide {
    static let path = ProcessInfo.processInfo.environment["MONEYHASH_GUIDE"]
    static let needed: ConditionTrait = .enabled(if: path != nil, "MONEYHASH_GUIDE names no file.")

    struct HasNoReceipt: Error {}

    /// The receipt in its example of a request.
    static func receipt() throws -> String {
        let text = try String(contentsOfFile: path ?? "", encoding: .utf8)
        guard let match = text.firstMatch(of: /"receipt"\s*:\s*"([^"]+)"/) else { throw HasNoReceipt() }
        return String(match.1)
    }

    /// The answers that it prints, in its order: a new intent, METHOD_SELECTION and NATIVE_PAY.
    static func answers() throws -> [JSONObject] {
        var (answers, open): ([[Substring]], [Substring]?) = ([], nil)
        let lines = try String(contentsOfFile: path ?? "", encoding: .utf8).split(separator: "\n")
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
