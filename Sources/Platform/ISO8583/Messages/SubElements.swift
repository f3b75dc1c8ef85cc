import Validation

/// A field that is divided into sub-elements, as Mastercard divides field 48. Each has two digits of id, two digits of
/// length, and so many characters.
public struct SubElements: Hashable, Sendable {
    /// By id, 0 to 99.
    public let texts: [Int: String]

    /// Nil if a length is wrong, or an id occurs twice.
    ///
    /// - Parameter text: printable ASCII, which the kind of a field ensures.
    public init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        var texts: [Int: String] = [:]
        while !rest.isEmpty {
            guard let id = rest.takeNumber(), let length = rest.takeNumber(), let bytes = rest.take(length),
                texts.updateValue(String(decoding: bytes, as: UTF8.self), forKey: id) == nil
            else { return nil }
        }
        self.texts = texts
    }

    public subscript(_ id: Int) -> String? { texts[id] }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func takeNumber() -> Int? {
        guard let digits = take(2), digits.allSatisfy(\.isASCIIDigit) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
