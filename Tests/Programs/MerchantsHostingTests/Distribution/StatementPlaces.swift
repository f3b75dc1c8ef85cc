import Postgres

/// Finds for each access of a statement to a table whether the statement says before it reads any row on which machine
/// the rows are: the column by which the table is spread must be equal to a parameter or a constant.
///
/// An equality counts where Postgres, and a cluster's planner, pass it on: in the same query, from an outer query to a
/// subquery, and from a subquery that is only a part of the query around it. It does not count through a CTE, a
/// grouping or a LIMIT, because those are computed first.
final class StatementPlaces {
    /// An access to a table, or a call of a function that makes some.
    private struct Access {
        let table: String
        let group: String
        let key: KeyTerm
        /// The number of its query.
        let query: Int
        var isCall = false
        /// Whether it inserts a row whose key the statement computes. Then the place is known as soon as the row is.
        var isWritten = false
    }

    /// A query in the statement: the statement itself, a CTE or a subquery.
    private final class Scope {
        let number: Int
        let tree: StatementTree
        let tables: [StatementTree]
        let outer: Scope?

        init(number: Int, tree: StatementTree, outer: Scope?) {
            (self.number, self.tree, self.outer) = (number, tree, outer)
            tables = tree.elements(of: "rtable")
        }

        var isInsertion: Bool { tree.number(of: "commandType") == 3 }

        /// Its columns, as the query around it reads them.
        var columns: [StatementTree] {
            let returned = tree.elements(of: "returningList")
            return returned.isEmpty ? tree.elements(of: "targetList") : returned
        }

        /// Whether what is equal in it is equal outside.
        var isTransparent: Bool {
            ["limitCount", "limitOffset", "groupClause", "distinctClause", "havingQual", "setOperations"]
                .allSatisfy { tree[$0] == nil }
                && ["hasAggs", "hasWindowFuncs", "hasTargetSRFs"].allSatisfy { !tree.isTrue($0) }
        }

        func ancestor(_ levels: Int) -> Scope? { levels == 0 ? self : outer?.ancestor(levels - 1) }
    }

    private let distribution: Distribution
    private let names: TreeNames
    private var accesses: [Access] = []
    private var scopes: [Int: Scope] = [:]
    private var terms = Equalities<KeyTerm>()
    /// Queries that one machine must answer together, because one refers to the rows of the other.
    private var units = Equalities<Int>()
    /// Columns of the nullable side of an outer join, with what the join compares them with. They may be null, so
    /// nothing follows for the other side.
    private var joined: [(column: KeyTerm, to: KeyTerm)] = []
    private var insertsWhatItReads = false

    init(of body: String, in distribution: Distribution, _ names: TreeNames) {
        (self.distribution, self.names) = (distribution, names)
        visit(StatementTree(body: body), in: nil)
        for _ in joined.indices {
            for (column, other) in joined {
                let value = terms.standing(for: other)
                if value.isKnown, !terms.standing(for: column).isKnown { unite(column, value) }
            }
        }
    }

    /// Whether the statement uses a table that is spread.
    var isSpread: Bool { !accesses.isEmpty }

    /// What keeps the statement from running at the machines that have its rows, and only there; empty if nothing does.
    var obstacles: [String] {
        let readsTables = accesses.contains { !$0.isCall }
        var obstacles: [String] = insertsWhatItReads ? ["reads a row to insert one"] : []
        var places: [Int: Set<[String]>] = [:]
        for access in accesses {
            let value = terms.standing(for: access.key)
            if access.isCall, readsTables {
                obstacles.append("calls \(access.table) for rows")
            } else if !value.isKnown, !access.isWritten {
                obstacles.append("reads \(access.table) everywhere")
            } else if case .eachOf = value, scopes[access.query]?.tree.elements(of: "rowMarks").isEmpty == false {
                obstacles.append("locks \(access.table) in several places")
            } else {
                places[units.standing(for: access.query), default: []].insert([access.group, "\(value)"])
            }
        }
        if places.values.contains(where: { $0.count > 1 }) { obstacles.append("joins rows of different places") }
        return obstacles
    }

    private func unite(_ one: KeyTerm, _ other: KeyTerm) { terms.unite(one, other, preferring: \.isKnown) }
}

// MARK: Queries

extension StatementPlaces {
    /// Visits every query in a tree.
    private func visit(_ tree: StatementTree, in scope: Scope?) {
        switch tree.kind {
        case "QUERY": _ = visitQuery(tree, in: scope)
        case "VAR": _ = scope.flatMap { term(of: tree, in: $0) }
        default:
            if let scope { visitCall(tree, in: scope) }
            for part in tree.parts { visit(part, in: scope) }
        }
    }

    private func visitCall(_ tree: StatementTree, in scope: Scope) {
        guard tree.kind == "FUNCEXPR", let name = tree.text(of: "funcid").flatMap({ names.functions[$0] }),
            let group = distribution.functions[name]
        else { return }
        let key = tree.elements(of: "args").first.flatMap { term(of: $0, in: scope) } ?? .other
        accesses.append(Access(table: "\(name)()", group: group, key: key, query: scope.number, isCall: true))
    }

    private func visitQuery(_ tree: StatementTree, in outer: Scope?) -> Scope {
        let scope = Scope(number: scopes.count + 1, tree: tree, outer: outer)
        scopes[scope.number] = scope
        for clause in tree.elements(of: "cteList") { visit(clause, in: scope) }
        for (index, table) in scope.tables.enumerated() { visit(table: table, at: index + 1, in: scope) }
        if scope.isInsertion, tree["targetList"]?.has("SUBLINK") == true { insertsWhatItReads = true }
        if let tables = tree["jointree"] { _ = visit(join: tables, in: scope) }
        for field in ["targetList", "returningList", "havingQual", "limitCount", "limitOffset", "onConflict"] {
            if let part = tree[field] { visit(part, in: scope) }
        }
        return scope
    }

    private func visit(table: StatementTree, at index: Int, in scope: Scope) {
        switch table.number(of: "rtekind") {
        case 0: access(table, at: index, in: scope)
        case 1:
            guard let query = table["subquery"] else { return }
            let inner = visitQuery(query, in: scope)
            // The rows that an INSERT reads are not compared with anything.
            guard inner.isTransparent || scope.isInsertion && query["setOperations"] == nil else { return }
            for column in inner.columns {
                guard let value = column["expr"].flatMap({ term(of: $0, in: inner) }) else { continue }
                unite(.column(query: scope.number, table: index, column: column.number(of: "resno")), value)
            }
        case 5:
            let rows = table.elements(of: "values_lists").map(\.parts)
            for column in rows.first?.indices ?? 0..<0 {
                let values = Set(rows.map { term(of: $0[column], in: scope) })
                guard values.count == 1, case let value?? = values.first else { continue }
                unite(.column(query: scope.number, table: index, column: column + 1), value)
            }
            visit(.list(table.elements(of: "values_lists")), in: scope)
        case 3: visit(.list(table.elements(of: "functions")), in: scope)
        default: break
        }
    }

    private func access(_ table: StatementTree, at index: Int, in scope: Scope) {
        guard let relation = table.text(of: "relid").flatMap({ names.relations[$0] }) else { return }
        let name = distribution.views[relation.name] ?? relation.name
        let target = scope.tree.number(of: "resultRelation")
        let isExcluded = scope.tree["onConflict"]?.number(of: "exclRelIndex") == index
        guard let placement = distribution.placements[name] else { return }
        switch placement {
        case .spread(let column, let group):
            let number = relation.columns[column] ?? 0
            let key = KeyTerm.column(query: scope.number, table: index, column: number)
            // `excluded` is the row that is inserted.
            guard !isExcluded else {
                return unite(key, .column(query: scope.number, table: target, column: number))
            }
            let isWritten = scope.isInsertion && index == target && writes(key, number, in: scope)
            accesses.append(
                Access(table: relation.name, group: group, key: key, query: scope.number, isWritten: isWritten))
        case .together:
            accesses.append(
                Access(table: relation.name, group: name, key: .constant(name), query: scope.number))
        case .everywhere, .coordinator: break
        }
    }

    /// Finds the value that an INSERT writes into a column.
    ///
    /// - Returns: whether the statement can compute it without another table.
    private func writes(_ key: KeyTerm, _ column: Int, in scope: Scope) -> Bool {
        let entries = scope.tree.elements(of: "targetList")
        // Without an entry it is the column's default.
        guard let entry = entries.first(where: { $0.number(of: "resno") == column })?["expr"] else { return true }
        guard !entry.has("SUBLINK") else { return false }
        if let value = term(of: entry, in: scope) { unite(key, value) }
        return true
    }
}

// MARK: Equalities

extension StatementPlaces {
    /// Visits the joined tables and their conditions.
    ///
    /// - Returns: the tables.
    private func visit(join tree: StatementTree, in scope: Scope) -> Set<Int> {
        switch tree.kind {
        case "FROMEXPR":
            let tables = tree.elements(of: "fromlist").map { visit(join: $0, in: scope) }
            if let condition = tree["quals"] { visit(condition: condition, in: scope, nullable: []) }
            return tables.reduce(into: []) { $0.formUnion($1) }
        case "RANGETBLREF": return [tree.number(of: "rtindex")]
        case "JOINEXPR":
            let left = tree["larg"].map { visit(join: $0, in: scope) } ?? []
            let right = tree["rarg"].map { visit(join: $0, in: scope) } ?? []
            let nullable: Set<Int> = switch tree.number(of: "jointype") {
            case 1: right
            case 2: left.union(right)
            case 3: left
            default: []
            }
            if let condition = tree["quals"] { visit(condition: condition, in: scope, nullable: nullable) }
            return left.union(right)
        default: return []
        }
    }

    private func visit(condition tree: StatementTree, in scope: Scope, nullable: Set<Int>) {
        if case .list(let parts) = tree {
            for part in parts { visit(condition: part, in: scope, nullable: nullable) }
            return
        }
        if tree.kind == "BOOLEXPR", tree.text(of: "boolop") == "and" {
            for part in tree.elements(of: "args") { visit(condition: part, in: scope, nullable: nullable) }
            return
        }
        let isEquality = tree.text(of: "opno").map(names.equalities.contains) ?? false
        let sides = isEquality ? tree.elements(of: "args").map { term(of: $0, in: scope) } : []
        if sides.count == 2, let left = sides[0], let right = sides[1] {
            if tree.kind == "OPEXPR" {
                equate(left, right, in: scope, nullable: nullable)
            } else if tree.kind == "SCALARARRAYOPEXPR", tree.isTrue("useOr"), nullable.isEmpty,
                case .parameter(let array) = right {
                unite(left, .eachOf(array))
            }
        }
        visit(tree, in: scope)
    }

    private func equate(_ left: KeyTerm, _ right: KeyTerm, in scope: Scope, nullable: Set<Int>) {
        guard !nullable.isEmpty else { return unite(left, right) }
        for (one, other) in [(left, right), (right, left)] {
            if case .column(scope.number, let table, _) = one, nullable.contains(table) { joined.append((one, other)) }
        }
    }

    /// The value of an expression; nil if it is computed.
    private func term(of tree: StatementTree, in scope: Scope) -> KeyTerm? {
        switch tree.kind {
        case "RELABELTYPE", "COERCETODOMAIN", "COERCEVIAIO": tree["arg"].flatMap { term(of: $0, in: scope) }
        // A cast that is a function, such as that of an integer to a bigint.
        case "FUNCEXPR" where [1, 2].contains(tree.number(of: "funcformat")):
            tree.elements(of: "args").first.flatMap { term(of: $0, in: scope) }
        case "PARAM" where tree.number(of: "paramkind") == 0: tree.text(of: "paramid").map { KeyTerm.parameter($0) }
        // The first element of an array.
        case "SUBSCRIPTINGREF" where tree.elements(of: "refupperindexpr").map(\.kind) == ["CONST"]:
            tree["refexpr"].flatMap { term(of: $0, in: scope) }.flatMap { array in
                if case .parameter(let id) = array { .parameter("\(id) element") } else { nil }
            }
        case "CONST": KeyTerm.constant(tree["constvalue"]?.text ?? "NULL")
        case "VAR": column(tree, in: scope)
        default: nil
        }
    }

    private func column(_ tree: StatementTree, in scope: Scope) -> KeyTerm? {
        guard let owner = scope.ancestor(tree.number(of: "varlevelsup")) else { return nil }
        var inner = scope
        while inner !== owner, let next = inner.outer {
            units.unite(inner.number, next.number)
            inner = next
        }
        let (table, number) = (tree.number(of: "varno"), tree.number(of: "varattno"))
        guard owner.tables.indices.contains(table - 1) else { return nil }
        let source = owner.tables[table - 1]
        guard source.number(of: "rtekind") == 2 else {
            return .column(query: owner.number, table: table, column: number)
        }
        // A column of a join is one of a joined table.
        let columns = source.elements(of: "joinaliasvars")
        return columns.indices.contains(number - 1) ? term(of: columns[number - 1], in: owner) : nil
    }
}
