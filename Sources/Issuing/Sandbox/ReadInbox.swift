import Cards
import CardSecrets
import Foundation
import Postgres

public typealias MessageID = ID<SentMessage>

/// What reached a customer's phone or mailbox.
public struct SentMessage: Sendable {
    public let id: MessageID
    public let customer: CustomerID
    public let channel: Verification
    public let target: String
    /// Nil where there is nothing to type: a push is approved.
    public let code: String?
    public let eventID: AuthenticationEventID
    public let createdAt: Date

    /// How long a message is kept.
    static let lifetimeSeconds: TimeInterval = 7 * 24 * 60 * 60

    /// Where the sealed code of a message belongs.
    static func place(of id: MessageID) -> String { "message.code message \(id.rawValue.uuidString)" }
}

extension Issuing {
    /// The newest hundred messages to a customer, newest first.
    public func messages(to customer: CustomerID) async throws(IssuingFailure) -> [SentMessage] {
        var messages: [SentMessage] = []
        for stored in try await reading(MessageStatements.inbox(.id(customer))) {
            messages.append(try message(stored))
        }
        return messages
    }

    /// Answers a push as its receiver would. That is an attempt at its event, and decides at once.
    public func answerPush(
        _ id: MessageID?, approving isApproved: Bool
    ) async throws(IssuingFailure) -> (message: SentMessage, attempt: AuthenticationAttempt) {
        guard let stored = try await reading(MessageStatements.find(.id(id))).first else {
            throw .refused(.sandbox(.inbox(.messageNotFound)))
        }
        guard stored.channel == .push else { throw .refused(.sandbox(.inbox(.messageIsNoPush))) }
        let operations = try await writing(
            MessageStatements.approve(
                .id(stored.customer), .id(stored.eventID), .integer(stored.challengeNumber),
                .boolean(isApproved)))
        guard let operation = operations.first else { throw .refused(.sandbox(.inbox(.pushIsOver))) }
        let answered = try await attempt(
            .push, at: AuthenticationReference(eventID: stored.eventID, walletOperationID: operation),
            of: stored.customer, request: .unkeyed)
        return (try message(stored), try answered.done())
    }

    private func message(_ stored: MessageStatements.Stored) throws(IssuingFailure) -> SentMessage {
        let code = try IssuingFailure.guarding { () throws(VaultFailure) in
            try stored.code.map { sealed throws(VaultFailure) in
                try vault.open(sealed, at: SentMessage.place(of: stored.id))
                    .withBytes { String(decoding: $0, as: UTF8.self) }
            }
        }
        return SentMessage(
            id: stored.id, customer: stored.customer, channel: stored.channel, target: stored.target, code: code,
            eventID: stored.eventID, createdAt: stored.createdAt)
    }
}
