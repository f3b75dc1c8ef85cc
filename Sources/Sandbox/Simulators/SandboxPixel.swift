import CardAPI
import CardClient
import CardSecrets
import Foundation
import HTTPContract
import Provisioning

/// Sends a request to the sandbox, and returns the status and the body of its response.
public typealias SandboxCall =
    @Sendable (_ method: String, _ path: String, _ json: String?) async throws -> (status: Int, body: Data)

/// A token on a phone in the sandbox, as the phone's wallet lists it.
public struct WalletToken: Sendable, Decodable {
    public let issuerTokenId: String
    public let dpanLastFour: String
    public let tokenState: String
}

/// A Pixel in the sandbox's database. Its cardholder adds a card in Google Wallet itself, and the issuer's app
/// identifies the cardholder: manual provisioning.
public struct SandboxPixel: Sendable {
    private struct Phone: Decodable {
        let phoneId: String
        let activeWalletId: String?
    }

    private struct Tokens: Decodable {
        let tokens: [WalletToken]
    }

    private struct Inbox: Decodable {
        struct Message: Decodable {
            let issuerTokenId: String?
            let code: String?
        }

        let messages: [Message]
    }

    private let call: SandboxCall
    private let customer: String
    private let hasWallet: Bool

    /// - Parameter hasWallet: a new phone has no wallet, and creates one for its first card.
    public init(of customer: String, hasWallet: Bool = true, call: @escaping SandboxCall) {
        self.customer = customer
        self.hasWallet = hasWallet
        self.call = call
    }

    /// Adds a card from the wallet: the cardholder types its number, the app finds the waiting token by its
    /// `issuerTokenId`, the cardholder enters the code, and the app reports the token.
    public func addManually(
        _ cardID: String, of cards: CustomerOperations, report: @escaping StepReport
    ) async throws(StepFailure) -> WalletToken {
        let journey = Journey(report: report)
        let issuer = Issuer(cards: cards, cardID: cardID, journey: journey)
        let (path, wallet) = try await activeWallet(journey)
        let begun: WalletToken = try await ask("begin", "POST", path + "/tokens", ["cardId": cardID], journey)
        journey.pass("begin", "the cardholder typed the number into Google Wallet; \(begun.tokenState)")
        try await findWaiting(begun, at: path, issuer)
        let code = try await code(for: begun, journey)
        let active: WalletToken = try await ask(
            "identification", "POST", "\(path)/tokens/\(begun.issuerTokenId)/verification", ["code": code], journey)
        journey.pass("identification", "the cardholder entered the code; \(active.tokenState)")
        try await issuer.complete(active.issuerTokenId, walletType: "GOOGLE_PAY", walletID: wallet)
        return active
    }

    private func activeWallet(_ journey: Journey) async throws(StepFailure) -> (path: String, wallet: String) {
        let body = #"{"customerId":"\#(customer)","kind":"PIXEL","hasWallet":\#(hasWallet)}"#
        let phone: Phone = try await ask("wallet", "POST", "/phones", json: body, journey)
        let path = "/phones/\(phone.phoneId)"
        if let wallet = phone.activeWalletId {
            journey.pass("wallet", "active wallet id of \(wallet.count) characters, on phone \(phone.phoneId)")
            return (path, wallet)
        }
        let changed: Phone = try await ask("wallet", "POST", path + "/wallet", json: nil, journey)
        guard let wallet = changed.activeWalletId else {
            throw journey.end("wallet", SandboxRefusal(code: "noWallet", detail: "The phone still has no wallet."))
        }
        journey.pass("wallet", "there was none; one was created (createWallet), on phone \(phone.phoneId)")
        return (path, wallet)
    }

    /// The app matches the tokens in the wallet with those of the card.
    private func findWaiting(_ begun: WalletToken, at path: String, _ issuer: Issuer) async throws(StepFailure) {
        let journey = issuer.journey
        let own: Tokens = try await ask("tokens", "GET", path + "/tokens", json: nil, journey)
        let waiting = own.tokens.filter { $0.tokenState == "NEEDS_IDENTITY_VERIFICATION" }.map(\.issuerTokenId)
        let listed = try await issuer.tokenizations().first { $0.dpanRef == begun.issuerTokenId }
        guard waiting.contains(begun.issuerTokenId), listed?.status == "INITIATED" else {
            throw journey.end(
                "tokens",
                SandboxRefusal(
                    code: "tokenNotListed",
                    detail: "The wallet or the card does not list \(begun.issuerTokenId) as waiting."))
        }
        journey.pass("tokens", "\(begun.issuerTokenId) waits, and the card lists it as INITIATED")
    }

    private func code(for token: WalletToken, _ journey: Journey) async throws(StepFailure) -> String {
        let inbox: Inbox = try await ask(
            "identification", "GET", "/messages?customerId=\(customer)", json: nil, journey)
        guard let code = inbox.messages.first(where: { $0.issuerTokenId == token.issuerTokenId })?.code else {
            throw journey.end(
                "identification", SandboxRefusal(code: "noCode", detail: "The cardholder did not get a code."))
        }
        return code
    }

    private func ask<Answer: Decodable>(
        _ step: String, _ method: String, _ path: String, _ members: [String: String], _ journey: Journey
    ) async throws(StepFailure) -> Answer {
        let object = JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) })
        return try await ask(step, method, path, json: JSONValue.object(object).jsonText, journey)
    }

    private func ask<Answer: Decodable>(
        _ step: String, _ method: String, _ path: String, json: String?, _ journey: Journey
    ) async throws(StepFailure) -> Answer {
        let answer: (status: Int, body: Data)
        do {
            answer = try await call(method, path, json)
        } catch {
            throw journey.end(step, SandboxRefusal(code: "notAnswered", detail: "\(error)"))
        }
        guard (200...299).contains(answer.status),
            let decoded = try? JSONDecoder().decode(Answer.self, from: answer.body)
        else { throw journey.end(step, SandboxRefusal(answer.body)) }
        return decoded
    }
}

/// A refusal of the sandbox, as problem details (RFC 9457).
struct SandboxRefusal: ExplainedFailure {
    private struct Problem: Decodable {
        let code, detail: String
    }

    private let code: String
    let cause: String

    var name: String { "sandbox.\(code)" }
    var fix: String { "Follow the message of the refusal." }

    init(code: String, detail: String) {
        self.code = code
        cause = detail
    }

    init(_ body: Data) {
        let problem = try? JSONDecoder().decode(Problem.self, from: body)
        self.init(
            code: problem?.code ?? "unreadable",
            detail: problem?.detail
                ?? "The response cannot be read: \(String(decoding: body.prefix(200), as: UTF8.self))")
    }
}
