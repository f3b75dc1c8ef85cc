import HTTPContract
import Payments
import Postgres
import Validation

/// What a merchant can agree with a gateway beside its credentials.
package struct GatewaySettings: Sendable {
    /// Reads a JSON object with some of the settings, and makes what stores them. Those that are absent stay.
    private let reading: @Sendable (_ bytes: [UInt8], MerchantID) throws -> Draft<[Query<Void>]>

    package init<Body: RequestBody>(
        _ type: Body.Type, _ write: @escaping @Sendable (Body, MerchantID) -> Draft<[Query<Void>]>
    ) {
        reading = { bytes, merchant in
            let (body, errors) = try Body.read(bytes)
            return Draft(body, errors: errors).then { write($0, merchant) }
        }
    }

    /// A gateway without any.
    package static let none = GatewaySettings(NoSettings.self) { _, _ in Draft([]) }

    package func read(_ bytes: [UInt8], of merchant: MerchantID) throws -> Draft<[Query<Void>]> {
        try reading(bytes, merchant)
    }
}

private struct NoSettings: RequestBody {
    static let members: [BodyMember<NoSettings>] = []
}
