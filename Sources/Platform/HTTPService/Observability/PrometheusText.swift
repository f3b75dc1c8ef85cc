/// Prometheus' text format 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats).
struct PrometheusText: Sendable {
    enum Kind: String {
        case counter, gauge, histogram
    }

    private(set) var text = ""

    mutating func header(_ name: String, kind: Kind, help: String?) {
        if let help { text += "# HELP \(name) \(Self.escaped(help, quote: false))\n" }
        text += "# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func sample(_ name: String, _ labels: String, _ value: Double) {
        text += labels.isEmpty ? "\(name) " : "\(name){\(labels)} "
        text += Self.number(value) + "\n"
    }

    /// Swift's labels contain dots. Prometheus' names consist of letters, digits, `_` and `:`, and do not begin with a
    /// digit.
    static func metricName(_ label: String) -> String {
        name(label) { $0 == UInt8(ascii: ":") }
    }

    /// The text between the braces, which does not depend on the order of the labels. If two labels have the same name,
    /// the first counts. `le` gets an underscore, because histograms use it.
    static func labels(_ dimensions: [(String, String)]) -> String {
        var pairs: [(name: String, value: String)] = []
        for (label, value) in dimensions {
            let name = name(label == "le" ? "le_" : label) { _ in false }
            if !pairs.contains(where: { $0.name == name }) { pairs.append((name, value)) }
        }
        return pairs.sorted { $0.name < $1.name }
            .map { "\($0.name)=\"\(escaped($0.value, quote: true))\"" }
            .joined(separator: ",")
    }

    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return Int64(exactly: value).map { String($0) } ?? String(value)
    }

    private static func name(_ text: String, mayHold isAlsoAllowed: (UInt8) -> Bool) -> String {
        var name = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
                name.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if name.isEmpty { name = "_" }
                name.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                name.unicodeScalars.append(isAlsoAllowed(byte) ? Unicode.Scalar(byte) : "_")
            }
        }
        return name.isEmpty ? "_" : name
    }

    private static func escaped(_ text: String, quote: Bool) -> String {
        guard text.utf8.contains(where: { $0 == 0x5C || $0 == 0x0A || $0 == 0x22 }) else { return text }
        return text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quote: escaped += "\\\""
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
