import CardAPI
import Cards
import Foundation
import HTTPContract
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

    @Test("Every reason to refuse is on the page once")
    func refusals() throws {
        let folder = Golden.repository.appending(path: "Sources/Cards/Refusals")
        let files = try #require(FileManager.default.subpaths(atPath: folder.path))
        let declared = try files.filter { $0.hasSuffix("Refusal.swift") }.flatMap { file in
            let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            let noun = try #require(source.firstMatch(of: /public enum (\w+)/)).output.1
            return source.matches(of: /\n    case (\w+)(\((\w+Refusal)\))?/).filter { $0.output.2 == nil }.map {
                "\(noun).\($0.output.1)"
            }
        }
        let shown = try Self.refusals.map { refusal in
            let names = "Refusal.\(refusal)".matches(of: /(\w*Refusal)\.(\w+)/)
            let name = try #require(names.last).output
            return "\(name.1).\(name.2)"
        }
        #expect(!declared.isEmpty && shown.sorted() == declared.sorted())
    }

    private static var text: String {
        let codes = ErrorCode.cardService.map { code in
            "| `\(code.rawValue)` | \(code.status.code) | \(code.meaning) | \(code.remedy) "
                + "| \(code.origin.rawValue) |\n"
        }
        let sentences = refusals.map { refusal in
            let problem = Problem(refusal)
            return "| `\(problem.code.rawValue)` | \(problem.status.code) | \(problem.message) |\n"
        }
        return """
            # Errors

            This page is generated from the program: run the tests with `RECORD=1` to write it again.

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

            The words are those of an example. Where two apply, the one that the use case finds first is answered.

            | code | status | message |
            | --- | --- | --- |
            \(sentences.joined())
            """
    }

    /// One example of each, noun by noun.
    private static let refusals: [Refusal] =
        [.invalidFields([FieldError("currency", "is required")])]
        + [.keyInUse, .keyReused].map(Refusal.idempotency)
        + [.customer(.notFound), .brand(.notFound)]
        + authentications.map(Refusal.authentication)
        + [.notFound, .limitExceeded].map(Refusal.device)
        + [.cardLimitExceeded, .cardNumbersUsedUp(program: "SKRILL-VIRTUAL-MC-EEA")].map(Refusal.application)
        + [.notFound, .tooMany].map(Refusal.bulkOrder)
        + cards.map(Refusal.card)
        + pins.map(Refusal.pin)
        + [.notAllowed(status: .locked), .noPIN, .tooManyWaiting].map(Refusal.secureView)
        + tokenizations.map(Refusal.tokenization)
        + webhooks.map(Refusal.webhook)
        + sandbox.map(Refusal.sandbox)

    private static let authentications: [AuthenticationRefusal] = [
        .required(
            RequiredAuthentication(
                event: AuthenticationEvent(
                    reference: AuthenticationReference(eventID: .zero, walletOperationID: .zero),
                    customer: CustomerID(rawValue: 1), brand: "demo",
                    subject: AuthenticationSubject(operation: .updateCard, card: nil, digest: []), mode: .embedded,
                    status: .open, createdAt: .distantPast, expiresAt: .distantFuture),
                offers: [])),
        .eventNotFound, .eventIsOver("has expired"), .isOutsourced, .isClosed(.password),
        .isBlocked(.smsCode, secondsLeft: 900), .tooManyAttemptsAtOnce, .challengesUsedUp(secondsLeft: 600),
        .tooManyChallenges(.smsCode, secondsLeft: 600), .pushAskedForTooOften(secondsLeft: 60), .challengeNotSent,
    ]

    private static let cards: [CardRefusal] = [
        .notFound, .transitionNotAllowed(from: .locked, to: .active, accepted: [.cancelled, .digital]),
        .activationNotAllowed(status: .active, type: .physical), .activationDataWrong(triesLeft: 2),
        .replacementNotAllowed(status: .issued, reason: .lost),
    ]

    private static let pins: [PINRefusal] = [
        .isSetBySeparateCall, .isSetByUpdate, .notAllowed(status: .locked, isPINSet: true), .triesNotUsedUp,
        .triesUsedUpForGood,
    ]

    private static let tokenizations: [TokenizationRefusal] = [
        .walletDataNotAccepted([.usedNonce]), .notFound(.apple), .tokenNotFound, .notAllowed(status: .locked),
        .alreadyTokenized(.google), .limitExceeded, .networkNotConnected(.visa), .isCompleted, .tokenIsDeleted,
        .referenceTaken, .placeHasAnotherToken, .eventNotAllowed(.resume, token: .active, card: .locked),
    ]

    private static let webhooks: [WebhookRefusal] = [
        .subscriptionNotFound, .subscriptionExists(.cardStatus), .subscriptionLimitExceeded, .deliveryNotFound,
    ]

    private static let sandbox: [SandboxRefusal] = [
        .snapshot(.notFound(.base)), .snapshot(.exists(.base)), .snapshot(.limitExceeded),
        .program(.exists(name: "SKRILL-VIRTUAL-MC-EEA")), .event(.needsPlastic(.delivered)),
        .event(.notAllowed(.resume, status: .active)), .event(.pinIsBlocked), .inbox(.messageNotFound),
        .inbox(.messageIsNoPush), .inbox(.pushIsOver), .databaseIsNoSandbox,
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
