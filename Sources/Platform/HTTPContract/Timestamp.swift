/// A moment in its form on the wire: RFC 3339 in UTC, in whole seconds, such as `2026-11-21T08:45:34Z`.
///
/// It has no fraction, because many date parsers of clients refuse one. It does not use a formatter, because every card
/// contains one or two timestamps and a formatter costs more than the rest of the card.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Whole seconds since 1970-01-01T00:00:00Z.
    public let secondsSince1970: Int64

    /// A timestamp can express the years 0000 to 9999 (RFC 3339, section 5.6). Other moments become the nearest one in
    /// that range.
    public init(secondsSince1970: Int64) {
        self.secondsSince1970 = min(max(secondsSince1970, -62_167_219_200), 253_402_300_799)
    }

    public static func < (one: Timestamp, other: Timestamp) -> Bool {
        one.secondsSince1970 < other.secondsSince1970
    }

    private static let secondsPerDay: Int64 = 86_400
    /// The Gregorian calendar repeats itself after this many days.
    private static let daysPerEra: Int64 = 146_097
    /// Days from 0000-03-01 to 1970-01-01.
    private static let daysBefore1970: Int64 = 719_468
}

extension Timestamp: CustomStringConvertible {
    public var description: String {
        String(decoding: text, as: UTF8.self)
    }

    /// Years begin in March here, so the leap day is the last day of its year and one formula fits all months: the
    /// first day of month `m` (March = 0) is day `(153 m + 2) / 5`.
    private var text: [UInt8] {
        let (days, second) = secondsSince1970.flooredDivision(by: Self.secondsPerDay)
        let (era, day) = (days + Self.daysBefore1970).flooredDivision(by: Self.daysPerEra)
        let yearOfEra = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let isAfterNewYear = month >= 10

        var text: [UInt8] = []
        text.reserveCapacity(20)
        text.append(era * 400 + yearOfEra + (isAfterNewYear ? 1 : 0), digits: 4, then: "-")
        text.append(isAfterNewYear ? month - 9 : month + 3, digits: 2, then: "-")
        text.append(dayOfYear - (153 * month + 2) / 5 + 1, digits: 2, then: "T")
        text.append(second / 3_600, digits: 2, then: ":")
        text.append(second / 60 % 60, digits: 2, then: ":")
        text.append(second % 60, digits: 2, then: "Z")
        return text
    }
}

extension Timestamp: LosslessStringConvertible {
    /// Reads a time in UTC in every form of RFC 3339: `2026-11-21T08:45:34Z`, also in lower case, with `+00:00` or
    /// `-00:00` for `Z`, and with a fraction, which is cut off. A leap second is the second after it, as in POSIX. Any
    /// other zone is refused.
    public init?(_ text: String) {
        self.init(Array(text.utf8))
    }

    /// The milliseconds since 1970 of such a text; nil if it is none.
    package static func milliseconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard let timestamp = Timestamp(bytes), let fraction = bytes.fraction else { return nil }
        let digits = fraction.prefix(3) + [UInt8](repeating: UInt8(ascii: "0"), count: max(0, 3 - fraction.count))
        return [UInt8](digits).number(0..<3).map { timestamp.secondsSince1970 * 1000 + $0 }
    }

    private init?(_ bytes: [UInt8]) {
        guard bytes.fraction != nil else { return nil }
        guard let year = bytes.number(0..<4), let month = bytes.number(5..<7), let day = bytes.number(8..<10),
            let hour = bytes.number(11..<13), let minute = bytes.number(14..<16), let second = bytes.number(17..<19),
            1...12 ~= month
        else { return nil }
        let yearFromMarch = month < 3 ? year - 1 : year
        let (era, yearOfEra) = yearFromMarch.flooredDivision(by: 400)
        let dayOfYear = (153 * (month < 3 ? month + 9 : month - 3) + 2) / 5 + day - 1
        let days = era * Self.daysPerEra + 365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let seconds = (days - Self.daysBefore1970) * Self.secondsPerDay + hour * 3_600 + minute * 60 + second
        self.init(secondsSince1970: seconds)
        // An invalid date such as 30 February, an invalid time such as 25 o'clock, or a misplaced character changes the
        // text.
        var written = Array(bytes.prefix(19))
        if written[10] == UInt8(ascii: "t") { written[10] = UInt8(ascii: "T") }
        guard second == 60 else {
            guard text.dropLast() == written else { return nil }
            return
        }
        // A leap second is the last one of a month (ITU-R TF.460-6, section 2.1).
        written.replaceSubrange(17..<19, with: Array("59".utf8))
        let before = Timestamp(secondsSince1970: seconds - 1).text
        guard before.dropLast() == written, text[8...].elementsEqual("01T00:00:00Z".utf8) else { return nil }
    }
}

extension Timestamp: JSONWritable {
    public func write(to json: inout JSONWriter) { json.string(description) }
}

extension Timestamp: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let timestamp = Timestamp(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text)\" is not a time like 2026-11-21T08:45:34Z.")
        }
        self = timestamp
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Int64 {
    fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension UInt8 {
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}

extension [UInt8] {
    fileprivate mutating func append(_ number: Int64, digits: Int, then mark: Unicode.Scalar) {
        var divisor: Int64 = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
        append(UInt8(ascii: mark))
    }

    /// The digits after the point of a time in UTC, which are empty without a point; nil if something else follows the
    /// seconds.
    fileprivate var fraction: ArraySlice<UInt8>? {
        let zone = ["Z", "z", "+00:00", "-00:00"].first { reversed().starts(with: $0.utf8.reversed()) }
        guard let zone, count >= 19 + zone.utf8.count else { return nil }
        let rest = self[19..<(count - zone.utf8.count)]
        guard let point = rest.first else { return rest }
        let digits = rest.dropFirst()
        return point == UInt8(ascii: ".") && !digits.isEmpty && digits.allSatisfy(\.isDigit) ? digits : nil
    }

    fileprivate func number(_ range: Range<Int>) -> Int64? {
        var number: Int64 = 0
        for byte in self[range] {
            guard byte.isDigit else { return nil }
            number = number * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return number
    }
}
