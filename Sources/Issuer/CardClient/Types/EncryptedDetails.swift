import CardAPI
import Foundation

extension Wallet {
    public struct CardEncryptedDetailsRequest: Sendable, Hashable {
        public var cardID: String
        public var content: Content
        public var publicKey: Data
        public var scaDetails: SCAAuthenticationEventRequest?

        /// - Parameter publicKey: the two coordinates of the point on P-256: `rawRepresentation` or
        ///   `x963Representation` of CryptoKit's keys. A repeated request has the same key.
        public init(
            cardID: String, content: Content, publicKey: Data, scaDetails: SCAAuthenticationEventRequest? = nil
        ) {
            self.cardID = cardID
            self.content = content
            self.publicKey = publicKey
            self.scaDetails = scaDetails
        }

        public enum Content: String, Sendable, Hashable, CaseIterable {
            /// Everything except the PIN.
            case details = "DETAILS"
            case pan = "PAN"
            case cvv = "CVV"
            case expiry = "EXPIRY"
            case cardholderName = "CARDHOLDER_NAME"
            case pin = "PIN"
        }
    }

    /// Card details that only the holder of the private key can read.
    public struct EncryptedCardDetails: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
        /// A compact JWE (RFC 7516) of JSON, with `ECDH-ES` and `A256GCM`.
        public let jwe: String

        public init(jwe: String) {
            self.jwe = jwe
        }

        public var description: String { "EncryptedCardDetails(hidden)" }
        public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
    }
}

extension Wallet.CardEncryptedDetailsRequest {
    var body: SecureViewRequestBody {
        // X9.63 puts one byte before the coordinates.
        let point = publicKey.suffix(64)
        var key = SessionKeyBody()
        (key.kty, key.crv) = ("EC", "P-256")
        (key.x, key.y) = (point.prefix(32).base64url, point.dropFirst(32).base64url)
        var body = SecureViewRequestBody()
        (body.type, body.sessionKey) = (content.rawValue, key)
        return body
    }
}
