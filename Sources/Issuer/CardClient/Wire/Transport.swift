import Foundation
import HTTPTypes

/// Sends the requests of a client over the network. An app uses `URLSession`; a program on a server can use the HTTP
/// client that it has already.
///
/// The client decides what is repeated and how long a call may take. So a transport sends each request once, sets no
/// time limit of its own, and returns as soon as its task is cancelled. It follows no redirect, because a redirect
/// could send the token anywhere.
public protocol Transport: Sendable {
    /// - Returns: the complete response, up to the last byte of its body.
    /// - Throws: the reason why no complete response arrived, or ``AnswerTooLarge``.
    func send(_ request: TransportRequest) async throws -> TransportAnswer
}

public struct TransportRequest: Sendable {
    public let method: HTTPRequest.Method
    /// Absolute and percent-encoded. It may be malformed, because an app can configure any address.
    public let url: String
    public let headers: HTTPFields
    public let body: Data?

    public init(method: HTTPRequest.Method, url: String, headers: HTTPFields = [:], body: Data? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// A response whose body has arrived completely.
public struct TransportAnswer: Sendable {
    public let status: HTTPResponse.Status
    public let headers: HTTPFields
    public let body: Data

    /// The largest body to accept, in bytes. The response with the maximum of 100 cards, with all inclusions, is much
    /// smaller.
    public static let maximumBytes = 1 << 20

    public init(status: HTTPResponse.Status, headers: HTTPFields, body: Data) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// The body of a response is larger than ``TransportAnswer/maximumBytes``, so the response is not from this service.
public struct AnswerTooLarge: Error, CustomStringConvertible {
    public init() {}

    public var description: String { "The response is larger than \(TransportAnswer.maximumBytes) bytes." }
}

/// The time limit for one try has passed.
public struct TimeLimitExceeded: Error, CustomStringConvertible {
    public var description: String { "The response was not complete within the time limit." }
}

extension TransportRequest: CustomStringConvertible, CustomReflectable {
    /// Contains neither the token in the headers nor the secrets in the body.
    public var description: String { "TransportRequest(\(method))" }
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension TransportAnswer: CustomStringConvertible, CustomReflectable {
    /// Does not contain the body, because it may contain anything.
    public var description: String { "TransportAnswer(\(status.code))" }
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
