import Foundation
import HTTPTypes
import Validation

/// What HTTP Basic says (RFC 7617, section 2): a name and a password, neither with a control character.
package struct BasicCredentials: Sendable {
    /// In Base64, of one header field.
    private static let limitBytes = 1024

    package let name: String
    package let password: String

    /// - Parameter header: the contents of `Authorization`.
    /// - Returns: nil if it is another scheme, or malformed.
    package init?(_ header: String) {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic", parts[1].utf8.count <= Self.limitBytes,
            let decoded = Data(base64Encoded: String(parts[1])), decoded.base64EncodedString() == parts[1],
            let text = String(validating: decoded, as: UTF8.self), !ControlCharacters.areIn(text)
        else { return nil }
        let halves = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        (name, password) = (String(Substring(halves[0])), String(Substring(halves[1])))
    }
}

extension Request {
    /// Nil if the request has none.
    package var basicCredentials: BasicCredentials? { headers[.authorization].flatMap { BasicCredentials($0) } }
}
