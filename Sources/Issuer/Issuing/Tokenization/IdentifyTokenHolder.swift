import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Postgres
import Validation

/// The identification of a cardholder whose token waits for it. The codes are those of strong customer authentication,
/// with its limits.
extension Issuing {
    /// Sends the cardholder a code, or a question to the app. The event lives as long as the brand's other events, and
    /// a new one follows it.
    func sendCode(
        for token: DPANReference, by method: Verification, _ message: TokenServiceMessage
    ) async throws(IssuingFailure) -> TokenServiceAnswer {
        let begun = try await beginCode(for: token, by: method, message) {
            decided, customer, tx throws(IssuingFailure) in
            try openIdentification(decided, of: customer, in: tx)
        }
        guard case .waits(let customer, let decided, let event) = begun else { return try begun.earlier() }
        let request: IdempotentRequest<SentChallenge> = request(message) { _ in "" }
        _ = try await inTurn(request, of: customer) { () async throws(IssuingFailure) in
            try await sendChallenge(for: event, of: customer, by: method, request: request)
        }
        return try await keep(TokenServiceAnswer(.approved), to: message, of: customer, decided)
    }

    /// Checks the code that the cardholder has typed into the wallet, or asks whether the cardholder has answered the
    /// push. The attempt is kept before the answer, so a repeated message is no further attempt.
    func verify(
        _ code: String?, for token: DPANReference, by method: Verification, _ message: TokenServiceMessage
    ) async throws(IssuingFailure) -> TokenServiceAnswer {
        let begun = try await beginCode(for: token, by: method, message) { decided, _, _ throws(IssuingFailure) in
            guard let event = decided.event else { throw .refused(.tokenization(.codeNotSent)) }
            return Self.reference(of: event)
        }
        guard case .waits(let customer, let decided, let event) = begun else { return try begun.earlier() }
        let request: IdempotentRequest<AuthenticationAttempt> = request(message) { $0.outcome.status.rawValue }
        let attempted = try await inTurn(request, of: customer) { () async throws(IssuingFailure) in
            try await attempt(
                code.map { .code($0, by: method) } ?? .push, at: event, of: customer, request: request)
        }
        let word: String
        switch attempted {
        case .now(let attempt, _): word = attempt.outcome.status.rawValue
        case .before(let stored): word = String(decoding: stored.body, as: UTF8.self)
        }
        let answer =
            switch AttemptOutcome.Status(rawValue: word) {
            case .verified: TokenServiceAnswer(.approved)
            case .rejected: TokenServiceAnswer(.identify, reason: CodeFault.notRight.rawValue, methods: decided.methods)
            case .failed, nil:
                TokenServiceAnswer(.identify, reason: CodeFault.attemptsUsedUp.rawValue, methods: decided.methods)
            }
        return try await keep(answer, to: message, of: customer, decided)
    }

    /// Does work under the key of a message, after a copy of the message that arrived at the same time. The network
    /// knows neither that key nor the event behind a code, so it hears of its messages instead, or that it must send
    /// this one again.
    private func inTurn<Request, Value>(
        _ request: IdempotentRequest<Request>, of customer: CustomerID,
        _ work: () async throws(IssuingFailure) -> Value
    ) async throws(IssuingFailure) -> Value {
        for turn in 1...Self.turns {
            do throws(IssuingFailure) {
                return try await work()
            } catch {
                switch error {
                case .refused(.idempotency(.keyInUse)): break
                case .refused(.idempotency(.keyReused)): throw .refused(.tokenization(.messageReferenceUsed))
                case .refused(.authentication(.challengeNotSent)), .refused(.authentication(.eventIsOver)):
                    throw .refused(.tokenization(.codeNotSent))
                case .refused(.invalidFields(let errors)):
                    throw .refused(.invalidFields(errors.map(Self.namedAsInMessages)))
                default: throw error
                }
            }
            if turn < Self.turns, let wait = request.wait(customer) { _ = try await writing(wait) }
        }
        throw .overloaded
    }

    /// The method and the code are no members of an object in a network's message.
    private static func namedAsInMessages(_ error: FieldError) -> FieldError {
        FieldError(error.field.replacing("verification.", with: ""), error.error)
    }

    /// Each further turn is needed only if yet another copy arrived at the same moment.
    private static let turns = 4

    /// A message about a code: it is to be worked on, or was answered meanwhile.
    private enum BegunCode: Sendable {
        case waits(CustomerID, TokenServiceStatements.Decided, AuthenticationReference)
        case answered(TokenServiceAnswer)

        func earlier() throws(IssuingFailure) -> TokenServiceAnswer {
            guard case .answered(let answer) = self else { throw .damaged("an answer that was not given") }
            return answer
        }
    }

    /// Locks the decision first, so that an answer to a copy of the message is seen once the decision has changed.
    private func beginCode(
        for token: DPANReference, by method: Verification, _ message: TokenServiceMessage,
        _ event: @escaping @Sendable (
            TokenServiceStatements.Decided, CustomerID, Transaction<IssuingFailure>
        ) throws(IssuingFailure) -> AuthenticationReference
    ) async throws(IssuingFailure) -> BegunCode {
        let digests = digests(of: message)
        return try await database.transaction { tx throws(IssuingFailure) in
            let held = try holdDecision(about: token, of: message.network, in: tx)
            let found = try tx.run(TokenServiceStatements.find(.text(message.reference.text)))
            if let earlier = try Self.earlierAnswer(found, digests) { return .answered(earlier) }
            guard let (customer, decided) = held else {
                throw .refused(.tokenization(.tokenUnknownToNetwork))
            }
            guard decided.waitsForIdentification else { throw .refused(.tokenization(.needsNoIdentification)) }
            guard decided.methods.contains(method) else {
                let methods = decided.methods.map(\.rawValue).joined(separator: ", ")
                throw .refused(.invalidFields([FieldError("method", "must be one of \(methods)")]))
            }
            return .waits(customer, decided, try event(decided, customer, tx))
        }
    }

    /// Keeps the answer, together with the identification that it tells.
    private func keep(
        _ answer: TokenServiceAnswer, to message: TokenServiceMessage, of customer: CustomerID,
        _ decided: TokenServiceStatements.Decided
    ) async throws(IssuingFailure) -> TokenServiceAnswer {
        try await answeringOnce(message) { tx, kept throws(IssuingFailure) in
            let identifies = message.kind == .verifyCode && answer.decision == .approved
            _ = try tx.commit(
                identifies
                    ? TokenServiceStatements.identify(.id(customer), .id(decided.request), .timestamp(clock.now()))
                    : nil,
                kept(answer, (customer, decided.card)))
            return answer
        }
    }

    /// A code or an attempt of the same message is not sent or counted again.
    private func request<Value: Sendable>(
        _ message: TokenServiceMessage, _ word: @escaping @Sendable (Value) -> String
    ) -> IdempotentRequest<Value> {
        let digests = digests(of: message)
        // A customer's own key has no space.
        return IdempotentRequest(
            key: "token message \(message.reference)", digest: digests.current.bytes,
            otherDigests: digests.others.map(\.bytes)
        ) { StoredAnswer(status: 200, body: Array(word($0).utf8)) }
    }

    /// Nil if the network has no such token.
    private func holdDecision(
        about token: DPANReference, of network: Program.Scheme, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> (customer: CustomerID, decided: TokenServiceStatements.Decided)? {
        guard let owner = try tx.run(TokenLifeStatements.owner(.text(token.rawValue))).first,
            let decided = try tx.run(
                TokenServiceStatements.hold(.id(owner.customer), .text(token.rawValue))).first,
            decided.scheme == network
        else { return nil }
        return (owner.customer, decided)
    }

    /// The event of the identification: the one of the latest code, as long as it is open, or else a new one.
    private func openIdentification(
        _ decided: TokenServiceStatements.Decided, of customer: CustomerID, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> AuthenticationReference {
        let now = clock.now()
        if let earlier = decided.event.map(Self.reference) {
            let held = try tx.run(AuthenticationStatements.holdEvent(earlier, of: customer)).first
            if let event = held?.event, now < event.expiresAt, event.status == .open { return earlier }
        }
        let policy = try tx.run(AuthenticationStatements.policy(.text(decided.brand))).first ?? .standard
        guard policy.mode != .outsourced else { throw .refused(.authentication(.isOutsourced)) }
        let reference = Self.reference(of: entropy.id())
        let about = Array("token \(decided.request)".utf8)
        let event = AuthenticationEvent(
            reference: reference, customer: customer, brand: decided.brand,
            subject: AuthenticationSubject(
                operation: .tokenizeCard, card: decided.card, digest: vault.requestDigests(about).current.bytes),
            mode: policy.mode, status: .open, createdAt: now,
            expiresAt: now + TimeInterval(policy.eventLifetimeSeconds))
        _ = try tx.commit(
            AuthenticationStatements.open(event, limits: policy),
            TokenServiceStatements.setEvent(.id(customer), .id(decided.request), .id(reference.eventID)))
        tell(.authentication(.demanded(policy.mode)))
        return reference
    }

    /// No caller gets the second id: only the network answers this event.
    private static func reference(of event: AuthenticationEventID) -> AuthenticationReference {
        AuthenticationReference(eventID: event, walletOperationID: WalletOperationID(rawValue: event.rawValue))
    }
}
