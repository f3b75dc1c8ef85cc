import Foundation

/// Puts the messages of a card, which are read by their times, into the order in which they were decided.
///
/// A message has the time at which the server got it. Then it waits for the lock of its account, so another one may be
/// decided first; and the clocks of two servers differ. Both are far less than ``patienceSeconds``.
package struct DecisionOrder {
    static let patienceSeconds = 60.0

    private var waiting: [KeptMessage] = []

    package init() {}

    /// - Parameter page: the next messages by time.
    /// - Returns: those that no later page has an earlier one for; all if there is no later page.
    package mutating func adding(_ page: [KeptMessage], isLast: Bool) -> [KeptMessage] {
        waiting += page
        // Messages of earlier programs have no number. They come first, and the others cannot be judged anyway.
        waiting.sort { ($0.insertion, $0.at, $0.reference.text) < ($1.insertion, $1.at, $1.reference.text) }
        guard !isLast, let newest = page.last?.at else {
            defer { waiting = [] }
            return waiting
        }
        let decided = waiting.prefix { $0.at < newest - Self.patienceSeconds }
        waiting.removeFirst(decided.count)
        return Array(decided)
    }
}
