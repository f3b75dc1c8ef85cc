import Crypto
import Foundation
import Testing

@testable import CardSecrets

@Suite("The key that signs documents")
struct DocumentKeyTests {
    private static func file(_ contents: String, mode: Int = 0o600) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "signing-\(Entropy.system.uuid()).key").path
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: mode]
        try #require(
            FileManager.default.createFile(atPath: path, contents: Data(contents.utf8), attributes: attributes))
        try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
        return path
    }

    private static func pem(_ der: [UInt8]) -> String {
        "-----BEGIN PRIVATE KEY-----\n\(EncodedBytes.base64(der))\n-----END PRIVATE KEY-----\n"
    }

    /// The key of RFC 8032, section 7.1, test 2, as OpenSSL writes it.
    private static func key() throws -> [UInt8] {
        try bytes("""
            302e020100300506032b657004220420\
            4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb
            """)
    }

    @Test("A key as OpenSSL writes it makes signatures that its public key verifies")
    func signs() throws {
        let path = try Self.file(Self.pem(try Self.key()))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let key = try DocumentKey(file: path)
        let known = try bytes("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
        let publicKey = try Curve25519.Signing.PublicKey(rawRepresentation: known)
        #expect(publicKey.isValidSignature(key.signature(of: [0x72]), for: [0x72]))
        #expect("\(key)" == "••••")
    }

    @Test("Another kind of file is refused, with a command that makes a key")
    func refused() throws {
        let otherKind = try Self.key().replacing([0x2B, 0x65, 0x70], with: [0x2B, 0x65, 0x6E])
        for contents in ["", "key", Self.pem(otherKind), Self.pem(Array(try Self.key().dropLast()))] {
            let path = try Self.file(contents)
            defer { try? FileManager.default.removeItem(atPath: path) }
            let failure = #expect(throws: DocumentKey.Failure.self) { try DocumentKey(file: path) }
            #expect(failure?.description.contains("openssl genpkey -algorithm ed25519") == true)
        }
    }

    @Test("A file that others can access, or that is absent, is refused")
    func exposed() throws {
        let path = try Self.file(Self.pem(try Self.key()), mode: 0o640)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let failure = #expect(throws: DocumentKey.Failure.self) { try DocumentKey(file: path) }
        #expect(failure?.description.contains("mode 0640") == true)
        #expect(throws: DocumentKey.Failure.self) { try DocumentKey(file: path + ".none") }
    }
}
