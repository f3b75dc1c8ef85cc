import Foundation
import Testing
import WalletTestSupport

@testable import CardSecrets

@Suite("Time-based code")
struct TimeBasedCodeTests {
    /// RFC 6238, appendix B: times in seconds since 1970, and the codes for SHA-1, SHA-256 and SHA-512.
    static let vectors: [(Int64, [String])] = [
        (59, ["94287082", "46119246", "90693936"]),
        (1_111_111_109, ["07081804", "68084774", "25091201"]),
        (1_111_111_111, ["14050471", "67062674", "99943326"]),
        (1_234_567_890, ["89005924", "91819424", "93441116"]),
        (2_000_000_000, ["69279037", "90698825", "38618901"]),
        (20_000_000_000, ["65353130", "77737706", "47863826"]),
    ]

    /// The RFC's seeds: the ASCII digits 1234567890 repeated to the length of the hash.
    static func published(_ hash: TimeBasedCode.Hash) -> TimeBasedCode {
        let length = [.sha1: 20, .sha256: 32, .sha512: 64][hash] ?? 0
        let seed = Secret((0..<length).map { UInt8(ascii: "0") + UInt8(($0 + 1) % 10) })
        return TimeBasedCode(seed: seed, hash: hash, digitCount: 8)
    }

    @Test("The codes are those that RFC 6238 publishes", arguments: vectors)
    func publishedVectors(seconds: Int64, codes: [String]) {
        let time = Date(timeIntervalSince1970: Double(seconds))
        for (hash, code) in zip(TimeBasedCode.Hash.allCases, codes) {
            #expect(Self.published(hash).code(at: time) == code)
            #expect(Self.published(hash).step(matching: code, at: time) == seconds / 30)
        }
    }

    /// RFC 4226, appendix D: the first ten codes of its seed. The step is the RFC's counter.
    @Test("Codes of six digits are those that RFC 4226 publishes")
    func sixDigitVectors() {
        let code = TimeBasedCode(seed: Secret(Array("12345678901234567890".utf8)))
        let codes = [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
        ]
        #expect((0..<10).map { code.code(at: Date(timeIntervalSince1970: Double($0) * 30)) } == codes)
    }

    @Test("A code is accepted in its step, the step before and the step after")
    func acceptedSteps() {
        let code = TimeBasedCode(seed: Secret(Array(1...20)))
        let now = Date(timeIntervalSince1970: 1_800_000_015)
        let steps = (-3...3).map { offset in
            code.step(matching: code.code(at: now + Double(offset) * 30), at: now).map { $0 - 60_000_000 }
        }
        #expect(steps == [nil, nil, -1, 0, 1, nil, nil])
    }

    @Test("A step lasts 30 seconds")
    func stepLength() {
        let steps = [59.999, 60, 89.999, 90, -0.5].map { TimeBasedCode.step(at: Date(timeIntervalSince1970: $0)) }
        #expect(steps == [1, 2, 2, 3, -1])
    }

    @Test("Any other text, and the code of another seed, is refused")
    func otherText() {
        let code = TimeBasedCode(seed: Secret(Array(1...20)))
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let accepted = (-1...1).map { code.code(at: now + Double($0) * 30) }
        let right = accepted[1]
        let others = flips(Array(right.utf8)).map { String(decoding: $0, as: UTF8.self) }
            + ["", String(right.dropLast()), right + "0", " " + right.dropFirst(), "٠٠٠"]
        for text in others where !accepted.contains(text) {
            #expect(code.step(matching: text, at: now) == nil, "\(text)")
        }
        let other = TimeBasedCode(seed: Secret(Array(2...21)))
        #expect(other.step(matching: right, at: now) == nil)
    }

    @Test("The seed is written as an otpauth URI")
    func authenticatorURI() {
        let code = TimeBasedCode(seed: Secret(Array("12345678901234567890".utf8)))
        let uri = code.revealURI(issuer: "Tessera & Söhne", account: "ivana@example.com:1") { $0 }
        #expect(
            uri == "otpauth://totp/Tessera%20%26%20S%C3%B6hne:ivana%40example.com%3A1"
                + "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Tessera%20%26%20S%C3%B6hne"
                + "&algorithm=SHA1&digits=6&period=30")
    }
}
