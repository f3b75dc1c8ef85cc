import Cards
import CardSecrets
import Foundation
import Issuing
import Postgres

/// A message that was sent to a customer's phone or mailbox.
public struct SentMessage: Sendable {
    public let id: MessageID
    /// The newest has the highest, even if the clock stands still or was set back.
    let number: Int64
    public let customer: CustomerID
    public let channel: Verification
    public let target: String
    /// Nil for a push, which is approved instead of having a code.
    public let code: String?
    /// The event that it is about; nil for a message of a network.
    public let eventID: AuthenticationEventID?
    /// The reference of the token on a phone that it is about.
    public var token: String?
    public let createdAt: Date
    /// The payment that it confirms; nil for all others.
    public var about: String?
    /// Whether the customer has approved or denied a push; nil until then, and for all others.
    public var isApproved: Bool?
    /// Whether a push can still be approved or denied; nil for all others.
    public var awaitsAnswer: Bool?
    /// The operation that the message authenticates; nil for a payment and for a message of a network.
    public var operation: ProtectedOperation?
    /// The card that it is about.
    public var card: CardID?
    /// Until when it can be used; nil if it has no end, or if its event is no longer kept.
    public var endsAt: Date?
    public var state: State

    /// The state of a message's code or question.
    public enum State: String, CaseIterable, Sendable {
        /// It can still be used.
        case open = "OPEN"
        /// The customer was authenticated with it; the request was not repeated yet.
        case verified = "VERIFIED"
        /// It has let its request through, or identified the cardholder of a token.
        case used = "USED"
        /// The customer was sent a newer one for the same event.
        case replaced = "REPLACED"
        /// It was denied, or the attempts were used up.
        case failed = "FAILED"
        /// Its time is over.
        case expired = "EXPIRED"
    }
}

extension Sandbox {
    /// The newest hundred messages to a customer, newest first.
    ///
    /// - Parameter customer: nil for the messages to all customers.
    public func messages(to customer: CustomerID?) async throws(IssuingFailure) -> [SentMessage] {
        var messages: [SentMessage] = []
        let codes = customer.map { PhoneTokenStatements.inbox(.id($0)) } ?? PhoneTokenStatements.newestCodes()
        for stored in try await reading(codes) {
            messages.append(
                SentMessage(
                    id: stored.id, number: stored.number, customer: stored.customer, channel: .smsCode,
                    target: stored.target,
                    code: try stored.code.map { sealed throws(IssuingFailure) in
                        try code(sealed, of: stored.reference)
                    },
                    eventID: nil, token: stored.reference, createdAt: stored.createdAt, card: stored.card,
                    state: stored.state))
        }
        let inbox = customer.map { InboxStatements.inbox(.id($0)) } ?? InboxStatements.newest()
        for stored in try await reading(inbox) {
            messages.append(try message(stored))
        }
        return Array(messages.sorted { $0.number > $1.number }.prefix(100))
    }

    /// Answers a push as its receiver would. The answer counts as an attempt at the event and decides the event at
    /// once.
    public func answerPush(
        _ id: MessageID?, approving isApproved: Bool
    ) async throws(IssuingFailure) -> (message: SentMessage, attempt: AuthenticationAttempt) {
        guard let stored = try await reading(InboxStatements.find(.id(id))).first else {
            throw .refused(.message(.notFound))
        }
        guard stored.channel == .push else { throw .refused(.message(.isNoPush)) }
        let operations = try await reading(InboxStatements.operation(.id(stored.customer), .id(stored.eventID)))
        guard let operation = operations.first else { throw .refused(.message(.pushIsOver)) }
        let answered = try await issuing.attempt(
            .answer(isApproved: isApproved, challenge: stored.challengeNumber),
            at: AuthenticationReference(eventID: stored.eventID, walletOperationID: operation),
            of: stored.customer, request: .unkeyed)
        var message = try message(stored)
        (message.isApproved, message.awaitsAnswer) = (isApproved, false)
        message.state = isApproved ? .verified : .failed
        return (message, try answered.done())
    }

    private func message(_ stored: InboxStatements.Stored) throws(IssuingFailure) -> SentMessage {
        let code = try IssuingFailure.guarding { () throws(VaultFailure) in
            try stored.code.map { sealed throws(VaultFailure) in
                try vault.open(sealed, at: MessageStatements.place(of: stored.id))
                    .withBytes { String(decoding: $0, as: UTF8.self) }
            }
        }
        return SentMessage(
            id: stored.id, number: stored.number, customer: stored.customer, channel: stored.channel,
            target: stored.target, code: code, eventID: stored.eventID, createdAt: stored.createdAt,
            about: stored.about, isApproved: stored.isApproved,
            awaitsAnswer: stored.channel == .push ? stored.isOpen : nil, operation: stored.operation,
            card: stored.card, endsAt: stored.endsAt, state: stored.state(at: clock.now()))
    }
}
