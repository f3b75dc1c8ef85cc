import Foundation
import Gateways
import Identifiers
import Ledger
import Payments
import Postgres
import Sandbox

/// The merchant of the demo universe. It never changes, so every example in the documentation works when it is pasted.
enum DemoMerchant {
    static let id = "496160873888"

    private struct NotPossible: Error {}

    /// The queries that add the merchant in a caller's transaction; none without a merchants' side.
    static func writes(in merchants: MerchantsServer?, at now: Date) async throws -> [Query<Void>] {
        guard let merchants else { return [] }
        return try await prepare(in: merchants, at: now).writes
    }

    /// Draws the keys and credentials that the merchant lacks. Its keys stay, also if it is added again after
    /// everything was deleted.
    static func prepare(in merchants: MerchantsServer, at now: Date) async throws -> PreparedMerchant {
        guard let id = MerchantID(id),
            let merchant = Merchant(
                id: id, name: "Corner Shop", category: 5411, country: "DE", city: "Berlin", currency: .euro)
        else { throw NotPossible() }
        return try await merchants.prepare(merchant, asExample: true, at: now)
    }
}

extension SandboxServer {
    /// Adds the demo universe with its merchant to an empty database: all of it or nothing.
    func seedDemoUniverse() async throws {
        try await sandbox.seedDemoUniverse(adding: DemoMerchant.writes(in: merchants, at: sandbox.clock.now()))
    }

    /// Adds the merchant of the demo universe, or the keys and credentials that it lacks. A reset does the same.
    public func seedDemoMerchant() async throws {
        if let merchants { try await merchants.add(DemoMerchant.prepare(in: merchants, at: sandbox.clock.now())) }
    }
}
