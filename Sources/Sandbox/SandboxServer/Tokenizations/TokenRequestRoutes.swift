import Authorizing
import CardAPI
import CardServer
import Cards
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Sandbox
import Validation

import struct HTTPContract.Operation

/// Plays a token service that asks the issuer for tokens.
struct TokenRequestRoutes {
    let sandbox: Sandbox

    var routes: [SandboxRoutes.Route] {
        [(SandboxOperations.requestToken, play)]
    }

    @Sendable private func play(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.parameters.cardID()
        let errand = try await request.json(TokenErrandBody.self).accepted { $0.errand }
        return Response(
            status: .ok, json: RequestedTokenAnswer(token: try await sandbox.requestToken(errand, for: id)))
    }
}

extension SandboxOperations {
    static let requestToken = Operation.sandbox(
        "requestToken", "Ask for a token as a network's token service",
        """
        Sends the messages of a token service to the issuer, as a wallet causes them, and returns them with their \
        answers. If the issuer asks for an identification, the simulated cardholder reads the code in the inbox and \
        types it. Scores of 5 are green, 2 and 3 yellow, and 1 is red. A `fault` loses, doubles or delays messages.
        """, .wallets, .post, "/cards/{cardId}/token-requests", answer: RequestedTokenAnswer.schema,
        payload: TokenErrandBody.schema)
}

struct TokenErrandBody: RequestBody {
    var walletType: String?
    var clientDeviceId: String?
    var deviceScore: Int?
    var accountScore: Int?
    var source: String?
    var identifies: Bool?
    var fault: String?

    static let members: [BodyMember<TokenErrandBody>] = [
        .enumeration(
            "walletType", \.walletType, of: Vocabulary.walletTypes, example: "GOOGLE_PAY",
            "The wallet; GOOGLE_PAY if absent."),
        .string(
            "clientDeviceId", \.clientDeviceId, example: "8fe3GxPvQ0Gd",
            "The device; absent if the wallet does not name it."),
        .integer(
            "deviceScore", \.deviceScore, in: ProvisioningRequest.scores, example: "3",
            "What the wallet thinks of the device; 5 if absent."),
        .integer(
            "accountScore", \.accountScore, in: ProvisioningRequest.scores, example: "5",
            "What it thinks of the account; 5 if absent."),
        .enumeration(
            "source", \.source, of: ["MANUAL", "APP"], example: "MANUAL",
            "APP if the issuer's app has tokenized the card for this wallet; MANUAL if absent."),
        .boolean(
            "identifies", \.identifies, example: "true",
            "Whether the cardholder types the code that the issuer sends; true if absent."),
        .enumeration(
            "fault", \.fault, of: TokenErrand.Fault.allCases.map(\.rawValue), example: nil,
            "TIME_OUT: no answer arrives in time, so each message is sent again. TWICE: each arrives twice at once. "
                + "LATE: PROVISIONING arrives again after all others. WRONG_CODE: the cardholder types a wrong "
                + "code first."),
    ]

    var errand: Draft<TokenErrand?> {
        var violations = Violations()
        violations.check("clientDeviceId", clientDeviceId.flatMap(WalletPlace.rule))
        var errand = TokenErrand()
        errand.wallet = walletType.flatMap(WalletType.init(rawValue:)) ?? errand.wallet
        errand.device = clientDeviceId
        errand.deviceScore = deviceScore ?? errand.deviceScore
        errand.accountScore = accountScore ?? errand.accountScore
        errand.isBegunInApp = source == "APP"
        errand.identifies = identifies ?? errand.identifies
        errand.fault = fault.flatMap(TokenErrand.Fault.init(rawValue:))
        return Draft(errand, errors: violations.list)
    }
}

struct RequestedTokenAnswer: AnswerBody {
    let token: RequestedToken

    struct Message: AnswerBody {
        let message: RequestedToken.Message

        static let members: [AnswerMember<Message>] = [
            .member(
                "networkReference", \.message.reference.text,
                example: "sandbox-token-1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1", "The message's reference."),
            .member(
                "kind", \.message.kind.rawValue, as: .enumeration(TokenServiceMessage.Kind.allCases.map(\.rawValue)),
                example: "PROVISIONING", "What the network has asked or said."),
            .member(
                "decision", \.message.answer.decision.rawValue,
                as: .enumeration(TokenServiceAnswer.Decision.allCases.map(\.rawValue)), example: "APPROVED",
                "The issuer's answer."),
            .member("reason", \.message.answer.reason, example: "MEDIUM_SCORE", "Why it is not APPROVED."),
            .member(
                "isRepeated", \.message.answer.isRepeated, example: "false",
                "Whether the same message was answered before."),
        ]
    }

    static let members: [AnswerMember<RequestedTokenAnswer>] = [
        .member(
            "tokenReference", \.token.reference, example: "DNITHE41493306176949492327766247",
            "The network's reference of the token."),
        .member(
            "decision", { $0.token.decision?.decision.rawValue },
            as: .enumeration(TokenServiceAnswer.Decision.allCases.map(\.rawValue)), example: "APPROVED",
            "Whether the token may be issued; absent if the card is not eligible."),
        .member(
            "tokenStatus", { $0.token.status?.rawValue }, as: .enumeration(TokenStatus.allCases.map(\.rawValue)),
            example: "ACTIVE", "The token's status; absent if the network has not activated it."),
        .member("messages", { $0.token.messages.map { Message(message: $0) } }, "All messages, in their order."),
    ]
}
