import Issuing
import Postgres

extension Sandbox {
    /// The first hundred brands, by their names.
    public func brands() async throws(IssuingFailure) -> [String] { try await reading(BrandStatements.list()) }
}
