import Authorizing
import Cards
import CardSecrets
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
        do throws(IssuingFailure) {
            guard let token = incoming.token else { return try await sandbox.ask(incoming.message) }
            return try await sandbox.authorize(
                incoming.message, requestor: token.requestorID, cryptogram: token.bytes)
        } catch {
            sandbox.tell(.answered(AnsweredMessage.failed(by: error).answer.code))
            throw error
        }
    }

    public func chargedCard(_ number: PAN, isToken: Bool) async throws(IssuingFailure) -> ChargedCard? {
        guard let card = isToken ? try await sandbox.cardNumber(behind: number) : number else { return nil }
        return try await sandbox.issuing.chargedCard(card)
    }
}
