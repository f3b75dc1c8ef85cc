import CardSecrets
import Crypto
import CryptoExtras
import Foundation

/// The payment token that an iPhone gives a merchant in place of a card: PKPaymentToken's `paymentData`.
///
/// A token opens once; the caller says where transactions are claimed. The caller must compare ``applicationData`` and
/// the amount with those of the order. Source: Apple, "Payment token format reference".
public struct ApplePaymentToken: Equatable, Sendable {
    public enum Version: String, Sendable {
        /// Key agreement on P-256, with AES-256-GCM.
        case ecV1 = "EC_v1"
        /// RSA-OAEP with AES-128-GCM, for mainland China.
        case rsaV1 = "RSA_v1"
    }

    public let version: Version
    public let transactionID: AppleTransactionID
    /// The SHA-256 of the payment request's application data; nil if the request had none.
    public let applicationData: [UInt8]?
    let data: [UInt8]
    let signature: [UInt8]
    /// The ephemeral public key as a SubjectPublicKeyInfo, or the wrapped key.
    let keyMaterial: [UInt8]
    let publicKeyHash: [UInt8]

    static let limitBytes = 32 * 1024

    package struct Wire: Codable {
        package struct Header: Codable {
            package var ephemeralPublicKey: String?
            package var wrappedKey: String?
            let publicKeyHash: String
            var transactionId: String
            package var applicationData: String?

            package init(publicKeyHash: String, transactionId: String) {
                (self.publicKeyHash, self.transactionId) = (publicKeyHash, transactionId)
            }
        }

        let version: String
        var data: String
        var signature: String
        var header: Header

        package init(version: String, data: String, signature: String, header: Header) {
            (self.version, self.data, self.signature, self.header) = (version, data, signature, header)
        }
    }

    public init(json: [UInt8]) throws(PaymentTokenFailure) {
        guard json.count <= Self.limitBytes, let wire = Secret(json).decoded(as: Wire.self) else {
            throw .malformed("The token is not the JSON of an Apple Pay token.")
        }
        guard let version = Version(rawValue: wire.version) else {
            throw .unsupported("The token is not of version EC_v1 or RSA_v1.")
        }
        let header = wire.header
        let (own, other) = version == .ecV1
            ? (header.ephemeralPublicKey, header.wrappedKey) : (header.wrappedKey, header.ephemeralPublicKey)
        guard let own, other == nil, let keyMaterial = EncodedBytes.base64(own) else {
            throw .malformed("The token's header must have the one key of \(version.rawValue), and no other key.")
        }
        guard let data = EncodedBytes.base64(wire.data), let signature = EncodedBytes.base64(wire.signature),
            let publicKeyHash = EncodedBytes.base64(header.publicKeyHash), publicKeyHash.count == 32,
            let transactionID = EncodedBytes.hexadecimal(header.transactionId), 1...64 ~= transactionID.count
        else { throw .malformed("The token's data, signature or header is not encoded as Apple does.") }
        if let applicationData = header.applicationData {
            guard let bytes = EncodedBytes.hexadecimal(applicationData) else {
                throw .malformed("The token's applicationData is not hexadecimal digits.")
            }
            self.applicationData = bytes
        } else {
            applicationData = nil
        }
        (self.version, self.data, self.signature) = (version, data, signature)
        (self.keyMaterial, self.publicKeyHash) = (keyMaterial, publicKeyHash)
        self.transactionID = AppleTransactionID(bytes: transactionID)
    }

    /// The bytes that the wallet signs.
    var signedContent: [UInt8] { keyMaterial + data + transactionID.bytes + (applicationData ?? []) }
}

extension ApplePaymentToken {
    /// Verifies the signature and decrypts. It claims the transaction last, so that a token that does not open claims
    /// none.
    ///
    /// - Parameters:
    ///   - windowSeconds: the longest time between the signing of the token and now; Apple suggests a few minutes.
    ///   - claim: grants a transaction to one caller only, and remembers it until the deadline;
    ///     ``AppleTransactions`` does.
    public func open(
        with merchant: AppleMerchantKey, under trust: AppleTrust, at now: Date, windowSeconds: Double = 180,
        claiming claim: (_ id: AppleTransactionID, _ deadline: Date) -> AppleTransactionID.Claim
    ) throws(PaymentTokenFailure) -> ApplePaymentData {
        let signed = try AppleTokenSignature(ber: signature).verify(signedContent, under: trust, at: now)
        guard abs(now.timeIntervalSince(signed)) <= windowSeconds else { throw .signedOutsideWindow(signed: signed) }
        guard publicKeyHash == merchant.publicKeyHash else { throw .anotherRecipient }
        guard let plaintext = decrypt(with: merchant), let data = plaintext.decoded(as: ApplePaymentData.self) else {
            throw .doesNotOpen
        }
        switch claim(transactionID, signed + windowSeconds) {
        case .granted: return data
        case .taken: throw .replayed
        case .unknown: throw .unclaimed
        }
    }

    /// The length of the vector in bytes, all zero. Zeros are safe because a key seals only one token.
    package static let initializationVectorLength = 16

    func decrypt(with merchant: AppleMerchantKey) -> Secret? {
        guard let key = contentKey(with: merchant) else { return nil }
        return AppleKeyDerivation.open(data, under: key, vectorLength: Self.initializationVectorLength)
    }

    func contentKey(with merchant: AppleMerchantKey) -> SymmetricKey? {
        switch (version, merchant.kind) {
        case (.ecV1, .ellipticCurve(let own, let merchantIDHash)):
            guard let ephemeral = try? P256.KeyAgreement.PublicKey(derRepresentation: keyMaterial),
                let shared = try? own.sharedSecretFromKeyAgreement(with: ephemeral)
            else { return nil }
            return AppleKeyDerivation.key(from: shared, partyV: merchantIDHash)
        case (.rsaV1, .rsa(let own)):
            guard let key = try? own.rsaDecryptionKey?.decrypt(keyMaterial, padding: .PKCS1_OAEP_SHA256),
                key.count == 16
            else { return nil }
            return SymmetricKey(data: key)
        default: return nil
        }
    }
}

/// A merchant's payment processing key, to which tokens are sealed.
public struct AppleMerchantKey: Sendable {
    enum Kind: Sendable {
        case ellipticCurve(P256.KeyAgreement.PrivateKey, merchantIDHash: [UInt8])
        case rsa(Secret)
    }

    let kind: Kind
    /// The SHA-256 of the public key's SubjectPublicKeyInfo. A token names its recipient by this hash.
    public let publicKeyHash: [UInt8]
    /// The public key in DER, as the wallet receives it.
    public let publicKeySPKI: [UInt8]

    /// A key for EC_v1.
    ///
    /// - Parameters:
    ///   - privateKeyPKCS8: a key on P-256, DER.
    ///   - merchantID: such as `merchant.example.shop`, as in the certificate's user id; no certificate is needed.
    /// - Returns: nil if the bytes are not such a key.
    public init?(privateKeyPKCS8: Secret, merchantID: String) {
        guard
            let key = privateKeyPKCS8.withBytes({
                try? P256.KeyAgreement.PrivateKey(derRepresentation: Array($0))
            })
        else { return nil }
        kind = .ellipticCurve(key, merchantIDHash: Array(SHA256.hash(data: Array(merchantID.utf8))))
        publicKeySPKI = Array(key.publicKey.derRepresentation)
        publicKeyHash = Array(SHA256.hash(data: publicKeySPKI))
    }

    /// A key for RSA_v1.
    public init?(rsaPrivateKeyPKCS8: Secret) {
        guard let key = rsaPrivateKeyPKCS8.rsaDecryptionKey else { return nil }
        kind = .rsa(rsaPrivateKeyPKCS8)
        publicKeySPKI = Array(key.publicKey.derRepresentation)
        publicKeyHash = Array(SHA256.hash(data: publicKeySPKI))
    }
}

/// The contents: a number that replaces the card's, and the cryptogram that makes it valid for one payment.
public struct ApplePaymentData: Codable, Equatable, Sendable {
    public struct PaymentData: Codable, Equatable, Sendable {
        /// The 3-D Secure cryptogram in Base64. Mastercard's tokens have no ECI indicator.
        public var onlinePaymentCryptogram: String?
        /// One or two digits.
        public var eciIndicator: String?
        public var emvData: String?
        public var encryptedPINData: String?

        public init(onlinePaymentCryptogram: String, eciIndicator: String?) {
            (self.onlinePaymentCryptogram, self.eciIndicator) = (onlinePaymentCryptogram, eciIndicator)
        }
    }

    public let applicationPrimaryAccountNumber: String
    /// YYMMDD.
    public let applicationExpirationDate: String
    /// ISO 4217, three digits.
    public let currencyCode: String
    /// In the currency's smallest unit.
    public let transactionAmount: Int64
    public var cardholderName: String?
    public let deviceManufacturerIdentifier: String
    /// `3DSecure` or `EMV`.
    public let paymentDataType: String
    public let paymentData: PaymentData

    public init(
        accountNumber: PAN, expirationDate: String, currencyCode: String, transactionAmount: Int64,
        deviceManufacturerIdentifier: String, paymentData: PaymentData
    ) {
        applicationPrimaryAccountNumber = accountNumber.reveal { $0 }
        applicationExpirationDate = expirationDate
        (self.currencyCode, self.transactionAmount) = (currencyCode, transactionAmount)
        self.deviceManufacturerIdentifier = deviceManufacturerIdentifier
        paymentDataType = "3DSecure"
        self.paymentData = paymentData
    }
}

extension ApplePaymentData: Redacted {}
extension ApplePaymentData.PaymentData: Redacted {}
