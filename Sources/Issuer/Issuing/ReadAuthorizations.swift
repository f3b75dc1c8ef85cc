import Authorizing
import Cards
import Ledger
import Postgres

extension Issuing {
    /// A customer's authorizations, newest first.
    public func authorizations(
        of customer: CustomerID, matching filter: AuthorizationFilter, limit: Int, offset: Int
    ) async throws(IssuingFailure) -> Page<Authorization> {
        Page(
            try await listing(
                AuthorizationStatements.page(
                    of: AccountHolder(customer), matching: filter, limit: limit, offset: offset)))
    }

    /// One authorization. Another customer's is not found, as if it did not exist.
    public func authorization(
        _ id: AuthorizationID, of customer: CustomerID
    ) async throws(IssuingFailure) -> Authorization {
        let found = try await reading(AuthorizationStatements.find(id, of: AccountHolder(customer)))
        guard let authorization = found.first else { throw .refused(.account(.authorizationNotFound)) }
        return authorization
    }
}
