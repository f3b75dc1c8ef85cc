import Foundation
import SimulatedWallets
import Testing
import WalletTestSupport
import X509

@testable import CardSecrets
@testable import Provisioning

extension SimulatedAppleDevice {
    func request(
        leaf: [UInt8]? = nil, subordinate: [UInt8]? = nil
    ) throws -> AppleRequest {
        try AppleRequest(
            leafCertificate: EncodedBytes.base64(leaf ?? leafCertificate),
            subordinateCertificate: EncodedBytes.base64(subordinate ?? subordinateCertificate),
            nonce: EncodedBytes.base64(nonce), nonceSignature: EncodedBytes.base64(nonceSignature))
    }

    /// All failures of the device's request, from reading it or from proving its chain; empty if nothing is wrong.
    func failures(under trust: AppleTrust, leaf: [UInt8]? = nil, subordinate: [UInt8]? = nil) -> [AppleRequestFailure] {
        do {
            _ = try request(leaf: leaf, subordinate: subordinate).prove(under: trust, at: AppleSample.now)
            return []
        } catch {
            return (error as? AppleRequestRefused)?.failures ?? []
        }
    }
}

extension AppleSample {
    /// The name of the authority's root.
    var rootName: DistinguishedName {
        get throws { try CertificateReading.certificate(from: authority.rootDER).subject }
    }
}

/// A card, and both halves of the keys that the issuer shares with each network.
struct CardSample {
    static let visa = VisaKeys.generate(using: .seeded(7))
    /// Made once for all tests, because finding primes takes longer than the rest of a test.
    static let mastercard = Result { try SimulatedMastercardKeys.generate() }

    let card: WalletCard

    init(_ pan: String = "4111117391846532", name: String = "Zoë O'Brien/Łukasz") throws {
        card = WalletCard(
            pan: try #require(PAN(pan)), expiryMonth: 3, expiryYear: 2031, cardholderName: name)
    }
}
