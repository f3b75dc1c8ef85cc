import HTTPTypes
import NIOCore
import NIOHTTP1

extension HTTPRequest {
    /// Converts the head of a request from SwiftNIO's types to those of the package HTTPTypes. The first `Host` is the
    /// authority; a further one stays a field, so that ``RequestAddress`` finds it.
    ///
    /// - Parameter scheme: that of the connection, `https` if it uses TLS.
    init(_ head: HTTPRequestHead, scheme: String = "http") {
        var fields = HTTPFields()
        fields.reserveCapacity(head.headers.count)
        var authority: String?
        for (name, value) in head.headers {
            if authority == nil, name.isHost {
                authority = value
            } else if let name = HTTPField.Name(name) {
                fields.append(HTTPField(name: name, value: value))
            }
        }
        self.init(
            method: Method(head.method), scheme: scheme, authority: authority, path: head.uri, headerFields: fields)
    }
}

extension HTTPRequest.Method {
    fileprivate init(_ method: HTTPMethod) {
        self =
            switch method {
            case .GET: .get
            case .POST: .post
            case .PATCH: .patch
            case .PUT: .put
            case .DELETE: .delete
            case .HEAD: .head
            case .OPTIONS: .options
            // The parser lets only tokens through, so the fallback is never used.
            default: Self(method.rawValue) ?? .trace
            }
    }
}

extension String {
    fileprivate var isHost: Bool { utf8.count == 4 && utf8.elementsEqual("host".utf8) { $0 | 0x20 == $1 } }
}

extension HTTPResponseHead {
    /// - Parameter date: see ``DateHeader``.
    init(_ response: Response, date: String) {
        var headers = HTTPHeaders()
        headers.reserveCapacity(response.headers.count + 1)
        for field in response.headers { headers.add(name: field.name.rawName, value: field.value) }
        headers.add(name: "Date", value: date)
        self.init(
            version: .http1_1,
            status: HTTPResponseStatus(
                statusCode: response.status.code, reasonPhrase: response.status.reasonPhrase),
            headers: headers)
    }
}
