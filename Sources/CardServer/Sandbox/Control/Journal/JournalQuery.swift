import CardAPI
import Foundation
import HTTPContract
import HTTPService
import Validation

/// Which of the recorded requests to list.
struct JournalQuery: RequestQuery {
    var operation: String?
    var method: String?
    var path: String?
    /// 0 for any.
    var status = 0
    var code: String?
    var customerId: String?
    var since: String?
    var requestId: String?
    var limit = 100
    var offset = 0

    static let parameters: [BoundParameter<JournalQuery>] = [
        .enumeration("operation", \.operation, of: Operations.all.map(\.name), "Only requests for this operation."),
        .enumeration(
            "method", \.method, of: ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"], "Only with this method."),
        .text("path", \.path, "Only where the path begins so."),
        .integer("status", \.status, in: 0...599, defaultValue: 0, "Only those answered with this status; 0 for any."),
        .text("code", \.code, "Only those answered with this error code."),
        .text("customerId", \.customerId, "Only this customer's."),
        .text("since", \.since, "Only from this time on, by the service's clock: 2029-12-01T00:00:00Z."),
        .text("requestId", \.requestId, "Only the one with this X-Request-Id."),
        .integer("limit", \.limit, in: 1...1000, defaultValue: 100, "How many requests to return at most."),
        .integer("offset", \.offset, in: 0...Int(Int32.max), defaultValue: 0, "Index of the first request, from 0."),
    ]

    /// What is asked for, once it makes sense.
    func filter() throws(Problem) -> @Sendable (RecordedRequest) -> Bool {
        let begin = since.flatMap { Timestamp($0) }
        guard since == nil || begin != nil else {
            throw Problem(fieldErrors: [FieldError("since", "must be a time like 2029-12-01T00:00:00Z")])
        }
        return { request in
            (operation == nil || request.operation?.name == operation)
                && (method == nil || request.method == method)
                && (path == nil || request.path.hasPrefix(path ?? ""))
                && (status == 0 || request.status == status)
                && (code == nil || request.code == code)
                && (customerId == nil || request.customer == customerId)
                && (begin.map { Timestamp(request.time) >= $0 } ?? true)
                && (requestId == nil || request.requestID == requestId)
        }
    }
}

struct JournalAnswer: AnswerBody {
    let requests: [RecordedRequest]
    let meta: JournalPageAnswer

    static let members: [AnswerMember<JournalAnswer>] = [
        .member("requests", \.requests, "Newest first."),
        .member("meta", \.meta, "Which page this is."),
    ]

    init(requests: [RecordedRequest], total: Int, forgotten: Int, query: JournalQuery) {
        self.requests = requests
        meta = JournalPageAnswer(
            total: total, limit: query.limit, page: query.offset / query.limit + 1, forgotten: forgotten)
    }
}

struct JournalPageAnswer: AnswerBody {
    let total, limit, page, forgotten: Int

    static let members: [AnswerMember<JournalPageAnswer>] = [
        .member("numberOfRecords", \.total, example: "2", "How many match, on all pages together."),
        .member("limit", \.limit, example: "100", "How many are on a page."),
        .member("page", \.page, example: "1", "Counted from 1."),
        .member("forgotten", \.forgotten, example: "0", "How many more there were, too long ago to be kept."),
    ]
}
