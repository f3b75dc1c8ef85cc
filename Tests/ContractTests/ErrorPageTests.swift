import CardAPI
import Cards
import Foundation
import HTTPTypes
import Testing
import Validation

@testable import CardServer

@Suite("The page of errors")
struct ErrorPageTests {
    @Test("docs/ERRORS.md is what the codes and the refusals say of themselves")
    func page() throws {
        try expectGolden(Self.text, "ERRORS.md", in: "docs")
    }

    @Test("Every refusal is on the page, in the order in which they are declared, which is that of precedence")
    func refusals() throws {
        let source = try String(
            contentsOf: Golden.repository.appending(path: "Sources/Cards/Refusal.swift"), encoding: .utf8)
        let declared = source.matches(of: /\n    case (\w+)/).map { String($0.output.1) }
        let shown = Self.refusals.map { String("\($0)".prefix { $0 != "(" }) }
        #expect(!declared.isEmpty && shown == declared)
    }

    private static var text: String {
        let codes = ErrorCode.allCases.map { code in
            "| `\(code.rawValue)` | \(code.status.code) | \(code.meaning) | \(code.remedy) "
                + "| \(code.origin.rawValue) |\n"
        }
        let sentences = refusals.map { refusal in
            let problem = Problem(refusal)
            return "| `\(problem.code.rawValue)` | \(problem.status.code) | \(problem.message) |\n"
        }
        return """
            # Errors

            This page is generated from the program: run the tests with `RECORD=1` to write it anew.

            Every error of the Card service has one shape: `{"error": {"code", "message", "details", "fieldErrors"}}`, \
            all four always there. `fieldErrors` names every field that is wrong, dotted where it is nested. The \
            answer's `X-Request-Id` finds the request in the log. The token call answers with OAuth's own errors (RFC \
            6749, section 5.2), the sandbox with problem details (RFC 9457).

            ## Codes

            | code | status | what has happened | what to do | known from |
            | --- | --- | --- | --- | --- |
            \(codes.joined())
            *documented*: Paysafe's public documentation names the code. *decided*: chosen here by the same grammar, \
            where nothing public says what the answer is.

            ## What the rules refuse

            In order of precedence: where two apply, the earlier is answered. The words are those of an example.

            | code | status | message |
            | --- | --- | --- |
            \(sentences.joined())
            """
    }

    /// One example of each.
    private static let refusals: [Refusal] = [
        .customerNotFound, .idempotencyKeyInUse, .idempotencyKeyReused, .cardNotFound,
        .bulkOrderNotFound, .brandNotFound, .authenticationEventNotFound, .authenticationEventIsOver("has expired"),
        .authenticationIsOutsourced, .authenticationIsClosed(.password),
        .authenticationIsBlocked(.smsCode, secondsLeft: 900), .tooManyAttemptsAtOnce,
        .challengesUsedUp(secondsLeft: 600), .tooManyChallenges(.smsCode, secondsLeft: 600),
        .pushAskedForTooOften(secondsLeft: 60), .challengeNotSent, .deviceNotFound, .deviceLimitExceeded,
        .invalidFields([FieldError("currency", "is required")]),
        .authenticationRequired(
            RequiredAuthentication(
                event: AuthenticationEvent(
                    reference: AuthenticationReference(eventID: .zero, walletOperationID: .zero),
                    customer: CustomerID(rawValue: 1), brand: "demo",
                    subject: AuthenticationSubject(operation: .updateCard, card: nil, digest: []), mode: .embedded,
                    status: .open, createdAt: .distantPast, expiresAt: .distantFuture),
                offers: [])),
        .walletDataNotAccepted([.usedNonce]), .tokenizationNotFound(.apple), .tokenNotFound,
        .tokenizationNotAllowed(status: .locked), .alreadyTokenized(.google), .tokenizationLimitExceeded,
        .networkNotConnected(.visa), .tokenizationIsCompleted, .tokenIsDeleted, .dpanReferenceTaken,
        .placeHasAnotherToken, .tokenEventNotAllowed(.resume, token: .active, card: .locked),
        .cardLimitExceeded, .tooManyBulkOrders, .cardNumbersUsedUp(program: "SKRILL-VIRTUAL-MC-EEA"),
        .transitionNotAllowed(from: .locked, to: .active, accepted: [.cancelled, .digital]),
        .activationNotAllowed(status: .active, type: .physical), .activationDataWrong(triesLeft: 2),
        .pinIsSetBySeparateCall, .pinIsSetByUpdate, .pinNotAllowed(status: .locked, isPINSet: true),
        .replacementNotAllowed(status: .issued, reason: .lost), .triesNotUsedUp, .triesUsedUpForGood,
        .programExists(name: "SKRILL-VIRTUAL-MC-EEA"), .eventNeedsPlastic(.delivered),
        .eventNotAllowed(.resume, status: .active), .pinIsBlocked,
        .messageNotFound, .messageIsNoPush, .pushIsOver, .subscriptionNotFound,
        .subscriptionExists(.cardStatus), .subscriptionLimitExceeded, .deliveryNotFound,
        .showingNotAllowed(status: .locked), .noPINToShow, .tooManySecureViews,
        .snapshotNotFound(.base), .snapshotExists(.base), .snapshotLimitExceeded,
        .databaseIsNoSandbox,
    ]
}

extension ID {
    fileprivate static var zero: ID { ID(rawValue: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))) }
}

extension SnapshotName {
    fileprivate static let base: SnapshotName = {
        guard let name = SnapshotName(rawValue: "base") else { preconditionFailure("It is plain.") }
        return name
    }()
}
