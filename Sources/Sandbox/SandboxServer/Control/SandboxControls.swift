/// What the sandbox does to the requests of one service and remembers of them: a tenant has its own.
struct SandboxControls: Sendable {
    let faults = Faults()
    let journal = RequestJournal()
    let coverage = CoverageCounter()

    var routes: [SandboxRoutes.Route] {
        FaultRoutes(faults: faults).routes + JournalRoutes(journal: journal).routes
            + CoverageRoutes(coverage: coverage).routes
    }

    /// Back to the beginning. What was covered stays: a run of tests resets often, and its coverage is the whole run's.
    func reset() {
        faults.plan = .none
        journal.forgetAll()
    }
}
