import CardSecrets
import Crypto
import Foundation
import Payments

/// Makes access tokens and reads them. A token is `<contents>.<HMAC-SHA256>`, both in Base64url, so a server needs
/// nothing stored to know it. Only this service reads tokens; to clients they are opaque.
struct AccessTokens: Sendable {
    /// What a token proves.
    struct Grant: Hashable, Sendable {
        let client: String
        let scopes: Set<StitchScope>
        let expiresAt: Date
    }

    static let lifetimeSeconds = 3600
    /// In bytes.
    private static let longestToken = 1024
    /// Keeps tokens apart from everything else that is signed with the same key.
    private static let label = "stitch"

    let keys: KeyRing
    let clock: PaymentClock

    func token(for client: String, _ scopes: Set<StitchScope>) -> String {
        let key = keys.current(.tokenSigning)
        let expiry = Int(clock.now().timeIntervalSince1970) + Self.lifetimeSeconds
        let names = scopes.map(\.rawValue).sorted().joined(separator: " ")
        let parts = [Self.label, String(key.version), String(expiry), client, names]
        let contents = Array(parts.joined(separator: "|").utf8)
        return Base64url.encode(contents) + "." + Base64url.encode(Self.code(of: contents, key))
    }

    /// Nil if the token was not made here, was changed, or has expired.
    func grant(of token: String) -> Grant? {
        let halves = token.split(separator: ".", omittingEmptySubsequences: false)
        guard token.utf8.count <= Self.longestToken, halves.count == 2,
            let contents = Base64url.decode(halves[0]), let code = Base64url.decode(halves[1])
        else { return nil }
        let parts = String(decoding: contents, as: UTF8.self).split(separator: "|", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0] == Self.label, let version = Int(parts[1]), let expiry = Int(parts[2]),
            keys.versions(of: .tokenSigning).contains(version),
            let key = try? keys.key(.tokenSigning, version: version), Self.isCode(code, of: contents, key)
        else { return nil }
        let expiresAt = Date(timeIntervalSince1970: TimeInterval(expiry))
        guard clock.now() < expiresAt else { return nil }
        let scopes = parts[4].split(separator: " ").compactMap { StitchScope(rawValue: String($0)) }
        return Grant(client: String(parts[3]), scopes: Set(scopes), expiresAt: expiresAt)
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
