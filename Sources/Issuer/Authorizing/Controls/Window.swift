import Foundation

/// The time over which a limit counts. Days are UTC, and weeks begin on Monday (ISO 8601).
public enum Window: String, CaseIterable, Sendable {
    /// Each payment for itself, with its increments.
    case transaction = "TRANSACTION"
    case day = "DAY"
    case week = "WEEK"
    case month = "MONTH"
    /// Since the card was issued.
    case lifetime = "LIFETIME"

    /// The first day of the window that contains a day, both in days since 1 January 1970. A counter is stored under
    /// it, so a new window begins with a counter of its own. 0 for the windows that begin only once.
    public func firstDay(containing day: Int) -> Int {
        switch self {
        case .transaction, .lifetime: 0
        case .day: day
        // 1 January 1970 was a Thursday, three days after a Monday.
        case .week: day - Self.modulo(day + 3, 7)
        case .month: day - Self.dayOfMonth(day) + 1
        }
    }

    /// The days of the window that contains a day, in days since 1 January 1970.
    func days(containing day: Int) -> Range<Int> {
        let first = firstDay(containing: day)
        switch self {
        // No authorization is older than 1970 or younger than the year 9999.
        case .transaction, .lifetime: return 0..<2_932_897
        case .day: return first..<first + 1
        case .week: return first..<first + 7
        // A month has 28 to 31 days, so this is a day of the next one.
        case .month: return first..<firstDay(containing: first + 31)
        }
    }

    /// The day of a time, in days since 1 January 1970.
    package static func day(of time: Date) -> Int { day(ofSecond: Int64(time.timeIntervalSince1970)) }

    /// The day of a time in seconds since 1970.
    public static func day(ofSecond second: Int64) -> Int {
        let (days, rest) = second.quotientAndRemainder(dividingBy: 86_400)
        return Int(rest < 0 ? days - 1 : days)
    }

    /// 1…31 in the Gregorian calendar. Years are counted from 1 March, so that a leap day is the last of its year.
    private static func dayOfMonth(_ day: Int) -> Int {
        let daysInFourCenturies = 146_097
        // From 1 March 0000 to 1 January 1970.
        let dayOfEra = modulo(day + 719_468, daysInFourCenturies)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / (daysInFourCenturies - 1)) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        return dayOfYear - (153 * month + 2) / 5 + 1
    }

    private static func modulo(_ number: Int, _ divisor: Int) -> Int {
        let rest = number % divisor
        return rest < 0 ? rest + divisor : rest
    }
}
