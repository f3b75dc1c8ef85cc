import Authorizing
import Cards
import CardSecrets
import Foundation
import Issuing
import Ledger
import Postgres
import Sandbox
import Testing
import TestSupport

/// The steps of merchants and of the network.
extension IssuingFixture {
    /// An active virtual card with money on its account.
    package func loadedCard(
        _ program: DemoProgram = .virtualVisa, with amount: Int64 = 5000, pin: String? = nil
    ) async throws -> Card {
        let card = try await issue(program, to: enrol(), pin: pin)
        if amount > 0 { try await load(amount, on: card) }
        return card
    }

    package func load(_ amount: Int64, on card: Card) async throws {
        let currency = try #require(Currency(card.currency))
        _ = try await sandbox.load(Money(minorUnits: amount, currency: currency), for: card.customer)
    }

    /// Replaces the card's limits. A nil is a limit that cannot exist.
    package func limit(_ card: Card, to limits: [Limit?]) async throws {
        let controls = CardControls(limits: try limits.map { try #require($0) })
        _ = try await issuing.setControls(
            controls, of: card.id, of: NamedCustomer(card.customer, in: DemoUniverse.brand))
    }

    /// A message of the network: a purchase of 12.34 in a shop on the internet, unless the test changes it.
    package func message(
        _ reference: String, for card: Card, _ change: (inout NetworkMessage) throws -> Void = { _ in }
    ) async throws -> NetworkMessage {
        var fields = MessageFields()
        fields.kind = "AUTHORIZATION"
        fields.reference = Sent(reference)
        fields.lifecycle = Sent(reference)
        (fields.amount, fields.currency) = (1234, Sent(card.currency))
        (fields.category, fields.country, fields.merchantName) = ("5812", "DE", "Café")
        (fields.entryMode, fields.cardPresence) = ("ECOMMERCE", "NOT_PRESENT")
        (fields.expiryMonth, fields.expiryYear) = (card.expiry.month, card.expiry.year)
        var message = NetworkMessage(fields: fields, pan: try await sandbox.plastic(of: card.id).pan)
        try change(&message)
        return message
    }

    /// A later message of the network about a payment.
    package func message(
        _ reference: String, _ kind: MessageKind, of payment: String, for card: Card, amount: Int64 = 1234,
        isLast: Bool = true
    ) async throws -> NetworkMessage {
        try await message(reference, for: card) {
            $0.fields.kind = .value(kind)
            $0.fields.lifecycle = Sent(payment)
            $0.fields.amount = amount
            $0.fields.isLast = isLast
            $0.fields.type = kind == .refund || kind == .refundReversal ? nil : "PURCHASE"
        }
    }

    /// Sends a later message about a payment.
    @discardableResult
    package func follow(
        _ payment: String, _ kind: MessageKind, _ reference: String, for card: Card, amount: Int64 = 1234,
        isLast: Bool = true
    ) async throws -> AnsweredMessage {
        try await issuing.authorize(
            message(reference, kind, of: payment, for: card, amount: amount, isLast: isLast))
    }

    @discardableResult
    package func pay(
        _ reference: String, with card: Card, _ change: (inout NetworkMessage) throws -> Void = { _ in }
    ) async throws -> AnsweredMessage {
        try await issuing.authorize(message(reference, for: card, change))
    }

    /// The account of a card, in minor units.
    package func balance(of card: Card) async throws -> Balance {
        let account = try await issuing.account(card.account, of: card.customer)
        return Balance(posted: account.posted.minorUnits, available: account.available.minorUnits)
    }

    package struct Balance: Equatable {
        package let posted: Int64
        package let available: Int64

        package init(posted: Int64, available: Int64) {
            (self.posted, self.available) = (posted, available)
        }
    }

    /// A customer's authorizations, newest first.
    package func authorizations(of card: Card) async throws -> [Authorization] {
        try await issuing.database.read(
            AuthorizationStatements.page(
                of: AccountHolder(card.customer), matching: AuthorizationFilter(), limit: 50, offset: 0)
        ).compactMap(\.record)
    }

    /// The only authorization of a customer.
    package func authorization(of card: Card) async throws -> Authorization {
        let all = try await authorizations(of: card)
        #expect(all.count == 1)
        return try #require(all.first)
    }

    package func transactions(of card: Card) async throws -> [AccountTransaction] {
        try await issuing.transactions(of: card.customer, matching: TransactionFilter(), limit: 50, offset: 0)
            .records
    }

    /// The findings of the ledger's check; empty if the ledger adds up.
    package func ledgerFindings() async throws -> [String] {
        try await CheckStatements.report(
            on: issuing.database, and: AuthorizationInvariants.all + ClearingInvariants.all
        ).findings.map(\.description)
    }
}
