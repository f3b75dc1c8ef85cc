import Authorizing
import Cards
import Issuing

extension Sandbox {
    /// Sends a message to the issuer, and tells the observer the answer.
    public func ask(_ message: NetworkMessage) async throws(IssuingFailure) -> AnsweredMessage {
        let answered = try await issuing.authorize(message)
        tell(.answered(answered.answer.code), about: answered.subject)
        return answered
    }

    /// Tells the observer about an answer that the issuer itself could not give.
    public func tell(_ occurrence: Occurrence, about subject: Occurrence.Subject = .init()) {
        issuing.observer?(occurrence, subject)
    }
}

extension Occurrence {
    /// Every answer that the issuer gives to a card network by its own rules.
    public static var answers: [Occurrence] {
        ResponseCode.allCases.filter(\.isGivenByRules).map(Occurrence.answered)
    }
}
