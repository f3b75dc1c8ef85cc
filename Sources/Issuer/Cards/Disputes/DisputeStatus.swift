/// The state of a dispute about a cleared purchase. The words are those of the card networks.
public enum DisputeStatus: String, CaseIterable, Sendable {
    /// The customer or the brand claims. The network does not know yet.
    case open = "OPEN"
    /// The issuer has charged the purchase back. The scheme has given its money for now.
    case chargeback = "CHARGEBACK"
    /// The merchant's bank has presented the purchase again, and has the money back.
    case represented = "REPRESENTED"
    /// The issuer asks the merchant's bank again, before it asks the scheme.
    case preArbitration = "PRE_ARBITRATION"
    /// The scheme decides.
    case arbitration = "ARBITRATION"
    /// The customer keeps the money. This one and the next two are final.
    case won = "WON"
    /// The merchant keeps the money.
    case lost = "LOST"
    /// The claim was taken back, or refunds have covered it.
    case withdrawn = "WITHDRAWN"

    public var isFinal: Bool {
        switch self {
        case .open, .chargeback, .represented, .preArbitration, .arbitration: false
        case .won, .lost, .withdrawn: true
        }
    }

    /// Whether the scheme has given the money in this state.
    var collects: Bool { self == .chargeback || self == .won }
}
