import Identifiers
import Ledger

/// The id of an authorization, and of its hold.
public typealias AuthorizationID = ID<Authorization>

extension ID<Authorization> {
    public var hold: HoldID { HoldID(rawValue: rawValue) }
}
