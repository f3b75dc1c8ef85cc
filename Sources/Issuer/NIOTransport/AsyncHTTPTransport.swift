import AsyncHTTPClient
import CardClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Sends requests with AsyncHTTPClient, for programs that already have SwiftNIO.
public struct AsyncHTTPTransport: Transport {
    private let http: HTTPClient

    /// - Parameter http: the caller shuts it down. Its own retries and redirects must be off, as they are in the
    ///   default.
    public init(_ http: HTTPClient = .walletDefault) {
        self.http = http
    }

    public func send(_ request: TransportRequest) async throws -> TransportAnswer {
        var sent = HTTPClientRequest(url: request.url)
        sent.method = HTTPMethod(rawValue: request.method.rawValue)
        for field in request.headers { sent.headers.add(name: field.name.rawName, value: field.value) }
        if let body = request.body { sent.body = .bytes(ByteBuffer(bytes: body)) }
        let response = try await http.execute(sent, deadline: .distantFuture)
        let body: ByteBuffer
        do {
            body = try await response.body.collect(upTo: TransportAnswer.maximumBytes)
        } catch is NIOTooManyBytesError {
            throw AnswerTooLarge()
        }
        // If the wait is cancelled, the body ends early and looks complete.
        try Task.checkCancellation()
        return TransportAnswer(
            status: HTTPResponse.Status(code: Int(response.status.code)), headers: HTTPFields(response.headers),
            body: Data(body.readableBytesView))
    }
}

extension Transport where Self == AsyncHTTPTransport {
    /// The transport of a program.
    public static var asyncHTTP: AsyncHTTPTransport { AsyncHTTPTransport() }
}

extension HTTPFields {
    fileprivate init(_ headers: HTTPHeaders) {
        self.init()
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { append(HTTPField(name: name, value: value)) }
        }
    }
}

extension HTTPClient {
    /// Fails at once if no server listens at the address, instead of trying until the time limit. It follows no
    /// redirect, because a redirect could send the token anywhere. It is never shut down, like ``HTTPClient/shared``.
    public static let walletDefault = {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.redirectConfiguration = .disallow
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()
}
