import Foundation

/// How a receiver expects its events: the header fields that sign a request, and when an event that was not delivered
/// comes again.
///
/// A subscription has one dialect and stores its name. Whoever makes the subscription has the dialect; the composition
/// gives all dialects of a program to its sender.
public protocol WebhookDialect: Sendable {
    /// 1 to 32 capital letters, digits and `_`, beginning with a letter. It never changes.
    var name: String { get }

    /// The header fields that identify an attempt and sign it.
    func headers(of attempt: UnsignedWebhook) -> [(name: String, value: String)]

    /// When an event is tried again. ``WebhookRetry`` decides if the dialect has no schedule of its own.
    ///
    /// - Parameter failures: how many attempts have failed in a row, including this one.
    /// - Returns: nil if the event is given up.
    func next(afterFailures failures: Int, at now: Date, queuedAt: Date) -> Date?
}

extension WebhookDialect {
    public func next(afterFailures failures: Int, at now: Date, queuedAt: Date) -> Date? {
        WebhookRetry.next(afterFailures: failures, at: now, queuedAt: queuedAt)
    }
}

/// An attempt to deliver an event, as a dialect signs it.
public struct UnsignedWebhook: Sendable {
    /// Its text is the same at every attempt.
    public let event: WebhookEventID
    /// Counted from 1.
    public let attempt: Int
    /// Where it goes.
    public let url: WebhookURL
    /// Empty if the event is all in its URL; then the request is a GET.
    public let body: [UInt8]
    public let signingKey: SigningKey
    /// Whose signature it is, if the dialect signs a name.
    public let signer: String?
    /// Real time, because receivers compare it with theirs.
    public let at: Date

    public init(
        event: WebhookEventID, attempt: Int, url: WebhookURL, body: [UInt8], signingKey: SigningKey,
        signer: String? = nil, at: Date
    ) {
        (self.event, self.attempt, self.url, self.body) = (event, attempt, url, body)
        (self.signingKey, self.signer, self.at) = (signingKey, signer, at)
    }

    /// The time in whole seconds, as signatures contain it.
    public var seconds: Int64 { Int64(at.timeIntervalSince1970) }
}

/// The body may be a secret, so it is not printed.
extension UnsignedWebhook: CustomStringConvertible, CustomReflectable {
    public var description: String { "attempt \(attempt) of the event \(event)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The dialects that a program knows, by their names.
struct KnownDialects: Sendable {
    private let dialects: [String: any WebhookDialect]

    /// Two with one name are a mistake in the program.
    init(_ dialects: [any WebhookDialect]) {
        self.dialects = Dictionary(uniqueKeysWithValues: dialects.map { ($0.name, $0) })
    }

    var names: [String] { dialects.keys.sorted() }

    subscript(name: String) -> (any WebhookDialect)? { dialects[name] }

    func adding(_ further: [any WebhookDialect]) -> KnownDialects {
        KnownDialects(Array(dialects.values) + further)
    }
}
