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
    /// The largest accepted difference of the client's clock, and the longest life of an assertion.
    private static let toleranceSeconds = 60.0
    private static let longestSeconds = 3600.0

    /// Whether a signature of bytes was made with the key of a SubjectPublicKeyInfo in DER.
    typealias SignatureCheck = @Sendable (_ signature: [UInt8], _ signed: [UInt8], _ spki: [UInt8]) -> Bool

    /// The signature is checked also without a key, which takes as long, so the time of an answer does not say which
    /// clients there are, or which of them have a key.
    ///
    /// - Parameters:
    ///   - spki: nil if there is no such client, or if it has no key.
    ///   - isSigned: the check of the signature, which tests count.
    /// - Returns: nil unless the assertion is the client's, is meant for the token endpoint, and is valid now.
    init?(
        _ assertion: String, of client: String, key spki: [UInt8]?, audience: String, at now: Date,
        checking isSigned: SignatureCheck = Self.isSigned
    ) {
        let parts = assertion.split(separator: ".", omittingEmptySubsequences: false)
        guard assertion.utf8.count <= Self.limit, parts.count == 3, let header = Self.object(parts[0]),
            let claims = Self.object(parts[1]), let signature = Base64url.decode(parts[2]),
            header["alg"] == .string("RS256")
        else { return nil }
        let isRight = isSigned(signature, Array("\(parts[0]).\(parts[1])".utf8), spki ?? Self.keyOfNobody)
        guard isRight, spki != nil, claims["iss"] == .string(client), claims["sub"] == .string(client),
            Self.names(audience, claims["aud"]), Self.isCurrent(claims, now), let end = Self.seconds(claims["exp"]),
            let id = claims.text("jti"), (1...255).contains(id.utf8.count)
        else { return nil }
        self.id = id
        endsAt = Date(timeIntervalSince1970: end + Self.toleranceSeconds)
    }

    /// The check with RSA and SHA-256.
    static let isSigned: SignatureCheck = { signature, signed, spki in
        guard let key = try? _RSA.Signing.PublicKey(derRepresentation: spki) else { return false }
        return key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: signed),
            padding: .insecurePKCS1v1_5)
    }

    /// A key of 2048 bits in the place of one that is not there. No assertion is accepted because of it.
    static let keyOfNobody = Array(Data(base64Encoded: """
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA655TiahtFybJUf2B8hPBAyeQ4+/m0x0o0o03yk+Uxwq3OP5iGR1Ud+og\
        6uEkZ/5DglFGkh6Vy5Rid5phKichY+bgDZoqfTbxzRUEv7npc2Tax0d+2dzCnYutmmCmedEK9j/7dha4uaUblHy7SVoAEBpQabZs\
        +jel8k/4vmr307X9ZTw6Xa39x+sa03Jb4Aw5iMI7AF4ThPcOP8Y7j8JUbYqg2ovK0Xs2LzM4OYUMbNrPdA2DZC521+xSz1RB7vE2\
        EJZYxy30FbTny4JT4KL681GxEZz/9NNoZeIBvj5e6UUDQzbq6IOWenM2FTpEHMi+2yHMFMVuti8T7v3tq1i7DwIDAQAB
        """) ?? Data())

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
