import CardAPI
import CardServer
import ContractPack
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import NIOCore
import Sandbox

import struct HTTPContract.Operation

/// Calls the service's own operations as a client would, but without a connection.
struct OperationDesk {
    let brand: String
    private let operations: any Responder<ServiceContext>
    /// Without the route and the parameters of the sandbox request, which each call replaces by its own.
    private let context: RequestContext

    init(
        _ operations: any Responder<ServiceContext>, of brand: String, askedBy context: ServiceContext
    ) {
        self.brand = brand
        self.operations = operations
        self.context = RequestContext(channel: context.base.channel, logger: context.logger)
    }

    struct Reply {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        let json: JSONValue

        /// A text from the response. Throws if there is none, because the state then cannot be set up.
        func text(_ path: String...) throws(Problem) -> String {
            guard case .string(let text) = path.reduce(Optional(json), { $0?[$1] }) else {
                throw Problem(
                    .operationNotAllowed,
                    "The state cannot be set up: the service answered \(status.code) to a request that it needs.",
                    details: [json.jsonText])
            }
            return text
        }
    }

    func customerToken(_ customer: String, scope: String? = nil) async throws -> String {
        try await token(.customer(customer, scope: scope), of: \.mayExchange)
    }

    func businessToken() async throws -> String { try await token(.clientCredentials(scope: nil), of: \.isBusiness) }

    private func token(
        _ grant: TokenGrant, of isMeant: @Sendable (DemoUniverse.Client) -> Bool
    ) async throws -> String {
        guard let client = DemoUniverse.clients.first(where: isMeant) else {
            preconditionFailure("The demo universe has a client for each kind of token.")
        }
        let operation = Operations.issueToken
        let reply = try await send(
            operation, ["brand": brand], Array(grant.formText.utf8),
            authorization: "Basic " + Data("\(client.id):\(client.secret)".utf8).base64EncodedString())
        return try reply.text("access_token")
    }

    func ask(
        _ operation: Operation, _ values: [String: String] = [:], token: String, _ body: JSONValue? = nil
    ) async throws -> Reply {
        try await send(operation, values, body?.jsonBytes ?? [], authorization: "Bearer \(token)")
    }

    private func send(
        _ operation: Operation, _ values: [String: String], _ body: [UInt8], authorization: String
    ) async throws -> Reply {
        var head = HTTPRequest(
            method: operation.method, scheme: "http", authority: "127.0.0.1", path: operation.path(filling: values))
        head.headerFields[.authorization] = authorization
        head.headerFields[.contentType] = body.isEmpty ? nil : operation.mediaType ?? "application/json"
        let request = Request(head: head, body: .whole(ByteBuffer(bytes: body)))
        let response = try await operations.respond(to: request, context: ServiceContext(context))
        return Reply(
            status: response.status, headers: response.headers,
            json: (try? JSONValue(parsing: Array(response.body.readableBytesView))) ?? .null)
    }
}
