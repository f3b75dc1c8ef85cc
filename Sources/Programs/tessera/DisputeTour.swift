import CardAPI
import CardClient
import Foundation
import HTTPContract
import Ledger

/// The demonstration of disputes: one that is lost and one that is won, step by step. After each step the ledger must
/// add up, and the statement of account must end with the account's balance.
///
/// It moves the clock by weeks, so it has a tenant of its own, and other tenants' clocks stay as they are.
struct DisputeTour: Sendable {
    private struct Books: Decodable {
        let isBalanced: Bool
    }

    private struct Clock: Decodable {
        let now: String
    }

    private static let program = "SKRILL-VIRTUAL-MC-EEA"
    /// The time of Mastercard's merchants. They answer in its last moment, for which the clock stands still.
    private static let merchantsSeconds = 45 * 86_400

    private let service: RunningService
    private let backend: CardAPIClient.Credentials
    private let customer: String
    private let account: String
    private let card: String
    private let narration: Narration

    /// Makes a tenant at this service, tells the tour there, and deletes the tenant.
    static func tell(at service: RunningService, _ narration: Narration) async throws {
        try await RunningTenant.made(at: service.beside) { tenant in
            guard let client = tenant.clients.first(where: \.isBusiness) else {
                throw RunningService.Failure(description: "The tenant has no client for the brand's own operations.")
            }
            let backend = CardAPIClient.Credentials(clientID: client.clientId, clientSecret: client.clientSecret)
            let tour = try await DisputeTour(ShoppingTour.inside(tenant, of: service), backend, narration)
            try await tour.lose()
            try await tour.win()
            try await tour.customerOperations().printStatement()
        }
    }

    private init(
        _ service: RunningService, _ backend: CardAPIClient.Credentials, _ narration: Narration
    ) async throws {
        (self.service, self.backend, self.narration) = (service, backend, narration)
        customer = try await service.newCustomer()
        let cards = service.api.customer(accessToken: try await service.token(of: customer))
        let card = try await cards.create(.ordering(Self.program))
        guard let account = card.accountId else {
            throw RunningService.Failure(description: "The card has no account.")
        }
        (self.card, self.account) = (card.cardId, account)
        let _: Clock = try await service.sandbox("PUT", "/clock", #"{"frozen": true}"#)
        try await service.beside.tell(
            "PUT", "/programs/\(Self.program)/payment-terms", .json(#"{"provisionalCredit": true}"#))
        let _: TransactionBody = try await service.sandbox(
            "POST", "/customers/\(customer)/load", #"{"amount": 5000, "currencyCode": "EUR"}"#)
    }

    private func lose() async throws {
        let dispute = try await represented(before: 5000)
        try await narration.step(
            "The issuer accepts the merchant's proof", proves: "A lost dispute takes the provisional credit back."
        ) {
            try await take("ACCEPT", "ISSUER", of: dispute, to: "LOST", 3766)
        }
    }

    private func win() async throws {
        let dispute = try await represented(before: 3766)
        try await narration.step(
            "The merchant's bank accepts the claim", proves: "After a won dispute, the customer keeps the credit."
        ) {
            try await take("ACCEPT", "ACQUIRER", of: dispute, to: "WON", 3766)
        }
    }

    /// A dispute about a purchase of 12.34 EUR, up to the pre-arbitration.
    private func represented(before balance: Int) async throws -> String {
        let dispute = try await narration.step(
            "A purchase of 12.34 EUR is disputed", proves: "The customer has the money while the dispute lasts."
        ) {
            let payment = try await purchase()
            try await check(balance - 1234, "the shop collects")
            var claim = CreateDisputeBody()
            (claim.authorizationId, claim.reason) = (payment, "NOT_RECEIVED")
            let opened = try await brand().createDispute(for: customer, claim)
            print("  Dispute \(opened.id), \(opened.status)")
            try await check(balance, "the credit is there")
            return opened.id
        }
        try await narration.step(
            "The issuer charges back, and the merchant represents after 45 days",
            proves: "The scheme gives the money and takes it back; the customer's balance stays."
        ) {
            try await take("CHARGE_BACK", "ISSUER", of: dispute, to: "CHARGEBACK", balance)
            let _: Clock = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds": \#(Self.merchantsSeconds)}"#)
            try await take("REPRESENT", "ACQUIRER", of: dispute, to: "REPRESENTED", balance)
            try await take("PRE_ARBITRATE", "ISSUER", of: dispute, to: "PRE_ARBITRATION", balance)
        }
        return dispute
    }

    private func purchase() async throws -> String {
        let held: PlayedPayment = try await service.sandbox("POST", "/cards/\(card)/payments", #"{"amount": 1234}"#)
        guard held.isApproved, let payment = held.authorizationId else {
            throw RunningService.Failure(description: "The purchase is declined: \(held.result).")
        }
        let _: PlayedPayment = try await service.sandbox(
            "POST", "/cards/\(card)/payments", #"{"kind": "CLEARING", "authorizationId": "\#(payment)"}"#)
        return payment
    }

    private func take(
        _ step: String, _ actor: String, of dispute: String, to status: String, _ balance: Int
    ) async throws {
        let after: DisputeBody = try await service.sandbox(
            "POST", "/disputes/\(dispute)/steps", #"{"actor": "\#(actor)", "step": "\#(step)"}"#)
        guard after.status == status else {
            throw RunningService.Failure(description: "The dispute is \(after.status), and should be \(status).")
        }
        try await check(balance, "\(actor) \(step), so it is \(status)")
    }

    private func check(_ balance: Int, _ what: String) async throws {
        let own = try await customerOperations()
        let stored = try await own.account(account).totalBalance
        let statement = try await own.statement(of: account).closingBalance
        let ledger: Books = try await service.beside.ask("GET", "/ledger")
        print("  \(what): the balance is \(Money.euros(Int64(stored))), and the ledger adds up")
        guard stored == balance, statement == balance, ledger.isBalanced else {
            throw RunningService.Failure(
                description: "The balance is \(stored), the statement ends with \(statement), and the ledger is "
                    + "\(ledger.isBalanced ? "balanced" : "not balanced"); both should be \(balance).")
        }
    }

    /// Tokens are valid for minutes, and weeks pass here.
    private func customerOperations() async throws -> CustomerOperations {
        service.api.customer(accessToken: try await service.token(of: customer))
    }

    private func brand() async throws -> BusinessOperations {
        let token = try await service.api.token(.clientCredentials(scope: nil), as: backend)
        return service.api.business(accessToken: token.accessToken)
    }
}
