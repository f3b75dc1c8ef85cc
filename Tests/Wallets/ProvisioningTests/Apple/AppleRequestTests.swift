import Crypto
import Foundation
import SimulatedWallets
import Testing
import WalletTestSupport

@testable import CardSecrets
@testable import Provisioning

@Suite("Apple provisioning request")
struct AppleRequestTests {
    @Test("A simulated phone is accepted under its own root and marked")
    func simulatedPhone() throws {
        let sample = try AppleSample()
        let key = try sample.device().request().prove(under: sample.trust, at: AppleSample.now)
        #expect(key.isOfFurtherRoot)
    }

    @Test("A simulated phone is not accepted under Apple's root or another one")
    func untrustedPhone() throws {
        let sample = try AppleSample()
        let failures = try sample.device().failures(under: try AppleTrust())
        #expect(failures.map(\.name) == ["subordinateCertificate.notAnchored"])
        let stranger = try AppleSample(seed: 6)
        let strangers = try stranger.device().failures(under: sample.trust)
        #expect(strangers.map(\.name) == ["subordinateCertificate.notAnchored"])
    }

    @Test("Every fault is named with its cause and remedy", arguments: [
        (SimulatedAppleDevice.Fault.swappedCertificates, "certificates.swapped"),
        (.sameCertificateTwice, "certificates.sameTwice"),
        (.expiredLeaf, "leafCertificate.expired"),
        (.notYetValidLeaf, "leafCertificate.notYetValid"),
        (.expiredSubordinate, "subordinateCertificate.expired"),
        (.missingLeafMarker, "leafCertificate.missingMarker"),
        (.missingSubordinateMarker, "subordinateCertificate.missingMarker"),
        (.wrongCurve, "leafCertificate.wrongCurve"),
        (.rsaLeaf, "leafCertificate.schemeRSA"),
        (.authorityAsLeaf, "leafCertificate.isAuthority"),
        (.subordinateWithoutAuthority, "subordinateCertificate.isNoAuthority"),
        (.missingKeyUsage, "leafCertificate.keyUsage"),
        (.foreignSubordinate, "leafCertificate.notSignedBySubordinate"),
        (.foreignRoot, "subordinateCertificate.notAnchored"),
        (.shortNonce, "nonce.unexpected"),
        (.shortNonceSignature, "nonceSignature.unexpected"),
    ])
    func faults(_ fault: SimulatedAppleDevice.Fault, name: String) throws {
        let sample = try AppleSample()
        let failures = try sample.device(fault).failures(under: sample.trust)
        #expect(failures.map(\.name) == [name])
        for failure in failures {
            #expect(failure.cause.hasSuffix(".") && failure.fix.hasSuffix("."), "\(failure)")
            #expect(failure.cause.contains(failure.field.rawValue))
        }
    }

    @Test("All defects of a chain are named at once, and each error says what a chain of your own needs")
    func allDefects() throws {
        let (sample, stranger) = (try AppleSample(), try AppleSample(seed: 6))
        let device = try sample.device(.missingKeyUsage)
        let subordinate = try stranger.device(.missingSubordinateMarker).subordinateCertificate
        let failures = device.failures(under: sample.trust, subordinate: subordinate)
        let root = try "\(sample.rootName)"
        #expect(failures == [
            .certificate(.leafCertificate, .keyUsage(needed: "keyEncipherment and keyAgreement")),
            .certificate(.subordinateCertificate, .missingMarker("1.2.840.113635.100.6.2.15")),
            .leafNotSignedBySubordinate(issuer: nil),
            .notAnchored(issuer: root, .otherKey),
        ])
        #expect(failures[0].fix.contains("In a chain of your own, add the key usage keyEncipherment and keyAgreement"))
        #expect(failures[1].fix.contains("In a chain of your own, add the extension 1.2.840.113635.100.6.2.15"))
    }

    @Test("An error of the nonce does not hide errors of the chain")
    func nonceAndChain() throws {
        let sample = try AppleSample()
        let (old, device) = (try sample.device(.expiredLeaf), try sample.device(.shortNonce))
        #expect {
            try AppleRequest.proven(
                leafCertificate: EncodedBytes.base64(old.leafCertificate),
                subordinateCertificate: EncodedBytes.base64(old.subordinateCertificate),
                nonce: EncodedBytes.base64(device.nonce), nonceSignature: EncodedBytes.base64(device.nonceSignature),
                under: sample.trust, at: AppleSample.now)
        } throws: { error in
            (error as? AppleRequestRefused)?.failures.map(\.name) == ["leafCertificate.expired", "nonce.unexpected"]
        }
    }

    @Test("The reason why no root vouches for a chain is named")
    func gaps() throws {
        let sample = try AppleSample()
        let request = try sample.device().request()
        func last(_ trust: AppleTrust, at now: Date) -> AppleRequestFailure? {
            do throws(AppleRequestRefused) {
                _ = try request.prove(under: trust, at: now)
                return nil
            } catch {
                return error.failures.last
            }
        }
        let root = try "\(sample.rootName)"
        #expect(try last(AppleTrust(), at: AppleSample.now) == .notAnchored(issuer: root, .noRootOfThatName))
        let later = AppleSample.now + 5000 * 86_400
        #expect(last(sample.trust, at: later) == .notAnchored(issuer: root, .rootNotValidNow))
        let others = try AppleSample(seed: 6).trust
        #expect(last(others, at: AppleSample.now) == .notAnchored(issuer: root, .otherKey))
    }

    /// The explanation equals the decision: the same failure, among the steps that pass.
    @Test(
        "The explanation of a fault has the same failure as the decision",
        arguments: SimulatedAppleDevice.Fault.allCases)
    func explainedFaults(_ fault: SimulatedAppleDevice.Fault) throws {
        let sample = try AppleSample()
        let device = try sample.device(fault)
        let steps = Self.explain(device, under: sample.trust)
        let failures = steps.compactMap { $0.failure as? AppleRequestFailure }
        #expect(failures == device.failures(under: sample.trust) && failures.count == 1)
        let isOutOfOrder = failures == [.swapped] || failures == [.sameTwice]
        #expect(isOutOfOrder == !steps.contains { $0.name == "anchor" })
        for step in steps { #expect(step.claim.hasSuffix(".")) }
    }

    @Test("A valid request is explained step by step")
    func explainedRequest() throws {
        let sample = try AppleSample()
        let names = Self.explain(try sample.device(), under: sample.trust).map { $0.failure == nil ? $0.name : "" }
        let chain = AppleChain.Step.allCases.map(\.rawValue)
        #expect(names == ["leafCertificate", "subordinateCertificate"] + chain + ["nonce", "nonceSignature"])
        let alone = AppleRequest.explain(
            leafCertificate: nil, subordinateCertificate: nil, nonce: "ea85a73a", nonceSignature: nil,
            under: sample.trust, at: AppleSample.now)
        #expect(alone.map(\.name) == ["nonce"] && alone[0].failure == nil)
    }

    private static func explain(_ device: SimulatedAppleDevice, under trust: AppleTrust) -> [ExplainedStep] {
        AppleRequest.explain(
            leafCertificate: EncodedBytes.base64(device.leafCertificate),
            subordinateCertificate: EncodedBytes.hexadecimal(device.subordinateCertificate),
            nonce: EncodedBytes.base64(device.nonce), nonceSignature: EncodedBytes.base64(device.nonceSignature),
            under: trust, at: AppleSample.now)
    }

    @Test("The simulated device has 16 faults")
    func faultCount() {
        #expect(SimulatedAppleDevice.Fault.allCases.count == 16)
    }

    @Test("Expired certificates are accepted if trust ignores their validity")
    func ignoredValidity() throws {
        let sample = try AppleSample(validity: .ignored)
        for fault in [SimulatedAppleDevice.Fault.expiredLeaf, .notYetValidLeaf, .expiredSubordinate] {
            #expect(try sample.device(fault).failures(under: sample.trust) == [])
        }
    }

    @Test("A certificate with a flipped bit is refused")
    func flippedBits() throws {
        let sample = try AppleSample()
        let device = try sample.device()
        for leaf in flipsOfEachByte(device.leafCertificate) {
            #expect(!device.failures(under: sample.trust, leaf: leaf).isEmpty)
        }
        for subordinate in flipsOfEachByte(device.subordinateCertificate) {
            #expect(!device.failures(under: sample.trust, subordinate: subordinate).isEmpty)
        }
    }

    @Test("A public key that is not on the curve is refused")
    func invalidPoint() throws {
        let sample = try AppleSample()
        let device = try sample.device()
        let key = try device.request().prove(under: sample.trust, at: AppleSample.now)
        let point = key.publicKey.x963Representation
        let start = try #require(device.leafCertificate.firstRange(of: Array(point))).lowerBound
        var changed = device.leafCertificate
        changed[start + 64] ^= 1
        #expect(device.failures(under: sample.trust, leaf: changed).map(\.name) == ["leafCertificate.keyUnreadable"])
    }

    @Test("A certificate with missing, additional or too many bytes is refused")
    func malformedCertificate() throws {
        let sample = try AppleSample()
        let device = try sample.device()
        let der = device.leafCertificate
        let cases: [([UInt8], String)] = [
            (der + [0], "trailingBytes"), (der + device.subordinateCertificate, "trailingBytes"),
            (Array(der.dropLast()), "notACertificate"), (Array(der.dropFirst()), "unexpected"),
            ([0x30, 0x82, 0x20, 0x00] + [UInt8](repeating: 0, count: 8192), "tooLarge"),
            (der + [UInt8](repeating: 0, count: 20_000), "tooLong"),
            (Array(sample.authority.rootPEM.utf8), "pemForDER"),
        ]
        for (bytes, name) in cases {
            let names = device.failures(under: sample.trust, leaf: bytes).map(\.name)
            #expect(names == ["leafCertificate.\(name)"])
        }
    }

    @Test("A real phone is accepted under Apple's root while its certificates are valid", .needsVectors)
    func realPhone() throws {
        struct Chain: Decodable {
            let leafCertificateDER: String
            let subordinateCertificateDER: String
            let nonceHex: String
        }
        let chain: Chain = try Vectors.read("apple-in-app-chain")
        func request(_ leaf: String, _ subordinate: String) throws -> AppleRequest {
            try AppleRequest(
                leafCertificate: leaf, subordinateCertificate: subordinate, nonce: chain.nonceHex,
                nonceSignature: String(repeating: "40", count: 81))
        }
        let real = try request(chain.leafCertificateDER, chain.subordinateCertificateDER)
        let then = try Date("2019-06-01T00:00:00Z", strategy: .iso8601)
        #expect(try !real.prove(under: AppleTrust(), at: then).isOfFurtherRoot)
        #expect(try !real.prove(under: AppleTrust(validity: .ignored), at: AppleSample.now).isOfFurtherRoot)
        #expect(throws: AppleRequestRefused.self) { try real.prove(under: AppleTrust(), at: AppleSample.now) }
        #expect(throws: AppleRequestRefused(failures: [.swapped])) {
            try request(chain.subordinateCertificateDER, chain.leafCertificateDER).prove(under: AppleTrust(), at: then)
        }
        let device = try AppleSample().device()
        let leaf = try #require(EncodedBytes.base64(chain.leafCertificateDER))
        let trust = try AppleTrust(validity: .ignored)
        let subordinate = try #require(EncodedBytes.base64(chain.subordinateCertificateDER))
        #expect(device.failures(under: trust, leaf: leaf, subordinate: subordinate) == [])
        for changed in flipsOfEachByte(leaf, every: 5) {
            #expect(!device.failures(under: trust, leaf: changed, subordinate: subordinate).isEmpty)
        }
    }

    @Test("The root certificate has the published fingerprint")
    func rootCertificate() throws {
        let fingerprint = EncodedBytes.hexadecimal(SHA256.hash(data: AppleRootCertificate.der))
        #expect(fingerprint == AppleRootCertificate.fingerprint)
        let root = try CertificateReading.certificate(from: AppleRootCertificate.der)
        #expect(root.isAuthority && root.isSigned(by: root))
    }

    @Test("Only the certificate of an authority can be a root")
    func invalidRoot() throws {
        let sample = try AppleSample()
        let leaf = EncodedBytes.base64(try sample.device().leafCertificate)
        let lacking = ["the basic constraint CA:TRUE", "the key usage keyCertSign"]
        #expect(throws: CertificateFailure.isNoAuthority(lacking: lacking)) { try AppleTrust(furtherRoots: [leaf]) }
        let subordinate = EncodedBytes.base64(try sample.device(.subordinateWithoutAuthority).subordinateCertificate)
        #expect(AppleTrust.failures(ofFurtherRoot: subordinate) == [.isNoAuthority(lacking: [lacking[0]])])
        #expect(AppleTrust.failures(ofFurtherRoot: sample.authority.rootPEM) == [])
        #expect(throws: CertificateFailure.self) { try AppleTrust(furtherRoots: ["root.pem"]) }
    }
}
