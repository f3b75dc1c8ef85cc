import Foundation

extension Timestamp {
    /// The moment, rounded down to a whole second. An app may send any date. One that is no number becomes the latest
    /// moment.
    package init(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        self.init(secondsSince1970: Int64(exactly: seconds) ?? (seconds < 0 ? .min : .max))
    }
}

extension Date {
    package init(_ timestamp: Timestamp) {
        self.init(timeIntervalSince1970: TimeInterval(timestamp.secondsSince1970))
    }
}
