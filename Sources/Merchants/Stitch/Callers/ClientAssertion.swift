import CardSecrets
import Crypto
import CryptoExtras
import Foundation
import HTTPContract

/// A client's proof of itself without a secret: a JWT that it signed with its RSA key (RFC 7523, section 3). It proves
/// its client once.
struct ClientAssertion: Hashable, Sendable {
    /// The claim `jti`, by which it is known again; 1 to 255 bytes.
    let id: String
    /// When it would be refused because of its age.
    let endsAt: Date

    static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    /// In bytes.
    private static let limit = 4096
    /// How far the client's clock may differ, and how long an assertion may be valid.
    private static let toleranceSeconds = 60.0
    private static let longestSeconds = 3600.0

    /// - Returns: nil unless the assertion is the client's, is meant for the token endpoint, and is valid now.
    init?(_ assertion: String, of client: String, key spki: [UInt8], audience: String, at now: Date) {
        let parts = assertion.split(separator: ".", omittingEmptySubsequences: false)
        guard assertion.utf8.count <= Self.limit, parts.count == 3, let header = Self.object(parts[0]),
            let claims = Self.object(parts[1]), let signature = Base64url.decode(parts[2]),
            header["alg"] == .string("RS256"),
            let key = try? _RSA.Signing.PublicKey(derRepresentation: spki)
        else { return nil }
        let signed = Array("\(parts[0]).\(parts[1])".utf8)
        guard key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: signed),
            padding: .insecurePKCS1v1_5)
        else { return nil }
        guard claims["iss"] == .string(client), claims["sub"] == .string(client),
            Self.names(audience, claims["aud"]), Self.isCurrent(claims, now), let end = Self.seconds(claims["exp"]),
            let id = claims.text("jti"), (1...255).contains(id.utf8.count)
        else { return nil }
        self.id = id
        endsAt = Date(timeIntervalSince1970: end + Self.toleranceSeconds)
    }

    private static func object(_ part: Substring) -> JSONObject? {
        guard let bytes = Base64url.decode(part), case .object(let object)? = try? JSONValue(parsing: bytes) else {
            return nil
        }
        return object
    }

    private static func names(_ audience: String, _ claim: JSONValue?) -> Bool {
        if case .array(let values) = claim { return values.contains(.string(audience)) }
        return claim == .string(audience)
    }

    private static func isCurrent(_ claims: JSONObject, _ now: Date) -> Bool {
        guard let expiry = seconds(claims["exp"]) else { return false }
        let time = now.timeIntervalSince1970
        let begins = seconds(claims["nbf"]) ?? time
        return time < expiry + toleranceSeconds && begins <= time + toleranceSeconds && expiry - time <= longestSeconds
    }

    private static func seconds(_ claim: JSONValue?) -> Double? {
        guard case .number(let digits) = claim else { return nil }
        return Double(digits)
    }
}
