import Crypto
import HTTPTypes
import NIOCore

/// Bytes that do not change while the service runs, with their tag. With the tag, a client can ask whether its copy is
/// still the same.
package struct UnchangingAnswer: Sendable {
    private let bytes: ByteBuffer
    private let headers: HTTPFields

    /// - Parameter headers: all but the tag and the lifetime in caches.
    package init(_ bytes: [UInt8], _ headers: HTTPFields) {
        self.bytes = ByteBuffer(bytes: bytes)
        let digest = SHA256.hash(data: bytes).prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        var headers = headers
        headers[.eTag] = "\"\(digest.joined())\""
        headers[.cacheControl] = "no-cache"
        self.headers = headers
    }

    package func response(to request: Request) -> Response {
        guard request.headers[.ifNoneMatch] != headers[.eTag] else {
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: bytes)
    }
}
