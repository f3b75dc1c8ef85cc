import Authorizing
import Cards

/// A part of a backtest: some cards' messages, judged again by a draft. The counts of all pages add up.
public struct BacktestPage: Sendable {
    /// The cards that had a message in the period.
    public internal(set) var cards = 0
    /// The requests that were judged.
    public internal(set) var judged = 0
    /// Those that were approved, and that the draft declines.
    public internal(set) var declined = 0
    /// Those that were declined, and that the draft approves.
    public internal(set) var approved = 0
    /// Those that change in another way: another reason, or another part of the amount.
    public internal(set) var otherwise = 0
    /// The requests that cannot be judged: their facts were not kept, or those of an earlier message on which the
    /// answer depends.
    public internal(set) var unknown = 0
    /// At most ``Administration/differencesPage``, by card and then in their order.
    public internal(set) var differences: [ChangedAnswer] = []
    /// Where the next page begins; nil after the last one.
    public internal(set) var next: BacktestPlace?

    /// The messages that were read.
    var messages = 0

    mutating func add(_ changed: ChangedAnswer) {
        judged += 1
        switch (changed.recorded.code.isApproval, changed.drafted.code.isApproval) {
        case (true, false): declined += 1
        case (false, true): approved += 1
        case (true, true), (false, false): otherwise += 1
        }
        differences.append(changed)
    }
}
