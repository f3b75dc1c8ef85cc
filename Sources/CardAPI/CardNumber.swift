/// Finds card numbers where none belong. They have 13 to 19 digits, and the last checks the others (ISO/IEC 7812-1).
enum CardNumber {
    static let minimumLength = 13
    private static let maximumLength = 19
    /// Between two groups of digits: one character of whatever alphabet, or two of ours.
    private static let maximumGap = 3

    /// The text without what could be one: that many digits in a row, whatever they are; or in groups, however they are
    /// divided, if the check digit says so.
    static func hidden(in text: String) -> String {
        guard text.utf8.count >= minimumLength, !isUUID(text) else { return text }
        let bytes = Array(text.utf8)
        let groups = groups(in: bytes)
        var kept: [UInt8] = []
        var (shown, index) = (0, 0)
        while index < groups.count {
            guard let last = lastGroup(ofNumberAt: index, groups, in: bytes) else {
                index += 1
                continue
            }
            kept += bytes[shown..<groups[index].lowerBound] + Array("hidden".utf8)
            (shown, index) = (groups[last].upperBound, last + 1)
        }
        return String(decoding: kept + bytes[shown...], as: UTF8.self)
    }

    /// Where digits stand without anything between.
    private static func groups(in bytes: [UInt8]) -> [Range<Int>] {
        var groups: [Range<Int>] = []
        for index in bytes.indices where bytes[index].isDigit {
            if let last = groups.last, last.upperBound == index {
                groups[groups.count - 1] = last.lowerBound..<index + 1
            } else {
                groups.append(index..<index + 1)
            }
        }
        return groups
    }

    /// The longest number that begins with this group ends with that one.
    private static func lastGroup(ofNumberAt first: Int, _ groups: [Range<Int>], in bytes: [UInt8]) -> Int? {
        if groups[first].count >= minimumLength { return first }
        // A telephone number has as many digits, and now and then they check.
        if groups[first].lowerBound > 0, bytes[groups[first].lowerBound - 1] == UInt8(ascii: "+") { return nil }
        var found: Int?
        var digits: [UInt8] = []
        for index in first..<groups.count {
            if index > first, !isGap(bytes[groups[index - 1].upperBound..<groups[index].lowerBound]) { break }
            digits += bytes[groups[index]]
            guard digits.count <= maximumLength else { break }
            if digits.count >= minimumLength, isChecked(digits) { found = index }
        }
        return found
    }

    private static func isGap(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count <= maximumGap
            && !bytes.contains { byte in UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
    }

    /// ISO/IEC 7812-1, annex B.
    private static func isChecked(_ digits: [UInt8]) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, place in
            let digit = Int(place.element - UInt8(ascii: "0")) * (place.offset % 2 + 1)
            return sum + digit / 10 + digit % 10
        }
        return sum % 10 == 0
    }

    private static func isUUID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 36
            && bytes.enumerated().allSatisfy { index, byte in
                let isHexadecimal = byte.isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
                return [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : isHexadecimal
            }
    }
}
