import CardSecrets
import Crypto
import Foundation

/// A card sealed for Visa's token service, which the wallet forwards unread. It is a compact JWE under a shared secret.
///
/// The algorithms are `A256GCMKW` (RFC 7518, section 4.7) under the SHA-256 of the secret, and `A256GCM`. Visa defines
/// the header's members. Every card has a new content key.
public struct VisaPaymentCard: Sendable {
    public let data: VisaCardData
    public let issuedAt: Date

    private static let context = "SHARED_SECRET"

    private struct Header: Codable {
        let alg: String
        let enc: String
        let typ: String
        let kid: String
        let channelSecurityContext: String
        /// Seconds since 1970.
        let iat: Int64
        let iv: String
        let tag: String
    }

    public static func seal(
        _ data: VisaCardData, with keys: VisaKeys, at now: Date, using entropy: Entropy
    ) -> String {
        let payload = plaintextJSON(data)
        let entropy = entropy.bound(to: payload)
        let contentKey = Secret(entropy.bytes(32))
        do {
            let nonce = try AES.GCM.Nonce(data: entropy.bytes(12))
            let wrapped = try contentKey.withBytes { key in
                try AES.GCM.seal(key, using: keyEncryptionKey(of: keys), nonce: nonce)
            }
            let header = Header(
                alg: "A256GCMKW", enc: "A256GCM", typ: "JOSE", kid: keys.apiKey, channelSecurityContext: context,
                iat: Int64(now.timeIntervalSince1970), iv: Base64url.encode(nonce), tag: Base64url.encode(wrapped.tag))
            return try CompactJWE(
                payload, under: contentKey.key, protected: plaintextJSON(header).withBytes { Base64url.encode($0) },
                encryptedKey: Array(wrapped.ciphertext), nonce: entropy.bytes(12), authenticatingHeader: true
            ).text
        } catch {
            preconditionFailure("AES-GCM takes keys of 32 bytes and nonces of 12.")
        }
    }

    /// Visa's side.
    public init(opening text: String, with keys: VisaKeys) throws(SealedFailure) {
        guard let message = CompactJWE(text), let header = message.header(as: Header.self),
            Self.issueTimes.contains(header.iat)
        else {
            throw .malformed("opaquePaymentCard is not a compact JWE of five parts with the header of Visa's.")
        }
        guard header.alg == "A256GCMKW", header.enc == "A256GCM", header.channelSecurityContext == Self.context else {
            throw .notForUs("opaquePaymentCard is not under A256GCMKW and A256GCM with a SHARED_SECRET.")
        }
        guard header.kid == keys.apiKey else { throw .notForUs("opaquePaymentCard names another API key (kid).") }
        guard let nonce = Base64url.decode(header.iv), nonce.count == 12, let tag = Base64url.decode(header.tag),
            tag.count == 16,
            let box = try? AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: nonce), ciphertext: message.encryptedKey, tag: tag),
            let contentKey = try? AES.GCM.open(box, using: Self.keyEncryptionKey(of: keys)), contentKey.count == 32,
            let plaintext = message.open(under: SymmetricKey(data: contentKey), authenticatingHeader: true),
            let data = plaintext.decoded(as: VisaCardData.self)
        else { throw .doesNotOpen }
        self.data = data
        issuedAt = Date(timeIntervalSince1970: TimeInterval(header.iat))
    }

    /// Seconds since 1970, up to the year 9999.
    private static let issueTimes: ClosedRange<Int64> = 0...253_402_300_799

    private static func keyEncryptionKey(of keys: VisaKeys) -> SymmetricKey {
        keys.sharedSecret.withBytes { SymmetricKey(data: SHA256.hash(data: Data($0))) }
    }
}

/// The contents: the card, the cardholder's address, and the device and account that it may be provisioned to.
public struct VisaCardData: Codable, Equatable, Sendable {
    public struct ExpirationDate: Codable, Equatable, Sendable {
        /// Two digits.
        public let month: String
        /// Four digits.
        public let year: String
    }

    public struct Provider: Codable, Equatable, Sendable {
        public let clientWalletProvider: String
        public let clientWalletAccountID: String
        public let clientDeviceID: String
        public let clientAppID: String
        public let intent: String
        /// "true" asks the network to identify the cardholder again.
        public let isIDnV: String
    }

    public let accountNumber: String
    public let cvv2: String?
    public let name: String
    public let expirationDate: ExpirationDate
    public let billingAddress: BillingAddress
    public let provider: Provider
}

extension VisaCardData {
    /// - Parameter applicationID: the app that pushes the card, at most 36 characters.
    public init(
        of card: WalletCard, securityCode: CVV?, address: BillingAddress, into wallet: PushWallet,
        on device: PushDevice, applicationID: String
    ) {
        accountNumber = card.pan.reveal { $0 }
        cvv2 = securityCode?.reveal { $0 }
        name = card.cardholderName
        expirationDate = ExpirationDate(month: card.month, year: "\(card.expiryYear)")
        billingAddress = address
        provider = Provider(
            clientWalletProvider: wallet.visaTokenRequestorID, clientWalletAccountID: device.clientWalletAccountID,
            clientDeviceID: device.clientDeviceID, clientAppID: applicationID, intent: "PUSH_PROV_MOBILE",
            isIDnV: "false")
    }
}

extension VisaCardData: Redacted {}
