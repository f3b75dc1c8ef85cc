/// The journal is not as expected.
public struct Unexpected: Error, CustomStringConvertible {
    public let description: String

    init(_ operation: String, _ expectation: [String: JSON], _ answer: JSON) {
        func number(_ member: String) -> String { answer[member]?.text ?? "" }
        let (least, most) = (answer["atLeast"], answer["atMost"])
        let wanted = least == most
            ? "\(number("atLeast")) times"
            : "at least \(number("atLeast")) times" + (most.map { " and at most \($0.text) times" } ?? "")
        var lines = ["\(operation) was called \(number("matches")) times, not \(wanted)."]
        if let pattern = expectation["where"] { lines.append("Counted were requests with \(pattern.json).") }
        let numbers = answer["numbers"]?.elements.map(\.text) ?? []
        if !numbers.isEmpty { lines.append("The matching requests are \(numbers.joined(separator: ", ")).") }
        let misses = answer["nearMisses"]?.elements ?? []
        lines += misses.flatMap(Self.lines)
        if numbers.isEmpty, misses.isEmpty { lines.append("No request was similar.") }
        description = lines.joined(separator: "\n")
    }

    private static func lines(of miss: JSON) -> [String] {
        func text(_ member: String) -> String { miss["request"]?[member]?.text ?? "not at all" }
        let request = "  request \(text("number")): \(text("method")) \(text("path")) was answered \(text("status"))"
        let differences = miss["differences"]?.elements ?? []
        return [request] + differences.flatMap { difference in
            [
                "    \(difference["criterion"]?.text ?? "")", "      wanted \(difference["wanted"]?.json ?? "null")",
                "      found  \(difference["found"]?.json ?? "null")",
            ]
        }
    }
}
