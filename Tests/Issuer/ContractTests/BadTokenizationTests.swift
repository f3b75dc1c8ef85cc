import CardAPI
import CardClient
import Cards
import CardSecrets
import ContractTestSupport
import Foundation
import HTTPContract
import HTTPTypes
import Issuing
import Postgres
import SimulatedWallets
import Testing
import TestSupport
import Validation

@Suite("Refused tokenizations store nothing", .timeLimit(.minutes(20)))
struct BadTokenizationTests {
    /// Each fault of a device, and the name of its cause.
    private static let faults: [(SimulatedAppleDevice.Fault, String)] = [
        (.swappedCertificates, "certificates.swapped"), (.sameCertificateTwice, "certificates.sameTwice"),
        (.expiredLeaf, "leafCertificate.expired"), (.notYetValidLeaf, "leafCertificate.notYetValid"),
        (.expiredSubordinate, "subordinateCertificate.expired"),
        (.missingLeafMarker, "leafCertificate.missingMarker"),
        (.missingSubordinateMarker, "subordinateCertificate.missingMarker"),
        (.wrongCurve, "leafCertificate.wrongCurve"), (.rsaLeaf, "leafCertificate.schemeRSA"),
        (.authorityAsLeaf, "leafCertificate.isAuthority"),
        (.subordinateWithoutAuthority, "subordinateCertificate.isNoAuthority"),
        (.missingKeyUsage, "leafCertificate.keyUsage"),
        (.foreignSubordinate, "leafCertificate.notSignedBySubordinate"),
        (.foreignRoot, "subordinateCertificate.notAnchored"),
        (.shortNonce, "nonce.unexpected"), (.shortNonceSignature, "nonceSignature.unexpected"),
    ]

    /// The causes of refusals for a member that the test has damaged.
    private static let spoilt = [
        "leafCertificate.tooLarge", "leafCertificate.trailingBytes", "leafCertificate.notCanonical",
        "leafCertificate.base64url", "leafCertificate.pemForDER", "leafCertificate.severalInOne",
        "leafCertificate.keyUnreadable", "subordinateCertificate.notACertificate", "nonce.tooLong",
        "nonce.unexpected", "nonce.notCanonical", "nonceSignature.unexpected",
    ]

    @Test("Invalid data from a device is refused with the cause and the remedy")
    func faults() async throws {
        try await holdsRefused { service in
            try Self.faults.map { (.apple(try service.device($0.0)), [$0.1]) }
        }
        #expect(Set(Self.faults.map(\.0)) == Set(SimulatedAppleDevice.Fault.allCases))
    }

    @Test("Malformed certificates, nonces and signatures are refused")
    func bytes() async throws {
        try await holdsRefused { service in try Self.spoilt.map { (try service.spoilt($0), [$0]) } }
    }

    @Test("All unreadable members are reported at once")
    func all() async throws {
        try await holdsRefused { service in
            var body = TokenizeCardBody.apple(try service.device())
            (body.leafCertificate, body.subordinateCertificate) = ("x", "")
            (body.nonce, body.nonceSignature) = ("ea85a73a00", "00")
            let names = [
                "leafCertificate.unreadable", "subordinateCertificate.unexpected", "nonce.unexpected",
                "nonceSignature.unexpected",
            ]
            return [(body, names)]
        }
    }

    @Test("Missing members and members of another wallet are named")
    func members() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let visa = try await cards.create(.ordering("DEMO-VIRTUAL-VISA-EEA")).cardId
            var body = TokenizeCardBody()
            for type in [nil, "APPLE_PAY"] {
                body.walletType = type
                await expectFieldErrors(
                    "leafCertificate is required for APPLE_PAY; subordinateCertificate is required for APPLE_PAY; "
                        + "nonce is required for APPLE_PAY; nonceSignature is required for APPLE_PAY"
                ) { [body] in try await cards.tokenize(visa, body) }
            }
            body = .push("SAMSUNG_PAY")
            (body.clientDeviceId, body.clientWalletAccountId, body.nonce) = ("a b", nil, "w1koQg==")
            await expectFieldErrors(
                "clientDeviceId must be 1 to 24 of the characters 0-9, A-Z, a-z, _ and -; "
                    + "clientWalletAccountId is required to put a VISA card into SAMSUNG_PAY; "
                    + "nonce must be absent: only APPLE_PAY has one"
            ) { [body] in try await cards.tokenize(visa, body) }
            var report = UpdateTokenizationBody()
            await expectFieldErrors("dpanRef is required; status is required") { [report] in
                try await cards.updateTokenizationStatus(visa, report)
            }
            report = .completed(String(repeating: "D", count: 65))
            report.walletId = "one"
            await expectFieldErrors(
                "dpanRef must be 1 to 64 visible ASCII characters; walletId must be absent: only GOOGLE_PAY has one"
            ) { [report] in try await cards.updateTokenizationStatus(visa, report) }
        }
    }

    @Test("A dpanRef belongs to one card, and a nonce is accepted once for each card")
    func conflicts() async throws {
        try await withLiveService { service in
            let (ivana, jonas) = (try await service.cards(of: .ivana), try await service.cards(of: .jonas))
            let (card, other) = (try await ivana.create(.virtual).cardId, try await jonas.create(.virtual).cardId)
            let device = try service.device()
            _ = try await ivana.tokenize(card, .apple(device))
            _ = try await jonas.tokenize(other, .apple(device))
            do {
                _ = try await ivana.tokenize(card, .apple(device))
                Issue.record("A nonce was answered twice.")
            } catch {
                #expect((error as? WalletError)?.knownProblem?.code == .tokenizationDataShouldBeValid)
                #expect((error as? WalletError)?.knownProblem?.details.first?.hasPrefix("nonce.used: ") == true)
            }
            _ = try await ivana.updateTokenizationStatus(card, .completed("D1"))
            await expectProblem(
                .tokenizationConflict,
                "This dpanRef belongs to the token of another card; a token belongs to one card, device and account."
            ) { try await jonas.updateTokenizationStatus(other, .completed("D1")) }
            await expectProblem(
                .tokenizationConflict,
                "The tokenization of this card that is COMPLETED in APPLE_PAY has the dpanRef D1, and the report has "
                    + "D2; send the same dpanRef, or tokenize the card for another device to report another token."
            ) { try await ivana.updateTokenizationStatus(card, .completed("D2")) }
            await expectProblem(
                .entityNotFound,
                "No tokenization of this card for SAMSUNG_PAY is INITIATED; one for APPLE_PAY is. Send its walletType, "
                    + "which is APPLE_PAY if absent."
            ) { try await jonas.updateTokenizationStatus(other, .completed("D3", in: "SAMSUNG_PAY")) }
        }
    }

    /// Sends invalid requests. Expects that each is refused with 400 and its causes, and that nothing is stored.
    private func holdsRefused(
        _ bad: (LiveService) throws -> [(body: TokenizeCardBody, causes: [String])]
    ) async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.ordering("DEMO-VIRTUAL-VISA-EEA")).cardId
            for (body, causes) in try bad(service) {
                do {
                    _ = try await cards.tokenize(card, body)
                    Issue.record("\(causes) was accepted.")
                } catch {
                    let problem = try #require((error as? WalletError)?.knownProblem)
                    #expect(problem.code == .tokenizationDataShouldBeValid && problem.status.code == 400)
                    #expect(problem.details.map { String($0.prefix { $0 != ":" }) } == causes)
                    #expect(problem.fieldErrors.count == causes.count)
                }
            }
            let stored = try await service.fixture.issuing.database.read(Self.stored())
            #expect(stored == [0])
        }
    }

    private static let stored = Statement(
        "stored_tokenizations",
        """
        SELECT (SELECT count(*) FROM tokenization) + (SELECT count(*) FROM tokenization_history)
            + (SELECT count(*) FROM apple_nonce) AS stored
        """
    ) { row throws(PostgresFailure) in try row.bigint("stored") }
}

extension LiveService {
    /// A valid request with one damaged member, which is refused with this cause.
    fileprivate func spoilt(_ name: String) throws -> TokenizeCardBody {
        let device = try device()
        var body = TokenizeCardBody.apple(device)
        let leaf = EncodedBytes.base64(device.leafCertificate)
        switch name {
        case "leafCertificate.tooLarge":
            body.leafCertificate = EncodedBytes.base64([UInt8](repeating: 0x30, count: 8193))
        case "leafCertificate.trailingBytes": body.leafCertificate = EncodedBytes.base64(device.leafCertificate + [0])
        case "leafCertificate.notCanonical": body.leafCertificate = leaf + "\n "
        case "leafCertificate.base64url":
            body.leafCertificate = leaf.replacing("+", with: "-").replacing("/", with: "_")
        case "leafCertificate.pemForDER":
            body.leafCertificate = EncodedBytes.base64(Self.pem(device.leafCertificate).utf8)
        case "leafCertificate.severalInOne":
            body.leafCertificate = Self.pem(device.leafCertificate) + Self.pem(device.subordinateCertificate)
        case "leafCertificate.keyUnreadable":
            body.leafCertificate = EncodedBytes.base64(Self.withPointOffTheCurve(device.leafCertificate))
        case "subordinateCertificate.notACertificate": body.subordinateCertificate = "MAA="
        case "nonce.tooLong": body.nonce = String(repeating: "e", count: 4096)
        case "nonce.unexpected": body.nonce = "ea85a73a00"
        case "nonce.notCanonical": body.nonce = "w1koQh=="
        default: body.nonceSignature = "00"
        }
        return body
    }

    private static func pem(_ certificate: [UInt8]) -> String {
        let lines = Data(certificate)
            .base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN CERTIFICATE-----\n\(lines)\n-----END CERTIFICATE-----\n"
    }

    /// Changes the last bit of y in the P-256 point, which follows the header of a bit string of 66 bytes.
    private static func withPointOffTheCurve(_ certificate: [UInt8]) -> [UInt8] {
        var changed = certificate
        if let header = certificate.firstRange(of: [0x03, 0x42, 0x00, 0x04]) { changed[header.upperBound + 63] ^= 1 }
        return changed
    }
}
