/// The path of a request and its query (RFC 9112, section 3.2.1), both still percent-encoded.
package struct RequestTarget: Sendable {
    package let path: String
    /// Nil if there is no question mark.
    package let query: String?

    package init(_ text: String) {
        var text = text
        guard let mark = text.withUTF8({ $0.firstIndex(of: UInt8(ascii: "?")) }) else {
            (path, query) = (text, nil)
            return
        }
        path = String(decoding: text.utf8.prefix(mark), as: UTF8.self)
        query = String(decoding: text.utf8.dropFirst(mark + 1), as: UTF8.self)
    }
}
