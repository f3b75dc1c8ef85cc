import CardSecrets
import Foundation
import Issuing
import Postgres
import Validation

/// The progress of one column.
public struct Reencryption: Sendable, Equatable, CustomStringConvertible {
    public let column: String
    /// The rows that were looked at.
    public internal(set) var rows = 0
    /// The values that were encrypted again.
    public internal(set) var reencrypted = 0
    /// The values of earlier versions at the end: somebody else has locked them, or has made them meanwhile.
    public internal(set) var left = 0

    public var description: String {
        "\(column): \(rows) rows, \(reencrypted) values encrypted again, \(left) left"
    }
}

extension Administration {
    /// The rows that one statement reads.
    private static let pageSize = 1000
    /// The values that one transaction changes.
    private static let batchSize = 100
    /// The attempts at a value that is locked.
    private static let tries = 10

    /// Encrypts the values of earlier versions of a key again, under the version that makes new values.
    ///
    /// It goes through each table by its primary key. Each batch is a transaction, which skips rows that somebody else
    /// has locked; they are tried again at the end. The rows alone say what is left to do, so a run that was killed is
    /// simply repeated. The first batch of a column tells the audit trail about it.
    ///
    /// - Parameter tell: is called after each page of rows.
    /// - Returns: the columns with the numbers of their values.
    public func reencrypt(
        _ purpose: KeyPurpose, telling tell: (Reencryption) -> Void = { _ in }
    ) async throws(KeyChangeFailure) -> [Reencryption] {
        try await requireRotation(of: purpose)
        let created = try await lookUp(DataKeyStatements.created())
        let newest = try Self.newestSealing(purpose, among: created, at: clock.realNow())
        let active = issuing.vault.keys.current(purpose).version
        // The keys in memory may be of a moment before the newest version began to seal.
        guard active == newest.version else {
            throw .waits(purpose, version: newest.version, until: newest.sealsFrom)
        }
        var columns: [Reencryption] = []
        for column in SealedColumn.all(under: purpose) {
            var report = Reencryption(column: column.title)
            var waiting: [SealedColumn.Place] = []
            try await forEachPage(of: column) { page async throws(KeyChangeFailure) in
                let old = page.filter { $0.version.map { $0 < active } == true }.map(\.place)
                waiting += try await reencrypt(old, of: column, under: active, &report)
                report.rows += page.count
                tell(report)
            }
            for _ in 1..<Self.tries where !waiting.isEmpty {
                waiting = try await reencrypt(waiting, of: column, under: active, &report)
            }
            report.left = try await count(column) { $0 < active }
            columns.append(report)
        }
        return columns
    }

    /// The number of values of a column whose version is as asked for.
    func count(
        _ column: SealedColumn, where isMeant: (Int) -> Bool
    ) async throws(KeyChangeFailure) -> Int {
        var count = 0
        try await forEachPage(of: column) { page throws(KeyChangeFailure) in
            count += page.count { $0.version.map(isMeant) == true }
        }
        return count
    }

    private func forEachPage(
        of column: SealedColumn,
        _ body: ([(place: SealedColumn.Place, version: Int?)]) async throws(KeyChangeFailure) -> Void
    ) async throws(KeyChangeFailure) {
        var place = SealedColumn.Place.start
        while true {
            let page = try await lookUp(
                column.page(.bigint(place.number), .id(place.id), .integer(Self.pageSize)))
            guard let last = page.last else { return }
            try await body(page)
            place = last.place
        }
    }

    /// - Returns: the places of values that it did not change, most of them because they are locked.
    private func reencrypt(
        _ places: [SealedColumn.Place], of column: SealedColumn, under version: Int, _ report: inout Reencryption
    ) async throws(KeyChangeFailure) -> [SealedColumn.Place] {
        var missing: [SealedColumn.Place] = []
        for start in stride(from: 0, to: places.count, by: Self.batchSize) {
            let batch = Array(places[start..<min(start + Self.batchSize, places.count)])
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
        return try await database.transaction { tx throws(KeyChangeFailure) in
            let held = try tx.run(column.hold(numbers, ids, .integer(version)))
            guard !held.isEmpty else { return [] }
            let rows = try held.map { held throws(KeyChangeFailure) -> [SQLValue] in
                let again = try translating({ KeyChangeFailure.vault($0, column: column.title) }) {
                    () throws(VaultFailure) in try column.reseal(held, issuing.vault)
                }
                return [
                    .bigint(held.place.number), .id(held.place.id), .bytes(again.bytes), .integer(again.version),
                ]
            }
            let values = SQLValue.columns(of: rows)
            let told = isFirst
                ? issuing.recording(
                    .valuesReencrypted, about: Self.name(column.purpose, version), detail: column.title) : nil
            _ = try tx.commit(column.store(values[0], values[1], values[2], values[3]), told)
            return held.map(\.place)
        }
    }
}
