import ContractTestSupport
import Gateways
import HTTPContract
import Identifiers
import Ledger
import Payments
import Testing

/// A merchant with a login at each gateway.
struct Shop: Sendable {
    let place: Marketplace
    let id: MerchantID
    private let credentials: [String: [String: String]]

    init(
        _ place: Marketplace, _ number: String = "700000000001", named name: String = "Corner Shop",
        currency: Currency = .euro
    ) async throws {
        self.place = place
        id = try #require(MerchantID(number))
        let merchant = try #require(
            Merchant(id: id, name: name, category: 5411, country: "DE", city: "Berlin", currency: currency))
        let prepared = try await place.side.prepare(merchant, at: place.now)
        try await place.side.add(prepared)
        var credentials: [String: [String: String]] = [:]
        for equipped in prepared.equipped.gateways {
            let made = (equipped.credentials ?? []).map { ($0.name, $0.value) }
            credentials[equipped.gateway.gateway.name] = Dictionary(uniqueKeysWithValues: made)
        }
        self.credentials = credentials
    }

    /// The key to which a wallet seals payments to this shop at a gateway.
    func key(for wallet: WalletKind, at name: String) async throws -> MerchantPublicKey {
        let gateway = try #require(place.side.gateways.first { $0.gateway.name == name })
        let owner = KeyOwner(merchant: id, gateway: gateway.gateway, wallet: wallet)
        return try #require(try await place.side.keys.publicKey(for: owner))
    }

    func till(at gateway: String) async throws -> any Till {
        let till = try #require(Tills.all.first { $0.gateway == gateway })
        return try await till.open(at: self)
    }

    /// A credential of the merchant at a gateway.
    func credential(_ name: String, at gateway: String) throws -> String {
        try #require(credentials[gateway]?[name])
    }
}

extension Money {
    static func euros(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: .euro) }

    /// The amount in major units, such as `12.34`.
    var major: String { String(description.dropLast(currency.code.count + 1)) }
}

extension RawAnswer {
    /// The body as JSON; nil if it is not JSON.
    var json: JSONValue? { try? JSONValue(parsing: body) }
}

extension JSONValue {
    subscript(name: String) -> JSONValue? { if case .object(let object) = self { object[name] } else { nil } }

    subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    var text: String? {
        switch self {
        case .string(let text): text
        case .number(let digits): digits
        case .boolean(let value): "\(value)"
        case .null, .array, .object: nil
        }
    }
}
