import HTTPContract
import HTTPTypes
import Synchronization

/// The description of an API: an OpenAPI document for tools, and a page for people.
package struct ReferenceRoutes {
    private let place: String
    private let document: Once<UnchangingAnswer>
    private let page: Once<UnchangingAnswer>

    /// Neither changes while the service runs, so each is created only once. That happens at the first request, because
    /// most services never get one.
    ///
    /// - Parameter place: the first part of their paths.
    package init(_ document: OpenAPIDocument, below place: String = "") {
        self.place = place
        self.document = Once {
            UnchangingAnswer(
                document.json.jsonBytes, [.contentType: "application/json", .xContentTypeOptions: "nosniff"])
        }
        page = Once {
            let page = ReferencePage(document: document)
            return UnchangingAnswer(Array(page.html.utf8), page.headers)
        }
    }

    package func register(on anyone: Router<some ServiceRequestContext>) {
        anyone.get("\(place)/openapi.json") { [document] request, _ in document.value.response(to: request) }
        anyone.get("\(place)/docs") { [page] request, _ in page.value.response(to: request) }
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
