import Cards
import Postgres

extension Issuing {
    public func authenticationPolicy(of brand: String) async throws(IssuingFailure) -> AuthenticationPolicy {
        guard let policy = try await reading(AuthenticationStatements.policy(.text(brand))).first else {
            throw .refused(.brand(.notFound))
        }
        return policy
    }

    /// Counts for events from now on; those that are open keep the limits they were opened with.
    public func setAuthenticationPolicy(
        _ policy: AuthenticationPolicy, of brand: String
    ) async throws(IssuingFailure) {
        guard policy.violations.isEmpty else { throw .refused(.invalidFields(policy.violations)) }
        _ = try await writing(AuthenticationStatements.setPolicy(policy, of: brand))
    }
}
