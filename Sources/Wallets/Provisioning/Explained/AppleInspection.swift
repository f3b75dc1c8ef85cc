import CardSecrets
import Foundation

/// The request of an iPhone to add a card to its Wallet, as text. A nil member was not given.
public struct AppleEvidence: Sendable, Equatable {
    public var leafCertificate: String?
    public var subordinateCertificate: String?
    public var nonce: String?
    public var nonceSignature: String?

    public init(
        leafCertificate: String? = nil, subordinateCertificate: String? = nil, nonce: String? = nil,
        nonceSignature: String? = nil
    ) {
        self.leafCertificate = leafCertificate
        self.subordinateCertificate = subordinateCertificate
        self.nonce = nonce
        self.nonceSignature = nonceSignature
    }

    public var isEmpty: Bool { self == AppleEvidence() }

    /// The nonce's bytes; nil if it is absent or not 4 encoded bytes.
    public var nonceBytes: [UInt8]? { nonce.flatMap { try? EncodedBytes.decode($0, count: AppleRequest.nonceLength) } }

    /// The signature's bytes; nil if it is absent or not 81 encoded bytes.
    public var nonceSignatureBytes: [UInt8]? {
        nonceSignature.flatMap { try? EncodedBytes.decode($0, count: AppleRequest.nonceSignatureLength) }
    }
}

extension Inspection {
    /// Checks each member alone, then the chain, with the same rules as a request for a pass. Absent members are not
    /// checked.
    public mutating func inspect(_ evidence: AppleEvidence, under trust: AppleTrust, at now: Date) {
        let steps = AppleRequest.explain(
            leafCertificate: evidence.leafCertificate, subordinateCertificate: evidence.subordinateCertificate,
            nonce: evidence.nonce, nonceSignature: evidence.nonceSignature, under: trust, at: now)
        for step in steps {
            if let failure = step.failure { fail(step.name, failure) } else { pass(step.name, step.claim) }
        }
    }

    /// Checks the issuer's answer as the device that it is for would.
    ///
    /// - Parameters:
    ///   - privateKey: 32 bytes, the private key of the leaf certificate.
    ///   - nonce: the nonce that the device sent; nil if it is not known. The same holds for `nonceSignature`.
    ///   - lastDigits: the answer's `cardLastDigits`.
    public mutating func inspect(
        _ pass: ApplePass, openedWith privateKey: Secret, nonce: [UInt8]?, nonceSignature: [UInt8]?,
        lastDigits: String?, at now: Date
    ) -> (data: ApplePassData, card: OpenedCard)? {
        let data = attempt("pass") { () throws(SealedFailure) in
            (try pass.open(with: privateKey), "opens with the device's key; \(pass.encryptedPassData.count) bytes")
        }
        guard let data else { return nil }
        let card = attempt("card") { () throws(ProvisioningFailure) in
            guard data.expiration.wholeMatch(of: /[0-9]{2}\/[0-9]{2}/) != nil else { throw .notAnExpiry }
            let card = try OpenedCard(
                accountNumber: data.primaryAccountNumber, month: String(data.expiration.prefix(2)),
                year: String(data.expiration.suffix(2)), at: now)
            if let lastDigits, card.pan.lastFour != lastDigits { throw .otherLastDigits(expected: lastDigits) }
            guard !data.name.isEmpty else { throw .nameless }
            return (card, card.seen)
        }
        if let nonce { compare("nonce", data.nonce, with: nonce) }
        if let nonceSignature { compare("nonceSignature", data.nonceSignature, with: nonceSignature) }
        return card.map { (data, $0) }
    }

    private mutating func compare(_ field: String, _ found: String, with sent: [UInt8]) {
        let isSame = found == EncodedBytes.hexadecimal(sent)
        check(
            "pass.\(field)", "the device's own, \(sent.count) bytes",
            isSame ? nil : ProvisioningFailure.otherThanSent(field: field))
    }

    /// Checks the activation data as the network would.
    ///
    /// - Parameter nonce: the device's nonce in hexadecimal digits.
    public mutating func inspect(
        activationData: [UInt8], of card: OpenedCard, nonce: String, network: TokenNetwork, keys: TokenServiceKeys,
        at now: Date
    ) {
        switch network {
        case .visa:
            let opened = attempt("activationData") { () throws(SealedFailure) in
                let text = String(decoding: activationData, as: UTF8.self)
                return (try VisaActivationData(opening: text, with: keys.visa), "opens with Visa's key")
            }
            guard let opened else { return }
            check(
                "activationData.nonce", "that of the device",
                EncodedBytes.hexadecimal(opened.nonce) == nonce ? nil : ProvisioningFailure.activationForOtherRequest)
        case .mastercard:
            let value = attempt("activationData") { () throws(SealedFailure) in
                (try MastercardActivationValue(json: activationData), "a tokenization authentication value")
            }
            guard let value else { return }
            let isSigned = value.isSigned(for: card.pan, expiry: card.expiry, under: keys.mastercard)
            check(
                "activationData.signature", "the issuer's, for this card and expiry",
                isSigned ? nil : ProvisioningFailure.activationForOtherCard)
            check(value, at: now)
        }
    }

    mutating func check(_ value: MastercardActivationValue, at now: Date) {
        let isGood = value.validUntil.map { now <= $0 } ?? false
        check(
            "activationData.validity", "good until \(value.dataValidUntilTimestamp)",
            isGood ? nil : ProvisioningFailure.activationOver(at: String(value.dataValidUntilTimestamp.prefix(32))))
    }
}
