import Cards
import Postgres

extension Issuing {
    public func authenticationPolicy(of brand: String) async throws(IssuingFailure) -> AuthenticationPolicy {
        guard let policy = try await reading(AuthenticationStatements.policy(.text(brand))).first else {
            throw .refused(.brand(.notFound))
        }
        return policy
    }

    /// The policy applies to new events. Open events keep the limits that they were opened with.
    public func setAuthenticationPolicy(
        _ policy: AuthenticationPolicy, of brand: String
    ) async throws(IssuingFailure) {
        guard policy.violations.isEmpty else { throw .refused(.invalidFields(policy.violations)) }
        _ = try await writing(AuthenticationStatements.setPolicy(policy, of: brand))
    }
}
