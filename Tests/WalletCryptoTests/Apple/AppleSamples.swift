import Foundation
import Testing

@testable import WalletCrypto

/// A sandbox's trust, and phones under its root, at one moment.
struct AppleSample {
    static let now = Date(timeIntervalSince1970: 1_790_000_000)

    let authority: SimulatedAuthority
    let trust: AppleTrust

    init(seed: UInt64 = 5, validity: AppleTrust.Validity = .checked) throws {
        authority = try SimulatedAuthority(at: Self.now, using: .seeded(seed))
        trust = try AppleTrust(sandboxRoots: [authority.rootPEM], validity: validity)
    }

    func device(_ fault: SimulatedAppleDevice.Fault? = nil) throws -> SimulatedAppleDevice {
        try authority.appleDevice(at: Self.now, fault: fault)
    }
}

extension SimulatedAppleDevice {
    func request(
        leaf: [UInt8]? = nil, subordinate: [UInt8]? = nil
    ) throws -> AppleRequest {
        try AppleRequest(
            leafCertificate: EncodedBytes.base64(leaf ?? leafCertificate),
            subordinateCertificate: EncodedBytes.base64(subordinate ?? subordinateCertificate),
            nonce: EncodedBytes.base64(nonce), nonceSignature: EncodedBytes.base64(nonceSignature))
    }

    /// Everything that is said of it, whether before or while the chain is proved; empty where nothing is wrong.
    func failures(under trust: AppleTrust, leaf: [UInt8]? = nil, subordinate: [UInt8]? = nil) -> [AppleRequestFailure] {
        do {
            _ = try request(leaf: leaf, subordinate: subordinate).prove(under: trust, at: AppleSample.now)
            return []
        } catch {
            if let unreadable = error as? AppleRequestUnreadable { return unreadable.failures }
            return (error as? AppleRequestFailure).map { [$0] } ?? []
        }
    }
}

/// One card of each network, and both halves of the keys it shares with it.
struct CardSample {
    static let visa = VisaKeys.generate(using: .seeded(7))
    /// Made once: finding primes takes longer than all the rest.
    static let mastercard = Result { try SimulatedMastercardKeys.generate() }

    let card: WalletCard

    init(_ pan: String = "4111117391846532", name: String = "Zoë O'Brien/Łukasz") throws {
        card = WalletCard(
            pan: try #require(PAN(pan)), expiryMonth: 3, expiryYear: 2031, cardholderName: name)
    }
}
