import Foundation
import Testing

@testable import CardSecrets

/// The bytes that a published vector prints as hexadecimal digits; spaces are ignored.
func bytes(_ hexadecimal: String) throws -> [UInt8] {
    let digits = try hexadecimal.filter { $0 != " " }.map { try #require($0.hexDigitValue) }
    try #require(digits.count.isMultiple(of: 2))
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

func secret(_ hexadecimal: String) throws -> Secret {
    Secret(try bytes(hexadecimal))
}

extension Entropy {
    /// Returns the bytes that a published vector was made with. Drawing another number of bytes is a mistake in the
    /// test.
    static func fixed(_ bytes: [UInt8]) -> Entropy {
        Entropy { count in
            precondition(count == bytes.count)
            return bytes
        }
    }
}

/// A card whose secrets are distinctive, so that a leak of one can be found in any text.
struct SampleCard {
    let customer: Int64 = 10_000_001
    let id: UUID
    let pan: PAN
    let pin: PIN

    init() throws {
        id = try #require(UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF"))
        pan = try #require(PAN("4111117391846532"))
        pin = try #require(PIN("739184"))
    }
}

/// A directory for one test, which is removed with it.
final class ScratchDirectory {
    let path: String

    init() throws {
        path = try FileManager.default.url(
            for: .itemReplacementDirectory, in: .userDomainMask,
            appropriateFor: FileManager.default.temporaryDirectory, create: true
        ).path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String, holding text: String, mode: Int = 0o600) throws -> String {
        let file = "\(path)/\(name)"
        try text.write(toFile: file, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }
}
