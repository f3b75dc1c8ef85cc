import Crypto
import Foundation
import HTTPContract
import HTTPTypes
import NIOCore
import Synchronization

/// The description of an API: an OpenAPI document for tools, and a page for people.
package struct ReferenceRoutes {
    private let place: String
    private let document: Once<Answer>
    private let page: Once<Answer>

    /// Neither changes while the service runs, so each is created only once. That happens at the first request, because
    /// most services never get one.
    ///
    /// - Parameter place: the first part of their paths.
    package init(_ document: OpenAPIDocument, below place: String = "") {
        self.place = place
        self.document = Once {
            Answer(document.json.jsonBytes, [.contentType: "application/json", .xContentTypeOptions: "nosniff"])
        }
        page = Once {
            let page = ReferencePage(document: document)
            return Answer(Array(page.html.utf8), page.headers)
        }
    }

    package func register(on anyone: Router<some ServiceRequestContext>) {
        anyone.get("\(place)/openapi.json") { [document] request, _ in document.value.response(to: request) }
        anyone.get("\(place)/docs") { [page] request, _ in page.value.response(to: request) }
    }

    /// Bytes with their tag. With the tag, a client can say that it has them already.
    private struct Answer: Sendable {
        private let bytes: ByteBuffer
        private var headers: HTTPFields

        init(_ bytes: [UInt8], _ headers: HTTPFields) {
            self.bytes = ByteBuffer(bytes: bytes)
            self.headers = headers
            let digest = SHA256.hash(data: bytes).prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            self.headers[.eTag] = "\"\(digest.joined())\""
            self.headers[.cacheControl] = "no-cache"
        }

        func response(to request: Request) -> Response {
            guard request.headers[.ifNoneMatch] != headers[.eTag] else {
                return Response(status: .notModified, headers: headers)
            }
            return Response(status: .ok, headers: headers, body: bytes)
        }
    }
}

/// A value that is created when it is first used.
private final class Once<Value: Sendable>: Sendable {
    private let made = Mutex<Value?>(nil)
    private let make: @Sendable () -> Value

    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    var value: Value {
        made.withLock { made in
            let value = made ?? make()
            made = value
            return value
        }
    }
}
