import Cards
import Postgres

extension Issuing {
    /// Says whose web pages may show a brand's secure views in a frame.
    public func set(_ ancestors: FrameAncestors, for brand: String) async throws(IssuingFailure) {
        _ = try await writing(SecureViewStatements.setFrameAncestors(.text(brand), .textArray(ancestors.origins)))
    }
}
