import ContractTestSupport
import Gateways
import HTTPContract
import Ledger
import Payments
import Testing

import struct Payments.Merchant

/// A merchant with a login at each gateway. Its till is at the gateway that it is asked for.
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
        let prepared = try await place.side.prepare(merchant)
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
        gateway == "stitch" ? try await stitch() : cardPointe
    }

    var cardPointe: CardPointeTill {
        CardPointeTill(
            place: place, merchant: id.text, username: credentials["cardpointe"]?["username"] ?? "",
            password: credentials["cardpointe"]?["password"] ?? "")
    }

    /// Its client at Stitch, with the secret.
    var stitchClient: (id: String, secret: String) {
        get throws {
            let known = try #require(credentials["stitch"])
            return (try #require(known["client_id"]), try #require(known["client_secret"]))
        }
    }

    /// A till with a new token for its client.
    func stitch(scope: String = "transaction_initiate client_refund") async throws -> StitchTill {
        let (client, secret) = try stitchClient
        let answer = try await StitchTill.token(at: place, client: client, secret: secret, scope: scope)
        return StitchTill(place: place, token: try #require(answer.json?["access_token"]?.text, "\(answer.text)"))
    }
}

/// What a merchant's client does at a gateway.
protocol Till: Sendable {
    /// Charges what a wallet gives, and captures it.
    ///
    /// - Parameter name: the merchant's own name for it, which is used once.
    func sell(_ token: WalletToken, _ price: Money, as name: String) async throws -> Sale
    /// - Returns: the gateway's words.
    func refund(_ sale: Sale, _ amount: Money, as name: String) async throws -> String
}

/// What a gateway answers to a charge.
struct Sale: Sendable {
    /// The gateway's name for the payment; empty if there is none.
    let id: String
    /// The gateway's words: `RPCT 000`, `TransactionFailure insufficientFunds`.
    let words: String

    var isApproved: Bool { ["RPCT 000", "FNOR 00", "TransactionSuccess"].contains(words) }
}

/// A gateway and a wallet that it takes.
struct GatewayWallet: Sendable, CustomTestStringConvertible {
    let gateway: String
    let wallet: WalletKind

    static let all = [
        GatewayWallet(gateway: "cardpointe", wallet: .apple), GatewayWallet(gateway: "cardpointe", wallet: .google),
        GatewayWallet(gateway: "stitch", wallet: .apple), GatewayWallet(gateway: "stitch", wallet: .google),
        GatewayWallet(gateway: "stitch", wallet: .samsung),
    ]

    var testDescription: String { "\(wallet.rawValue) at \(gateway)" }
}

extension Money {
    static func euros(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: .euro) }

    /// In major units, such as `12.34`.
    var major: String { String(description.dropLast(currency.code.count + 1)) }
}

extension RawAnswer {
    /// The body as JSON; nil if it is none.
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
