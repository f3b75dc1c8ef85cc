import Foundation
import HTTPContract
import HTTPTypes
import Validation

/// The name and the password of HTTP Basic (RFC 7617, section 2), neither with a control character.
package struct BasicCredentials: Sendable {
    /// In Base64, of one header field.
    private static let limitBytes = 1024

    package let name: String
    package let password: String

    /// - Parameter token: the text after the scheme in `Authorization`.
    /// - Returns: nil if it is malformed.
    package init?(_ token: String) {
        guard token.utf8.count <= Self.limitBytes,
            let decoded = Data(base64Encoded: token), decoded.base64EncodedString() == token,
            let text = String(validating: decoded, as: UTF8.self), !ControlCharacters.areIn(text)
        else { return nil }
        let halves = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        (name, password) = (String(Substring(halves[0])), String(Substring(halves[1])))
    }

    /// The two possible meanings of an OAuth client's credentials: as they were sent, and decoded as a form, which RFC
    /// 6749, section 2.3.1, asks for. The first that matches wins, so a secret with a percent sign needs no encoding.
    package var readings: [BasicCredentials] { [self] + (formDecoded.map { [$0] } ?? []) }

    /// The credentials decoded as a form; nil if they are the same, or not the text of a form.
    private var formDecoded: BasicCredentials? {
        guard let name = FormText.decodeComponent(name[...].utf8),
            let password = FormText.decodeComponent(password[...].utf8),
            (name, password) != (self.name, self.password),
            !ControlCharacters.areIn(name), !ControlCharacters.areIn(password)
        else { return nil }
        return BasicCredentials(name: name, password: password)
    }

    private init(name: String, password: String) {
        (self.name, self.password) = (name, password)
    }
}

extension Request {
    /// The credentials after the scheme and its spaces in `Authorization` (RFC 9110, section 11.4); nil for another
    /// scheme.
    ///
    /// - Parameter scheme: in lower case. The request may have it in any case.
    package func credentials(_ scheme: String) -> String? {
        guard let header = headers[.authorization], let space = header.utf8.firstIndex(of: UInt8(ascii: " ")),
            header[..<space].lowercased() == scheme
        else { return nil }
        return String(Substring(header.utf8[space...].drop { $0 == UInt8(ascii: " ") }))
    }

    /// Nil if the request has none.
    package var basicCredentials: BasicCredentials? { credentials("basic").flatMap { BasicCredentials($0) } }
}
