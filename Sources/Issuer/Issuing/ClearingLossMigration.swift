/// The step of the schema that remembers which references of clearing files were paid as losses.
enum ClearingLossMigration {
    static let newTables = """
        CREATE TABLE issuing.clearing_loss (
            reference   text    CONSTRAINT clearing_is_lost_once PRIMARY KEY,
            break_id    uuid    NOT NULL
        );
        """

    /// Earlier programs claim no reference, before the step or after it, so this one also looks for the losses among
    /// the breaks. It copies none of them: a reference may have been lost twice. The step reads all breaks twice, while
    /// nobody opens or resolves one. Each loss writes one entry of the index, and each other change of a break none.
    ///
    /// An earlier program reads the breaks that this one opens. It resolves one as a loss although the reference was
    /// paid, and loads a line that was paid as if it was new. So files wait for its end.
    static let sql = """
        ALTER TABLE issuing.clearing_break ADD COLUMN explanation text;
        ALTER TABLE issuing.clearing_break DROP CONSTRAINT break_has_an_authorization_unless_it_is_unknown;
        ALTER TABLE issuing.clearing_break ADD CONSTRAINT break_has_an_authorization_unless_it_is_unknown CHECK (
            num_nonnulls(authorized, authorized_currency)
                = CASE WHEN kind = 'UNKNOWN' OR (kind = 'DOUBLED' AND authorized IS NULL) THEN 0 ELSE 2 END);
        CREATE INDEX clearing_break_lost ON issuing.clearing_break (reference) WHERE journal_id IS NOT NULL;
        """
}
