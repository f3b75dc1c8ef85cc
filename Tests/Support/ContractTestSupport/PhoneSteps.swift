import CardAPI
import CardClient
import CardSecrets
import Foundation
import HTTPContract
import Provisioning
import Simulators
import Synchronization
import Testing
import TestSupport

/// An iPhone, a Pixel and a Galaxy in a sandbox, with one card to add to their wallets.
package struct PhoneShop: Sendable {
    package let service: LiveService
    package let cards: CustomerOperations
    package let card: CardBody
    package let now: Date
    package let entropy = Entropy.seeded(77)

    package init(_ network: TokenNetwork, at service: LiveService, now: Date = IssuingFixture.now) async throws {
        self.service = service
        self.now = now
        cards = try await service.cards(of: .ivana)
        card = try await cards.create(
            .ordering(network == .visa ? "DEMO-VIRTUAL-VISA-EEA" : "SKRILL-VIRTUAL-MC-EEA"))
    }

    /// A new phone, as all three are.
    package var iPhone: IPhone { service.iPhone(at: now, entropy: entropy) }
    package var pixel: Pixel { newPixel(hasWallet: true) }
    package var galaxy: Galaxy {
        Galaxy(of: card.customerId, entropy: entropy, call: service.sandboxCall)
    }

    package func newPixel(hasWallet: Bool) -> Pixel {
        Pixel(of: card.customerId, hasWallet: hasWallet, entropy: entropy, call: service.sandboxCall)
    }

    package func listed() async throws -> [TokenizationBody] {
        var query = CardQuery()
        query.inclusions = ["TOKENIZATIONS"]
        return try await cards.get(card.cardId, query).tokenizations ?? []
    }

    /// The outcome of `add`, and its steps.
    package func steps(
        _ add: (@escaping StepReport) async throws(StepFailure) -> WalletToken
    ) async -> (outcome: Result<WalletToken, StepFailure>, steps: [ProvisioningStep]) {
        let steps = StepList()
        let report: StepReport = { step in steps.list.withLock { $0.append(step) } }
        do throws(StepFailure) {
            let token = try await add(report)
            return (.success(token), steps.list.withLock { $0 })
        } catch {
            return (.failure(error), steps.list.withLock { $0 })
        }
    }

    /// The sandbox's explanation of a JSON text.
    package func explain(_ json: String) async throws -> Explanation {
        try await service.sandbox("POST", "/explain", json).decoded(expecting: 200)
    }
}

extension LiveService {
    /// Calls the sandbox for a simulated phone.
    package var sandboxCall: SandboxCall {
        { method, path, json in
            let answer = try await sandbox(method, path, json ?? "")
            return (answer.status, Data(answer.body))
        }
    }

    /// A new iPhone of Ivana's, which waits for the issuer without a limit.
    package func iPhone(at now: Date = IssuingFixture.now, entropy: Entropy) -> IPhone {
        IPhone(
            of: Person.ivana.rawValue, patience: .endless, now: { now }, entropy: entropy, call: sandboxCall)
    }
}

private final class StepList: Sendable {
    let list = Mutex<[ProvisioningStep]>([])
}

extension Patience {
    /// A busy machine makes answers slow; it must not make tests fail.
    package static let endless = Patience {
        let (nothing, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in nothing {}
        continuation.finish()
    }
}

extension Result where Success == WalletToken, Failure == StepFailure {
    package var failure: StepFailure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}

package struct Explanation: Decodable {
    package struct Step: Decodable {
        package let step: String
        package let verdict: String
        package let seen: String?
        package let failure: String?
        package let cause: String?
        package let fix: String?
    }

    package let verdict: String
    package let steps: [Step]

    package var failures: [String] { steps.compactMap(\.failure) }
}

extension RequestBody {
    package var json: String { String(decoding: jsonBytes, as: UTF8.self) }

    /// This body with one additional member.
    package func json(adding name: String, _ value: String) -> String {
        #"{"\#(name)":"\#(value)","# + json.dropFirst()
    }
}
