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
        var headers = headers
        headers[.eTag] = "\"\(Self.tag(of: bytes))\""
        headers[.cacheControl] = "no-cache"
        self.headers = headers
    }

    /// A name that only these bytes have: 24 hexadecimal digits.
    package static func tag(of bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The answer at an address that names these bytes and no others: a cache need not ask again for a year.
    package func lastingResponse() -> Response {
        var headers = headers
        headers[.cacheControl] = "max-age=31536000, immutable"
        return Response(status: .ok, headers: headers, body: bytes)
    }

    package func response(to request: Request) -> Response {
        guard request.headers[.ifNoneMatch] != headers[.eTag] else {
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: bytes)
    }
}
