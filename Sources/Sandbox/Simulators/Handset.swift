import CardSecrets
import Foundation
import HTTPContract
import Provisioning
import Synchronization

/// Sends a request to the sandbox, and returns the status and the body of its response.
public typealias SandboxCall =
    @Sendable (_ method: String, _ path: String, _ json: String?) async throws -> (status: Int, body: Data)

/// A phone in the sandbox's database, which is made when it is first needed. The sandbox plays its wallet and the
/// networks behind it.
public final class Handset: Sendable {
    enum Kind: String, Sendable {
        case iPhone = "IPHONE"
        case pixel = "PIXEL"
        case galaxy = "GALAXY"
    }

    struct Phone: Sendable, Decodable {
        let phoneId: String
        let stableHardwareId: String
        let activeWalletId: String?

        var path: String { "/phones/\(phoneId)" }
    }

    private let kind: Kind
    private let customer: String
    private let hasWallet: Bool
    private let call: SandboxCall
    private let made = Mutex<Phone?>(nil)

    /// - Parameter hasWallet: whether a new Pixel has a wallet; the others always have one.
    init(_ kind: Kind, of customer: String, hasWallet: Bool = true, call: @escaping SandboxCall) {
        self.kind = kind
        self.customer = customer
        self.hasWallet = hasWallet
        self.call = call
    }

    /// The phone; nil until it is made.
    var current: Phone? { made.withLock { $0 } }

    public var id: String? { current?.phoneId }

    func phone(_ step: String, _ journey: Journey) async throws(StepFailure) -> Phone {
        if let current { return current }
        let body = JSONObject([
            ("customerId", .string(customer)), ("kind", .string(kind.rawValue)), ("hasWallet", .boolean(hasWallet)),
        ])
        return keep(try await ask(step, "POST", "/phones", body, journey))
    }

    /// `createWallet`.
    func createWallet(on phone: Phone, _ step: String, _ journey: Journey) async throws(StepFailure) -> Phone {
        keep(try await ask(step, "POST", phone.path + "/wallet", nil, journey))
    }

    private func keep(_ phone: Phone) -> Phone {
        made.withLock { $0 = phone }
        return phone
    }

    /// Lists the tokens on the phone, by the operation `listTokens` of the sandbox.
    func tokens(_ step: String, _ journey: Journey) async throws(StepFailure) -> [WalletToken] {
        struct List: Decodable {
            let tokens: [WalletToken]
        }

        let list: List = try await ask(step, "GET", phone(step, journey).path + "/tokens", nil, journey)
        return list.tokens
    }

    /// The cardholder types the number of a card into the wallet.
    func begin(_ cardID: String, _ step: String, _ journey: Journey) async throws(StepFailure) -> WalletToken {
        let path = try await phone(step, journey).path + "/tokens"
        return try await ask(step, "POST", path, JSONObject([("cardId", .string(cardID))]), journey)
    }

    /// Gives the wallet the data that the issuer sealed, and reports every check on the phone and at the network.
    func push(_ message: AddCardRequest, _ journey: Journey) async throws(StepFailure) -> WalletToken {
        let path = try await phone("decision", journey).path + "/push"
        let decision: TokenDecision = try await ask("decision", "POST", path, message.body, journey)
        try journey.follow(decision.inspection)
        guard let token = decision.token else {
            throw journey.end(
                "decision",
                SandboxRefusal(
                    code: "noToken", detail: "The network issued no token.",
                    fix: "Check that the sandbox has the same version as this command."))
        }
        return token
    }

    /// The cardholder enters the code that the network sent.
    func identify(_ token: WalletToken, _ journey: Journey) async throws(StepFailure) -> WalletToken {
        let step = "identification"
        let path = try await phone(step, journey).path + "/tokens/\(token.issuerTokenId)/verification"
        let code = JSONObject([("code", .string(try await self.code(for: token, step, journey)))])
        let active: WalletToken = try await ask(step, "POST", path, code, journey)
        journey.pass(step, "the cardholder entered the code; \(active.tokenState)")
        return active
    }

    private func code(
        for token: WalletToken, _ step: String, _ journey: Journey
    ) async throws(StepFailure) -> String {
        struct Inbox: Decodable {
            struct Message: Decodable {
                let issuerTokenId: String?
                let code: String?
            }

            let messages: [Message]
        }

        let inbox: Inbox = try await ask(step, "GET", "/messages?customerId=\(customer)", nil, journey)
        guard let code = inbox.messages.first(where: { $0.issuerTokenId == token.issuerTokenId })?.code else {
            throw journey.end(
                step,
                SandboxRefusal(
                    code: "noCode", detail: "The cardholder did not get a code.",
                    fix: "Begin again; a reset may have deleted the message."))
        }
        return code
    }

    /// Deletes the phone, if it was made. A customer can have only so many, and one without a card is of no use.
    public func remove() async {
        guard let phone = current else { return }
        _ = try? await call("DELETE", phone.path, nil)
        made.withLock { $0 = nil }
    }

    private func ask<Answer: Decodable>(
        _ step: String, _ method: String, _ path: String, _ body: JSONObject?, _ journey: Journey
    ) async throws(StepFailure) -> Answer {
        let answer: (status: Int, body: Data)
        do {
            answer = try await call(method, path, body.map { JSONValue.object($0).jsonText })
        } catch {
            throw journey.end(
                step,
                SandboxRefusal(
                    code: "notAnswered", detail: "\(error)",
                    fix: "Start a service with a sandbox: tessera serve --demo."))
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

    let fix: String

    var name: String { "sandbox.\(code)" }

    init(code: String, detail: String, fix: String) {
        self.code = code
        cause = detail
        self.fix = fix
    }

    init(_ body: Data) {
        let problem = try? JSONDecoder().decode(Problem.self, from: body)
        self.init(
            code: problem?.code ?? "unreadable",
            detail: problem?.detail
                ?? "The response cannot be read: \(String(decoding: body.prefix(200), as: UTF8.self))",
            fix: problem == nil
                ? "Check that --sandbox-url is the address of this version's sandbox."
                : "docs/PHONES.md says what a phone in the sandbox accepts.")
    }
}
