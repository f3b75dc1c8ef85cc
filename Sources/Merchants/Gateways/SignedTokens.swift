import CardSecrets
import Crypto
import Foundation
import Payments

/// Makes tokens and reads them: `<contents>.<HMAC-SHA256>`, both in Base64url. So a server can verify a token without
/// stored data. Only this service reads tokens; to clients they are opaque.
package struct SignedTokens: Sendable {
    /// In bytes.
    private static let longestToken = 1024

    private let label: String
    private let keys: KeyRing
    private let clock: PaymentClock

    /// - Parameter label: keeps the tokens of one use apart from all others that are signed with the same key.
    package init(_ label: String, keys: KeyRing, clock: PaymentClock) {
        (self.label, self.keys, self.clock) = (label, keys, clock)
    }

    /// - Parameter values: without `|`.
    package func token(for values: [String], lifetimeSeconds: Int) -> String {
        let key = keys.current(.tokenSigning)
        let expiry = Int(clock.now().timeIntervalSince1970) + lifetimeSeconds
        let contents = Array(([label, String(key.version), String(expiry)] + values).joined(separator: "|").utf8)
        return Base64url.encode(contents) + "." + Base64url.encode(Self.code(of: contents, key))
    }

    /// The values of a token, and when it ends. Nil if it was not made here, was changed, or has expired.
    package func values(of token: String) -> (values: [String], expiresAt: Date)? {
        let halves = token.split(separator: ".", omittingEmptySubsequences: false)
        guard token.utf8.count <= Self.longestToken, halves.count == 2,
            let contents = Base64url.decode(halves[0]), let code = Base64url.decode(halves[1])
        else { return nil }
        let parts = String(decoding: contents, as: UTF8.self).split(separator: "|", omittingEmptySubsequences: false)
        guard parts.count > 3, parts[0] == label, let version = Int(parts[1]), let expiry = Int(parts[2]),
            keys.versions(of: .tokenSigning).contains(version),
            let key = try? keys.key(.tokenSigning, version: version), Self.isCode(code, of: contents, key)
        else { return nil }
        let expiresAt = Date(timeIntervalSince1970: TimeInterval(expiry))
        guard clock.now() < expiresAt else { return nil }
        return (parts.dropFirst(3).map(String.init), expiresAt)
    }

    private static func code(of contents: [UInt8], _ key: DataKey) -> [UInt8] {
        key.secret.withBytes { Array(HMAC<SHA256>.authenticationCode(for: contents, using: SymmetricKey(data: $0))) }
    }

    private static func isCode(_ code: [UInt8], of contents: [UInt8], _ key: DataKey) -> Bool {
        key.secret.withBytes {
            HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: contents, using: SymmetricKey(data: $0))
        }
    }
}
