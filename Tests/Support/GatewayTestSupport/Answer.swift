import HTTPContract
import HTTPService
import HTTPTypes
import NIOCore

/// The answer that a client of a gateway gets. Each gateway's tests add accessors for the gateway's own members.
package struct Answer: Sendable {
    package let status: Int
    package let headers: HTTPFields
    package let body: String
    package let json: JSONValue?

    package init(_ response: Response) {
        let bytes = Array(response.body.readableBytesView)
        (status, headers) = (response.status.code, response.headers)
        body = String(decoding: bytes, as: UTF8.self)
        json = try? JSONValue(parsing: bytes)
    }

    /// The objects of a list; empty if the value is not a list.
    package static func objects(_ value: JSONValue?) -> [JSONObject] {
        guard case .array(let elements)? = value else { return [] }
        return elements.compactMap { if case .object(let object) = $0 { object } else { nil } }
    }

    package var list: [JSONObject] { Self.objects(json) }

    /// The body's object, or the first object of a list; an empty object if there is none.
    package var object: JSONObject {
        if case .object(let object)? = json { object } else { list.first ?? JSONObject() }
    }

    /// A member of the object as text.
    package subscript(name: String) -> String? {
        switch object[name] {
        case .string(let text): text
        case .number(let digits): digits
        case .boolean(let isTrue): String(isTrue)
        default: nil
        }
    }
}
