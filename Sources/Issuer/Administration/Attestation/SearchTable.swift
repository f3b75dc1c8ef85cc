import CardSecrets
import Postgres

/// A table or a view of the catalogue whose rows are values.
struct StoredPlace: Sendable {
    let database: String
    let name: String
    let quotedName: String
    /// The expression that tells its rows apart.
    let rowName: String
    let columns: [String]

    var rows: TextRows {
        TextRows("attested_rows", of: "SELECT \(rowName), t.* FROM ONLY \(quotedName) AS t")
    }
}

/// Looks for card data in the rows of one place.
struct TableSearch: Sendable {
    private(set) var table: SearchedTable
    private(set) var findings = FoundSecrets()

    private let place: StoredPlace
    private let secrets: SearchedSecrets
    /// The columns whose name makes any digits a PIN or a security code.
    private let named: [(index: Int, kind: ClearSecret.Kind, lengths: ClosedRange<Int>)]

    init(_ place: StoredPlace, for secrets: SearchedSecrets) {
        (self.place, self.secrets) = (place, secrets)
        table = SearchedTable(name: place.name)
        named = place.columns.enumerated().compactMap { index, column in
            NamedDigits.rule(of: column).map { (index, $0.kind, $0.lengths) }
        }
    }

    /// - Parameter line: the row's name and its values, with tabs between them.
    mutating func take(_ line: [UInt8]) {
        let tab = UInt8(ascii: "\t")
        let name = line.prefix { $0 != tab }
        let values = Array(line.dropFirst(name.count + 1))
        table.rows += 1
        table.bytes += values.count
        var found = SecretSearch.find(secrets, in: values).map { secret in
            (column: values[..<secret.range.lowerBound].count { $0 == tab }, secret: secret)
        }
        if !named.isEmpty {
            let cells = values.split(separator: tab, omittingEmptySubsequences: false)
            for (index, kind, lengths) in named where cells.indices.contains(index) {
                guard lengths.contains(cells[index].count), cells[index].allSatisfy(isASCIIDigit) else { continue }
                found.append((index, ClearSecret(kind, named: cells[index].indices)))
            }
        }
        for (column, secret) in found {
            let column = place.columns.indices.contains(column) ? place.columns[column] : "\(column)"
            let row = String(decoding: name, as: UTF8.self)
            findings.add(FoundSecret(place: .table(place.name, column: column, row: row), secret: secret))
        }
    }
}
