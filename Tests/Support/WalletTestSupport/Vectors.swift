import Foundation

/// Published tokens and certificates, which are not ours to pass on: they lie in the folder that `WALLET_VECTORS`
/// names, and what needs them is skipped where there is none.
package enum Vectors {
    package static let folder = ProcessInfo.processInfo.environment["WALLET_VECTORS"]

    struct Missing: Error {}

    package static func read<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        guard let folder else { throw Missing() }
        let data = try Data(contentsOf: URL(fileURLWithPath: folder).appending(path: "\(name).json"))
        return try JSONDecoder().decode(type, from: data)
    }
}
