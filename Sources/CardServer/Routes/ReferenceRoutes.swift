import CardAPI
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// What the service says of itself: its OpenAPI document, for tools.
struct ReferenceRoutes {
    private let document: Answer

    private static let paths = ["/openapi.json"]

    static func allows(_ path: String) -> Bool { paths.contains(path) }

    /// The document never changes while the service runs, so it is written once.
    init(_ document: OpenAPIDocument) {
        self.document = Answer(document.json.jsonBytes, mediaType: "application/json")
    }

    func register(on anyone: Router<ServiceContext>) {
        anyone.get("/openapi.json") { [document] request, _ in document.response(to: request) }
    }

    /// Bytes, and the name by which a client may say that it has them already.
    private struct Answer: Sendable {
        private let bytes: ByteBuffer
        private let headers: HTTPFields

        init(_ bytes: [UInt8], mediaType: String) {
            self.bytes = ByteBuffer(bytes: bytes)
            let digest = SHA256.hash(data: bytes).prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            headers = [
                .contentType: mediaType, .eTag: "\"\(digest.joined())\"", .cacheControl: "no-cache",
                .xContentTypeOptions: "nosniff",
            ]
        }

        func response(to request: Request) -> Response {
            guard request.headers[.ifNoneMatch] != headers[.eTag] else {
                return Response(status: .notModified, headers: headers)
            }
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
        }
    }
}
