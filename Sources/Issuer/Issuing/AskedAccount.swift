import Cards
import Ledger

/// An account and its reader. Anybody else's account is not found, as if it did not exist.
public enum AskedAccount: Sendable {
    /// A customer, whom a token proves, asks for one of their own.
    case own(AccountID, of: CustomerID)
    /// A business asks for one of a customer of its brand.
    case inBrand(AccountID, String)

    var id: AccountID {
        switch self {
        case .own(let id, _), .inBrand(let id, _): id
        }
    }
}

extension Issuing {
    /// The only holder whose account it may be. A customer's own number costs no look-up: the statements that read the
    /// account find nothing if another customer holds it.
    func holder(of account: AskedAccount) async throws(IssuingFailure) -> AccountHolder {
        switch account {
        case .own(_, let customer): AccountHolder(customer)
        case .inBrand(let id, let brand): try await self.account(id, in: brand).holder
        }
    }
}
