import CardSecrets
import Foundation
import Gateways
import HTTPContract
import HTTPService
import Payments
import Validation

/// Why a client gets no token (RFC 6749, section 5.2). The status is 400, or 415 if the form is compressed.
struct GrantRefusal: Error, Hashable, JSONWritable {
    enum Code: String, CaseIterable {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case invalidScope = "invalid_scope"
    }

    let code: Code
    let description: String

    init(_ code: Code, _ description: String) {
        (self.code, self.description) = (code, description)
    }

    static let schema = ObjectSchema(
        name: "StitchGrantRefusal",
        members: [
            .init(
                name: "error", kind: .enumeration(Code.allCases.map(\.rawValue)), isRequired: true,
                example: "invalid_client", description: "A code of RFC 6749, section 5.2."),
            .init(
                name: "error_description", kind: .string, isRequired: true,
                example: "Only the grant client_credentials is accepted.", description: "What is wrong."),
        ])

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("error", code.rawValue)
            json.member("error_description", description)
        }
    }
}

/// A token, as the token call answers it (RFC 6749, section 5.1).
struct GrantedToken: JSONWritable {
    let token: String
    let scopes: Set<StitchScope>

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("access_token", token)
            json.member("expires_in", ClientTokens.lifetimeSeconds)
            json.member("token_type", "Bearer")
            json.member("scope", scopes.map(\.rawValue).sorted().joined(separator: " "))
        }
    }
}

/// `POST /connect/token`: client credentials, with a secret or a signed assertion.
struct TokenEndpoint: Sendable {
    let clients: StitchClients
    let tokens: ClientTokens
    /// The audience of assertions, and the only accepted value of the parameter `audience`.
    let audience: String
    /// The check of an assertion's signature.
    var isSigned = ClientAssertion.isSigned

    /// - Throws: ``GrantRefusal`` for a client that gets no token.
    func answer(_ form: String, _ context: RequestContext) async throws -> GrantedToken {
        let parameters = try Self.parameters(form)
        let name = parameters["client_id"] ?? ""
        let proven = try await context.proving(ClaimedClient(name, at: "stitch")) {
            try prove(try await clients.find(name), by: parameters)
        }
        guard let (client, assertion) = proven else {
            throw GrantRefusal(.invalidClient, "There is no such client, or its secret or assertion is wrong.")
        }
        let scopes = try Self.scopes(parameters["scope"], of: client)
        if let assertion {
            guard try await clients.claim(assertion, of: client.id) else {
                throw GrantRefusal(.invalidClient, "The assertion was used before; sign a new one.")
            }
        }
        return GrantedToken(token: tokens.token(for: client.id, scopes), scopes: scopes)
    }

    private static func parameters(_ form: String) throws(GrantRefusal) -> [String: String] {
        var parameters: [String: String] = [:]
        for (name, value) in FormText.decode(form) {
            guard let value, parameters.updateValue(value, forKey: name) == nil else {
                throw GrantRefusal(.invalidRequest, "A parameter occurs twice, or cannot be decoded.")
            }
        }
        guard let grant = parameters["grant_type"], parameters["client_id"] != nil else {
            throw GrantRefusal(.invalidRequest, "The parameters grant_type and client_id are required.")
        }
        guard grant == "client_credentials" else {
            throw GrantRefusal(.invalidGrant, "Only the grant client_credentials is accepted.")
        }
        return parameters
    }

    /// The client, if the secret or the assertion is its own; otherwise nil. An unknown client and a wrong secret or
    /// assertion get the same answer after the same work.
    private func prove(
        _ stored: StoredClient<StitchClient>?, by parameters: [String: String]
    ) throws(GrantRefusal) -> (client: StitchClient, assertion: ClientAssertion?)? {
        if let sent = parameters["audience"], sent != audience {
            throw GrantRefusal(.invalidRequest, "The audience must be \(audience).")
        }
        switch (parameters["client_secret"], parameters["client_assertion"]) {
        case (let secret?, nil):
            let credentials = ClientCredentials(name: parameters["client_id"] ?? "", secret: secret)
            return credentials.prove(stored, in: clients.vault).map { (client: $0, assertion: nil) }
        case (nil, let assertion?):
            guard parameters["client_assertion_type"] == ClientAssertion.type else {
                throw GrantRefusal(.invalidRequest, "The client_assertion_type must be \(ClientAssertion.type).")
            }
            let proof = ClientAssertion(
                assertion, of: parameters["client_id"] ?? "", key: stored?.client.assertionKey, audience: audience,
                at: tokens.clock.now(), checking: isSigned)
            guard let client = stored?.client, let proof else { return nil }
            return (client, proof)
        default:
            throw GrantRefusal(.invalidRequest, "Send either client_secret or client_assertion.")
        }
    }

    private static func scopes(_ sent: String?, of client: StitchClient) throws(GrantRefusal) -> Set<StitchScope> {
        let names = (sent ?? "").split(separator: " ")
        let scopes = Set(names.compactMap { StitchScope(rawValue: String($0)) })
        guard !names.isEmpty, names.allSatisfy({ StitchScope(rawValue: String($0)) != nil }),
            scopes.isSubset(of: client.scopes)
        else {
            throw GrantRefusal(
                .invalidScope, "The scope must contain only scopes that were granted to the client, and at least one.")
        }
        return scopes
    }
}
