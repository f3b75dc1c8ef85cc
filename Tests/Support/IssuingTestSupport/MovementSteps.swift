import Cards
import Foundation
import Identifiers
import Issuing
import Ledger
import Postgres
import Sandbox
import Testing
import TestSupport

/// The steps of deposits, transfers and withdrawals.
extension IssuingFixture {
    /// The preview of a deposit, for a business.
    package func deposit(
        _ amount: Int64 = 1000, _ currency: String = "EUR", reference: String? = nil, to customer: CustomerID,
        of brand: String = DemoUniverse.brand
    ) async throws -> Movement {
        let order = try MovementOrder.deposit(
            amount: Int(amount), currencyCode: currency, merchantRefNum: reference
        ).accepted()
        return try await issuing.beginMovement(
            order, for: NamedCustomer(customer, in: brand), request: .unkeyed()
        ).done()
    }

    /// The preview of a transfer, for a business.
    package func transfer(
        _ amount: Int64 = 1000, _ currency: String = "EUR", reference: String? = nil, from sender: CustomerID,
        to recipient: CustomerID, of brand: String = DemoUniverse.brand
    ) async throws -> Movement {
        let order = try MovementOrder.transfer(
            amount: Int(amount), currencyCode: currency, merchantRefNum: reference, recipient: recipient.description,
            reason: "PEER_TRANSFER", description: nil
        ).accepted()
        return try await issuing.beginMovement(
            order, for: NamedCustomer(sender, in: brand), request: .unkeyed()
        ).done()
    }

    /// The preview of a withdrawal, for a business.
    package func withdrawal(
        _ amount: Int64 = 1000, _ currency: String = "EUR", reference: String? = nil, to instrument: String = "1001",
        from customer: CustomerID, of brand: String = DemoUniverse.brand
    ) async throws -> Movement {
        let order = try MovementOrder.withdrawal(
            amount: Int(amount), currencyCode: currency, merchantRefNum: reference, option: "BANK_TRANSFER",
            instrumentType: "SEPA_BANK_ACCOUNT", instrumentID: instrument
        ).accepted()
        return try await issuing.beginMovement(
            order, for: NamedCustomer(customer, in: brand), request: .unkeyed()
        ).done()
    }

    @discardableResult
    package func advance(
        _ movement: Movement, to steps: Movement.Step..., of brand: String = DemoUniverse.brand
    ) async throws -> Movement {
        let customer = NamedCustomer(try #require(CustomerID(movement.holder)), in: brand)
        var movement = movement
        for step in steps {
            movement = try await issuing.advanceMovement(movement.id, movement.kind, of: customer, to: step)
        }
        return movement
    }

    /// A movement as it is stored.
    package func stored(_ movement: Movement) async throws -> Movement {
        let found = try await issuing.database.read(
            MovementStatements.find(movement.id, movement.kind, of: movement.holder))
        return try #require(found.first)
    }

    package func transactions(of customer: CustomerID) async throws -> [AccountTransaction] {
        try await issuing.transactions(of: customer, matching: TransactionFilter(), limit: 50, offset: 0).records
    }

    /// The total and the available balance of a customer's only account, in minor units; nil without an account.
    package func funds(of customer: CustomerID) async throws -> Balance? {
        let accounts = try await issuing.profile(of: customer, withAccounts: true).accounts
        #expect(accounts.count <= 1)
        return accounts.first.map { Balance(posted: $0.posted.minorUnits, available: $0.available.minorUnits) }
    }

    /// A customer with money on an account.
    package func customer(with amount: Int64, _ currency: Currency = .euro) async throws -> CustomerID {
        let customer = try await enrol()
        _ = try await sandbox.load(Money(minorUnits: amount, currency: currency), for: customer)
        return customer
    }
}
