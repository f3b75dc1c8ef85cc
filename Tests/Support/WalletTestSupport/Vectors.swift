import Foundation

/// Published tokens and certificates that this project may not redistribute. `WALLET_VECTORS` names their folder. If it
/// is not set, the tests that need them are skipped.
package enum Vectors {
    package static let folder = ProcessInfo.processInfo.environment["WALLET_VECTORS"]

    struct Missing: Error {}

    package static func read<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        guard let folder else { throw Missing() }
        let data = try Data(contentsOf: URL(fileURLWithPath: folder).appending(path: "\(name).json"))
        return try JSONDecoder().decode(type, from: data)
    }
}
