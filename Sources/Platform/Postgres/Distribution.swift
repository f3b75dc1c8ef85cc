/// The machines on which a cluster (Citus) keeps the rows of each table.
///
/// One Postgres does not need it. A test compares it with the catalogue of a database and with every statement, so that
/// the tables stay in a form in which they can be spread.
public struct Distribution: Sendable {
    /// The machines that have the rows of one table.
    public enum Placement: Sendable, Hashable {
        /// A column's value leads to the machine. Rows with the same value in the tables of a group are together.
        case spread(by: String, group: String)
        /// Every machine has all rows. For tables that are small and seldom written.
        case everywhere
        /// One machine has all rows, because they have one order.
        case together
        /// Only the machine that clients connect to has them.
        case coordinator
    }

    /// Tables whose rows with the same value are together.
    public struct Group: Sendable {
        let column: String
        let name: String
        let tables: [String]

        /// - Parameters:
        ///   - first: the table that names the group; the first of these tables if nil.
        ///   - tables: with their schema, separated by white space.
        public init(by column: String, with first: String? = nil, _ tables: String) {
            (self.column, self.tables) = (column, Distribution.names(tables))
            name = first ?? self.tables[0]
        }
    }

    /// With their schema, and without the quotes of a name that is a keyword.
    public let placements: [String: Placement]
    /// The tables in the order in which a cluster gets them.
    let tables: [String]
    /// The table behind each view. The view has the table's column.
    public let views: [String: String]
    /// The functions that read or write tables of a group, each with the first table of the group. Their first argument
    /// is the value of its column.
    public let functions: [String: String]
    /// The sequences that statements draw numbers from, with their schema.
    public let numbers: [String]
    /// The names of foreign keys that a cluster cannot have, because they lead from one group to another one.
    public let crossings: Set<String>

    /// - Parameters:
    ///   - everywhere: as the tables of a group, like the next two.
    ///   - numbers: the sequences that statements draw from, in the same form. A column's default draws from another
    ///     one, of which each machine has a range.
    public init(
        groups: [Group] = [], everywhere: String = "", together: String = "", coordinator: String = "",
        views: [String: String] = [:], functions: [String: String] = [:], numbers: String = "",
        crossings: Set<String> = []
    ) {
        var placed = Self.names(everywhere).map { ($0, Placement.everywhere) }
        placed += Self.names(together).map { ($0, Placement.together) }
        placed += Self.names(coordinator).map { ($0, Placement.coordinator) }
        for group in groups {
            placed += group.tables.map { ($0, Placement.spread(by: group.column, group: group.name)) }
        }
        self.init(
            placed, views: views, functions: functions, numbers: Self.names(numbers), crossings: crossings)
    }

    private init(
        _ placed: [(String, Placement)], views: [String: String], functions: [String: String], numbers: [String],
        crossings: Set<String>
    ) {
        placements = Dictionary(uniqueKeysWithValues: placed)
        tables = placed.map(\.0)
        (self.views, self.functions, self.numbers, self.crossings) = (views, functions, numbers, crossings)
    }

    /// The tables of both.
    public static func + (first: Distribution, second: Distribution) -> Distribution {
        let placed = [first, second].flatMap { part in
            part.tables.compactMap { name in part.placements[name].map { (name, $0) } }
        }
        return Distribution(
            placed, views: first.views.merging(second.views) { one, _ in one },
            functions: first.functions.merging(second.functions) { one, _ in one },
            numbers: first.numbers + second.numbers,
            crossings: first.crossings.union(second.crossings))
    }

    private static func names(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
