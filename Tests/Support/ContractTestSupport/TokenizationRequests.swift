import CardAPI
import CardClient
import CardSecrets
import Foundation
import HTTPContract
import Issuing
import Provisioning
import SimulatedWallets
import Testing
import TestSupport

extension LiveService {
    /// An iPhone with certificates under the root that every sandbox trusts.
    package func device(_ fault: SimulatedAppleDevice.Fault? = nil) throws -> SimulatedAppleDevice {
        let now = fixture.issuing.clock.now()
        return try SimulatedAuthority.sandbox(using: fixture.issuing.entropy).appleDevice(at: now, fault: fault)
    }
}

extension TokenizeCardBody {
    package static func apple(_ device: SimulatedAppleDevice) -> TokenizeCardBody {
        var body = TokenizeCardBody()
        body.walletType = "APPLE_PAY"
        body.leafCertificate = EncodedBytes.base64(device.leafCertificate)
        body.subordinateCertificate = EncodedBytes.base64(device.subordinateCertificate)
        body.nonce = EncodedBytes.base64(device.nonce)
        body.nonceSignature = EncodedBytes.base64(device.nonceSignature)
        return body
    }

    /// The sample in the documentation.
    package static func push(_ wallet: String = "GOOGLE_PAY") -> TokenizeCardBody {
        var body = TokenizeCardBody()
        body.walletType = wallet
        body.clientDeviceId = "WNkcsfZPiKfa5PrH3jilkQYT"
        body.clientWalletAccountId = "40exmLiWV1iV55ZVstOAiMf7"
        return body
    }
}

extension UpdateTokenizationBody {
    package static func completed(_ reference: String, in wallet: String? = nil) -> UpdateTokenizationBody {
        var body = UpdateTokenizationBody()
        body.dpanRef = reference
        body.walletType = wallet
        body.status = "COMPLETED"
        return body
    }
}

extension ApplePass {
    /// The pass that an app gives to PassKit after it has decoded the answer.
    package init(_ answer: CardTokenizationBody) throws {
        func bytes(_ text: String?) throws -> [UInt8] {
            let text = try #require(text)
            return Array(try #require(Data(base64Encoded: text)))
        }
        self.init(
            encryptedPassData: try bytes(answer.encryptedPassData),
            ephemeralPublicKey: try bytes(answer.ephemeralPublicKey),
            activationData: try bytes(answer.activationData))
    }
}
