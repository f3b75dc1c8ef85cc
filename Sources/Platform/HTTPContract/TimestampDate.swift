import Foundation

extension Timestamp {
    /// The whole second that a moment is in.
    package init(_ date: Date) {
        self.init(secondsSince1970: Int64(date.timeIntervalSince1970.rounded(.down)))
    }
}

extension Date {
    package init(_ timestamp: Timestamp) {
        self.init(timeIntervalSince1970: TimeInterval(timestamp.secondsSince1970))
    }
}
