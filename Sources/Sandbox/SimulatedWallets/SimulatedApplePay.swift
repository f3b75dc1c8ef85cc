import CardSecrets
import Crypto
import CryptoExtras
import Foundation
import PaymentTokens
import SwiftASN1
import X509

/// The side of Apple Pay that makes payment tokens, under the simulator's root.
public struct SimulatedApplePay: Sendable {
    private let signer: (key: P256.Signing.PrivateKey, certificate: [UInt8])
    private let fault: Fault?
    let leaf: [UInt8]
    let intermediate: [UInt8]

    private static let intermediateName = "Tessera Simulator Application Integration CA"

    /// One fault of the signer or its certificates.
    public enum Fault: String, CaseIterable, Sendable {
        case missingLeafMarker = "missing-leaf-marker"
        case missingIntermediateMarker = "missing-intermediate-marker"
        case twoLeafMarkers = "two-leaf-markers"
        case twoIntermediateMarkers = "two-intermediate-markers"
        case expiredLeaf = "expired-leaf"
        case missingKeyUsage = "missing-key-usage"
        case foreignIntermediate = "foreign-intermediate"
        case foreignRoot = "foreign-root"
        case swappedMarkers = "swapped-markers"
        case signedByIntermediate = "signed-by-intermediate"
        case emptySignature = "empty-signature"
    }

    public init(under authority: SimulatedAuthority, at now: Date, fault: Fault? = nil) throws(VaultFailure) {
        let entropy = authority.entropy
        let intermediateKey = entropy.signingKey()
        let days = SimulatedAuthority.daySeconds
        let leafKey = entropy.signingKey()
        let (leafMarkers, intermediateMarkers) = Self.markers(fault)
        let leaf = CertificateDescription(
            subject: "Tessera Simulator Broker", issuer: Self.intermediateName, key: .init(leafKey.publicKey),
            validity: now - 31 * days...now + (fault == .expiredLeaf ? -days : 30 * days), isAuthority: false,
            usage: fault == .missingKeyUsage ? nil : .forSignatures,
            extensions: leafMarkers.map { .marker($0) })
        let intermediate = CertificateDescription(
            subject: Self.intermediateName, issuer: SimulatedAuthority.rootName, key: .init(intermediateKey.publicKey),
            validity: now - 100 * days...now + 1000 * days, isAuthority: true, usage: .forCertificates,
            extensions: intermediateMarkers.map { .marker($0) })
        self.leaf = try leaf.signed(
            by: fault == .foreignIntermediate ? entropy.signingKey() : intermediateKey, using: entropy)
        self.intermediate = try intermediate.signed(
            by: fault == .foreignRoot ? entropy.signingKey() : authority.rootKey, using: entropy)
        signer = fault == .signedByIntermediate ? (intermediateKey, self.intermediate) : (leafKey, self.leaf)
        self.fault = fault
    }

    private static func markers(
        _ fault: Fault?
    ) -> (leaf: [ASN1ObjectIdentifier], intermediate: [ASN1ObjectIdentifier]) {
        let (own, issuers) = (AppleTokenSignature.leafMarker, AppleTokenSignature.intermediateMarker)
        return switch fault {
        case .missingLeafMarker: ([], [issuers])
        case .missingIntermediateMarker: ([own], [])
        case .twoLeafMarkers: ([own], [issuers, own])
        case .twoIntermediateMarkers: ([own, issuers], [issuers])
        case .swappedMarkers: ([issuers], [own])
        default: ([own], [issuers])
        }
    }

    /// The merchant that a token is sealed to, by its public key.
    public enum Recipient: Sendable {
        case ellipticCurve(publicKeySPKI: [UInt8], merchantID: String)
        case rsa(publicKeySPKI: [UInt8])
    }

    /// - Returns: the JSON of the token; nil if the recipient's key has another kind.
    public func token(
        paying data: ApplePaymentData, to recipient: Recipient, applicationData: [UInt8]? = nil, at now: Date,
        using entropy: Entropy
    ) -> [UInt8]? {
        let plaintext = plaintextJSON(data)
        let entropy = entropy.bound(to: plaintext)
        let transactionID = entropy.bytes(32)
        guard let (material, spki, sealed) = try? Self.seal(plaintext, to: recipient, using: entropy) else {
            return nil
        }
        let content = material + sealed + transactionID + (applicationData ?? [])
        var header = ApplePaymentToken.Wire.Header(
            publicKeyHash: EncodedBytes.base64(SHA256.hash(data: spki)),
            transactionId: EncodedBytes.hexadecimal(transactionID))
        header.applicationData = applicationData.map { EncodedBytes.hexadecimal($0) }
        let version: ApplePaymentToken.Version
        switch recipient {
        case .ellipticCurve: (version, header.ephemeralPublicKey) = (.ecV1, EncodedBytes.base64(material))
        case .rsa: (version, header.wrappedKey) = (.rsaV1, EncodedBytes.base64(material))
        }
        let wire = ApplePaymentToken.Wire(
            version: version.rawValue, data: EncodedBytes.base64(sealed),
            signature: EncodedBytes.base64(signature(of: content, at: now)), header: header)
        return plaintextJSON(wire).withBytes(Array.init)
    }

    private static func seal(
        _ plaintext: Secret, to recipient: Recipient, using entropy: Entropy
    ) throws -> (material: [UInt8], spki: [UInt8], sealed: [UInt8]) {
        let vectorLength = ApplePaymentToken.initializationVectorLength
        switch recipient {
        case .ellipticCurve(let spki, let merchantID):
            let ephemeral = entropy.agreementKey()
            let shared = try ephemeral.sharedSecretFromKeyAgreement(with: .init(derRepresentation: spki))
            let key = AppleKeyDerivation.key(from: shared, partyV: Array(SHA256.hash(data: Array(merchantID.utf8))))
            let sealed = try AppleKeyDerivation.seal(plaintext, under: key, vectorLength: vectorLength)
            return (Array(ephemeral.publicKey.derRepresentation), spki, sealed)
        case .rsa(let spki):
            let key = SymmetricKey(data: entropy.bytes(16))
            let wrapped = try key.withUnsafeBytes { bytes in
                try _RSA.Encryption.PublicKey(derRepresentation: spki).encrypt(Data(bytes), padding: .PKCS1_OAEP_SHA256)
            }
            let sealed = try AppleKeyDerivation.seal(plaintext, under: key, vectorLength: vectorLength)
            return (Array(wrapped), spki, sealed)
        }
    }

    /// A detached CMS with the parts of a real token. It is DER, which is also valid BER.
    func signature(of content: [UInt8], at now: Date) -> [UInt8] {
        do {
            let certificate = try Certificate(derEncoded: signer.certificate)
            let sha256 = try DER.sequence(DER.value(ASN1ObjectIdentifier.sha256))
            let ecdsa = try DER.sequence(DER.value(ASN1ObjectIdentifier.ecdsaSHA256))
            let attributes = try [
                Self.attribute(.contentType, DER.value(ASN1ObjectIdentifier.data)),
                Self.attribute(.signingTime, DER.time(now)),
                Self.attribute(.messageDigest, DER.octets(Array(SHA256.hash(data: content)))),
            ].sorted { $0.lexicographicallyPrecedes($1) }
            let made = try signer.key.signature(for: DER.constructed(.set, attributes)).derRepresentation
            let signed = fault == .emptySignature ? [] : Array(made)
            let one = try DER.value(1)
            let information = try DER.sequence(
                one, DER.sequence(DER.value(certificate.issuer), DER.value(certificate.serialNumber.bytes)), sha256,
                DER.constructed(.context(0), attributes), ecdsa, DER.octets(signed))
            return try DER.sequence(
                DER.value(ASN1ObjectIdentifier.signedData),
                DER.constructed(
                    .context(0),
                    [
                        DER.sequence(
                            one, DER.constructed(.set, [sha256]), DER.sequence(DER.value(ASN1ObjectIdentifier.data)),
                            DER.constructed(.context(0), [leaf, intermediate]), DER.constructed(.set, [information]))
                    ]))
        } catch {
            preconditionFailure("Names, numbers and bytes can always be written as DER: \(error)")
        }
    }

    private static func attribute(_ type: ASN1ObjectIdentifier, _ value: [UInt8]) throws -> [UInt8] {
        try DER.sequence(DER.value(type), DER.constructed(.set, [value]))
    }
}

extension DER {
    fileprivate static func value(_ value: some DERSerializable) throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.serialize(value)
        return serializer.serializedBytes
    }

    fileprivate static func constructed(_ identifier: ASN1Identifier, _ parts: [[UInt8]]) -> [UInt8] {
        var serializer = DER.Serializer()
        serializer.appendConstructedNode(identifier: identifier) { serializer in
            for part in parts { serializer.serializeRawBytes(part) }
        }
        return serializer.serializedBytes
    }

    fileprivate static func sequence(_ parts: [UInt8]...) -> [UInt8] { constructed(.sequence, parts) }

    fileprivate static func octets(_ bytes: [UInt8]) throws -> [UInt8] {
        try value(ASN1OctetString(contentBytes: bytes[...]))
    }

    /// A UTCTime until 2049, then a GeneralizedTime (RFC 5652, section 11.3).
    fileprivate static func time(_ date: Date) throws -> [UInt8] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let (year, month, day) = (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
        let (hours, minutes, seconds) = (parts.hour ?? 0, parts.minute ?? 0, parts.second ?? 0)
        guard year >= 2050 else {
            return try value(
                UTCTime(year: year, month: month, day: day, hours: hours, minutes: minutes, seconds: seconds))
        }
        return try value(
            GeneralizedTime(
                year: year, month: month, day: day, hours: hours, minutes: minutes, seconds: seconds,
                fractionalSeconds: 0))
    }
}
