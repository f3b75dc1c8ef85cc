import Foundation
import Validation

/// A URL that events can be sent to. Whether they may be sent there depends on the addresses of its host at that
/// moment; see ``WebhookAddresses``.
public struct WebhookURL: Equatable, Sendable {
    public let text: String
    /// A name, or an address without brackets.
    public let host: String
    public let port: Int
    public let isEncrypted: Bool

    public static let maximumLength = 500

    /// Nil if it is not an absolute URL of http or https. It must not have a user or a password, because those would
    /// appear in logs, or a fragment, because that is never sent.
    public init?(_ text: String) {
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#"\"<>^`{|}"#.utf8.contains($0) }
        guard isPlain, text.utf8.count <= Self.maximumLength, let url = URL(string: text),
            let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme), text.contains("://"),
            url.user == nil, url.password == nil, url.fragment == nil, let host = url.host, !host.isEmpty,
            (1...65535).contains(url.port ?? 1)
        else { return nil }
        self.text = text
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        isEncrypted = scheme == "https"
        port = url.port ?? (isEncrypted ? 443 : 80)
    }

    /// What a text must be to be a subscription's URL; completes the sentence that begins with the field's name. Nil if
    /// the text is valid.
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
