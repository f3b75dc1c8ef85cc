import CardSecrets
import Crypto
import Foundation

/// A card on its way into an iPhone's Wallet, which the issuer sealed to the device. PKAddPaymentPassRequest takes it.
///
/// The scheme is ECC_V2 (`EV_ECC_v2`): key agreement on P-256 with a new ephemeral key for every pass, and AES-256-GCM.
public struct ApplePass: Equatable, Sendable {
    public let encryptedPassData: [UInt8]
    /// 65 bytes, `04 ‖ x ‖ y`.
    public let ephemeralPublicKey: [UInt8]
    public let activationData: [UInt8]

    public init(encryptedPassData: [UInt8], ephemeralPublicKey: [UInt8], activationData: [UInt8]) {
        self.encryptedPassData = encryptedPassData
        self.ephemeralPublicKey = ephemeralPublicKey
        self.activationData = activationData
    }

    /// The two parameters of the scheme that Apple has not published. Both come from a single implementation in use,
    /// and Apple has not confirmed them. Change them only here.
    enum Unpublished {
        /// PartyV of the key derivation is the ephemeral public key (in payment tokens, it is the merchant id's hash).
        static let partyV: @Sendable (_ ephemeralPublicKey: [UInt8]) -> [UInt8] = { $0 }
        /// The length of the initialization vector in bytes, all zero (in payment tokens, it is 16). Zeros are safe
        /// because a key seals only one message.
        static let initializationVectorLength = 12
    }

    public static let limitBytes = 16 * 1024
}

/// The contents of a pass: a card, and the nonce and signature of the device that requested it.
public struct ApplePassData: Codable, Sendable {
    public let primaryAccountNumber: String
    /// MM/YY.
    public let expiration: String
    public let name: String
    /// Lowercase hexadecimal digits, like the signature.
    public let nonce: String
    public let nonceSignature: String
}

extension ApplePass {
    /// - Parameters:
    ///   - device: proof that Apple, or a further trusted root, vouches for the key.
    ///   - network: the keys of the card's network, for the activation data.
    public init(
        of card: WalletCard, for request: AppleRequest, to device: AppleDeviceKey, network: NetworkKeys, at now: Date,
        using entropy: Entropy
    ) throws(VaultFailure) {
        let data = card.pan.reveal { pan in
            plaintextJSON(
                ApplePassData(
                    primaryAccountNumber: pan, expiration: "\(card.month)/\(card.year)", name: card.cardholderName,
                    nonce: EncodedBytes.hexadecimal(request.nonce),
                    nonceSignature: EncodedBytes.hexadecimal(request.nonceSignature)))
        }
        let entropy = entropy.bound(to: data)
        let ephemeral = entropy.agreementKey()
        ephemeralPublicKey = Array(ephemeral.publicKey.x963Representation)
        do {
            let shared = try ephemeral.sharedSecretFromKeyAgreement(with: device.publicKey)
            encryptedPassData = try AppleKeyDerivation.seal(
                data, under: Self.key(from: shared, ephemeralPublicKey),
                vectorLength: Unpublished.initializationVectorLength)
        } catch {
            throw .cipherUnavailable("P-256 key agreement with AES-GCM")
        }
        activationData = try Self.activationData(of: card, nonce: request.nonce, network, at: now, using: entropy)
    }

    private static func activationData(
        of card: WalletCard, nonce: [UInt8], _ network: NetworkKeys, at now: Date, using entropy: Entropy
    ) throws(VaultFailure) -> [UInt8] {
        switch network {
        case .visa(let keys):
            Array(try VisaActivationData(nonce: nonce, using: entropy).seal(with: keys).utf8)
        case .mastercard(let keys):
            try MastercardActivationValue(of: card, signedBy: keys.signingKey, at: now).json
        }
    }

    /// The device's side: opens a pass; throws unless exactly these bytes were sealed to this key.
    ///
    /// - Parameter privateKey: 32 bytes, the private key of the leaf certificate.
    public func open(with privateKey: Secret) throws(SealedFailure) -> ApplePassData {
        guard ephemeralPublicKey.count == 65,
            let ephemeral = try? P256.KeyAgreement.PublicKey(x963Representation: ephemeralPublicKey)
        else { throw .malformed("ephemeralPublicKey is no point of P-256 in 65 bytes, 04 before x and y.") }
        guard 17...Self.limitBytes ~= encryptedPassData.count else {
            throw .malformed(
                "encryptedPassData has \(encryptedPassData.count) bytes; 17 to \(Self.limitBytes) are accepted.")
        }
        guard let own = privateKey.withBytes({ try? P256.KeyAgreement.PrivateKey(rawRepresentation: $0) }),
            let shared = try? own.sharedSecretFromKeyAgreement(with: ephemeral),
            let plaintext = AppleKeyDerivation.open(
                encryptedPassData, under: Self.key(from: shared, ephemeralPublicKey),
                vectorLength: Unpublished.initializationVectorLength),
            let data = plaintext.decoded(as: ApplePassData.self)
        else { throw .doesNotOpen }
        return data
    }

    private static func key(from shared: SharedSecret, _ ephemeral: [UInt8]) -> SymmetricKey {
        AppleKeyDerivation.key(from: shared, partyV: Unpublished.partyV(ephemeral))
    }
}

extension ApplePassData: Redacted {}
