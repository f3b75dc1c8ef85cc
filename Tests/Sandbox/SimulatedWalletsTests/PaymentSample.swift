import CardSecrets
import Crypto
import CryptoExtras
import Foundation
import PaymentTokens
import SimulatedWallets
import SwiftASN1
import Testing
import X509

/// A payment with a phone, and merchants that have the keys to open it.
struct PaymentSample {
    static let now = Date(timeIntervalSince1970: 1_773_576_000)
    static let merchantID = "merchant.example.shop"
    static let tokenKey = Secret([UInt8](repeating: 7, count: PaymentCryptogram.keyLength))
    static let visa = "4895370000000007"
    static let mastercard = "5353751234567899"
    /// Made once for all tests, because finding primes takes longer than the rest of a test.
    private static let rsaKey = Result {
        Secret(Array(try _RSA.Signing.PrivateKey(keySize: .bits2048).pkcs8DERRepresentation))
    }

    let ownKey = Entropy.seeded(9).agreementKey()

    /// 12.34 EUR with a token that can pay until February 2028.
    func payment(with dpan: String = visa, currency: (code: String, digits: String) = ("EUR", "978")) throws
        -> WalletPayment
    {
        let pan = try #require(PAN(dpan))
        return try #require(
            WalletPayment(
                of: .init(minorUnits: 1234, currencyCode: currency.code, currencyDigits: currency.digits),
                dpan: pan, expiryMonth: 2, expiryYear: 2028, cryptogram: Self.cryptogram(with: pan),
                indicator: dpan == Self.visa ? "07" : "02", cardLastFour: "7955"))
    }

    static func payment(of pan: PAN) -> PaymentCryptogram.Payment {
        PaymentCryptogram.Payment(dpan: pan, minorUnits: 1234, currencyCode: "EUR", isInStore: false)
    }

    static func cryptogram(with pan: PAN) -> PaymentCryptogram {
        PaymentCryptogram(of: payment(of: pan), counter: 1, unpredictableNumber: 0x0102_0304, under: tokenKey)
    }

    var publicKey: MerchantKey { get throws { try MerchantKey(pem: ownKey.publicKey.pemRepresentation) } }

    static var rsaPublicKey: MerchantKey {
        get throws {
            let key = try rsaPKCS8.withBytes { try _RSA.Signing.PrivateKey(derRepresentation: Array($0)) }
            return try MerchantKey(pem: key.publicKey.pemRepresentation)
        }
    }

    static var rsaPKCS8: Secret { get throws { try rsaKey.get() } }

    /// A certificate with the merchant's id as its subject's user id, as in Apple's certificates.
    func certificatePEM(userIDs: [String]) throws -> String {
        let issuerKey = Entropy.seeded(10).signingKey()
        let signingKey = try P256.Signing.PublicKey(derRepresentation: ownKey.publicKey.derRepresentation)
        let type: ASN1ObjectIdentifier = [0, 9, 2342, 19_200_300, 100, 1, 1]
        let subject = DistinguishedName(
            userIDs.map { RelativeDistinguishedName([.init(type: type, utf8String: $0)]) }
                + [RelativeDistinguishedName([.init(type: .RDNAttributeType.commonName, utf8String: "Shop")])])
        let certificate = try Certificate(
            version: .v3, serialNumber: .init(bytes: [1, 2, 3]), publicKey: .init(signingKey),
            notValidBefore: Self.now - 60, notValidAfter: Self.now + 60,
            issuer: DistinguishedName { CommonName("Somebody") }, subject: subject,
            signatureAlgorithm: .ecdsaWithSHA256, extensions: .init(), issuerPrivateKey: .init(issuerKey))
        return try certificate.serializeAsPEM().pemString
    }
}

/// The name of the failure; nil without one.
func failureName<Value>(_ body: () throws -> Value) -> String? {
    do { _ = try body() } catch {
        return (error as? MerchantFailure)?.name ?? (error as? PaymentTokenFailure)?.name ?? "\(error)"
    }
    return nil
}
