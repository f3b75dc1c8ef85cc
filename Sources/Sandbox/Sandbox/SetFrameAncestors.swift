import Cards
import Issuing
import Postgres

extension Sandbox {
    /// Sets the web pages that may show a brand's secure views in a frame.
    public func set(_ ancestors: FrameAncestors, for brand: String) async throws(IssuingFailure) {
        _ = try await writing(BrandStatements.setFrameAncestors(.text(brand), .textArray(ancestors.origins)))
    }
}
