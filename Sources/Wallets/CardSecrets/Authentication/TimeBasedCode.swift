import Crypto
import Foundation

/// The digits that an authenticator shows for 30 seconds to prove that it knows the seed (RFC 6238, RFC 4226).
///
/// A code is valid in its own step and in one step on either side, because clocks differ and people type slowly. The
/// caller must ensure that a code is used only once (RFC 6238, section 5.2): store the step that matched and accept
/// only later ones.
public struct TimeBasedCode: Sendable {
    /// Every authenticator supports SHA-1, and many support only SHA-1. The attacks on SHA-1 do not break HMAC-SHA-1.
    public enum Hash: String, CaseIterable, Sendable {
        case sha1 = "SHA1"
        case sha256 = "SHA256"
        case sha512 = "SHA512"
    }

    public static let stepSeconds: Int64 = 30
    /// How many steps before and after the present one are accepted too.
    public static let tolerance: Int64 = 1

    private let seed: Secret
    private let hash: Hash
    private let digitCount: Int

    /// - Parameters:
    ///   - seed: the secret that the authenticator holds; RFC 4226 requires at least 16 bytes and recommends 20.
    ///   - digitCount: 6 to 8.
    public init(seed: Secret, hash: Hash = .sha1, digitCount: Int = 6) {
        precondition(6...8 ~= digitCount, "A time-based code has 6 to 8 digits, not \(digitCount).")
        (self.seed, self.hash, self.digitCount) = (seed, hash, digitCount)
    }

    public static func step(at time: Date) -> Int64 {
        Int64((time.timeIntervalSince1970 / Double(stepSeconds)).rounded(.down))
    }

    /// The code that the authenticator shows at this time.
    public func code(at time: Date) -> String {
        code(of: Self.step(at: time))
    }

    /// The step that this code belongs to, if that step is accepted now. If two steps have the same code, this is the
    /// later one; otherwise the code could be used for both.
    ///
    /// Takes the same time for every candidate that has the right number of characters.
    public func step(matching candidate: String, at time: Date) -> Int64? {
        guard candidate.utf8.count == digitCount else { return nil }
        let given = Secret(Array(candidate.utf8))
        let present = Self.step(at: time)
        var matched: Int64?
        for step in present - Self.tolerance...present + Self.tolerance {
            if Secret(Array(code(of: step).utf8)) == given { matched = step }
        }
        return matched
    }

    /// The text that an authenticator reads as a QR code. It holds the seed: show it only to its owner, and only once.
    ///
    /// Source: "Key URI Format", github.com/google/google-authenticator/wiki.
    ///
    /// - Parameters:
    ///   - issuer: the name that the authenticator lists the code under. This and `account` may hold any characters.
    public func revealURI<R, E: Error>(
        issuer: String, account: String, _ body: (String) throws(E) -> R
    ) throws(E) -> R {
        let parts = [issuer, account].map { $0.addingPercentEncoding(withAllowedCharacters: .unreserved) ?? "" }
        let secret = seed.withBytes { Base32.encode($0) }
        return try body(
            "otpauth://totp/\(parts[0]):\(parts[1])?secret=\(secret)&issuer=\(parts[0])"
                + "&algorithm=\(hash.rawValue)&digits=\(digitCount)&period=\(Self.stepSeconds)")
    }

    private func code(of step: Int64) -> String {
        let counter = withUnsafeBytes(of: step.bigEndian, Array.init)
        let mac: [UInt8]
        switch hash {
        case .sha1: mac = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: seed.key))
        case .sha256: mac = Array(HMAC<SHA256>.authenticationCode(for: counter, using: seed.key))
        case .sha512: mac = Array(HMAC<SHA512>.authenticationCode(for: counter, using: seed.key))
        }
        // RFC 4226, section 5.3: the last four bits give the offset of the number, and the number's first bit is
        // dropped.
        let offset = Int(mac[mac.count - 1] & 0x0F)
        let number = mac[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
        let digits = String(number).suffix(digitCount)
        return String(repeating: "0", count: digitCount - digits.utf8.count) + digits
    }
}

extension CharacterSet {
    /// RFC 3986, section 2.3.
    fileprivate static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
