/// The faults, the journal and the coverage for the requests of one service. Each tenant has its own.
struct SandboxControls: Sendable {
    let faults = Faults()
    let journal = RequestJournal()
    let coverage = CoverageCounter()

    var routes: [SandboxRoutes.Route] {
        FaultRoutes(faults: faults).routes + JournalRoutes(journal: journal).routes
            + CoverageRoutes(coverage: coverage).routes
    }

    /// Removes the faults and the journal. The coverage stays, because a test run resets often and its coverage is that
    /// of the whole run.
    func reset() {
        faults.plan = .none
        journal.forgetAll()
    }
}
