import CardAPI
import Foundation
import HTTPContract

extension Wallet {
    /// A device whose signature can replace a challenge.
    public struct SCATrustedDevice: Sendable, Hashable {
        /// The id for ``SCAAnswer/device(deviceID:signature:)``.
        public let deviceID: String
        public let name: String
        public let createdDate: Date
        /// When it last signed a request. An answer to a challenge does not count.
        public let lastUsedDate: Date?

        public init(deviceID: String, name: String, createdDate: Date, lastUsedDate: Date? = nil) {
            self.deviceID = deviceID
            self.name = name
            self.createdDate = createdDate
            self.lastUsedDate = lastUsedDate
        }
    }

    /// A device to trust.
    public struct SCATrustDeviceRequest: Sendable, Hashable {
        /// The customer's name for it: 1 to 40 characters.
        public var name: String
        public var publicKey: Data

        /// - Parameter publicKey: the two coordinates of the point on P-256: `rawRepresentation` or
        ///   `x963Representation` of CryptoKit's keys, or the result of `SecKeyCopyExternalRepresentation`. The private
        ///   key stays on the device.
        public init(name: String, publicKey: Data) {
            self.name = name
            self.publicKey = publicKey
        }
    }
}

extension Wallet.SCATrustedDevice {
    init(_ body: TrustedDeviceBody) {
        deviceID = body.deviceId
        name = body.name
        createdDate = Date(body.createdDate)
        lastUsedDate = body.lastUsedDate.map(Date.init)
    }
}

extension Wallet.SCATrustDeviceRequest {
    var body: TrustDeviceBody {
        // X9.63 puts one byte before the coordinates.
        let point = publicKey.suffix(64)
        var key = PublicKeyBody()
        (key.kty, key.crv) = ("EC", "P-256")
        (key.x, key.y) = (point.prefix(32).base64url, point.dropFirst(32).base64url)
        var body = TrustDeviceBody()
        (body.name, body.publicKey) = (name, key)
        return body
    }
}

extension Data {
    /// RFC 4648, section 5, without padding.
    var base64url: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
