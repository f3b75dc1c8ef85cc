import CardAPI
import HTTPContract

/// Strong customer authentication: all steps between ``WalletError/scaRequired(authenticationEvent:errorID:)`` and the
/// repeated request, and the devices that can answer by a signature.
///
/// The operations are Paysafe's. No public page shows their names in the SDK, so these names are ours. If the mode is
/// `outsourced`, the app does not need these steps, because the partner's backend reports the outcome.
public struct SCAService: Sendable {
    let wallet: Wallet

    /// Sends the customer a challenge.
    ///
    /// - Parameters:
    ///   - verification: one of the event's ``Wallet/SCAAuthenticationEventResponse/availableVerifications``.
    ///   - idempotencyKey: as in ``CardService/create(request:scaDetails:idempotencyKey:)``.
    public func sendChallenge(
        event: Wallet.SCAAuthenticationEventRequest, verification: Wallet.SCAVerification, idempotencyKey: String? = nil
    ) async throws(WalletError) -> Wallet.SCAChallenge {
        var body = SendChallengeBody()
        (body.walletOperationId, body.verification) = (event.walletOperationID, verification.body)
        return Wallet.SCAChallenge(try await call(Operations.sendChallenge, event, body, idempotencyKey))
    }

    /// Answers the latest challenge. A wrong answer is not an error: the attempt says that it was rejected.
    ///
    /// - Parameter idempotencyKey: as in ``CardService/create(request:scaDetails:idempotencyKey:)``.
    public func attempt(
        event: Wallet.SCAAuthenticationEventRequest, verification: Wallet.SCAVerification, answer: Wallet.SCAAnswer,
        idempotencyKey: String? = nil
    ) async throws(WalletError) -> Wallet.SCAAttempt {
        var body = AttemptAuthenticationBody()
        (body.walletOperationId, body.verification) = (event.walletOperationID, verification.body)
        answer.add(to: &body)
        return Wallet.SCAAttempt(try await call(Operations.attemptAuthentication, event, body, idempotencyKey))
    }

    public func sendChallenge(
        event: Wallet.SCAAuthenticationEventRequest, verification: Wallet.SCAVerification,
        idempotencyKey: String? = nil, completion: @escaping Wallet.Completion<Wallet.SCAChallenge>
    ) {
        complete(completion) { () async throws(WalletError) in
            try await sendChallenge(event: event, verification: verification, idempotencyKey: idempotencyKey)
        }
    }

    public func attempt(
        event: Wallet.SCAAuthenticationEventRequest, verification: Wallet.SCAVerification, answer: Wallet.SCAAnswer,
        idempotencyKey: String? = nil, completion: @escaping Wallet.Completion<Wallet.SCAAttempt>
    ) {
        complete(completion) { () async throws(WalletError) in
            try await attempt(
                event: event, verification: verification, answer: answer, idempotencyKey: idempotencyKey)
        }
    }

    private func call<Answer: Decodable>(
        _ operation: Operation, _ event: Wallet.SCAAuthenticationEventRequest, _ body: some RequestBody,
        _ idempotencyKey: String?
    ) async throws(WalletError) -> Answer {
        try await wallet.answer(
            to: Call(
                operation, filling: ["eventId": event.eventID], body: body,
                idempotencyKey: idempotencyKey ?? wallet.client.makeIdempotencyKey()))
    }
}
