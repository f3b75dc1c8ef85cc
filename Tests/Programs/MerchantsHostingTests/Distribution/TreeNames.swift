/// The names behind the numbers in a ``StatementTree``.
struct TreeNames {
    struct Relation {
        /// With its schema, as in a `Distribution`.
        let name: String
        let columns: [String: Int]
    }

    let relations: [String: Relation]
    /// Operators that compare for equality.
    let equalities: Set<String>
    /// With their schema.
    let functions: [String: String]

    /// - Parameters:
    ///   - relations: number, name, and each column with its number: `16952 issuing.card customer_id=1 …`.
    ///   - functions: number and name.
    init(relations: [String], equalities: [String], functions: [String]) {
        self.equalities = Set(equalities)
        self.functions = Dictionary(uniqueKeysWithValues: functions.map { line in
            let parts = line.split(separator: " ")
            return (String(parts[0]), String(parts[1]))
        })
        self.relations = Dictionary(uniqueKeysWithValues: relations.map { line in
            let parts = line.split(separator: " ").map(String.init)
            let columns = parts.dropFirst(2).map { column in
                let sides = column.split(separator: "=")
                return (String(sides[0]), Int(sides[1]) ?? 0)
            }
            return (parts[0], Relation(name: parts[1], columns: Dictionary(uniqueKeysWithValues: columns)))
        })
    }
}
