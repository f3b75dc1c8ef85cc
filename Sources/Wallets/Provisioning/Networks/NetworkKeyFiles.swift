import CardSecrets
import CryptoExtras
import Foundation

/// The keys that an issuer shares with the networks, read from an operator's directory with `visa.json`,
/// `mastercard.json` or both.
///
/// A network without a file is not connected. The files must be readable by their owner only, like the key-encryption
/// key. docs/SECURITY.md describes their members.
public struct NetworkKeyFiles: Sendable {
    public let visa: VisaKeys?
    public let mastercard: MastercardIssuerKeys?

    static let limitBytes = 64 * 1024

    /// - Throws: an error that names the file and its fault. A file that cannot be read is an error; its network does
    ///   not count as missing.
    public init(directory: String) throws(NetworkKeyFailure) {
        let found: [String]
        do {
            found = try FileManager.default.contentsOfDirectory(atPath: directory)
        } catch {
            throw .noDirectory(directory)
        }
        let names = Set(found.filter { $0.hasSuffix(".json") })
        guard !names.isEmpty else { throw .nothing(directory) }
        if let other = names.subtracting(["visa.json", "mastercard.json"]).min() {
            throw .unknown("\(directory)/\(other)")
        }
        visa = names.contains("visa.json") ? try VisaKeys(NetworkKeyFile("\(directory)/visa.json")) : nil
        mastercard = names.contains("mastercard.json")
            ? try MastercardIssuerKeys(NetworkKeyFile("\(directory)/mastercard.json")) : nil
    }
}

/// One file: a JSON object whose members are all strings.
private struct NetworkKeyFile {
    let path: String
    private let members: [String: String]

    init(_ path: String) throws(NetworkKeyFailure) {
        self.path = path
        var contents: [UInt8]
        do throws(KeyFailure) {
            contents = try PrivateFile.contents(of: path, limit: NetworkKeyFiles.limitBytes)
        } catch {
            throw .file(error)
        }
        defer { contents.wipe() }
        guard let members = try? JSONDecoder().decode([String: String].self, from: Data(contents)) else {
            throw .malformed(path: path, "A JSON object whose members are all strings is needed.")
        }
        self.members = members
    }

    /// Refuses a file with other members than these, because a misspelt name would go unnoticed. The error names all
    /// missing and unknown members at once.
    func require(_ names: Set<String>) throws(NetworkKeyFailure) {
        let missing = names.subtracting(members.keys).sorted().map { "\($0) is missing" }
        let unknown = Set(members.keys).subtracting(names).sorted().map { "\($0) is not a known member" }
        guard missing.isEmpty && unknown.isEmpty else {
            throw malformed("\((missing + unknown).joined(separator: ", ")); its members are \(Self.list(names)).")
        }
    }

    private static func list(_ names: Set<String>) -> String { names.sorted().joined(separator: ", ") }

    subscript(name: String) -> String { members[name] ?? "" }

    func malformed(_ what: String) -> NetworkKeyFailure { .malformed(path: path, what) }

    /// A member that holds a network's own name for something: visible ASCII of the given length.
    func visible(_ name: String, _ lengths: ClosedRange<Int>) throws(NetworkKeyFailure) -> String {
        let text = self[name]
        guard lengths.contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw malformed(
                "\(name) must be \(lengths.lowerBound) to \(lengths.upperBound) visible ASCII characters.")
        }
        return text
    }
}

extension VisaKeys {
    fileprivate init(_ file: NetworkKeyFile) throws(NetworkKeyFailure) {
        try file.require(["apiKey", "sharedSecret", "activationKey", "activationKeySet"])
        guard let activationKey = EncodedBytes.hexadecimal(file["activationKey"]),
            [16, 24].contains(activationKey.count)
        else {
            throw file.malformed(
                "activationKey must be a Triple-DES key of 16 or 24 bytes: 32 or 48 hexadecimal digits.")
        }
        let keySet = try file.visible("activationKeySet", 1...64)
        guard !keySet.contains("-") else { throw file.malformed("activationKeySet must not have a hyphen.") }
        self.init(
            apiKey: try file.visible("apiKey", 1...128),
            sharedSecret: Secret(Array(try file.visible("sharedSecret", 16...1024).utf8)),
            activationKey: Secret(activationKey), activationKeySet: keySet)
    }
}

extension MastercardIssuerKeys {
    fileprivate init(_ file: NetworkKeyFile) throws(NetworkKeyFailure) {
        try file.require(["cardDataPublicKey", "publicKeyFingerprint", "signingKey"])
        let fingerprint = file["publicKeyFingerprint"]
        guard [20, 32].contains(EncodedBytes.hexadecimal(fingerprint)?.count) else {
            throw file.malformed("publicKeyFingerprint must be 40 or 64 hexadecimal digits, as Mastercard gave them.")
        }
        guard let cardDataKey = try? _RSA.Encryption.PublicKey(pemRepresentation: file["cardDataPublicKey"]) else {
            throw file.malformed(
                "cardDataPublicKey must be Mastercard's RSA key of at least 2048 bits, as PEM (BEGIN PUBLIC KEY).")
        }
        guard let signingKey = try? _RSA.Signing.PrivateKey(pemRepresentation: file["signingKey"]),
            let keys = MastercardIssuerKeys(
                cardDataPublicKeySPKI: Array(cardDataKey.derRepresentation), publicKeyFingerprint: fingerprint,
                signingKeyPKCS8: Secret(Array(signingKey.pkcs8DERRepresentation)))
        else {
            throw file.malformed(
                "signingKey must be an RSA private key of at least 2048 bits, as PEM (BEGIN PRIVATE KEY).")
        }
        self = keys
    }
}
