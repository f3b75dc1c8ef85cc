import Foundation
import Testing

@testable import CardSecrets

@Suite("Key encryption key")
struct KeyEncryptionKeyTests {
    private static let hexadecimal = "000102030405060708090a0b0c0d0e0f101112131415161718191A1B1C1D1E1F"
    private static let base64 = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

    private let entropy = Entropy.seeded(1)

    @Test("A wrapped key ring can be unwrapped")
    func storedKeyRing() throws {
        let key = try KeyEncryptionKey(text: Self.hexadecimal, source: "test")
        let first = KeyRing.generate(using: entropy)
        let ring = try first.adding(first.successor(of: .panEncryption, using: entropy))
        let stored = ring.all.map { key.wrap($0, using: entropy) }
        #expect(try KeyRing(opening: stored.reversed(), with: key).all == ring.all)
    }

    @Test("The same key is read from hexadecimal and from Base64")
    func textForms() throws {
        let wrapped = try KeyEncryptionKey(text: Self.hexadecimal + "\n", source: "test")
            .wrap(.generate(.panLookup, using: entropy), using: entropy)
        #expect(try KeyEncryptionKey(text: " \(Self.base64)\n", source: "test").unwrap(wrapped).purpose == .panLookup)
    }

    @Test("Malformed text is refused, and the error names only the source", arguments: [
        "", "secret", String(hexadecimal.dropLast()), hexadecimal + "00", "g" + hexadecimal.dropFirst(), "AAECAwQFBgc=",
    ])
    func malformedText(text: String) {
        #expect(throws: KeyFailure.malformed(source: "TESSERA_KEY")) {
            try KeyEncryptionKey(text: text, source: "TESSERA_KEY")
        }
    }

    @Test("Another key cannot unwrap")
    func otherKey() throws {
        let wrapped = try KeyEncryptionKey(text: Self.hexadecimal, source: "test")
            .wrap(.generate(.panLookup, using: entropy), using: entropy)
        let other = try KeyEncryptionKey(text: String(Self.hexadecimal.reversed()), source: "test")
        #expect(throws: KeyFailure.doesNotUnwrap(.panLookup, version: 1)) { try other.unwrap(wrapped) }
    }

    @Test("A changed key, or one with another purpose or version, cannot be unwrapped")
    func changedKey() throws {
        let key = try KeyEncryptionKey(text: Self.hexadecimal, source: "test")
        let wrapped = key.wrap(.generate(.panEncryption, using: entropy), using: entropy)
        for bit in 0..<wrapped.ciphertext.count * 8 {
            var changed = wrapped.ciphertext
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: KeyFailure.doesNotUnwrap(.panEncryption, version: 1)) {
                try key.unwrap(WrappedKey(purpose: .panEncryption, version: 1, ciphertext: changed))
            }
        }
        for (purpose, version) in [(KeyPurpose.panEncryption, 2), (.pinEncryption, 1), (.panEncryption, 0)] {
            #expect(throws: KeyFailure.doesNotUnwrap(purpose, version: version)) {
                try key.unwrap(WrappedKey(purpose: purpose, version: version, ciphertext: wrapped.ciphertext))
            }
        }
    }
}

@Suite("Key file")
struct KeyFileTests {
    private let scratch: ScratchDirectory
    private let key = String(repeating: "5a", count: 32)

    init() throws {
        scratch = try ScratchDirectory()
    }

    @Test("A generated file is private to its owner and can be read")
    func generatedFile() throws {
        let path = "\(scratch.path)/master.key"
        let entropy = Entropy.seeded(1)
        let generated = try KeyEncryptionKey.generate(file: path, using: entropy)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["master.key"])

        let wrapped = generated.wrap(.generate(.tokenSigning, using: entropy), using: entropy)
        #expect(try KeyEncryptionKey(file: path).unwrap(wrapped).purpose == .tokenSigning)
    }

    @Test("An existing file is never replaced")
    func existingFile() throws {
        let path = try scratch.file("master.key", holding: "precious")
        #expect(throws: KeyFailure.exists(path: path)) { try KeyEncryptionKey.generate(file: path, using: .seeded(1)) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["master.key"])
    }

    @Test("Of 8 simultaneous generations, one succeeds")
    func simultaneousGeneration() async throws {
        let path = "\(scratch.path)/master.key"
        let succeeded = await withTaskGroup(of: Bool.self) { group in
            for seed in 0..<8 {
                group.addTask { (try? KeyEncryptionKey.generate(file: path, using: .seeded(UInt64(seed)))) != nil }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(succeeded == 1)
        #expect(throws: Never.self) { try KeyEncryptionKey(file: path) }
    }

    @Test("A file that only its owner can access is accepted", arguments: [0o600, 0o400])
    func privateFile(mode: Int) throws {
        let path = try scratch.file("master.key", holding: key + "\n", mode: mode)
        #expect(throws: Never.self) { try KeyEncryptionKey(file: path) }
    }

    @Test(
        "A file that others can access is refused, and the error gives the remedy",
        arguments: [0o640, 0o604, 0o620, 0o660, 0o644, 0o601])
    func exposedFile(mode: Int) throws {
        let path = try scratch.file("master.key", holding: key, mode: mode)
        let failure = KeyFailure.exposed(path: path, mode: UInt32(mode))
        #expect(throws: failure) { try KeyEncryptionKey(file: path) }
        #expect("\(failure)".contains("mode 0\(String(mode, radix: 8))"))
        #expect("\(failure)".contains("chmod 600 \(path)"))
    }

    @Test("An unusable file or path is refused with the cause")
    func unusableFile() throws {
        let missing = "\(scratch.path)/none.key"
        #expect(throws: KeyFailure.unreadable(path: missing, reason: "No such file or directory")) {
            try KeyEncryptionKey(file: missing)
        }
        #expect(throws: KeyFailure.unreadable(path: scratch.path, reason: "not a regular file")) {
            try KeyEncryptionKey(file: scratch.path)
        }
        let long = try scratch.file("long.key", holding: String(repeating: "5a", count: 200))
        #expect(throws: KeyFailure.unreadable(path: long, reason: "more than 256 bytes long")) {
            try KeyEncryptionKey(file: long)
        }
        let short = try scratch.file("short.key", holding: "5a")
        #expect(throws: KeyFailure.malformed(source: "The key file \(short)")) { try KeyEncryptionKey(file: short) }
        let nowhere = "\(scratch.path)/none/master.key"
        #expect(throws: KeyFailure.unwritable(path: nowhere, reason: "No such file or directory")) {
            try KeyEncryptionKey.generate(file: nowhere, using: .seeded(1))
        }
    }
}
