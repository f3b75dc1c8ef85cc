import CardSecrets
import Crypto
import Foundation
import PaymentTokens

/// The JSON that a phone gives a merchant: Apple's and Google's tokens.
enum PaymentTokenReading {
    private static let pkcs8 = (try? P256.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](repeating: 7, count: 32)))
        .map { Secret(Array($0.derRepresentation)) }
    private static let merchant = pkcs8.flatMap {
        AppleMerchantKey(privateKeyPKCS8: $0, merchantID: "merchant.example.shop")
    }
    private static let recipient = pkcs8.flatMap { GoogleRecipient(id: "merchant:1", privateKeysPKCS8: [$0]) }

    static func brokenPromise(_ bytes: [UInt8]) -> String? {
        _ = GoogleRootKey.keys(fromJSON: bytes)
        let (now, trust) = (CertificateTextReading.now, CertificateTextReading.trust)
        if let token = try? ApplePaymentToken(json: bytes), let merchant, let trust {
            let opened = try? token.open(with: merchant, under: trust, at: now, claiming: { _, _ in .granted })
            if opened != nil { return "A token without Apple's root opens." }
        }
        if let token = try? GooglePaymentToken(json: bytes), let recipient {
            if (try? token.open(for: recipient, rootKeys: [], at: now)) != nil { return "A token of nobody opens." }
        }
        return nil
    }
}
