import CardSecrets
import Foundation
import Issuing
import Postgres
import Validation

/// The progress of one column.
public struct Reencryption: Sendable, Equatable, CustomStringConvertible {
    public let column: String
    /// Whether the values are hashes, which are made again from what they are of.
    public let isOfHashes: Bool
    /// The rows that were looked at.
    public internal(set) var rows = 0
    /// The values that were encrypted or hashed again.
    public internal(set) var reencrypted = 0
    /// The values of earlier versions at the end: somebody else has locked them, or has made them meanwhile.
    public internal(set) var left = 0

    public var description: String {
        "\(column): \(rows) rows, \(reencrypted) values \(isOfHashes ? "hashed" : "encrypted") again, \(left) left"
    }
}

extension Administration {
    /// The rows that one statement reads.
    static let pageSize = 1000
    /// The values that one transaction changes.
    static let batchSize = 100
    /// The attempts at a value that is locked. Before each but the first, a lock is waited for.
    private static let tries = 10

    /// Encrypts or hashes the values of earlier versions of a key again, under the version that makes new values.
    ///
    /// It goes through each table by its primary key. Each batch is a transaction, which skips rows that somebody else
    /// has locked; they are waited for at the end. The rows alone say what is left to do, so a run that was killed is
    /// simply repeated. The first batch of a column tells the audit trail about it. A row whose key is a hash moves
    /// when it is hashed again, so the number of rows may count it twice.
    ///
    /// - Parameters:
    ///   - milliseconds: how long a value that somebody else has locked is waited for, at each of nine attempts.
    ///   - tell: is called after each page of rows.
    /// - Returns: the columns with the numbers of their values.
    public func reencrypt(
        _ purpose: KeyPurpose, waitingMilliseconds milliseconds: Int = 1000,
        telling tell: (Reencryption) -> Void = { _ in }
    ) async throws(KeyChangeFailure) -> [Reencryption] {
        try await requireRotation(of: purpose)
        let created = try await lookUp(DataKeyStatements.created())
        let newest = try Self.newestSealing(purpose, among: created, at: try await agreedTime())
        let active = issuing.vault.keys.current(purpose).version
        // The keys in memory may be of a moment before the newest version began to seal.
        guard active == newest.version else {
            throw .waits(purpose, version: newest.version, until: newest.sealsFrom)
        }
        var columns: [Reencryption] = []
        for column in SealedColumn.all(under: purpose) {
            var report = Reencryption(column: column.title, isOfHashes: column.names.hash != nil)
            var waiting: [SealedColumn.Place] = []
            try await forEachPage({ column.page(after: $0, limit: Self.pageSize) }) {
                page async throws(KeyChangeFailure) in
                let old = page.filter { $0.version.map { $0 < active } == true }.map(\.place)
                waiting += try await reencrypt(old, of: column, under: active, &report)
                report.rows += page.count
                tell(report)
            }
            for _ in 1..<Self.tries {
                guard let place = waiting.first else { break }
                try await waitForLock(of: place, in: column, milliseconds: milliseconds)
                waiting = try await reencrypt(waiting, of: column, under: active, &report)
            }
            report.left = try await uses(of: column).filter { $0.key < active }.values.reduce(0, +)
            columns.append(report)
        }
        return columns
    }

    /// How many stored values name each version of a key. It looks at each of them.
    ///
    /// - Returns: nil if nothing that is stored names a version.
    public func uses(of purpose: KeyPurpose) async throws(KeyChangeFailure) -> [Int: Int]? {
        let (sealed, kept) = (SealedColumn.all(under: purpose), KeptColumn.all(under: purpose))
        guard !sealed.isEmpty || !kept.isEmpty else { return nil }
        var sum: [Int: Int] = [:]
        for column in sealed { sum.merge(try await uses(of: column)) { $0 + $1 } }
        for column in kept { sum.merge(try await uses(of: column)) { $0 + $1 } }
        return sum
    }

    func uses(of column: SealedColumn) async throws(KeyChangeFailure) -> [Int: Int] {
        try await uses { column.page(after: $0, limit: Self.pageSize) }
    }

    func uses(of column: KeptColumn) async throws(KeyChangeFailure) -> [Int: Int] {
        let now = clock.now()
        return try await uses { column.page(after: $0, limit: Self.pageSize, at: now) }
    }

    /// How many values of a column name each version of its key.
    private func uses(
        _ query: (SealedColumn.Place) -> Query<(place: SealedColumn.Place, version: Int?)>
    ) async throws(KeyChangeFailure) -> [Int: Int] {
        var uses: [Int: Int] = [:]
        try await forEachPage(query) { page throws(KeyChangeFailure) in
            for row in page { if let version = row.version { uses[version, default: 0] += 1 } }
        }
        return uses
    }

    func forEachPage(
        _ query: (SealedColumn.Place) -> Query<(place: SealedColumn.Place, version: Int?)>,
        _ body: ([(place: SealedColumn.Place, version: Int?)]) async throws(KeyChangeFailure) -> Void
    ) async throws(KeyChangeFailure) {
        var place = SealedColumn.Place.start
        while true {
            let page = try await lookUp(query(place))
            guard let last = page.last else { return }
            try await body(page)
            place = last.place
        }
    }

    /// Returns when nobody else has locked a row, or when the time is over.
    private func waitForLock(
        of place: SealedColumn.Place, in column: SealedColumn, milliseconds: Int
    ) async throws(KeyChangeFailure) {
        let (numbers, ids) = (SQLValue.bigintArray([place.number]), SQLValue.ids([place.id]))
        let hashes = SQLValue.bytesArray([place.hash])
        do throws(KeyChangeFailure) {
            try await database.transaction { tx throws(KeyChangeFailure) in
                _ = try tx.run(SealedColumn.patience(.text("\(milliseconds)")), column.wait(numbers, ids, hashes))
            }
        } catch {
            // The limit of the wait (55P03), or a smaller one of each statement (57014).
            guard ["55P03", "57014"].contains(error.postgresFailure?.sqlState) else { throw error }
        }
    }

    /// - Returns: the places of values that it did not change, most of them because they are locked.
    private func reencrypt(
        _ places: [SealedColumn.Place], of column: SealedColumn, under version: Int, _ report: inout Reencryption
    ) async throws(KeyChangeFailure) -> [SealedColumn.Place] {
        var missing: [SealedColumn.Place] = []
        // A cluster knows the machine of one row.
        let isOnCluster = try await database.transaction { tx throws(KeyChangeFailure) in tx.isOnCluster }
        let size = isOnCluster && column.names.number != nil ? 1 : Self.batchSize
        for start in stride(from: 0, to: places.count, by: size) {
            let batch = Array(places[start..<min(start + size, places.count)])
            let done = Set(
                try await reencrypt(batch, of: column, under: version, isFirst: report.reencrypted == 0))
            report.reencrypted += done.count
            missing += batch.filter { !done.contains($0) }
        }
        return missing
    }

    /// One transaction.
    ///
    /// - Returns: the places of the values that it has changed.
    private func reencrypt(
        _ batch: [SealedColumn.Place], of column: SealedColumn, under version: Int, isFirst: Bool
    ) async throws(KeyChangeFailure) -> [SealedColumn.Place] {
        let issuing = issuing
        let (numbers, ids) = (SQLValue.bigintArray(batch.map(\.number)), SQLValue.ids(batch.map(\.id)))
        let hashes = SQLValue.bytesArray(batch.map(\.hash))
        return try await database.transaction { tx throws(KeyChangeFailure) in
            let held = try tx.run(column.hold(numbers, ids, hashes, .integer(version)))
            guard !held.isEmpty else { return [] }
            let rows = try held.map { held throws(KeyChangeFailure) -> [SQLValue] in
                let again = try translating({ KeyChangeFailure.vault($0, column: column.title) }) {
                    () throws(VaultFailure) in try column.reseal(held, issuing.vault)
                }
                return [
                    .bigint(held.place.number), .id(held.place.id), .bytes(held.place.hash), .bytes(again.bytes),
                    .integer(again.version),
                ]
            }
            let values = SQLValue.columns(of: rows)
            let told = isFirst
                ? issuing.recording(
                    .valuesReencrypted, about: Self.name(column.purpose, version), detail: column.title) : nil
            _ = try tx.commit(column.store(values[0], values[1], values[2], values[3], values[4]), told)
            return held.map(\.place)
        }
    }
}
