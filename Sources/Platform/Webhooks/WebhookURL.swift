import Foundation
import Validation

/// A URL that events can be sent to. Whether they may be sent there depends on the addresses of its host at that
/// moment; see ``WebhookAddresses``.
public struct WebhookURL: Hashable, Sendable {
    public let text: String
    /// A name, or an address without brackets.
    public let host: String
    public let port: Int
    public let isEncrypted: Bool

    /// Of what a subscriber gives.
    public static let maximumLength = 500
    /// The maximum length of a URL that is called: a subscriber's URL with parameters of an event.
    static let maximumSentLength = 4000

    /// Nil if it is not an absolute URL of http or https. It must not have a user or a password, because those would
    /// appear in logs, or a fragment, because that is never sent.
    public init?(_ text: String) { self.init(text, maximumLength: Self.maximumLength) }

    init?(_ text: String, maximumLength: Int) {
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#"\"<>^`{|}"#.utf8.contains($0) }
        guard isPlain, !Self.hasLonePercent(text), text.utf8.count <= maximumLength, let url = URL(string: text),
            let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme), text.contains("://"),
            url.user == nil, url.password == nil, url.fragment == nil, let host = url.host, !host.isEmpty,
            !HostSpelling.isNoAddress(host), (1...65535).contains(url.port ?? 1)
        else { return nil }
        self.text = text
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        isEncrypted = scheme == "https"
        port = url.port ?? (isEncrypted ? 443 : 80)
    }

    /// Foundation would escape such a sign, so that another URL would be called.
    private static func hasLonePercent(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst().contains { rest in
            let digits = rest.prefix(2)
            return digits.count < 2 || !digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
        }
    }

    /// The same URL with further parameters at the end of its query, in the encoding of forms, where a space is a plus.
    /// Nil if they make it longer than what can be sent.
    public func adding(_ parameters: [(name: String, value: String)]) -> WebhookURL? {
        let query = parameters.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&")
        let separator = !text.contains("?") ? "?" : text.hasSuffix("?") || text.hasSuffix("&") ? "" : "&"
        return WebhookURL(text + separator + query, maximumLength: Self.maximumSentLength)
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                String(UnicodeScalar(byte))
            case UInt8(ascii: " "): "+"
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }

    /// The rule that a text breaks which is no URL for a subscription; completes the sentence that begins with the
    /// field's name. Nil if the text is valid.
    public static func violation(in text: String, isPlainAllowed: Bool) -> String? {
        let url = WebhookURL(text)
        guard let url, isPlainAllowed || url.isEncrypted else {
            let scheme = isPlainAllowed ? "http or https" : "https"
            return "must be an absolute \(scheme) URL of at most \(maximumLength) characters, "
                + "without user, password or fragment"
        }
        // The text as it is written, and as its receiver reads it.
        let readings = [text, text.removingPercentEncoding ?? ""]
        return readings.contains { CardNumber.isIn($0) } ? CardNumber.violation : nil
    }
}
