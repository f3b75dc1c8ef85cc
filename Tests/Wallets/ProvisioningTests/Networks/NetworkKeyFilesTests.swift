import CardSecrets
import Crypto
import Foundation
import SimulatedWallets
import Testing

@testable import Provisioning

@Suite("The networks' keys are read from files") struct NetworkKeyFilesTests {
    /// A directory that is removed after the test.
    private final class Directory {
        let path: String

        init() throws {
            path = FileManager.default.temporaryDirectory.path + "/network-keys-\(Entropy.system.uuid().uuidString)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ name: String, _ text: String, mode: Int = 0o600) throws {
            let file = "\(path)/\(name)"
            try text.write(toFile: file, atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        }

        func write(_ name: String, _ members: [String: String]) throws {
            try write(name, String(decoding: try JSONEncoder().encode(members), as: UTF8.self))
        }

        var failure: String? {
            do throws(NetworkKeyFailure) {
                _ = try NetworkKeyFiles(directory: path)
                return nil
            } catch {
                return "\(error)"
            }
        }
    }

    private static let visa = [
        "apiKey": "VISA-1", "sharedSecret": "a-secret-of-both-sides", "activationKeySet": "405551.1",
        "activationKey": String(repeating: "0123456789abcdef", count: 3),
    ]

    private static func mastercard() throws -> [String: String] {
        let keys = try CardSample.mastercard.get()
        func pem(_ type: String, _ der: [UInt8]) -> String {
            let lines = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
            return "-----BEGIN \(type)-----\n\(lines)\n-----END \(type)-----\n"
        }
        return [
            "cardDataPublicKey": pem("PUBLIC KEY", keys.cardDataPublicKeySPKI),
            "publicKeyFingerprint": keys.network.publicKeyFingerprint,
            "signingKey": keys.signingKeyPKCS8.withBytes { pem("PRIVATE KEY", Array($0)) },
        ]
    }

    @Test("A network decrypts what was encrypted with the keys from its file")
    func both() throws {
        let directory = try Directory()
        try directory.write("visa.json", Self.visa)
        try directory.write("mastercard.json", Self.mastercard())
        let files = try NetworkKeyFiles(directory: directory.path)
        let (visa, mastercard) = (try #require(files.visa), try #require(files.mastercard))
        #expect(visa.apiKey == "VISA-1" && visa.activationKeySet == "405551.1" && visa.activationKey.count == 24)
        let sealed = try MastercardPaymentCard.seal(
            CardSample().card, with: mastercard, at: Date(timeIntervalSince1970: 1_790_000_000), using: .seeded(1))
        let opened = try MastercardPaymentCard(opening: sealed, with: CardSample.mastercard.get().network)
        #expect(opened.data.accountNumber == "4111117391846532")
    }

    @Test("The keys of one network are enough")
    func one() throws {
        let directory = try Directory()
        try directory.write("visa.json", Self.visa)
        let files = try NetworkKeyFiles(directory: directory.path)
        #expect(files.visa != nil && files.mastercard == nil)
    }

    @Test("A directory without keys and a file of an unknown network are refused")
    func names() throws {
        #expect(throws: NetworkKeyFailure.noDirectory("/nowhere")) { try NetworkKeyFiles(directory: "/nowhere") }
        let directory = try Directory()
        #expect(throws: NetworkKeyFailure.nothing(directory.path)) { try NetworkKeyFiles(directory: directory.path) }
        try directory.write("visa.json", Self.visa)
        try directory.write("Visa.json", Self.visa)
        #expect(directory.failure?.contains("/Visa.json belongs to no network") == true)
    }

    @Test("A file that others can read is refused")
    func exposed() throws {
        let directory = try Directory()
        try directory.write("visa.json", "{}", mode: 0o644)
        #expect(directory.failure?.contains("/visa.json has mode 0644") == true)
    }

    @Test("An error in Visa's keys is named without showing the keys", arguments: [
        ("activationKey", "0123", "activationKey must be a Triple-DES key"),
        ("activationKey", "z123456789abcdef0123456789abcdef", "activationKey must be a Triple-DES key"),
        ("activationKeySet", "405551-1", "activationKeySet must not have a hyphen"),
        ("apiKey", "", "apiKey must be 1 to 128 visible ASCII characters"),
        ("sharedSecret", "short", "sharedSecret must be 16 to 1024 visible ASCII characters"),
        ("sharedsecret", "a-secret-of-both-sides", "sharedsecret is not a known member"),
    ])
    func visa(member: String, value: String, complaint: String) throws {
        let directory = try Directory()
        try directory.write("visa.json", Self.visa.merging([member: value]) { _, given in given })
        let failure = try #require(directory.failure)
        #expect(failure.hasPrefix("\(directory.path)/visa.json: \(complaint)"))
        for secret in [Self.visa["sharedSecret"], Self.visa["activationKey"]].compactMap(\.self) {
            #expect(!failure.contains(secret))
        }
    }

    @Test("An error in Mastercard's keys is named", arguments: [
        ("publicKeyFingerprint", "4c4ead", "publicKeyFingerprint must be 40 or 64 hexadecimal digits"),
        ("cardDataPublicKey", "MIIB", "cardDataPublicKey must be Mastercard's RSA key"),
        ("signingKey", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", "signingKey must be an RSA"),
    ])
    func mastercard(member: String, value: String, complaint: String) throws {
        let directory = try Directory()
        try directory.write("mastercard.json", Self.mastercard().merging([member: value]) { _, given in given })
        #expect(try #require(directory.failure).hasPrefix("\(directory.path)/mastercard.json: \(complaint)"))
    }

    @Test("All missing and unknown members are named, and other JSON is refused", arguments: [
        (
            #"{"apiKey": "A", "sharedSecret": "a-secret-of-both-sides", "keySet": "1"}"#,
            "activationKey is missing, activationKeySet is missing, keySet is not a known member; its members are "
                + "activationKey, activationKeySet, apiKey, sharedSecret."
        ),
        (#"{"apiKey": 1}"#, "A JSON object whose members are all strings is needed."),
        ("", "A JSON object whose members are all strings is needed."),
    ])
    func shape(text: String, complaint: String) throws {
        let directory = try Directory()
        try directory.write("visa.json", text)
        #expect(directory.failure == "\(directory.path)/visa.json: \(complaint)")
    }
}
