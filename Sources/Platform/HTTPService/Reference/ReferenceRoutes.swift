import HTTPContract
import HTTPTypes
import Synchronization

/// The description of an API: an OpenAPI document for tools, and a page for people. Both name the address at which
/// their reader calls the service.
package struct ReferenceRoutes {
    private let place: String
    private let publicURL: PublicURL?
    private let document: Once<AddressedText>
    private let page: Once<AddressedText>

    /// Nothing else in them changes while the service runs, so each is created only once. That happens at the first
    /// request, because most services never get one.
    ///
    /// - Parameters:
    ///   - publicURL: the beginning of the address; nil if it is that of the request.
    ///   - place: the first part of their paths.
    package init(_ document: OpenAPIDocument, at publicURL: PublicURL? = nil, below place: String = "") {
        self.place = place
        self.publicURL = publicURL
        let document = document.at(AddressedText.address)
        self.document = Once {
            AddressedText(
                document.json.jsonText, [.contentType: "application/json", .xContentTypeOptions: "nosniff"])
        }
        page = Once {
            let page = ReferencePage(document: document)
            return AddressedText(page.html, page.headers)
        }
    }

    package func register(on anyone: Router<some ServiceRequestContext>) {
        for (name, text) in [("openapi.json", document), ("docs", page)] {
            anyone.get("\(place)/\(name)") { [publicURL] request, context in
                let base = try publicURL ?? PublicURL(of: request)
                return text.value.answer(at: base.text + context.base.pathPrefix).response(to: request)
            }
        }
    }
}

/// A text with the service's address in some places. The address is a ``PublicURL`` and a path, which need no escapes
/// in JSON and HTML.
private struct AddressedText: Sendable {
    /// The placeholder for the service's address. No service can have this name (RFC 2606, section 2).
    static let address = "https://service.invalid"

    private let parts: [ArraySlice<UInt8>]
    private let headers: HTTPFields

    init(_ text: String, _ headers: HTTPFields) {
        parts = Array(text.utf8).split(separator: Array(Self.address.utf8))
        self.headers = headers
    }

    func answer(at address: String) -> UnchangingAnswer {
        UnchangingAnswer(Array(parts.joined(separator: address.utf8)), headers)
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
