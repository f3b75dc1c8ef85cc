/// One page of a customer's transactions, authorizations or other records, newest first.
public struct Page<Record: Sendable>: Sendable {
    public let records: [Record]
    /// How many records match, on all pages together.
    public let total: Int

    public init(_ records: [Record], total: Int) {
        (self.records, self.total) = (records, total)
    }

    /// - Parameter rows: as a statement returns them. Each has the total. An empty page is one row without a record.
    public init(_ rows: [(total: Int, record: Record?)]) {
        self.init(rows.compactMap(\.record), total: rows.first?.total ?? 0)
    }
}
