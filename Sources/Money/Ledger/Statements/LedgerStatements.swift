import Postgres

/// All statements of the ledger. Tests prepare each one against `schema.sql` and read its plan.
public enum LedgerStatements {
    /// Those that a service sends. None of them reads a whole table.
    public static let served: [AnyStatement] =
        AccountStatements.all + JournalStatements.all + HoldStatements.all + TransactionStatements.all
        + HouseStatements.all + MovementStatements.all + PeriodStatements.all

    /// Those that read everything.
    public static let checks: [AnyStatement] = CheckStatements.all
}
