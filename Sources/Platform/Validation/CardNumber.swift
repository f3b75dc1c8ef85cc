/// Finds card numbers in text that must not contain one.
///
/// There are two rules, because the places differ in the cost of a mistake. A caller's text is refused, and a text that
/// a reader may compare is masked, only if it contains a card number (``isIn(_:)``, ``hidden(in:)``): a refusal or a
/// changed text by chance would be unforeseeable. A log line is not compared, so it contains nothing that could be a
/// card number (``mayBeIn(_:)``).
///
/// A UUID is no card number, and neither is a telephone number: a plus sign and at most 15 digits (ITU-T E.164). Digits
/// of every script count.
public enum CardNumber {
    public static let minimumLength = 13
    static let maximumLength = 19
    static let telephoneNumberLength = 15

    /// The error of a field that contains a card number. It continues the sentence after the field's name.
    public static let violation = "must not hold what looks like a card number"

    /// How the numbers of the networks begin, and how many digits they have.
    private static let networks: [(range: ClosedRange<Int>, lengths: Set<Int>)] = [
        (4000...4999, [13, 16, 19]),  // Visa
        (2221...2720, [16]), (5100...5599, [16]),  // Mastercard
        (3400...3499, [15]), (3700...3799, [15]),  // American Express
        (3000...3059, [14]), (3600...3699, [14]), (3800...3999, [14]),  // Diners Club
        (6011...6011, [16]), (6440...6599, [16]),  // Discover
        (3528...3589, [16]),  // JCB
    ]

    // MARK: What is refused or hidden

    /// Whether a text contains the number of a card: it is in the range of a network, has a length of that network and
    /// a right check digit. Its digits are in one run, or in groups with the same one to three characters between them,
    /// and no letter or further digit touches them; or they are in groups as on cards, even if other characters touch
    /// them.
    public static func isIn(_ text: String) -> Bool { !ranges(in: text, counts: anyForm).isEmpty }

    /// The same for a text that may hold an identifier. A run of 15 digits does not count: merchants' numbers and the
    /// transaction ids of Visa have that form.
    public static func isIn(identifier text: String) -> Bool { !ranges(in: text, counts: anyIdentifier).isEmpty }

    /// The same as for an identifier, for digits in one run only: for JSON and for references that are made of several
    /// numbers, in which unconnected numbers stand side by side.
    public static func isRun(in text: String) -> Bool {
        !ranges(in: text) { groups, digits in groups == 1 && digits != 15 }.isEmpty
    }

    /// Whether a text contains a card number whose groups are divided as on cards.
    public static func isPrinted(in text: String) -> Bool {
        DigitGroups(text).map { found in
            found.groups.indices.contains { found.printedNumbers(from: $0).contains { isNumber($0.digits) } }
        } ?? false
    }

    /// The text with every card number, as ``isIn(_:)`` finds it, replaced by `hidden`.
    public static func hidden(in text: String) -> String { hidden(in: text, counts: anyForm) }

    /// The same for an identifier, as ``isIn(identifier:)`` finds card numbers.
    public static func hidden(inIdentifier text: String) -> String { hidden(in: text, counts: anyIdentifier) }

    /// A rule: whether a number with so many groups and so many digits counts as a card number.
    private typealias Form = (_ groups: Int, _ digits: Int) -> Bool

    private static let anyForm: @Sendable (Int, Int) -> Bool = { _, _ in true }
    private static let anyIdentifier: @Sendable (Int, Int) -> Bool = { groups, digits in groups > 1 || digits != 15 }

    private static func hidden(in text: String, counts: Form) -> String {
        let ranges = ranges(in: text, counts: counts)
        guard !ranges.isEmpty else { return text }
        let scalars = Array(text.unicodeScalars)
        var kept = String.UnicodeScalarView()
        var shown = 0
        for range in ranges {
            kept += scalars[shown..<range.lowerBound]
            kept += "hidden".unicodeScalars
            shown = range.upperBound
        }
        return String(kept + scalars[shown...])
    }

    /// Where the card numbers are, in scalars, with all digits that touch them.
    private static func ranges(in text: String, counts: Form) -> [Range<Int>] {
        guard let found = DigitGroups(text) else { return [] }
        var ranges: [Range<Int>] = []
        var first = 0
        while first < found.groups.count {
            let count = found.groupsOfNumber(from: first) { counts($0, $1.count) && isNumber($1) }
            if count > 0 {
                ranges.append(found.groups[first].lowerBound..<found.groups[first + count - 1].upperBound)
            }
            first += max(count, 1)
        }
        return ranges
    }

    private static func isNumber(_ digits: [UInt8]) -> Bool {
        guard digits.count >= minimumLength else { return false }
        let beginning = digits.prefix(4).reduce(0) { $0 * 10 + Int($1) }
        return networks.contains { $0.range.contains(beginning) && $0.lengths.contains(digits.count) }
            && isChecked(digits)
    }

    // MARK: What is not logged

    /// Whether a text contains anything that could be a card number, also with a wrong digit or letters around it
    /// (``LikelyCardNumbers``).
    public static func mayBeIn(_ text: String) -> Bool { LikelyCardNumbers.areIn(text) }

    // MARK: Digits

    /// ISO/IEC 7812-1, annex B.
    static func isChecked(_ digits: [UInt8]) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, place in
            let digit = Int(place.element) * (place.offset % 2 + 1)
            return sum + digit / 10 + digit % 10
        }
        return sum % 10 == 0
    }

    public static func isUUID(_ text: some StringProtocol) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 36
            && bytes.enumerated().allSatisfy { index, byte in
                let isHexadecimal = Unicode.Scalar(byte).properties.isASCIIHexDigit
                return [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : isHexadecimal
            }
    }
}
