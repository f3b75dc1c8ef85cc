import CardSecrets
import Crypto
import Foundation
import SwiftASN1
import X509

/// The signature of a payment token: detached CMS (RFC 5652), as Apple writes it.
///
/// Read here and not by a CMS library, because Apple writes BER with indefinite lengths, and certificates in an order
/// that DER forbids. It accepts only what a token has, and checks all of it: one signer, two certificates, SHA-256,
/// signed attributes.
package struct AppleTokenSignature {
    package static let leafMarker: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 29]
    package static let intermediateMarker: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 14]

    private let certificates: [[UInt8]]
    private let signer: Signer

    private struct Signer {
        let issuer: DistinguishedName
        let serialNumber: ArraySlice<UInt8>
        /// The attributes as they are signed: with the tag of a SET, which differs from the tag on the wire (RFC 5652,
        /// section 5.4).
        let attributes: [UInt8]
        let messageDigest: [UInt8]
        let signingTime: Date
        let algorithm: Certificate.SignatureAlgorithm
        let signature: [UInt8]
    }

    init(ber: [UInt8]) throws(PaymentTokenFailure) {
        do {
            let info = try BER.parse(ber).children(of: .sequence, count: 2)
            let signed = try info[1].children(of: .context(0), count: 1)[0].children(of: .sequence, count: 5)
            let content = try signed[2].children(of: .sequence, count: 1)
            let algorithms = try signed[1].children(of: .set, count: 1)
            guard try info[0].oid == .signedData, try signed[0].isOne, try algorithms[0].isSHA256,
                try content[0].oid == .data, signed[3].identifier == .context(0)
            else { throw Unreadable() }
            certificates = try signed[3].children(of: .context(0), count: 2).map { Array($0.encodedBytes) }
            signer = try Self.signer(signed[4].children(of: .set, count: 1)[0])
        } catch {
            throw .malformed("The token's signature is not a detached CMS of one signer and two certificates.")
        }
    }

    private static func signer(_ node: ASN1Node) throws -> Signer {
        let parts = try node.children(of: .sequence, count: 6)
        let identity = try parts[1].children(of: .sequence, count: 2)
        guard try parts[0].isOne, try parts[2].isSHA256 else { throw Unreadable() }
        let attributes = try Attributes(parts[3])
        return Signer(
            issuer: try DistinguishedName(derEncoded: identity[0]),
            serialNumber: try ArraySlice(derEncoded: identity[1]), attributes: attributes.signed,
            messageDigest: attributes.messageDigest, signingTime: attributes.signingTime,
            algorithm: try parts[4].signatureAlgorithm,
            signature: Array(try ASN1OctetString(derEncoded: parts[5]).bytes))
    }

    /// - Returns: the signing time.
    func verify(_ content: [UInt8], under trust: AppleTrust, at now: Date) throws(PaymentTokenFailure) -> Date {
        let leaf = try provenLeaf(under: trust, at: now)
        guard leaf.issuer == signer.issuer, leaf.serialNumber.bytes == signer.serialNumber,
            signer.messageDigest == Array(SHA256.hash(data: content)),
            leaf.publicKey.isValidSignature(
                signer.signature, for: signer.attributes, signatureAlgorithm: signer.algorithm)
        else { throw .signatureWrong }
        return signer.signingTime
    }

    /// The certificates come in any order. Each has exactly one marker, which says which one it is.
    private func provenLeaf(under trust: AppleTrust, at now: Date) throws(PaymentTokenFailure) -> Certificate {
        let (leaf, intermediate): (Certificate, Certificate)
        do throws(CertificateFailure) {
            (leaf, intermediate) = try checkedPair(at: trust.validity == .checked ? now : nil)
        } catch {
            if case .isNoAuthority = error { throw .signerNotTrusted }
            throw .signerCertificate(error)
        }
        guard leaf.isSigned(by: intermediate), trust.root(of: intermediate, at: now) != nil else {
            throw .signerNotTrusted
        }
        return leaf
    }

    /// The two certificates, each checked independently of the other.
    ///
    /// - Parameter date: nil skips the check of the validity periods.
    private func checkedPair(
        at date: Date?
    ) throws(CertificateFailure) -> (leaf: Certificate, intermediate: Certificate) {
        var both: [Certificate] = []
        for der in certificates { both.append(try CertificateReading.certificate(from: der)) }
        let leaves = both.filter { $0.has(Self.leafMarker) }
        let intermediates = both.filter { $0.has(Self.intermediateMarker) }
        guard leaves.count < 2 else { throw .sharedMarker("\(Self.leafMarker)") }
        guard intermediates.count < 2 else { throw .sharedMarker("\(Self.intermediateMarker)") }
        guard leaves.count == 1 else { throw .missingMarker("\(Self.leafMarker)") }
        guard intermediates.count == 1, leaves != intermediates else {
            throw .missingMarker("\(Self.intermediateMarker)")
        }
        let (leaf, intermediate) = (leaves[0], intermediates[0])
        guard !leaf.isAuthority else { throw .isAuthority }
        guard (try? leaf.extensions.keyUsage)?.digitalSignature == true else {
            throw .keyUsage(needed: "digitalSignature")
        }
        try intermediate.requireAuthority()
        for certificate in both {
            try certificate.requireKnownExtensions([Self.leafMarker, Self.intermediateMarker])
            try certificate.requireValid(at: date)
        }
        return (leaf, intermediate)
    }
}

/// The attributes that the signer signs in place of the content. One of them is the content's digest.
private struct Attributes {
    let signed: [UInt8]
    let messageDigest: [UInt8]
    let signingTime: Date

    init(_ node: ASN1Node) throws {
        guard node.identifier == .context(0), case .constructed(let nodes) = node.content else { throw Unreadable() }
        var values: [ASN1ObjectIdentifier: ASN1Node] = [:]
        for attribute in nodes {
            let parts = try attribute.children(of: .sequence, count: 2)
            guard values.updateValue(try parts[1].children(of: .set, count: 1)[0], forKey: try parts[0].oid) == nil
            else { throw Unreadable() }
        }
        guard let type = values[.contentType], try type.oid == .data, let digest = values[.messageDigest],
            let time = values[.signingTime]
        else { throw Unreadable() }
        signed = [0x31] + node.encodedBytes.dropFirst()
        messageDigest = Array(try ASN1OctetString(derEncoded: digest).bytes)
        signingTime = try time.date
    }
}

private struct Unreadable: Error {}

extension ASN1Identifier {
    package static func context(_ number: UInt) -> ASN1Identifier {
        .init(tagWithNumber: number, tagClass: .contextSpecific)
    }
}

extension ASN1ObjectIdentifier {
    package static let signedData: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 7, 2]
    package static let data: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 7, 1]
    package static let sha256: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 1]
    package static let ecdsaSHA256: ASN1ObjectIdentifier = [1, 2, 840, 10045, 4, 3, 2]
    static let rsaSHA256: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 1, 11]
    package static let contentType: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 9, 3]
    package static let messageDigest: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 9, 4]
    package static let signingTime: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 9, 5]
}

extension ASN1Node {
    fileprivate func children(of identifier: ASN1Identifier, count: Int) throws -> [ASN1Node] {
        guard self.identifier == identifier, case .constructed(let nodes) = content else { throw Unreadable() }
        let children = Array(nodes)
        guard children.count == count else { throw Unreadable() }
        return children
    }

    fileprivate var oid: ASN1ObjectIdentifier { get throws { try ASN1ObjectIdentifier(derEncoded: self) } }

    fileprivate var isOne: Bool { get throws { try Int(derEncoded: self) == 1 } }

    /// An algorithm without parameters, or with NULL as its parameters.
    private var algorithm: ASN1ObjectIdentifier {
        get throws {
            guard identifier == .sequence, case .constructed(let nodes) = content else { throw Unreadable() }
            let parts = Array(nodes)
            guard 1...2 ~= parts.count else { throw Unreadable() }
            if parts.count == 2 { _ = try ASN1Null(derEncoded: parts[1]) }
            return try parts[0].oid
        }
    }

    fileprivate var isSHA256: Bool { get throws { try algorithm == .sha256 } }

    fileprivate var signatureAlgorithm: Certificate.SignatureAlgorithm {
        get throws {
            switch try algorithm {
            case .ecdsaSHA256: .ecdsaWithSHA256
            case .rsaSHA256: .sha256WithRSAEncryption
            default: throw Unreadable()
            }
        }
    }

    /// A UTCTime until 2049, then a GeneralizedTime (RFC 5652, section 11.3).
    fileprivate var date: Date {
        get throws {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = .gmt
            let parts = identifier == .generalizedTime ? try laterTime : try earlierTime
            guard let date = calendar.date(from: parts) else { throw Unreadable() }
            return date
        }
    }

    private var earlierTime: DateComponents {
        get throws {
            let time = try UTCTime(derEncoded: self)
            return DateComponents(
                year: time.year, month: time.month, day: time.day, hour: time.hours, minute: time.minutes,
                second: time.seconds)
        }
    }

    private var laterTime: DateComponents {
        get throws {
            let time = try GeneralizedTime(derEncoded: self)
            guard time.year >= 2050, time.rawFractionalSeconds.isEmpty else { throw Unreadable() }
            return DateComponents(
                year: time.year, month: time.month, day: time.day, hour: time.hours, minute: time.minutes,
                second: time.seconds)
        }
    }
}
