import Gateways
import HTTPContract
import Identifiers
import Payments
import Sandbox
import Scenarios
import Validation

/// Changes the agreed settings of merchants, for scenarios.
struct ScenarioMerchants: MerchantDesk {
    let merchants: MerchantsServer

    private struct NotThere: Error {}

    func errors(in settings: Settings, of merchant: String, at gateway: String) async throws -> [FieldError]? {
        guard let found = try await find(merchant, gateway) else { return nil }
        return try await found.gateway.settings.read(Self.json(settings), of: found.merchant.id).errors
    }

    func agree(_ settings: Settings, of merchant: String, at gateway: String) async throws {
        guard let found = try await find(merchant, gateway),
            try await merchants.set(Self.json(settings), of: found.merchant, at: found.gateway).isEmpty
        else { throw NotThere() }
    }

    private func find(
        _ number: String, _ name: String
    ) async throws(PaymentFailure) -> (merchant: Merchant, gateway: GatewayService)? {
        guard let id = MerchantID(number), let merchant = try await merchants.payments.merchant(id),
            let gateway = merchants.gateways.first(where: { $0.gateway.name == name })
        else { return nil }
        return (merchant, gateway)
    }

    private static func json(_ settings: Settings) -> [UInt8] {
        JSONValue.object(
            JSONObject(
                settings.map { name, value in
                    switch value {
                    case .text(let text): (name, .string(text))
                    case .flag(let isTrue): (name, .boolean(isTrue))
                    case .list(let texts): (name, .array(texts.map { .string($0) }))
                    }
                })
        ).jsonBytes
    }
}
