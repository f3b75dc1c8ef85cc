/// The name of a violated constraint in the message of a cluster (Citus).
///
/// Its coordinator passes on a machine's message without the field that names the constraint. A machine adds the number
/// of the table's part to the names of tables, keys and references, as in `card_is_numbered_once_102266`, and keeps
/// those of checks. For rows of a query (`INSERT … SELECT`), the coordinator even replaces the SQLSTATE by XX000.
enum ClusterConstraint {
    /// - Returns: the name without the number; nil if the message is about no violated constraint of a part or of a
    ///   domain. The whole message must have the form that PostgreSQL gives it, because other messages quote values.
    static func name(inMessage message: String) -> String? {
        let check = /(?:value for domain [\w.]+|new row for relation "\w+_[0-9]+") violates check constraint "(\w+)"/
        if let match = message.wholeMatch(of: check) { return String(match.1) }
        let key = /duplicate key value violates unique constraint "(\w+)_[0-9]+"/
        if let match = message.wholeMatch(of: key) { return String(match.1) }
        let change = /(?:insert or update|update or delete) on table "\w+"/
        let violation = /violates foreign key constraint "(\w+)_[0-9]+"(?: on table "\w+")?/
        guard let beginning = message.prefixMatch(of: change) else { return nil }
        let rest = message[beginning.range.upperBound...]
        guard rest.first == " ", let match = rest.dropFirst().wholeMatch(of: violation) else { return nil }
        return String(match.1)
    }
}
