import Gateways
import Ledger
import Payments

import struct Payments.Merchant

/// The merchant of the demo universe. It never changes, so every example in the documentation works when it is pasted.
enum DemoMerchant {
    static let id = "496160873888"

    private struct NotPossible: Error {}

    /// Adds the merchant, or what it lacks. Its keys are drawn when it is made.
    static func make(in merchants: MerchantsServer) async throws {
        guard let id = MerchantID(id),
            let merchant = Merchant(
                id: id, name: "Corner Shop", category: 5411, country: "DE", city: "Berlin", currency: .euro)
        else { throw NotPossible() }
        try await merchants.payments.add(merchant)
        try await merchants.equip(merchant, asExample: true)
    }
}

extension SandboxServer {
    /// Adds the merchant of the demo universe, if it is not there yet. A reset does the same.
    public func seedDemoMerchant() async throws {
        if let merchants { try await DemoMerchant.make(in: merchants) }
    }
}
