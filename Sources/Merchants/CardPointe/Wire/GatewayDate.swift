import Foundation

/// Dates as the gateway writes and reads them, all in UTC.
enum GatewayDate {
    /// YYYYMMDD.
    static func day(_ date: Date) -> String {
        let parts = parts(of: date)
        return padded(parts.year, 4) + padded(parts.month, 2) + padded(parts.day, 2)
    }

    /// YYYYMMDDHHMMSS.
    static func stamp(_ date: Date) -> String {
        let parts = parts(of: date)
        return day(date) + padded(parts.hour, 2) + padded(parts.minute, 2) + padded(parts.second, 2)
    }

    /// Reads YYYYMMDD, or MMDD of the year that ends with `now`: on 1 January, 1231 was yesterday.
    ///
    /// - Returns: the day from its beginning to its end; nil if there is no such day.
    static func day(_ text: String, at now: Date) -> Range<Date>? {
        guard text.utf8.count == 4 else { return day(text) }
        let year = parts(of: now).year
        guard let present = day(padded(year, 4) + text), present.lowerBound <= now else {
            return day(padded(year - 1, 4) + text)
        }
        return present
    }

    private static func day(_ full: String) -> Range<Date>? {
        guard full.utf8.count == 8, full.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let year = Int(full.prefix(4)), let month = Int(full.dropFirst(4).prefix(2)), let day = Int(full.suffix(2)),
            (1970...2099).contains(year), let start = calendar.date(from: components(year, month, day)),
            GatewayDate.day(start) == full
        else { return nil }
        return start..<start + 86_400
    }

    private static func components(_ year: Int, _ month: Int, _ day: Int) -> DateComponents {
        DateComponents(timeZone: .gmt, year: year, month: month, day: day)
    }

    private struct Parts {
        let year, month, day, hour, minute, second: Int
    }

    private static func parts(of date: Date) -> Parts {
        let found = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        return Parts(
            year: found.year ?? 0, month: found.month ?? 0, day: found.day ?? 0, hour: found.hour ?? 0,
            minute: found.minute ?? 0, second: found.second ?? 0)
    }

    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static func padded(_ number: Int, _ length: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, length - digits.count)) + digits
    }
}

/// A merchant has one batch for each day on which it captures or refunds.
enum Batch {
    /// Ten digits: 19, and the day counted from 1970.
    static func id(of date: Date) -> String {
        String(1_900_000_000 + Int((date.timeIntervalSince1970 / 86_400).rounded(.down)))
    }

    /// The day of a batch; nil if the text is not ten digits. A number that no merchant gets has a day on which nothing
    /// will be captured.
    static func day(of id: String) -> Range<Date>? {
        guard id.utf8.count == 10, let number = Int(id) else { return nil }
        let days = min(max(number - 1_900_000_000, -1), 1_000_000)
        let start = Date(timeIntervalSince1970: Double(days) * 86_400)
        return start..<start + 86_400
    }
}
