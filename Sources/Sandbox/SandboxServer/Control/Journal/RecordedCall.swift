import CardServer
import Gateways
import HTTPContract

/// What a request is for, and who sends it.
struct RecordedCall: Sendable {
    /// Nil if the request is for no operation.
    let operation: HTTPContract.Operation?
    let requestID: String
    /// Whose token it has at the card service.
    var identity: Identity?
    /// Nil at the card service.
    var gateway: GatewayService?

    func masked(path: String) -> String { operation?.masked(path: path) ?? Masking.path(path) }

    func masked(body: [UInt8]) -> JSONValue? {
        guard let operation else { return nil }
        return gateway.map { $0.messages.maskedRequest(operation, body) } ?? operation.masked(body: body)
    }

    func masked(answer: [UInt8]) -> JSONValue? {
        guard let operation else { return nil }
        return gateway.map { $0.messages.maskedAnswer(operation, answer) } ?? operation.masked(answer: answer)
    }
}
