import Cards
import CardSecrets
import Foundation
import Issuing
import Postgres
import Provisioning
import SimulatedWallets

/// A simulated Visa and Mastercard. They have both halves of the keys that they share with the issuer, so they can open
/// the cards that are sealed for them.
public struct SimulatedNetworks: Sendable {
    public let visa: VisaKeys
    public let mastercard: SimulatedMastercardKeys
}

extension Sandbox {
    /// The sandbox connected to the simulated networks, which also trusts the simulated phones.
    ///
    /// The keys are created on the first start and stored sealed. Servers that start at the same time get the same
    /// keys. A holder of these keys could open real card numbers, so only a sandbox is connected.
    /// - Parameters:
    ///   - roots: further trusted roots for Apple devices' certificates, PEM.
    ///   - installation: the sandbox whose simulated Mastercard is used; nil for a new one. Tenants share it, because
    ///     they would wait for the primes of new keys.
    /// - Throws: `CertificateFailure` for an invalid root.
    public func connectedToSimulatedNetworks(
        trusting roots: [String] = [], as installation: SimulatedNetworks? = nil
    ) async throws -> Sandbox {
        let trust = try AppleTrust(furtherRoots: [try SimulatedAuthority.sandboxRootPEM] + roots)
        let visa = try await keys(of: .visa, read: VisaKeys.init(kept:)) { () throws(IssuingFailure) in
            VisaKeys.generate(using: entropy).kept
        }
        let mastercard = try await keys(of: .mastercard, read: SimulatedMastercardKeys.init(kept:)) {
            () throws(IssuingFailure) in
            if let installation { return installation.mastercard.kept }
            return try await issuing.slowly { () throws(VaultFailure) in try SimulatedMastercardKeys.generate().kept }
        }
        return connected(
            to: SimulatedNetworks(visa: visa, mastercard: mastercard),
            as: WalletNetworks(
                appleTrust: trust, keys: [.visa: .visa(visa), .mastercard: .mastercard(mastercard.issuer)]))
    }

    private func keys<Keys: Sendable>(
        of scheme: Program.Scheme, read: @Sendable @escaping (KeptKeys) -> Keys?,
        make: () async throws(IssuingFailure) -> KeptKeys
    ) async throws(IssuingFailure) -> Keys {
        let place = "network_keys.sealed \(scheme.rawValue)"
        let find = NetworkKeyStatements.find(.text(scheme.rawValue))
        var stored = try await database.transaction { tx throws(IssuingFailure) in try tx.run(find) }
        if stored.isEmpty {
            let sealed = vault.seal(try await make().secret, at: place)
            stored = try await database.transaction { tx throws(IssuingFailure) in
                let store = NetworkKeyStatements.store(
                    .text(scheme.rawValue), .bytes(sealed.bytes), .integer(sealed.keyVersion),
                    .timestamp(clock.now()))
                return try tx.run(store, find).1
            }
        }
        let sealed = try IssuingFailure.requiring(stored.first, "the keys of \(scheme.rawValue), just stored")
        return try IssuingFailure.guarding { () throws(VaultFailure) in
            guard let keys = read(KeptKeys(try vault.open(sealed, at: place))) else {
                throw .doesNotOpen(.secretSealing, version: sealed.keyVersion)
            }
            return keys
        }
    }
}

/// The stored keys of a network, in one secret: for each part, its length in two bytes and then the part.
struct KeptKeys: Sendable {
    let secret: Secret

    init(_ secret: Secret) {
        self.secret = secret
    }

    init(_ parts: [Secret]) {
        secret = Secret(
            parts.flatMap { part in
                [UInt8(part.count >> 8), UInt8(part.count & 0xFF)] + part.withBytes { Array($0) }
            })
    }

    /// The parts; nil unless there are exactly this many.
    func parts(_ count: Int) -> [Secret]? {
        secret.withBytes { bytes in
            var rest = bytes[...]
            var parts: [Secret] = []
            while rest.count >= 2 {
                let length = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
                rest = rest.dropFirst(2)
                guard length <= rest.count else { return nil }
                parts.append(Secret(Array(rest.prefix(length))))
                rest = rest.dropFirst(length)
            }
            return rest.isEmpty && parts.count == count ? parts : nil
        }
    }
}

extension VisaKeys {
    fileprivate init?(kept: KeptKeys) {
        guard let parts = kept.parts(4), [16, 24].contains(parts[2].count) else { return nil }
        let keySet = parts[3].withBytes { String(decoding: $0, as: UTF8.self) }
        guard !keySet.contains("-") else { return nil }
        self.init(
            apiKey: parts[0].withBytes { String(decoding: $0, as: UTF8.self) }, sharedSecret: parts[1],
            activationKey: parts[2], activationKeySet: keySet)
    }

    fileprivate var kept: KeptKeys {
        KeptKeys([
            Secret(Array(apiKey.utf8)), sharedSecret, activationKey, Secret(Array(activationKeySet.utf8)),
        ])
    }
}

extension SimulatedMastercardKeys {
    fileprivate init?(kept: KeptKeys) {
        guard let parts = kept.parts(2) else { return nil }
        self.init(cardDataPrivateKeyPKCS8: parts[0], signingKeyPKCS8: parts[1])
    }

    fileprivate var kept: KeptKeys { KeptKeys([network.cardDataPrivateKeyPKCS8, signingKeyPKCS8]) }
}
