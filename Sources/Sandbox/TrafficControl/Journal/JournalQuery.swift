import HTTPContract
import Validation

/// A filter for the recorded requests.
package struct JournalQuery: RequestQuery {
    var gateway: String?
    var operation: String?
    var method: String?
    var path: String?
    /// 0 for any.
    var status = 0
    var code: String?
    var subject: String?
    var since: String?
    /// 0 for any.
    var number = 0
    var requestId: String?
    var sender: String?
    var limit = 100
    var offset = 0

    package init() {}

    package static let parameters: [BoundParameter<JournalQuery>] = [
        .text("gateway", \.gateway, "Returns only requests to this gateway, such as cardpointe."),
        .text("operation", \.operation, "Returns only requests for this operation."),
        .enumeration(
            "method", \.method, of: ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"],
            "Returns only requests with this method."),
        .text("path", \.path, "Returns only requests whose path begins with this."),
        .integer(
            "status", \.status, in: 0...599, defaultValue: 0,
            "Returns only requests that were answered with this status; 0 for any."),
        .text("code", \.code, "Returns only requests that were answered with this error code."),
        .text(RecordedRequest.subjectName, \.subject, "Returns only this customer's requests."),
        .text(
            "since", \.since,
            "Returns only requests since this time of the service's clock, such as 2029-12-01T00:00:00Z."),
        .integer(
            "number", \.number, in: 0...Int(Int32.max), defaultValue: 0,
            "Returns only the request with this number; 0 for any."),
        .text("requestId", \.requestId, "Returns only the request with this X-Request-Id."),
        .enumeration(
            "sender", \.sender, of: [client] + Caller.Tool.allCases.map(\.rawValue),
            "Returns only requests of clients, of the console, or of commands of tessera."),
        .integer("limit", \.limit, in: 1...1000, defaultValue: 100, "The maximum number of requests to return."),
        .integer(
            "offset", \.offset, in: 0...Int(Int32.max), defaultValue: 0, "The index of the first request, from 0."),
    ]

    /// Decides which requests to list.
    package typealias Filter = @Sendable (RecordedRequest) -> Bool

    /// The filter, if it is valid.
    ///
    /// - Parameter gateways: the names of the gateways that the service has.
    package func filter(
        among operations: ControlledOperations, at gateways: [String]
    ) throws(RequestError) -> Filter {
        var violations: [FieldError] = []
        if let gateway, !gateways.contains(gateway) {
            violations.append(FieldError("gateway", notOneOf: gateways, for: gateway))
        }
        _ = operations.named(operation, at: "operation", &violations)
        let begin = since.flatMap { Timestamp($0) }
        if since != nil, begin == nil {
            violations.append(FieldError("since", "must be a time like 2029-12-01T00:00:00Z"))
        }
        guard violations.isEmpty else { throw RequestError(fieldErrors: violations) }
        return { request in
            (gateway == nil || request.gateway == gateway)
                && (operation == nil || request.operation?.name == operation)
                && (method == nil || request.method == method)
                && (path == nil || request.path.hasPrefix(path ?? ""))
                && (status == 0 || request.status == status)
                && (code.map(request.codes.contains) ?? true)
                && (subject == nil || request.subject == subject)
                && (begin.map { Timestamp(request.time) >= $0 } ?? true)
                && (requestId == nil || request.requestID == requestId)
                && (sender == nil || (request.tool?.rawValue ?? Self.client) == sender)
        }
    }

    /// The sender of requests that no tool has sent.
    private static let client = "client"
}

/// A page of the journal.
package struct JournalAnswer: AnswerBody {
    let requests: [RecordedRequest]
    let meta: JournalPageAnswer

    package static let members: [AnswerMember<JournalAnswer>] = [
        .member("requests", \.requests, "The requests, newest first."),
        .member("meta", \.meta, "The position of this page."),
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
        .member("numberOfRecords", \.total, example: "2", "The number of matches on all pages."),
        .member("limit", \.limit, example: "100", "The page size."),
        .member("page", \.page, example: "1", "The number of this page, from 1."),
        .member("forgotten", \.forgotten, example: "0", "The number of older requests that are no longer kept."),
    ]
}
