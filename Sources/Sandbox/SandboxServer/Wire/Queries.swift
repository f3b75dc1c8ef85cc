import CardAPI
import HTTPContract

/// The query of a list without filters.
struct PageQuery: PagedQuery {
    var limit = 20
    var offset = 0

    static let parameters: [BoundParameter<PageQuery>] = paging()
}

struct ListPageAnswer: AnswerBody {
    let total, limit, page: Int

    init(of total: Int, _ query: some PagedQuery) {
        (self.total, limit, page) = (total, query.limit, query.offset / query.limit + 1)
    }

    static let members: [AnswerMember<ListPageAnswer>] = [
        .member("numberOfRecords", \.total, example: "1", "The number of matches on all pages."),
        .member("limit", \.limit, example: "20", "The page size."),
        .member("page", \.page, example: "1", "The number of this page, from 1."),
    ]
}
