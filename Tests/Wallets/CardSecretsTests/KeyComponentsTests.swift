import Foundation
import Testing

@testable import CardSecrets

/// Keys that custodians bring in components.
@Suite("Components of a key")
struct KeyComponentsTests {
    private static func secret(_ digits: String) throws -> Secret {
        Secret(try #require(KeyEncryptionKey.bytes(hexadecimal: digits)))
    }

    private static let first = String(repeating: "5a", count: 32)

    /// The digits of the exclusive or.
    private static func other(_ first: String, of key: String) throws -> String {
        let (left, right) = (
            try #require(KeyEncryptionKey.bytes(hexadecimal: first)),
            try #require(KeyEncryptionKey.bytes(hexadecimal: key)))
        return EncodedBytes.hexadecimal(zip(left, right).map { $0 ^ $1 })
    }

    /// The AES key is that of NIST SP 800-38B, appendix D.3; OpenSSL's CMAC of a block of zeros begins with 1A0B2D. The
    /// Triple-DES key is the usual example of manuals.
    @Test("A key is the exclusive or of its components, and has the check value that others compute", arguments: [
        (KeyPurpose.zonePIN, "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4", "1A0B2D"),
        (.cardVerification, "0123456789abcdeffedcba9876543210", "08D7B4"),
    ])
    func checkValue(_ purpose: KeyPurpose, _ digits: String, _ value: String) throws {
        let first = String(Self.first.prefix(digits.count))
        let second = try Self.other(first, of: digits)
        let components = try KeyComponents([try Self.secret(first), try Self.secret(second)], of: purpose)
        #expect(components.checkValue.description == value)
        #expect(components.checkValues[0] == (try NetworkCheckValue(of: try Self.secret(first), for: purpose)))
        let earlier = KeyRing.generate(using: .system).current(purpose)
        let key = components.key(replacing: earlier)
        #expect(key.secret == (try Self.secret(digits)) && key.version == earlier.version && key.purpose == purpose)
    }

    @Test("Components that are the same, that cancel each other out or whose key is single DES are refused")
    func weak() throws {
        let (one, two) = (try Self.secret(Self.first), try Self.secret(String(repeating: "a5", count: 32)))
        let three = try Self.secret(String(repeating: "ff", count: 32))
        #expect(throws: KeyFailure.weakComponents) { try KeyComponents([one, one], of: .zonePIN) }
        #expect(throws: KeyFailure.wrongNumberOfComponents) { try KeyComponents([one], of: .zonePIN) }
        #expect(throws: KeyFailure.weakComponents) { try KeyComponents([one, two, three], of: .zonePIN) }
        #expect(throws: KeyFailure.weakComponents) { try KeyComponents([one, two, one], of: .zonePIN) }
        let (left, right) = (
            try Self.secret(String(repeating: "11", count: 16)), try Self.secret(String(repeating: "22", count: 16)))
        #expect(throws: KeyFailure.weakComponents) { try KeyComponents([left, right], of: .cardVerification) }
    }

    @Test("Only a key that others have, too, can be imported", arguments: KeyPurpose.allCases)
    func shared(_ purpose: KeyPurpose) throws {
        let components = [
            Secret(Array(repeating: 1, count: purpose.length)), Secret(Array(1...UInt8(purpose.length))),
        ]
        if [.zonePIN, .cardVerification].contains(purpose) {
            _ = try KeyComponents(components, of: purpose)
        } else {
            #expect(throws: KeyFailure.isNotShared(purpose)) { try KeyComponents(components, of: purpose) }
        }
    }

    @Test("A file that others can read, or that holds no component, is refused by name")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "components-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ name: String, _ text: String, mode: Int = 0o600) throws -> String {
            let path = folder.appending(path: name).path
            #expect(
                FileManager.default.createFile(
                    atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode]))
            return path
        }
        let good = try file("good", Self.first + "\n")
        let open = try file("open", String(repeating: "11", count: 32), mode: 0o644)
        let short = try file("short", String(repeating: "11", count: 16))
        #expect(throws: KeyFailure.exposed(path: open, mode: 0o644)) {
            try KeyComponents(files: [good, open], of: .zonePIN)
        }
        #expect(throws: KeyFailure.malformedComponent(path: short, length: 32)) {
            try KeyComponents(files: [good, short], of: .zonePIN)
        }
        let other = try file("other", String(repeating: "01", count: 32))
        #expect(try KeyComponents(files: [good, other], of: .zonePIN).checkValues.count == 2)
    }
}
