import Identifiers

/// A program manager's order for many cards.
public typealias BulkOrderID = ID<BulkOrder>
