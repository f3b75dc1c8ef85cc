import Authorizing
import CardSecrets
import Issuing
import NetworkServer

/// The way of the merchants' messages to the issuer, on which a fault loses them. The merchants' side gets the
/// network's answer that the issuer cannot be reached.
struct FaultyNetworkDesk: NetworkDesk {
    let desk: any NetworkDesk
    let faults: Faults

    func answer(_ incoming: IncomingMessage) async throws(IssuingFailure) -> AnsweredMessage {
        guard faults.strikes(.message).isEmpty else {
            return AnsweredMessage(
                answer: NetworkAnswer(code: .issuerUnreachable), authorization: nil, lines: [], isRepeated: false)
        }
        return try await desk.answer(incoming)
    }

    func chargedCard(_ number: PAN, isToken: Bool) async throws(IssuingFailure) -> ChargedCard? {
        guard faults.strikes(.message).isEmpty else { throw .overloaded }
        return try await desk.chargedCard(number, isToken: isToken)
    }
}
