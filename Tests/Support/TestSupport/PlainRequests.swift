import Cards
import CardSecrets
import Foundation
import Issuing
import Validation

/// Requests that carry only a customer's token, for tests that are not about the caller.
extension Issuing {
    public func createCard(
        _ application: CardApplication, pin: PIN?, for customer: CustomerID, request: IdempotentRequest<Card>
    ) async throws(IssuingFailure) -> Answered<Card> {
        try await createCard(
            application, pin: pin, evidence: .none(of: customer, for: .createCard), request: request)
    }

    public func createCard(
        _ application: CardApplication, pin: PIN?, evidence: AuthenticationEvidence, request: IdempotentRequest<Card>
    ) async throws(IssuingFailure) -> Answered<Card> {
        try await createCard(application.draft, pin: pin, evidence: evidence, request: request)
    }

    public func createCard(
        _ application: CardApplication, pin: PIN?, for customer: NamedCustomer, request: IdempotentRequest<Card>
    ) async throws(IssuingFailure) -> Answered<Card> {
        try await createCard(application.draft, pin: pin, for: customer, request: request)
    }

    public func activateCard(
        _ id: CardID, of customer: CustomerID, lastFour: String, cvv: String,
        request: IdempotentRequest<ActivationOutcome>
    ) async throws(IssuingFailure) -> Answered<ActivationOutcome> {
        try await activateCard(
            id, lastFour: lastFour, cvv: cvv, evidence: .none(of: customer, for: .activateCard, on: id),
            request: request)
    }

    public func replaceCard(
        _ id: CardID, of customer: CustomerID, asked: Draft<ReplacementApplication>, pin: PIN?,
        request: IdempotentRequest<Card>
    ) async throws(IssuingFailure) -> Answered<Card> {
        try await replaceCard(
            id, asked: asked, pin: pin, evidence: .none(of: customer, for: .replaceCard, on: id), request: request)
    }

    public func resetTries(
        of id: CardID, of customer: CustomerID, request: IdempotentRequest<Card>
    ) async throws(IssuingFailure) -> Answered<Card> {
        try await resetTries(
            of: id, evidence: .none(of: customer, for: .resetRetries, on: id), request: request)
    }

    public func tokenizeCard(
        _ id: CardID, of customer: CustomerID, asked: TokenizationApplication,
        request: IdempotentRequest<TokenizedCard>
    ) async throws(IssuingFailure) -> Answered<TokenizedCard> {
        try await tokenizeCard(
            id, asked: asked.draft, evidence: .none(of: customer, for: .tokenizeCard, on: id), request: request)
    }

    public func completeTokenization(
        of id: CardID, of customer: CustomerID, as report: TokenizationReport
    ) async throws(IssuingFailure) -> Tokenization {
        try await completeTokenization(
            of: id, as: report, evidence: .none(of: customer, for: .completeTokenization, on: id))
    }
}
