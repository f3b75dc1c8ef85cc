import Foundation
import Synchronization

/// The `Date` of responses (RFC 9110, sections 5.6.7 and 6.6.1). It formats the date once a second.
final class DateHeader: Sendable {
    private let latest = Mutex<(second: time_t, text: String)>((0, ""))

    /// The present date of the machine, such as `Sun, 22 Nov 2026 08:49:37 GMT`.
    var text: String {
        let now = time(nil)
        return latest.withLock { latest in
            if latest.second != now { latest = (now, Self.text(of: now)) }
            return latest.text
        }
    }

    static func text(of second: time_t) -> String {
        var (second, parts) = (second, tm())
        gmtime_r(&second, &parts)
        let day = "\(weekdays[Int(parts.tm_wday)]), \(padded(parts.tm_mday)) \(months[Int(parts.tm_mon)])"
        let clock = "\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))"
        return "\(day) \(1900 + Int(parts.tm_year)) \(clock) GMT"
    }

    private static func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
