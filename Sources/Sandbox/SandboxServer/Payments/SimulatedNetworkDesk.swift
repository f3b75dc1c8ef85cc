import Issuing
import NetworkServer
import Sandbox

/// The simulated network in front of the issuer: it replaces the number of a token by the card's.
public struct SimulatedNetworkDesk: NetworkDesk {
    private let sandbox: Sandbox

    public init(_ sandbox: Sandbox) {
        self.sandbox = sandbox
    }

    public func answer(_ incoming: IncomingMessage) async throws(IssuingFailure) -> AnsweredMessage {
        guard let token = incoming.token else { return try await sandbox.issuing.authorize(incoming.message) }
        return try await sandbox.authorize(
            incoming.message, requestor: token.requestorID, cryptogram: token.bytes)
    }
}
