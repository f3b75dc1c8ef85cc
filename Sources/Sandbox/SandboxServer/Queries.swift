import HTTPContract

/// The query of an operation that takes none.
struct NoQuery: RequestQuery {
    static let parameters: [BoundParameter<NoQuery>] = []
}

/// A query for one page of a list.
protocol ListQuery: RequestQuery {
    /// The maximum number of records.
    var limit: Int { get set }
    /// The index of the first record, from 0.
    var offset: Int { get set }
}

extension ListQuery {
    static var paging: [BoundParameter<Self>] {
        [
            .integer("limit", \.limit, in: 1...100, defaultValue: 20, "The maximum number of records to return."),
            .integer(
                "offset", \.offset, in: 0...Int(Int32.max), defaultValue: 0, "The index of the first record, from 0."),
        ]
    }
}

/// The query of a list without filters.
struct PageQuery: ListQuery {
    var limit = 20
    var offset = 0

    static let parameters: [BoundParameter<PageQuery>] = paging
}

struct ListPageAnswer: AnswerBody {
    let total, limit, page: Int

    init(of total: Int, _ query: some ListQuery) {
        (self.total, limit, page) = (total, query.limit, query.offset / query.limit + 1)
    }

    static let members: [AnswerMember<ListPageAnswer>] = [
        .member("numberOfRecords", \.total, example: "1", "The number of matches on all pages."),
        .member("limit", \.limit, example: "20", "The page size."),
        .member("page", \.page, example: "1", "The number of this page, from 1."),
    ]
}
