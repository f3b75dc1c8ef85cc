import HTTPContract

/// A query for one page of a list.
public protocol PagedQuery: RequestQuery {
    /// The maximum number of records.
    var limit: Int { get set }
    /// The index of the first record, from 0.
    var offset: Int { get set }
}

extension PagedQuery {
    /// - Parameters:
    ///   - records: the plural noun of the list, such as cards.
    ///   - record: the singular noun.
    package static func paging(
        _ records: String = "records", _ record: String = "record", upTo most: Int = 100
    ) -> [BoundParameter<Self>] {
        [
            .integer(
                "limit", \.limit, in: 1...most, defaultValue: Self().limit,
                "The maximum number of \(records) to return."),
            .integer(
                "offset", \.offset, in: 0...Int(Int32.max), defaultValue: 0,
                "The index of the first \(record), from 0."),
        ]
    }
}

extension CardListBody.Meta {
    /// - Parameter query: the query of the request; its `limit` and `offset` determine the page.
    init(numberOfRecords: Int, answering query: some PagedQuery) {
        self.init(numberOfRecords: numberOfRecords, limit: query.limit, page: query.offset / query.limit + 1)
    }
}
