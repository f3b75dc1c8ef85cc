import Authorizing
import Cards
import CardSecrets
import Foundation
import Postgres

extension Issuing {
    /// Answers a message of a network's token service, once for each reference: the same message again gets the same
    /// answer and has no second effect.
    ///
    /// - Throws: a refusal if the message cannot be about anything, such as an unknown token. Nothing is kept then, and
    ///   the same message may be sent again.
    public func answer(_ message: TokenServiceMessage) async throws(IssuingFailure) -> TokenServiceAnswer {
        switch message.content {
        case .eligibility(let pan):
            try await answeringOnce(message) { tx, kept throws(IssuingFailure) in
                try answerEligibility(of: pan, to: message.network, kept, in: tx)
            }
        case .provisioning(let wanted): try await decideAsking(wanted, message)
        case .tokenChange(let token, let change):
            try await answeringOnce(message) { tx, kept throws(IssuingFailure) in
                try record(change, of: token, by: message.network, kept, in: tx)
            }
        case .sendCode(let token, let method): try await sendCode(for: token, by: method, message)
        case .verifyCode(let token, let method, let code):
            try await verify(code, for: token, by: method, message)
        }
    }

    /// The query that keeps an answer, which must be committed with what it does.
    typealias KeptTokenAnswer = (TokenServiceAnswer, (customer: CustomerID, id: CardID)?) -> Query<Void>

    func answeringOnce(
        _ message: TokenServiceMessage,
        _ body: @escaping @Sendable (
            Transaction<IssuingFailure>, KeptTokenAnswer
        ) throws(IssuingFailure) -> TokenServiceAnswer
    ) async throws(IssuingFailure) -> TokenServiceAnswer {
        let step = try await steppingOnce(message) { tx, kept throws(IssuingFailure) in
            TokenStep.answered(try body(tx, kept))
        }
        guard case .answered(let answer) = step else { throw .damaged("a question that nobody has put") }
        return answer
    }

    /// Runs a transaction that keeps an answer or leads to a question, unless the message was answered before. If
    /// another one has answered the same reference meanwhile, it runs again: then it finds that answer. A refusal may
    /// have come of what that one has changed, such as a token that is suspended already.
    func steppingOnce(
        _ message: TokenServiceMessage,
        _ body: @escaping @Sendable (
            Transaction<IssuingFailure>, KeptTokenAnswer
        ) throws(IssuingFailure) -> TokenStep
    ) async throws(IssuingFailure) -> TokenStep {
        let digests = digests(of: message)
        let once: @Sendable (Transaction<IssuingFailure>) throws(IssuingFailure) -> TokenStep = {
            tx throws(IssuingFailure) in
            let found = try tx.run(TokenServiceStatements.find(.text(message.reference.text)))
            if let earlier = try Self.earlierAnswer(found, digests) { return .answered(earlier) }
            return try body(tx) { answer, card in
                TokenServiceStatements.keep(
                    answer, to: message, digest: digests.current.bytes, about: card, at: clock.now())
            }
        }
        do {
            return try await database.transaction(once)
        } catch {
            let isAnswered = error.postgresFailure?.constraint == "token_message_is_answered_once"
            guard isAnswered || error.isRefusal else { throw error }
            return try await database.transaction(once)
        }
    }

    static func earlierAnswer(
        _ found: [TokenServiceStatements.Answered], _ digests: VersionedHashes
    ) throws(IssuingFailure) -> TokenServiceAnswer? {
        guard let earlier = found.first else { return nil }
        guard digests.contains(earlier.digest) else { throw .refused(.tokenization(.messageReferenceUsed)) }
        var answer = earlier.answer
        answer.isRepeated = true
        return answer
    }

    /// The digests by which a repeated message is recognised.
    func digests(of message: TokenServiceMessage) -> VersionedHashes {
        vault.requestDigests(Array("token service\u{0}\(message.identity.joined(separator: "\u{0}"))".utf8))
    }
}

extension TokenServiceMessage {
    /// Everything that it says, except the printed security code, of which not even a hash is kept (PCI DSS 4.0,
    /// requirement 3.3). It is a secret.
    fileprivate var identity: [String] {
        [kind.rawValue, network.rawValue]
            + {
                switch content {
                case .eligibility(let pan): [pan.reveal { $0 }]
                case .provisioning(let wanted): wanted.identity
                case .sendCode(let token, let method): [token.rawValue, method.rawValue]
                case .verifyCode(let token, let method, let code): [token.rawValue, method.rawValue, code ?? ""]
                case .tokenChange(let token, let change): [token.rawValue, change.text]
                }
            }()
    }
}

extension WantedToken {
    fileprivate var identity: [String] {
        [
            pan.reveal { $0 }, expiry.map { "\($0.year)-\($0.month)" } ?? "", token.rawValue, wallet.rawValue,
            device ?? "", profile ?? "", deviceScore.map { "\($0)" } ?? "", accountScore.map { "\($0)" } ?? "",
            "\(isBegunInApp)",
        ]
    }
}
