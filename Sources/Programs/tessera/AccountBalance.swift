import CardAPI
import CardClient
import Ledger

/// A customer's balance in one currency.
struct AccountBalance: Hashable, CustomStringConvertible {
    let total, available: Money

    var description: String { "\(total), of which \(available) is available" }

    /// In the demonstration's currency.
    static func euros(_ total: Int64, available: Int64) -> AccountBalance {
        AccountBalance(total: .euros(total), available: .euros(available))
    }
}

extension CustomerOperations {
    /// Nil without an account in this currency.
    func balance(in currency: Currency) async throws -> AccountBalance? {
        var query = ProfileQuery()
        query.inclusions = ["ACCOUNTS"]
        guard let account = try await profile(query).accounts?.first(where: { $0.currencyCode == currency.code }) else {
            return nil
        }
        return AccountBalance(
            total: Money(minorUnits: Int64(account.totalBalance), currency: currency),
            available: Money(minorUnits: Int64(account.availableBalance), currency: currency))
    }

    /// Prints the balance in euros, and ends the demonstration if it should be another one.
    func show(_ expected: AccountBalance, after what: String) async throws {
        guard let found = try await balance(in: .euro) else {
            throw RunningService.Failure(description: "The customer has no account in EUR.")
        }
        print("  \(what): the balance is \(found)")
        guard found == expected else { throw RunningService.Failure(description: "It should be \(expected).") }
    }

    /// Prints the customer's view at the end: the booked transactions, and the authorizations of each shop.
    func printStatement() async throws {
        print("\n  The customer's statement, newest first:")
        for line in try await transactions().transactions {
            let amount = (line.direction == "DEBIT" ? "-" : "+") + Money.euros(Int64(line.amount)).description
            let balance = Money.euros(Int64(line.balance ?? 0))
            print("    \(TextColumn.text(amount, 12)) \(TextColumn.text(line.type, 12)) balance \(balance)")
        }
        print("  Authorizations of shops:")
        for line in try await authorizations().authorizations {
            let amount = Money.euros(Int64(line.customerAmount ?? 0)).description
            print("    \(TextColumn.text(amount, 12)) \(TextColumn.text(line.status, 12)) \(line.merchantName)")
        }
    }
}

extension Money {
    static func euros(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: .euro) }
}
