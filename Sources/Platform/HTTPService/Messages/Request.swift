import HTTPTypes

/// A request as its operation sees it.
package struct Request: Sendable {
    package let head: HTTPRequest
    package let body: IncomingBody

    package init(head: HTTPRequest, body: IncomingBody) {
        self.head = head
        self.body = body
    }

    package var method: HTTPRequest.Method { head.method }
    package var headers: HTTPFields { head.headerFields }
    package var target: RequestTarget { RequestTarget(head.path ?? "") }
}
