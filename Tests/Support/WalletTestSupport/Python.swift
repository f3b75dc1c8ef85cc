import CardSecrets
import Foundation
import Subprocess

/// An independent implementation that creates and reads the tested formats: Python's `cryptography`. It uses OpenSSL,
/// while the service uses BoringSSL.
package enum Python {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private static let prelude = """
        import base64, hashlib, json, sys
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec, utils
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        from cryptography.hazmat.primitives.kdf.concatkdf import ConcatKDFHash
        def text(b): return base64.urlsafe_b64encode(b).rstrip(b"=").decode()
        def data(t): return base64.urlsafe_b64decode(t + "=" * (-len(t) % 4))
        def x963(key): return key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        given = json.load(sys.stdin)
        made = {}

        """

    /// Runs a script that reads `given` and stores its results in `made`. Bytes are Base64url in both directions.
    package static func run(_ script: String, given: [String: String] = [:]) async throws -> [String: String] {
        let input = String(decoding: try JSONEncoder().encode(given), as: UTF8.self)
        let outcome = try await Subprocess.run(
            .name("python3"), arguments: ["-c", prelude + script + "\njson.dump(made, sys.stdout)"],
            input: .string(input), output: .string(limit: 1 << 16), error: .string(limit: 1 << 16))
        guard outcome.terminationStatus.isSuccess, let output = outcome.standardOutput as String? else {
            throw Failure(description: "python3 with its package cryptography is needed: \(outcome.standardError)")
        }
        return try JSONDecoder().decode([String: String].self, from: Data(output.utf8))
    }
}

extension [String: String] {
    /// The bytes that a script stored under this name.
    package func bytes(_ name: String) throws -> [UInt8] {
        guard let bytes = self[name].flatMap({ Base64url.decode($0) }) else {
            throw Python.Failure(description: "The script made no \(name).")
        }
        return bytes
    }
}

/// All copies of the bytes with one bit changed.
package func flips(_ bytes: [UInt8]) -> [[UInt8]] {
    (0..<bytes.count * 8).map { bit in
        var changed = bytes
        changed[bit / 8] ^= 1 << (bit % 8)
        return changed
    }
}

/// One copy for each byte, with one bit of that byte changed. The position of the bit varies from byte to byte. For
/// inputs that are too long to change every bit.
package func flipsOfEachByte(_ bytes: [UInt8], every stride: Int = 1) -> [[UInt8]] {
    Swift.stride(from: 0, to: bytes.count, by: stride).map { index in
        var changed = bytes
        changed[index] ^= 1 << (index % 8)
        return changed
    }
}
