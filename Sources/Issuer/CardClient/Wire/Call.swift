import CardAPI
import Foundation
import HTTPContract
import HTTPTypes

import struct HTTPContract.Operation

/// One request to an operation, ready to be sent. Every try sends the same request.
struct Call: Sendable {
    let operation: Operation
    /// Path and query, percent-encoded.
    let target: String
    let body: [UInt8]?
    let idempotencyKey: String?
    /// The event of strong customer authentication that lets it through.
    let scaDetails: Wallet.SCAAuthenticationEventRequest?

    /// - Parameter idempotencyKey: is called only if the operation takes one.
    init(
        _ operation: Operation, filling parameters: [String: String] = [:], query: String = "",
        body: (some RequestBody)? = EmptyBody?.none, idempotencyKey: @autoclosure () -> String? = nil,
        scaDetails: Wallet.SCAAuthenticationEventRequest? = nil
    ) {
        self.operation = operation
        let path = operation.path(filling: parameters)
        target = query.isEmpty ? path : "\(path)?\(query)"
        self.body = body.map(\.jsonBytes)
        self.idempotencyKey = operation.acceptsIdempotencyKey ? idempotencyKey() : nil
        self.scaDetails = scaDetails
    }

    /// Whether a second request has no further effect, even if it is unknown whether the first one succeeded. A request
    /// that succeeded has used up its event of strong customer authentication, so without a key the second one would be
    /// refused.
    var isSafeToRepeat: Bool {
        switch operation.method {
        case .get, .put, .delete: idempotencyKey != nil || scaDetails == nil
        default: idempotencyKey != nil
        }
    }

    func headers(bearing accessToken: String) -> [(HTTPField.Name, String?)] {
        [
            (.authorization, "Bearer \(accessToken)"),
            (.idempotencyKey, idempotencyKey),
            (.scaAuthorization, scaDetails.map { Data($0.pass.jsonBytes).base64EncodedString() }),
        ]
    }
}
