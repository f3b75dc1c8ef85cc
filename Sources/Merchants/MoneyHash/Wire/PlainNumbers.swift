import HTTPContract

extension JSONValue {
    /// The same value, with each number as Ruby writes it: some receivers read a webhook and write it again before they
    /// compare the signature.
    var withPlainNumbers: JSONValue {
        switch self {
        case .null, .boolean, .string: self
        case .number(let text): Self.plain(text)
        case .array(let elements): .array(elements.map(\.withPlainNumbers))
        case .object(let object): .object(object.map { ($0, $1.withPlainNumbers) })
        }
    }

    private static func plain(_ text: String) -> JSONValue {
        guard text.contains(where: { ".eE".contains($0) }) else { return .number(text == "-0" ? "0" : text) }
        guard let number = Double(text), number.isFinite else { return .null }
        return .number(plain(number))
    }

    /// The shortest digits that mean the number, with an exponent from 1e15 on and below 0.0001.
    private static func plain(_ number: Double) -> String {
        let parts = number.magnitude.description.split(separator: "e")
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let fraction = mantissa.count > 1 && mantissa[1] != "0" ? mantissa[1] : ""
        let written = mantissa[0] + fraction
        let digits = written.drop { $0 == "0" }
        // Where the point is, counted from the first digit that is not zero.
        var point = mantissa[0].count - (written.count - digits.count)
        if parts.count > 1 { point += Int(parts[1]) ?? 0 }
        let sign = number.sign == .minus ? "-" : ""
        var significant = String(digits)
        while significant.last == "0" { significant.removeLast() }
        guard !significant.isEmpty else { return sign + "0.0" }
        if (-3...15).contains(point) { return sign + decimal(significant, point) }
        let exponent = point - 1
        let rest = significant.dropFirst()
        let size = exponent.magnitude < 10 ? "0\(exponent.magnitude)" : "\(exponent.magnitude)"
        return sign + "\(significant.prefix(1)).\(rest.isEmpty ? "0" : rest)e\(exponent < 0 ? "-" : "+")\(size)"
    }

    private static func decimal(_ digits: String, _ point: Int) -> String {
        guard point > 0 else { return "0." + String(repeating: "0", count: -point) + digits }
        let whole = digits.prefix(point) + String(repeating: "0", count: max(0, point - digits.count))
        let fraction = digits.dropFirst(point)
        return "\(whole).\(fraction.isEmpty ? "0" : fraction)"
    }
}
