import HTTPContract
import Payments
import Postgres
import Validation

/// The settings that a merchant can agree with a gateway, besides its credentials.
package struct GatewaySettings: Sendable {
    /// Reads a JSON object with some of the settings, and returns the queries that store them. Absent settings stay.
    private let reading: @Sendable (_ bytes: [UInt8], MerchantID) async throws -> Draft<[Query<Void>]>

    package init<Body: RequestBody>(
        _ type: Body.Type, _ write: @escaping @Sendable (Body, MerchantID) async throws -> Draft<[Query<Void>]>
    ) {
        reading = { bytes, merchant in
            let (body, errors) = try Body.read(bytes)
            let writes = try await write(body, merchant)
            return Draft(body, errors: errors).then { _ in writes }
        }
    }

    /// A gateway without any.
    package static let none = GatewaySettings(NoSettings.self) { _, _ in Draft([]) }

    package func read(_ bytes: [UInt8], of merchant: MerchantID) async throws -> Draft<[Query<Void>]> {
        try await reading(bytes, merchant)
    }
}

private struct NoSettings: RequestBody {
    static let members: [BodyMember<NoSettings>] = []
}
