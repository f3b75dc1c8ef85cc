import Dispatch

/// The faults, the journal, the coverage and the events of one service.
package struct ControlledTraffic: Sendable {
    package let faults = Faults()
    package let journal = RequestJournal()
    package let coverage = CoverageCounter()
    package let events: EventStreams

    package init() {
        // The number grows from one start of the service to the next, as events of a run take more than a millisecond.
        let uptime = DispatchTime.now().uptimeNanoseconds / 1_000_000
        events = EventStreams(RecentEvents(after: Int(uptime)))
    }

    /// Removes the faults and the journal. The coverage stays, because a test run resets often and its coverage is that
    /// of the whole run.
    package func reset() {
        faults.plan = .none
        journal.forgetAll()
    }
}
