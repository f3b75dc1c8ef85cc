import HTTPContract
import HTTPTypes
import NIOCore

/// The answer to a request. Its body is whole, so it is written in one piece and its length is known; or it is made
/// while it is sent.
package struct Response: Sendable {
    package let status: HTTPResponse.Status
    package var headers: HTTPFields
    package let body: ByteBuffer
    /// The body as a stream of parts, instead of `body`; nil if the body is whole.
    package let stream: BodyStream?
    /// A detail for the developer of the caller. It is never sent.
    package var explanation: String?
    /// How many bytes of the body are sent before the connection ends; nil for the whole body. Only a fault that is
    /// caused on purpose sets it.
    package var sentBodyBytes: Int?

    package init(status: HTTPResponse.Status, headers: HTTPFields = [:], body: ByteBuffer = ByteBuffer()) {
        self.status = status
        self.headers = headers
        // These two have no body, and no length of one (RFC 9110, section 8.6).
        let hasBody = status != .noContent && status != .notModified
        precondition(hasBody || body.readableBytes == 0, "A response with the status \(status) has no body")
        if hasBody { self.headers[.contentLength] = String(body.readableBytes) }
        self.body = body
        stream = nil
    }

    /// An answer whose body is made while it is sent. Its length is unknown, so the end of the connection is its end
    /// (RFC 9112, section 6.3).
    package init(status: HTTPResponse.Status, headers: HTTPFields, stream: BodyStream) {
        self.status = status
        self.headers = headers
        self.stream = stream
        body = ByteBuffer()
    }

    /// The answer to a HEAD request whose body is not even made. So it has no length: a length is optional (RFC 9110,
    /// section 9.3.2), but must be that of the answer to GET (section 8.6).
    package init(toHead status: HTTPResponse.Status, headers: HTTPFields) {
        self.status = status
        self.headers = headers
        body = ByteBuffer()
        stream = nil
    }

    package init(status: HTTPResponse.Status, json: some JSONWritable, headers: HTTPFields = [:]) {
        self.init(status: status, jsonBytes: json.jsonBytes, headers: headers)
    }

    package init(status: HTTPResponse.Status, jsonBytes: [UInt8], headers: HTTPFields = [:]) {
        var headers = headers
        headers[.contentType] = "application/json"
        self.init(status: status, headers: headers, body: ByteBuffer(bytes: jsonBytes))
    }
}
