import CardSecrets
import Crypto
import Foundation
import HTTPContract
import Ledger
import PaymentTokens
import SimulatedWallets

/// A merchant of Apple Pay in the demonstration. Only its key opens what an iPhone gives to its app.
struct ApplePayMerchant: Sendable {
    /// The network's answer to a charge.
    struct Answer: Decodable {
        let responseCode, meaning: String
    }

    private static let id = "merchant.example.ride"

    private let key: AppleMerchantKey
    /// The merchant as the iPhone knows it.
    let recipient: PaymentRecipient

    init() throws {
        let secret = P256.KeyAgreement.PrivateKey()
        guard
            let key = AppleMerchantKey(
                privateKeyPKCS8: Secret(Array(secret.derRepresentation)), merchantID: Self.id)
        else { throw RunningService.Failure(description: "A new key on P-256 cannot be read.") }
        self.key = key
        recipient = try .applePay(MerchantKey(pem: secret.publicKey.pemRepresentation), id: Self.id)
    }

    /// Verifies that an iPhone has signed the token, and decrypts it.
    func open(_ token: String, at now: Date) throws -> ApplePaymentData {
        let trust = try AppleTrust(furtherRoots: [SimulatedAuthority.sandboxRootPEM])
        return try ApplePaymentToken(json: Array(token.utf8))
            .open(with: key, under: trust, at: now) { _, _ in .granted }
    }

    /// Sends the contents of a token to the network, in a new message each time.
    func charge(_ data: ApplePaymentData, in currency: Currency, at service: RunningService) async throws -> Answer {
        let expiry = data.applicationExpirationDate
        let message: JSONValue = [
            "networkReference": .string(Entropy.system.uuid().uuidString.lowercased()), "kind": "AUTHORIZATION",
            "pan": .string(data.applicationPrimaryAccountNumber),
            "expiry": [
                "month": .number(String(Int(expiry.dropFirst(2).prefix(2)) ?? 0)),
                "year": .number("20\(expiry.prefix(2))"),
            ],
            "token": ["cryptogram": data.paymentData.onlinePaymentCryptogram.map { .string($0) }],
            "amount": .number(String(data.transactionAmount)), "currencyCode": .string(currency.code),
            "panEntryMethod": "ECOMMERCE",
            "merchant": ["name": "Ride", "mcc": "4121", "city": "Warszawa", "country": "PL"],
        ]
        return try await service.sandbox("POST", "/network/messages", message.jsonText)
    }
}
