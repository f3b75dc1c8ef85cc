import CardAPI
import Foundation
import HTTPContract
import HTTPTypes

import struct HTTPContract.Operation

/// The response of an operation that returns nothing.
struct NoAnswer: Decodable {}

extension TransportAnswer {
    /// The result of a successful operation. If the operation returns nothing, `Body` must be a type without members.
    func decoded<Body: Decodable>(of operation: Operation) throws(WalletError) -> Body {
        let decoder = JSONDecoder()
        let content = operation.answer == nil ? Data("{}".utf8) : body
        if status == operation.successStatus, let body = try? decoder.decode(Body.self, from: content) { return body }
        if let event = authenticationEvent {
            throw .scaRequired(authenticationEvent: event, errorID: headers[.requestID])
        }
        if let problem = Wallet.Problem(self) { throw .refused(problem) }
        if let refusal = try? decoder.decode(TokenErrorBody.self, from: body) { throw .tokenRefused(refusal) }
        throw .notUnderstood(
            operation: operation.name, status: status.code, retryAfterSeconds: retryAfterSeconds)
    }

    /// How long to wait before the next request, at most a day; nil if the response does not say so in seconds. A date
    /// is not read, because the device's clock may be wrong.
    var retryAfterSeconds: Int? {
        guard let text = headers[.retryAfter], !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 })
        else { return nil }
        return min(Int(text) ?? .max, 86_400)
    }

    /// The event of a response that requires authentication; nil for all others.
    private var authenticationEvent: Wallet.SCAAuthenticationEventResponse? {
        struct Parameter: Decodable { let scaDetails: AuthenticationEventBody }
        guard status == .unauthorized, let challenge = headers[.wwwAuthenticate], challenge.hasPrefix("SCA "),
            let parameter = challenge.firstMatch(of: /auth-param1="([^"]*)"/)?.output.1,
            let json = Data(base64Encoded: String(parameter)),
            let details = try? JSONDecoder().decode(Parameter.self, from: json).scaDetails
        else { return nil }
        return Wallet.SCAAuthenticationEventResponse(details)
    }
}
