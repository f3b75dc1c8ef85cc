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
    /// Reads `2026-11-21T08:45:34Z`. A fraction is cut off; any zone except `Z` is refused.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z") else { return nil }
        if bytes.count > 20 {
            let fraction = bytes[20..<(bytes.count - 1)]
            guard bytes[19] == UInt8(ascii: "."), !fraction.isEmpty, fraction.allSatisfy(\.isDigit) else { return nil }
        }
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
        guard self.text.dropLast() == bytes.prefix(19) else { return nil }
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

    fileprivate func number(_ range: Range<Int>) -> Int64? {
        var number: Int64 = 0
        for byte in self[range] {
            guard byte.isDigit else { return nil }
            number = number * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return number
    }
}
