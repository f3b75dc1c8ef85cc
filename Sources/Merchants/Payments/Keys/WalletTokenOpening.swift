import CardSecrets
import Foundation
import Identifiers
import Ledger
import PaymentTokens
import Validation

/// Opens a token with the first of a merchant's keys that fits. Uses no database.
struct WalletTokenOpening {
    let keys: [MerchantPrivateKey]
    let trust: WalletTrust
    let now: Date
    /// In seconds.
    let maximumAge: TimeInterval

    func contents(of token: WalletPaymentToken) throws(WalletTokenFailure) -> WalletTokenContents {
        switch token {
        case .apple(let json): try apple(json, namesKey: true)
        case .appleWithoutKeyHash(let json): try apple(json, namesKey: false)
        case .google(let json): try google(json)
        case .samsung(let text): try samsung(text)
        }
    }

    // MARK: - Apple

    private func apple(_ json: [UInt8], namesKey: Bool) throws(WalletTokenFailure) -> WalletTokenContents {
        try withFittingKey { key throws(WalletTokenFailure) in
            let merchant = key.publicKey.kind == .rsa
                ? AppleMerchantKey(rsaPrivateKeyPKCS8: key.secret)
                : AppleMerchantKey(privateKeyPKCS8: key.secret, merchantID: key.publicKey.walletID ?? "")
            guard let merchant else { throw .damaged("the private key \(key.publicKey.id)") }
            let json = namesKey ? json : try Self.naming(key.publicKey, in: json)
            let (data, id) = try translating(WalletTokenFailure.token) { () throws(PaymentTokenFailure) in
                let token = try ApplePaymentToken(json: json)
                // The claim is a row in the database, which cannot be awaited here.
                let data = try token.open(
                    with: merchant, under: trust.apple, at: now, windowSeconds: maximumAge,
                    claiming: { _, _ in .granted })
                return (data, token.transactionID)
            }
            return WalletTokenContents(
                instrument: try Self.instrument(data), identity: Array("apple ".utf8) + id.bytes)
        }
    }

    /// The token with the hash of a key, which an old client leaves out. The signature does not cover it.
    private static func naming(_ key: MerchantPublicKey, in json: [UInt8]) throws(WalletTokenFailure) -> [UInt8] {
        guard json.count <= 32 * 1024,
            var members = try? JSONSerialization.jsonObject(with: Data(json)) as? [String: Any],
            var header = members["header"] as? [String: Any], header["publicKeyHash"] == nil
        else { throw .token(.malformed("The token is not the JSON of an Apple Pay token without publicKeyHash.")) }
        header["publicKeyHash"] = EncodedBytes.base64(key.hash)
        members["header"] = header
        guard let named = try? JSONSerialization.data(withJSONObject: members) else {
            throw .token(.malformed("The token cannot be written as JSON."))
        }
        return Array(named)
    }

    private static func instrument(_ data: ApplePaymentData) throws(WalletTokenFailure) -> PaymentInstrument {
        guard data.paymentDataType == "3DSecure" else {
            throw .contents("The token's payment data is not of type 3DSecure.")
        }
        guard let text = data.paymentData.onlinePaymentCryptogram, let cryptogram = EncodedBytes.base64(text) else {
            throw .contents("The token has no cryptogram in Base64.")
        }
        guard let currency = data.currencyCode.utf8.count == 3 ? Currency(number: Int(data.currencyCode) ?? 0) : nil
        else { throw .contents("The token's currency is not in ISO 4217.") }
        let day = data.applicationExpirationDate
        guard day.utf8.count == 6, let expiry = expiry(year: day.prefix(2), month: day.dropFirst(2).prefix(2)) else {
            throw .contents("The token's expiration date is not YYMMDD.")
        }
        return try instrument(
            data.applicationPrimaryAccountNumber, expiry, .apple, Secret(cryptogram),
            indicator: data.paymentData.eciIndicator, Money(minorUnits: data.transactionAmount, currency: currency))
    }

    // MARK: - Google

    private func google(_ json: [UInt8]) throws(WalletTokenFailure) -> WalletTokenContents {
        let token = try translating(WalletTokenFailure.token) { () throws(PaymentTokenFailure) in
            try GooglePaymentToken(json: json)
        }
        guard token.version == .ecV2 else { throw .token(.unsupported("The token is not of version ECv2.")) }
        return try withFittingKey { key throws(WalletTokenFailure) in
            let recipient = GoogleRecipient(
                id: key.publicKey.walletID ?? "", gatewayMerchantID: key.publicKey.owner.merchant.rawValue,
                privateKeysPKCS8: [key.secret])
            guard let recipient else { throw .damaged("the private key \(key.publicKey.id)") }
            let data = try translating(WalletTokenFailure.token) { () throws(PaymentTokenFailure) in
                try token.open(for: recipient, rootKeys: trust.googleRootKeys, at: now)
            }
            guard let expiration = Date(millis: data.messageExpiration) else {
                throw .contents("The token has no time of expiration.")
            }
            return WalletTokenContents(
                instrument: try Self.instrument(data), identity: Array("google \(data.messageId)".utf8),
                expiration: expiration)
        }
    }

    /// Without a cryptogram (PAN_ONLY), the number is the card's own, which the network does not take for a token. No
    /// gateway charges it, so it is refused before it is claimed.
    private static func instrument(_ data: GooglePaymentData) throws(WalletTokenFailure) -> PaymentInstrument {
        let card = data.paymentMethodDetails
        guard data.paymentMethod == "CARD", let number = card.pan ?? card.dpan else {
            throw .contents("The token has no card number.")
        }
        guard let expiry = PaymentInstrument.Expiry(year: card.expirationYear, month: card.expirationMonth) else {
            throw .contents("The token's expiration is not a month from 2000 to 2099.")
        }
        let cryptogram = card.cryptogram.flatMap { EncodedBytes.base64($0) }
        guard card.authMethod != "PAN_ONLY" else {
            throw .contents("The token has no cryptogram (PAN_ONLY); allow only CRYPTOGRAM_3DS.")
        }
        guard card.authMethod == "CRYPTOGRAM_3DS", let cryptogram else {
            throw .contents("The token is not CRYPTOGRAM_3DS with a cryptogram in Base64.")
        }
        return try instrument(number, expiry, .google, Secret(cryptogram), indicator: card.eciIndicator, nil)
    }

    // MARK: - Samsung

    private func samsung(_ text: String) throws(WalletTokenFailure) -> WalletTokenContents {
        let token = try translating(WalletTokenFailure.token) { () throws(PaymentTokenFailure) in
            try SamsungPaymentToken(text)
        }
        return try withFittingKey { key throws(WalletTokenFailure) in
            guard let merchant = SamsungMerchantKey(privateKeyPKCS8: key.secret) else {
                throw .damaged("the private key \(key.publicKey.id)")
            }
            let data = try translating(WalletTokenFailure.token) { () throws(PaymentTokenFailure) in
                try token.open(with: merchant)
            }
            guard let made = Date(millis: data.utc) else { throw .contents("The token does not say when it was made.") }
            guard abs(now.timeIntervalSince(made)) <= maximumAge else {
                throw .token(.expired("token", at: made + maximumAge))
            }
            // Nothing signs the message, so only its contents identify it.
            let identity = Array("samsung \(data.tokenPAN) \(data.cryptogram)".utf8)
            return WalletTokenContents(instrument: try Self.instrument(data), identity: identity)
        }
    }

    private static func instrument(_ data: SamsungPaymentData) throws(WalletTokenFailure) -> PaymentInstrument {
        guard let cryptogram = EncodedBytes.base64(data.cryptogram), !cryptogram.isEmpty else {
            throw .contents("The token has no cryptogram in Base64.")
        }
        guard let currency = Currency(data.currencyCode), let amount = Int64(data.amount) else {
            throw .contents("The token's amount is not a whole number of a currency in ISO 4217.")
        }
        let month = data.tokenPanExpiration
        guard month.utf8.count == 4, let expiry = expiry(year: month.suffix(2), month: month.prefix(2)) else {
            throw .contents("The token's expiration is not MMYY.")
        }
        return try instrument(
            data.tokenPAN, expiry, .samsung, Secret(cryptogram), indicator: data.eciIndicator,
            Money(minorUnits: amount, currency: currency))
    }

    // MARK: - Shared

    /// Tries the keys, the newest first. A failure that another key cannot change ends it.
    private func withFittingKey(
        _ open: (MerchantPrivateKey) throws(WalletTokenFailure) -> WalletTokenContents
    ) throws(WalletTokenFailure) -> WalletTokenContents {
        var last = WalletTokenFailure.token(.anotherRecipient)
        for key in keys {
            do throws(WalletTokenFailure) {
                return try open(key)
            } catch {
                switch error {
                // Google's signature covers the recipient's id, which keys of one merchant need not share.
                case .token(.doesNotOpen), .token(.signatureWrong): last = error
                case .token(.anotherRecipient): break
                default: throw error
                }
            }
        }
        throw last
    }

    private static func instrument(
        _ number: String, _ expiry: PaymentInstrument.Expiry, _ wallet: WalletKind, _ cryptogram: Secret?,
        indicator: String?, _ agreed: Money?
    ) throws(WalletTokenFailure) -> PaymentInstrument {
        guard let pan = PAN(number) else {
            throw .contents("The token's number is not one of 16 digits with a check digit.")
        }
        guard agreed.map({ (0...Payments.amountLimit).contains($0.minorUnits) }) != false else {
            throw .contents("The token's amount is not between 0 and \(Payments.amountLimit).")
        }
        let isDigits = indicator.map { (1...2).contains($0.utf8.count) && $0.utf8.allSatisfy(isASCIIDigit) }
        guard isDigits != false else { throw .contents("The token's ECI indicator is not one or two digits.") }
        let eci = indicator.map { $0.utf8.count == 1 ? "0\($0)" : $0 }
        return PaymentInstrument(
            pan: pan, expiry: expiry, kind: .token(wallet, cryptogram: cryptogram, eci: eci), agreedAmount: agreed)
    }

    private static func expiry(year: Substring, month: Substring) -> PaymentInstrument.Expiry? {
        guard (year + month).utf8.allSatisfy(isASCIIDigit), let year = Int(year), let month = Int(month) else {
            return nil
        }
        return PaymentInstrument.Expiry(year: 2000 + year, month: month)
    }
}
