import CardAPI
import CardClient
import CardSecrets
import Foundation
import HTTPContract
import Provisioning
import Simulators
import Synchronization
import TestSupport
import Testing

/// The three phones and the networks behind them, with one card that is to go into their wallets.
struct PhoneShop: Sendable {
    let service: LiveService
    let cards: CustomerOperations
    let card: CardBody
    let tokenService: TokenService
    let now: Date
    let entropy = Entropy.seeded(77)

    init(_ network: TokenNetwork, at service: LiveService, now: Date = IssuingFixture.now) async throws {
        self.service = service
        self.now = now
        cards = try await service.cards(of: .ivana)
        card = try await cards.create(
            .ordering(network == .visa ? "DEMO-VIRTUAL-VISA-EEA" : "SKRILL-VIRTUAL-MC-EEA"))
        let keys: WalletKeys = try await service.sandbox("GET", "/wallet-keys").decoded(expecting: 200)
        tokenService = TokenService(
            keys: try #require(keys.tokenServiceKeys), now: { now }, entropy: entropy)
    }

    var iPhone: IPhone { IPhone(tokenService, patience: .endless, now: { [now] in now }, entropy: entropy) }
    var pixel: Pixel { Pixel(tokenService, entropy: entropy) }
    var galaxy: Galaxy { Galaxy(tokenService, entropy: entropy) }

    func listed() async throws -> [TokenizationBody] {
        var query = CardQuery()
        query.inclusions = ["TOKENIZATIONS"]
        return try await cards.get(card.cardId, query).tokenizations ?? []
    }

    /// Whether it went well, and which steps led there.
    func steps(
        _ add: (@escaping StepReport) async throws(StepFailure) -> NetworkToken
    ) async -> (outcome: Result<NetworkToken, StepFailure>, steps: [ProvisioningStep]) {
        let steps = StepList()
        let report: StepReport = { step in steps.list.withLock { $0.append(step) } }
        do throws(StepFailure) {
            let token = try await add(report)
            return (.success(token), steps.list.withLock { $0 })
        } catch {
            return (.failure(error), steps.list.withLock { $0 })
        }
    }

    /// What the sandbox says of some JSON: the verdict, and the steps that failed by name.
    func explain(_ json: String) async throws -> Explanation {
        try await service.sandbox("POST", "/explain", json).decoded(expecting: 200)
    }
}

private final class StepList: Sendable {
    let list = Mutex<[ProvisioningStep]>([])
}

extension Patience {
    /// A busy machine makes answers slow; it must not make tests fail.
    static let endless = Patience {
        let (nothing, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in nothing {}
        continuation.finish()
    }
}

extension Result where Success == NetworkToken, Failure == StepFailure {
    var failure: StepFailure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}

struct Explanation: Decodable {
    struct Step: Decodable {
        let step: String
        let verdict: String
        let seen: String?
        let failure: String?
        let cause: String?
        let fix: String?
    }

    let verdict: String
    let steps: [Step]

    var failures: [String] { steps.compactMap(\.failure) }
}

extension HTTPContract.RequestBody {
    var json: String { String(decoding: jsonBytes, as: UTF8.self) }

    /// This body with one member more.
    func json(adding name: String, _ value: String) -> String { #"{"\#(name)":"\#(value)","# + json.dropFirst() }
}
