import CardSecrets
import Foundation
import PaymentTokens
import Provisioning

/// A payment with a phone in an app, before the phone's wallet seals it to the merchant.
public struct WalletPayment: Sendable {
    /// The amount that the merchant asks for.
    public struct Amount: Sendable {
        public let minorUnits: Int64
        /// ISO 4217, three letters.
        public let currencyCode: String
        /// ISO 4217, three digits.
        public let currencyDigits: String

        public init(minorUnits: Int64, currencyCode: String, currencyDigits: String) {
            self.minorUnits = minorUnits
            self.currencyCode = currencyCode
            self.currencyDigits = currencyDigits
        }
    }

    public let amount: Amount
    public let dpan: PAN
    /// 1…12.
    public let expiryMonth: Int
    /// Four digits.
    public let expiryYear: Int
    public let cryptogram: PaymentCryptogram
    /// The electronic commerce indicator, two digits: Visa's 07, Mastercard's 02.
    public let indicator: String
    /// The last digits of the card, which an app shows.
    public let cardLastFour: String

    /// - Returns: nil unless the month is 1…12 and the year has four digits.
    public init?(
        of amount: Amount, dpan: PAN, expiryMonth: Int, expiryYear: Int, cryptogram: PaymentCryptogram,
        indicator: String, cardLastFour: String
    ) {
        guard 1...12 ~= expiryMonth, 1000...9999 ~= expiryYear else { return nil }
        self.amount = amount
        self.dpan = dpan
        (self.expiryMonth, self.expiryYear) = (expiryMonth, expiryYear)
        self.cryptogram = cryptogram
        self.indicator = indicator
        self.cardLastFour = cardLastFour
    }
}

extension WalletPayment {
    /// The token that the wallet's SDK gives to the app, in JSON: Apple's `paymentData`, Google's `token`, or Samsung's
    /// payment credential.
    ///
    /// - Parameters:
    ///   - now: the sandbox's clock. Merchants accept a token only for some minutes.
    ///   - entropy: for keys that exist for this one token.
    /// - Throws: `notEncodable` if the recipient's key is not valid, or the time cannot be in a certificate.
    public func token(
        for recipient: PaymentRecipient, at now: Date, using entropy: Entropy
    ) throws(VaultFailure) -> String {
        let token: [UInt8]? =
            switch recipient {
            case .apple(let merchant):
                try SimulatedApplePay(under: .sandbox(using: entropy), at: now)
                    .token(paying: appleData, to: merchant, at: now, using: entropy)
            case .google(let key, let id, let gatewayMerchantID):
                SimulatedGooglePay.sandbox(at: now, using: entropy).token(
                    paying: googleData(at: now, gatewayMerchantID, using: entropy), to: id, recipientKeySPKI: key,
                    using: entropy)
            case .samsung(let key): samsungCredential(for: key, at: now, using: entropy)
            }
        guard let token else { throw .notEncodable("A token for the merchant's key") }
        return String(decoding: token, as: UTF8.self)
    }

    private var code: String { EncodedBytes.base64(cryptogram.bytes) }

    private var isVisa: Bool { dpan.bin == TokenNetwork.visa.tokenPrefix }

    /// Apple writes the indicator with one digit, and leaves it out for Mastercard.
    private var appleData: ApplePaymentData {
        ApplePaymentData(
            accountNumber: dpan, expirationDate: lastDay, currencyCode: amount.currencyDigits,
            transactionAmount: amount.minorUnits, deviceManufacturerIdentifier: "040010030273",
            paymentData: .init(
                onlinePaymentCryptogram: code, eciIndicator: isVisa ? String(indicator.suffix(1)) : nil))
    }

    /// The last day on which the token can pay, as YYMMDD.
    private var lastDay: String {
        let isLeap = expiryYear.isMultiple(of: 4) && (!expiryYear.isMultiple(of: 100) || expiryYear.isMultiple(of: 400))
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return twoDigits(expiryYear % 100) + twoDigits(expiryMonth) + twoDigits(days[expiryMonth - 1])
    }

    private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

    /// How long a merchant may take to charge a token of Google's (decided).
    private static let googleSeconds = 3600.0

    private func googleData(
        at now: Date, _ gatewayMerchantID: String?, using entropy: Entropy
    ) -> GooglePaymentData {
        GooglePaymentData(
            card: .init(
                pan: dpan, expirationMonth: expiryMonth, expirationYear: expiryYear, cryptogram: code,
                eciIndicator: indicator),
            messageID: Base64url.encode(entropy.bytes(33)), expiration: now + Self.googleSeconds,
            gatewayMerchantID: gatewayMerchantID)
    }

    private func samsungCredential(
        for key: [UInt8], at now: Date, using entropy: Entropy
    ) -> [UInt8]? {
        let data = SamsungPaymentData(
            amount: amount.minorUnits, currencyCode: amount.currencyCode, at: now, eciIndicator: indicator,
            token: dpan, tokenPanExpiration: twoDigits(expiryMonth) + twoDigits(expiryYear % 100), cryptogram: code)
        return SimulatedSamsungPay.token(paying: data, to: key, using: entropy).map { jwe in
            plaintextJSON(
                SimulatedSamsungPay.Envelope(
                    content: .init(data: jwe), cardBrand: isVisa ? "VI" : "MC", cardLastDigits: cardLastFour)
            ).withBytes(Array.init)
        }
    }
}
