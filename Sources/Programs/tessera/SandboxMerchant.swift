import ArgumentParser
import HTTPContract
import SimulatedWallets

/// A merchant of the running service's sandbox.
struct SandboxMerchant: Sendable {
    private struct Answer: Decodable, Sendable {
        struct Gateway: Decodable, Sendable {
            let name: String
            let credentials: [Credential]?
            let keys: [Key]
        }

        struct Credential: Decodable, Sendable {
            let name, value: String
        }

        struct Key: Decodable, Sendable {
            let wallet, publicKey: String
            let walletId: String?
        }

        let merchantId: String
        let gateways: [Gateway]
    }

    private let answer: Answer

    var id: String { answer.merchantId }

    /// A merchant that exists already. The service does not return its credentials; only its creator has them.
    init(_ id: String, at service: RunningService) async throws {
        guard id.wholeMatch(of: /[0-9A-Za-z]{1,32}/) != nil else {
            throw ValidationError("With --gateway, --merchant must be 1 to 32 letters and digits, not '\(id)'.")
        }
        answer = try await service.sandbox("GET", "/merchants/\(id)")
    }

    /// A new merchant with credentials at every gateway.
    ///
    /// - Parameter name: the name that its customers read on their statements.
    init(named name: String, at service: RunningService) async throws {
        let body: JSONValue = ["name": .string(name)]
        answer = try await service.sandbox("POST", "/merchants", body.jsonText)
    }

    func key(at gateway: String, for wallet: PhoneKind) throws -> (key: MerchantKey, walletID: String?) {
        guard let key = try found(gateway).keys.first(where: { $0.wallet == wallet.merchantsName }) else {
            throw RunningService.Failure(
                description: "The merchant \(id) has no key for \(wallet.walletName) at \(gateway): the gateway does "
                    + "not take this wallet. Choose another token with --token, or another gateway.")
        }
        return (try MerchantKey(pem: key.publicKey), key.walletId)
    }

    /// The credentials of the merchant's clients at a gateway, by the gateway's names.
    func credentials(at gateway: String) throws -> [String: String] {
        let made = try found(gateway).credentials ?? []
        return Dictionary(made.map { ($0.name, $0.value) }) { first, _ in first }
    }

    private func found(_ gateway: String) throws -> Answer.Gateway {
        guard let found = answer.gateways.first(where: { $0.name == gateway }) else {
            let names = answer.gateways.map(\.name).joined(separator: ", ")
            throw ValidationError("There is no gateway '\(gateway)'; the sandbox has: \(names).")
        }
        return found
    }
}

extension PhoneKind {
    /// The wallet in the words of the merchants' side.
    fileprivate var merchantsName: String { rawValue.uppercased() }
}
