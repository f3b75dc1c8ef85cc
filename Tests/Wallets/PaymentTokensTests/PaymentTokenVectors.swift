import Testing
import WalletTestSupport

extension Trait where Self == ConditionTrait {
    static var needsVectors: Self { .enabled(if: Vectors.folder != nil, "WALLET_VECTORS names no folder.") }
}
