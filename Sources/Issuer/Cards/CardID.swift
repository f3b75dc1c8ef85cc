import Identifiers
import Ledger

/// One card, for its whole life; a replacement is a different card.
public typealias CardID = ID<Card>

extension ID<PayingInstrument> {
    /// The card that a transaction was paid with, as the ledger stores it.
    public init(_ card: CardID) {
        self.init(rawValue: card.rawValue)
    }
}
