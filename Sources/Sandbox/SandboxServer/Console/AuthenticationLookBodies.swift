import CardAPI
import Cards
import HTTPContract
import HTTPTypes
import Identifiers
import Sandbox

struct SeenAuthenticationAnswer: AnswerBody {
    let event: SeenAuthentication

    static let members: [AnswerMember<SeenAuthenticationAnswer>] = [
        .member(
            "eventId", \.event.id.description, as: .identifier, example: "0d3a6b0e-6c5e-4f5b-9d3c-3f7f4f3a2b10",
            "The event's id."),
        .member("customerId", \.event.customer.description, example: "10000001", "Who authenticates."),
        .member(
            "operation", { $0.event.operation?.rawValue },
            as: .enumeration(ProtectedOperation.allCases.map(\.rawValue)), example: "UPDATE_CARD",
            "The operation that it protects; absent for a payment by 3-D Secure."),
        .member(
            "cardId", { $0.event.card?.description }, as: .identifier, example: "f16ba382-eb42-481a-b08f-c57bdc9aae24",
            "The card of the request; absent if there is none."),
        .member(
            "authenticationMode", \.event.mode.rawValue,
            as: .enumeration(AuthenticationPolicy.Mode.allCases.map(\.rawValue)), example: "EMBEDDED",
            "Who authenticates the customer."),
        .member(
            "status", \.event.status.rawValue, as: .enumeration(AuthenticationEvent.Status.allCases.map(\.rawValue)),
            example: "USED", "USED once it has let its request through."),
        .member("createdDate", { Timestamp($0.event.createdAt) }, example: "2026-11-21T15:43:00Z", "The time."),
        .member("expiryDate", { Timestamp($0.event.expiresAt) }, example: "2026-11-21T15:58:00Z", "When it ends."),
        .member(
            "usedDate", { $0.event.usedAt.map { Timestamp($0) } }, example: "2026-11-21T15:44:00Z",
            "When it let its request through; absent before."),
        .member("challenges", { $0.event.challenges.map(SeenChallengeAnswer.init) }, "The challenges, oldest first."),
    ]
}

struct SeenChallengeAnswer: AnswerBody {
    let challenge: SeenAuthentication.Challenge

    init(_ challenge: SeenAuthentication.Challenge) { self.challenge = challenge }

    static let members: [AnswerMember<SeenChallengeAnswer>] = [
        .member("number", \.challenge.number, example: "1", "The challenge's number, from 1."),
        .member(
            "verification", \.challenge.verification.rawValue,
            as: .enumeration(Verification.allCases.map(\.rawValue)), example: "SMS", "With what."),
        .member("attempts", \.challenge.attempts, example: "1", "How many attempts were wrong."),
        .member("allowableAttempts", \.challenge.allowableAttempts, example: "3", "How many may be."),
        .member("createdDate", { Timestamp($0.challenge.createdAt) }, example: "2026-11-21T15:43:00Z", "The time."),
        .member("expiryDate", { Timestamp($0.challenge.expiresAt) }, example: "2026-11-21T15:48:00Z", "When it ends."),
        .member(
            "answer", { $0.challenge.isApproved.map { $0 ? "APPROVED" : "DENIED" } },
            as: .enumeration(["APPROVED", "DENIED"]), example: "APPROVED",
            "What the customer has answered to a push; absent before, and in all others."),
    ]
}

extension SandboxOperations {
    static let getAuthenticationEvent = Operation.sandbox(
        "getAuthenticationEvent", "Get an authentication event",
        """
        Returns an event of strong customer authentication with its challenges: whose it is, what it protects, whether \
        it was used, and when it ends. An event is forgotten some time after its end.
        """, .cardholder, .get, "/authentication-events/{eventId}", answer: SeenAuthenticationAnswer.schema)
}
