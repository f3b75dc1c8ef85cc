import CardAPI
import CardClient
import Foundation
import HTTPContract
import Ledger
import Provisioning
import SimulatedWallets
import Simulators

/// The part of the demonstration in which an iPhone pays in the apps of shops, one at each gateway.
///
/// It moves the clock by days, so it has a tenant of its own, and other tenants' clocks stay as they are.
struct ShoppingTour: Sendable {
    /// All shops: one line for each gateway.
    private static let shops: [any DemoShop.Type] = [
        StitchShop.self, DinteroShop.self, MoneyHashShop.self, CardPointeShop.self,
    ]

    private struct Clock: Decodable {
        let now: String
    }

    private let service: RunningService
    private let merchantsURL: String
    private let customer: String
    private let iPhone: ChosenToken
    private let narration: Narration

    /// Makes a tenant at this service, tells the tour there, and deletes the tenant.
    static func tell(at service: RunningService, _ narration: Narration) async throws {
        try await RunningTenant.made(at: service.beside) { tenant in
            guard let merchantsURL = tenant.merchantsUrl else {
                throw RunningService.Failure(
                    description: "The service has no port for merchants. Start it without --merchants-port 0.")
            }
            try await ShoppingTour(inside(tenant, of: service), merchantsURL, narration).tell()
        }
    }

    /// The same service, in a tenant.
    static func inside(_ tenant: RunningTenant, of service: RunningService) -> RunningService {
        var inside = service
        (inside.url, inside.beside.url, inside.brand) = (tenant.baseUrl, tenant.sandboxUrl, tenant.brand)
        if let client = tenant.clients.first(where: \.mayExchange) {
            inside.client = CardAPIClient.Credentials(clientID: client.clientId, clientSecret: client.clientSecret)
        }
        return inside
    }

    private init(_ service: RunningService, _ merchantsURL: String, _ narration: Narration) async throws {
        (self.service, self.merchantsURL, self.narration) = (service, merchantsURL, narration)
        customer = try await service.newCustomer()
        let cards = service.api.customer(accessToken: try await service.token(of: customer))
        let card = try await cards.create(.ordering("DEMO-VIRTUAL-VISA-EEA"))
        let phone = SimulatedPhone(.apple, of: customer, at: service, now: try await service.sandboxClock())
        do throws(StepFailure) {
            _ = try await phone.add(card.cardId, of: cards) { _ in }
        } catch {
            throw RunningService.Failure(description: "The card did not get into Apple Pay: \(error.name).")
        }
        iPhone = try await PhonePurse(of: card, at: service).choosing(nil)
        let _: TransactionBody = try await service.sandbox(
            "POST", "/customers/\(customer)/load", #"{"amount": 6000, "currencyCode": "EUR"}"#)
    }

    private func tell() async throws {
        var balance: Int64 = 6000
        for shop in Self.shops {
            try await narration.step(
                "A customer with \(Money.euros(balance)) on an iPhone goes to a shop at \(shop.title)",
                proves: "The gateway's own words go with the issuer's money, from the hold to the refund."
            ) {
                try await visit(shop, balance)
            }
            balance -= 1000
        }
        try await cards().printStatement()
    }

    /// The shop sells for 12.34 EUR and later gives 2.34 EUR back, so the customer has paid 10.00 EUR.
    private func visit(_ kind: any DemoShop.Type, _ balance: Int64) async throws {
        let merchant = try await SandboxMerchant(named: "Shop at \(kind.title)", at: service)
        let shop = kind.init(
            GatewayClient(
                merchant: merchant.id, credentials: try merchant.credentials(at: kind.gateway),
                baseURL: merchantsURL + "/" + kind.gateway, http: service.http))
        let key = try merchant.key(at: kind.gateway, for: .apple)
        let sale = try await sell(shop, .euros(1234), as: "coffee", to: key, kind.expected.held)
        try await show(balance, available: balance - 1234, "the money is held")
        try expect(kind.expected.captured, try await shop.capture(sale, .euros(1234)), "the shop captures it")
        try await endDay()
        try await show(balance - 1234, available: balance - 1234, "the day ends")
        try expect(kind.expected.refunded, try await shop.refund(sale, .euros(234)), "the shop gives 2.34 EUR back")
        try await endDay()
        try await show(balance - 1000, available: balance - 1000, "the day ends")
        _ = try await sell(shop, .euros(9999), as: "bicycle", to: key, kind.expected.declined)
        try await show(balance - 1000, available: balance - 1000, "nothing is held")
    }

    private func sell(
        _ shop: some DemoShop, _ price: Money, as order: String, to merchant: (key: MerchantKey, walletID: String?),
        _ expected: String
    ) async throws -> DemoSale {
        let token = try await iPhone.token(paying: price, to: .applePay(merchant.key, id: merchant.walletID))
        let sale = try await shop.sell(token, for: price, as: order)
        try expect(expected, sale.words, "\(price) with the iPhone")
        return sale
    }

    // MARK: The issuer

    /// A token of the customer is valid for minutes, and days pass here.
    private func cards() async throws -> CustomerOperations {
        service.api.customer(accessToken: try await service.token(of: customer))
    }

    private func endDay() async throws {
        let _: Clock = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds": 86400}"#)
    }

    private func show(_ total: Int64, available: Int64, _ what: String) async throws {
        try await cards().show(.euros(total, available: available), after: what)
    }

    private func expect(_ expected: String, _ found: String, _ what: String) throws {
        print("  \(what): \(found)")
        guard found == expected else {
            throw RunningService.Failure(description: "The answer should be \(expected).")
        }
    }
}
