import Postgres

extension Issuing {
    /// Does due work page by page, until nothing is left with which something can be done. Other servers may do it at
    /// the same time, and what they have done is progress, too: behind a page that they have emptied, more may be due.
    ///
    /// What is damaged is left out and tried again after ten minutes, so that the others go on. ``setbacks`` has it.
    ///
    /// - Parameters:
    ///   - page: finds the work that is due, without that on the subjects it receives.
    ///   - subject: what is damaged if a piece of work fails.
    ///   - isPaused: whether a piece of work that fails in this way is left out. Other failures end everything.
    ///   - work: does nothing if it is not due any more.
    func settleInPages<Found: Hashable & Sendable>(
        _ page: ([Setback.Subject]) async throws(IssuingFailure) -> [Found], about subject: (Found) -> Setback.Subject,
        pausingAfter isPaused: (IssuingFailure) -> Bool = { $0.isOfStoredData },
        _ work: (Found) async throws(IssuingFailure) -> Void
    ) async throws(IssuingFailure) {
        var last: Set<Found> = []
        while true {
            let found = try await page(setbacks.pausing(at: clock.realNow()))
            // The same page again would be the same forever.
            guard !found.isEmpty, Set(found) != last else { return }
            last = Set(found)
            var goesOn = false
            for piece in found {
                do throws(IssuingFailure) {
                    try await work(piece)
                    setbacks.remove(subject(piece))
                    goesOn = true
                } catch {
                    guard isPaused(error) else { throw error }
                    if setbacks.add(Setback(subject: subject(piece), failure: error), at: clock.realNow()) {
                        goesOn = true
                    }
                }
            }
            guard goesOn else { return }
        }
    }
}
