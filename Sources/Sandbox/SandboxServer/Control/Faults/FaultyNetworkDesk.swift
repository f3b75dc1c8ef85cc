import Authorizing
import CardSecrets
import Issuing
import NetworkServer
import TrafficControl

/// The path of the merchants' messages to the issuer, on which a fault can lose them. The merchants' side gets the
/// network's answer that the issuer cannot be reached.
struct FaultyNetworkDesk: NetworkDesk {
    let desk: any NetworkDesk
    let faults: Faults

    func answer(_ incoming: IncomingMessage) async throws(IssuingFailure) -> AnsweredMessage {
        let card = try await card(incoming.message.pan, isToken: incoming.token != nil)
        guard !isDown(for: card) else {
            return AnsweredMessage(
                answer: NetworkAnswer(code: .issuerUnreachable), authorization: nil, lines: [], isRepeated: false)
        }
        return try await desk.answer(incoming)
    }

    func chargedCard(_ number: PAN, isToken: Bool) async throws(IssuingFailure) -> ChargedCard? {
        let card = try await desk.chargedCard(number, isToken: isToken)
        guard !isDown(for: card) else { throw .overloaded }
        return card
    }

    private func isDown(for card: ChargedCard?) -> Bool {
        !faults.strikes(.message(about: TrafficSubject.subjects(card?.card, card?.customer))).isEmpty
    }

    /// The card that a number is charged to. It is looked up only for a rule that asks for it.
    private func card(_ number: PAN?, isToken: Bool) async throws(IssuingFailure) -> ChargedCard? {
        guard faults.needsSubjects, let number else { return nil }
        return try await desk.chargedCard(number, isToken: isToken)
    }
}
