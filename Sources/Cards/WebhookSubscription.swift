import Foundation
import Validation

/// A wish to be told of one type of event at one URL.
public struct WebhookSubscription: Equatable, Sendable {
    public let id: UUID
    public let event: WebhookEvent
    public let url: String
    public let createdAt: Date

    /// So many a brand may have at a time.
    public static let limit = 10

    public init(id: UUID, event: WebhookEvent, url: String, createdAt: Date) {
        self.id = id
        self.event = event
        self.url = url
        self.createdAt = createdAt
    }

    /// What was sent, before it is known to make sense.
    public struct Draft: Sendable {
        private let event: WebhookEvent?
        private let url: String?
        private let signingKey: String?
        private let unreadable: [FieldError]

        public init(event: WebhookEvent?, url: String?, signingKey: String?, unreadable: [FieldError] = []) {
            self.event = event
            self.url = url
            self.signingKey = signingKey
            self.unreadable = unreadable
        }

        /// - Parameter isPlainAllowed: whether a URL may be http, for development.
        /// - Returns: no key where one is to be made.
        public func accepted(
            isPlainAllowed: Bool
        ) throws(Refusal) -> (event: WebhookEvent, url: WebhookURL, signingKey: [UInt8]?) {
            var violations = Violations()
            violations.check("url", url.flatMap { WebhookURL.violation(in: $0, isPlainAllowed: isPlainAllowed) })
            let key = signingKey.flatMap { Data(base64Encoded: $0) }.map(Array.init)
            let isKeyGood = signingKey == nil || key.map { (16...64).contains($0.count) } == true
            violations.check("signingKey", isKeyGood ? nil : "must be 16 to 64 bytes in Base64")
            let all = unreadable.adding(violations.list)
            guard all.isEmpty, let event, let url = url.flatMap(WebhookURL.init) else { throw .invalidFields(all) }
            return (event, url, key)
        }
    }
}

/// A URL that events can be sent to; whether they may be is a question of where its host leads at that moment.
public struct WebhookURL: Equatable, Sendable {
    public let text: String
    /// A name, or an address without brackets.
    public let host: String
    public let port: Int
    public let isEncrypted: Bool

    public static let maximumLength = 500

    /// Nil where it is no absolute URL of http or https, or more than a place: it must not carry a user or a password,
    /// which would end in logs, nor a fragment, which is never sent.
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

    static func violation(in text: String, isPlainAllowed: Bool) -> String? {
        let url = WebhookURL(text)
        guard let url, isPlainAllowed || url.isEncrypted else {
            let scheme = isPlainAllowed ? "http or https" : "https"
            return "must be an absolute \(scheme) URL of at most \(maximumLength) characters, "
                + "without user, password or fragment"
        }
        // As it is written, and as its receiver reads it.
        return TextRule.withoutCardNumber(text) ?? text.removingPercentEncoding.flatMap(TextRule.withoutCardNumber)
    }
}
