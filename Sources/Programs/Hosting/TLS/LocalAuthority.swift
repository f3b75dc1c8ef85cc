import CardSecrets
import Crypto
import Foundation
import HTTPService
import SwiftASN1
import X509

/// A certificate authority of one data directory, for development. A device that trusts its root trusts the listeners
/// of `serve --tls`.
///
/// One file contains the root's certificate and its private key, so they always belong together. The listeners'
/// certificates are made at each start and exist only in memory.
package struct LocalAuthority {
    /// The root's certificate, in PEM.
    package var rootPEM: String {
        get throws { try root.serializeAsPEM().pemString + "\n" }
    }

    private let root: Certificate
    private let key: P256.Signing.PrivateKey

    private static let daySeconds = 86_400.0
    /// iOS accepts at most 825 days for a certificate under a root that its user has installed (Apple, HT210176).
    private static let listenerDays = 800.0
    private static let rootDays = 3650.0
    /// The clocks of devices may be slow.
    private static let slackDays = 1.0
    private static let limitBytes = 8192

    /// Reads the directory's authority. If there is none, creates it, and the directory too.
    package init(in directory: String, at now: Date, using entropy: Entropy) throws {
        let path = directory + "/tls-authority.pem"
        if !FileManager.default.fileExists(atPath: path) {
            try FileManager.default.createDirectory(
                at: URL(filePath: directory), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            do throws(KeyFailure) {
                try Self.create(path, at: now, using: entropy)
            } catch .exists {
                // Another process was faster. Its authority is the one.
            }
        }
        try self.init(file: path)
        guard root.notValidAfter > now else {
            throw Installation.Failure(
                description: "The root certificate in \(path) expired on \(root.notValidAfter.formatted(.iso8601)). "
                    + "Delete the file, run the command ca, and install the new root on the devices.")
        }
    }

    private init(file path: String) throws {
        var contents = try PrivateFile.contents(of: path, limit: Self.limitBytes)
        defer { contents.wipe() }
        let text = String(decoding: contents, as: UTF8.self)
        let blocks = (try? PEMDocument.parseMultiple(pemString: text)) ?? []
        guard blocks.map(\.discriminator) == ["CERTIFICATE", "PRIVATE KEY"],
            let root = try? Certificate(pemDocument: blocks[0]),
            let key = try? P256.Signing.PrivateKey(pemRepresentation: blocks[1].pemString),
            root.publicKey == Certificate.PublicKey(key.publicKey)
        else {
            throw Installation.Failure(
                description: "\(path) does not contain the certificate and the key of an authority, as the command ca "
                    + "writes them. Restore the file; or delete it, run ca, and install the new root on the devices.")
        }
        (self.root, self.key) = (root, key)
    }

    private static func create(_ path: String, at now: Date, using entropy: Entropy) throws(KeyFailure) {
        let key = entropy.signingKey()
        let number = entropy.bytes(4).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        var text: String
        do {
            let name = try DistinguishedName { CommonName("Tessera local root \(number)") }
            let publicKey = Certificate.PublicKey(key.publicKey)
            let root = try Certificate(
                version: .v3, serialNumber: serialNumber(entropy), publicKey: publicKey,
                notValidBefore: now - slackDays * daySeconds, notValidAfter: now + rootDays * daySeconds, issuer: name,
                subject: name, signatureAlgorithm: .ecdsaWithSHA256,
                // docs/SECURITY.md says why there are no name constraints and no extended key usage.
                extensions: Certificate.Extensions {
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                    Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                    SubjectKeyIdentifier(hash: publicKey)
                },
                issuerPrivateKey: .init(key))
            text = try root.serializeAsPEM().pemString + "\n" + key.pemRepresentation + "\n"
        } catch {
            throw .unwritable(path: path, reason: "\(error)")
        }
        var bytes = Array(text.utf8)
        defer { bytes.wipe() }
        try PrivateFile.create(path, contents: bytes, nameSuffix: number)
    }

    private static func serialNumber(_ entropy: Entropy) -> Certificate.SerialNumber {
        .init(bytes: [0x40] + entropy.bytes(15))
    }

    /// A new certificate for listeners with these names, with a new key.
    package func security(for names: [ServerName], at now: Date, using entropy: Entropy) throws -> TransportSecurity {
        let key = entropy.signingKey()
        let publicKey = Certificate.PublicKey(key.publicKey)
        let identifier = try root.extensions.subjectKeyIdentifier?.keyIdentifier
        let certificate = try Certificate(
            version: .v3, serialNumber: Self.serialNumber(entropy), publicKey: publicKey,
            notValidBefore: now - Self.slackDays * Self.daySeconds,
            notValidAfter: min(now + Self.listenerDays * Self.daySeconds, root.notValidAfter), issuer: root.subject,
            subject: DistinguishedName { CommonName("Tessera") }, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(names.map(\.generalName))
                SubjectKeyIdentifier(hash: publicKey)
                AuthorityKeyIdentifier(keyIdentifier: identifier)
            },
            issuerPrivateKey: .init(self.key))
        return try TransportSecurity(
            certificates: Array(certificate.serializeAsPEM().pemString.utf8),
            privateKey: Array(key.pemRepresentation.utf8))
    }
}
