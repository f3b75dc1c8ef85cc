import Identifiers

/// The number of an entry on its account; written as digits on the wire. A later entry has a higher one. The numbers
/// between two entries belong to holds.
public typealias EntryReference = Number<StatementOfAccount.Entry>
extension StatementOfAccount.Entry: Numbered {}
