import Foundation
import SimulatedWallets
import Testing
import WalletTestSupport

@testable import CardSecrets
@testable import Provisioning

@Suite("Encodings in an Apple request")
struct AppleEncodingTests {
    private static let nonceSignature = [0x40] + [UInt8](repeating: 0xB7, count: 80)

    /// `ea85a73a` is a nonce of 4 bytes in hexadecimal digits, but 6 bytes in Base64.
    @Test("The length of a nonce decides between hexadecimal and Base64", arguments: [
        ("ea85a73a", [0xEA, 0x85, 0xA7, 0x3A]), ("EA85A73A", [0xEA, 0x85, 0xA7, 0x3A]),
        ("6oWnOg==", [0xEA, 0x85, 0xA7, 0x3A]), ("w1koQg==", [0xC3, 0x59, 0x28, 0x42]),
    ] as [(String, [UInt8])])
    func nonceEncoding(_ text: String, bytes: [UInt8]) throws {
        #expect(try EncodedBytes.decode(text, count: 4) == bytes)
    }

    @Test("Any other text is refused with the cause", arguments: [
        ("ea85a73aea", "unexpected"), ("ea85a7", "unexpected"), ("6oWnOg", "base64url"), ("6oWnOh==", "notCanonical"),
        ("6oWn\nOg==", "notCanonical"), (" ea85a73a", "unreadable"), ("", "unexpected"), ("ea85a73", "unreadable"),
        ("-_-_-g==", "base64url"), ("６oWnOg==", "unreadable"), (String(repeating: "e", count: 5000), "tooLong"),
    ])
    func invalidEncoding(_ text: String, name: String) {
        do throws(EncodingFailure) {
            let bytes = try EncodedBytes.decode(text, count: 4)
            Issue.record("\(text) was read as \(bytes)")
        } catch {
            #expect(error.name == name)
        }
    }

    /// No text encodes 4 or 81 bytes in both encodings. A text that fits another length in both is refused.
    @Test("Text that fits both encodings is refused")
    func ambiguousText() {
        #expect(throws: EncodingFailure.ambiguous) {
            try EncodedBytes.decode("abcdabcd", limitBytes: 64, fits: { 4...6 ~= $0.count }, expected: "4 to 6 bytes")
        }
    }

    @Test("If only Base64 is accepted, other text is refused with the cause")
    func base64Only() throws {
        #expect(try EncodedBytes.decodeBase64("+/+/", limitBytes: 3) == [0xFB, 0xFF, 0xBF])
        #expect(throws: EncodingFailure.base64url) { try EncodedBytes.decodeBase64("-_-_", limitBytes: 3) }
        #expect(throws: EncodingFailure.base64url) { try EncodedBytes.decodeBase64("+w", limitBytes: 3) }
        #expect(throws: EncodingFailure.unreadable) { try EncodedBytes.decodeBase64("+/ +/", limitBytes: 3) }
        #expect(throws: EncodingFailure.tooLong(characters: 8, limitBytes: 3)) {
            try EncodedBytes.decodeBase64("AAAAAAAA", limitBytes: 3)
        }
    }

    @Test("A certificate is read as PEM, Base64 or hexadecimal, and a wrong form is explained")
    func certificateForms() throws {
        let sample = try AppleSample()
        let device = try sample.device()
        let pem = "-----BEGIN CERTIFICATE-----\n"
            + Data(device.leafCertificate).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
            + "\n-----END CERTIFICATE-----\n"
        let forms = [
            pem, EncodedBytes.base64(device.leafCertificate), EncodedBytes.hexadecimal(device.leafCertificate),
            EncodedBytes.hexadecimal(device.leafCertificate).uppercased(), pem.replacing("\n", with: "\r\n"),
        ]
        for form in forms {
            let request = try AppleRequest(
                leafCertificate: form, subordinateCertificate: EncodedBytes.hexadecimal(device.subordinateCertificate),
                nonce: EncodedBytes.hexadecimal(device.nonce),
                nonceSignature: EncodedBytes.hexadecimal(device.nonceSignature))
            #expect(request == (try device.request()))
        }
        for (text, name) in [
            (pem + pem, "severalInOne"), (pem + "x", "pemUnreadable"), ("x" + pem, "pemUnreadable"),
            (EncodedBytes.base64(Array(pem.utf8)), "pemForDER"), (EncodedBytes.hexadecimal(pem.utf8), "pemForDER"),
            (pem.replacing("CERTIFICATE", with: "PUBLIC KEY"), "pemUnreadable"),
            ("MAP__g", "base64url"), ("", "unexpected"),
            ("MIID", "notACertificate"), (String(repeating: "A", count: 20_000), "tooLong"),
            (String(repeating: pem, count: 30), "tooLarge"),
        ] {
            #expect(throws: CertificateFailure.self) {
                do throws(CertificateFailure) {
                    _ = try CertificateReading.certificate(from: CertificateReading.der(from: text))
                } catch {
                    #expect(error.name == name)
                    throw error
                }
            }
        }
    }

    @Test("All unreadable fields are reported at once")
    func allErrors() {
        do throws(AppleRequestRefused) {
            _ = try AppleRequest(leafCertificate: "?", subordinateCertificate: "", nonce: "1", nonceSignature: "40")
            Issue.record("It was read.")
        } catch {
            #expect(error.failures.map(\.field) == AppleRequestFailure.Field.allCases)
        }
    }
}
