import Cards
import Issuing
import Postgres

extension Administration {
    /// The first hundred brands, by their names.
    public func brands() async throws(IssuingFailure) -> [String] { try await reading(BrandStatements.list()) }

    /// Sets the web pages that may show a brand's secure views in a frame.
    public func set(_ ancestors: FrameAncestors, for brand: String) async throws(IssuingFailure) {
        _ = try await writing(BrandStatements.set(ancestors, for: brand))
    }
}
