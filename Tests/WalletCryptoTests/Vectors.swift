import Foundation
import Testing

/// Published tokens and certificates, which are not ours to pass on: they lie in the folder that `WALLET_VECTORS`
/// names, and what needs them is skipped where there is none.
enum Vectors {
    static let folder = ProcessInfo.processInfo.environment["WALLET_VECTORS"]

    static func read<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        let folder = try #require(folder)
        let data = try Data(contentsOf: URL(fileURLWithPath: folder).appending(path: "\(name).json"))
        return try JSONDecoder().decode(type, from: data)
    }
}

extension Trait where Self == ConditionTrait {
    static var needsVectors: Self { .enabled(if: Vectors.folder != nil, "WALLET_VECTORS names no folder.") }
}
