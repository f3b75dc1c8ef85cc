import Foundation

extension Timestamp {
    /// The moment, rounded down to a whole second.
    package init(_ date: Date) {
        self.init(secondsSince1970: Int64(date.timeIntervalSince1970.rounded(.down)))
    }
}

extension Date {
    package init(_ timestamp: Timestamp) {
        self.init(timeIntervalSince1970: TimeInterval(timestamp.secondsSince1970))
    }
}
