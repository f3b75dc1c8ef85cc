/// Parses lines of `value → what is expected` into arguments of a test.
func table(_ lines: String) -> [(value: String, expected: [String])] {
    lines.split(separator: "\n").map { line in
        let halves = line.split(separator: "→")
        precondition(halves.count == 2, "A line needs exactly one arrow: \(line)")
        let value = String(halves[0].reversed().drop { $0 == " " }.reversed())
        return (value, halves[1].split(separator: " ").map(String.init))
    }
}
