import CardSecrets
import Foundation
import GraphQL
import HTTPContract
import Payments

/// The one payment method of a transaction, with the merchant's data about it.
struct WalletMethod: Sendable {
    let wallet: WalletKind
    let input: JSONObject

    /// - Throws: unless there is exactly one.
    init(_ methods: JSONObject?) throws(FieldFailure) {
        let known: [(String, WalletKind)] = [("applePay", .apple), ("googlePay", .google), ("samsungPay", .samsung)]
        let sent = known.compactMap { name, wallet in methods?.object(name).map { (wallet, $0) } }
        guard sent.count == 1, let (wallet, input) = sent.first else {
            throw FieldFailure(
                .invalidInput, "Exactly one of applePay, googlePay and samsungPay is accepted in paymentMethods.")
        }
        (self.wallet, self.input) = (wallet, input)
    }

    var requiresSecure3d: Bool { input.isTrue("requireSecure3d") }

    /// The contents of a token that the merchant opened itself; nil if it sent the token.
    func decrypted() throws(FieldFailure) -> PaymentInstrument? {
        let number: String?
        let expiry: PaymentInstrument.Expiry?
        var proof = input
        switch wallet {
        case .apple:
            number = input.text("applicationPrimaryAccountNumber")
            expiry = Self.expiry(input.text("applicationExpirationDate"))
            proof = input.object("secure3DPaymentData") ?? JSONObject()
        case .google:
            number = input.text("primaryAccountNumber")
            expiry = Self.expiry(year: input["expirationYear"], month: input["expirationMonth"])
        case .samsung:
            number = input.text("tokenPrimaryAccountNumber")
            expiry = Self.expiry(input.text("tokenExpirationDate"))
        }
        guard let number else { return nil }
        let cryptogram = proof.text("cryptogram") ?? proof.text("onlinePaymentCryptogram")
        return try instrument(number, expiry, cryptogram, proof.text("eciIndicator"))
    }

    private func instrument(
        _ number: String, _ expiry: PaymentInstrument.Expiry?, _ cryptogram: String?, _ indicator: String?
    ) throws(FieldFailure) -> PaymentInstrument {
        guard let pan = PAN(number), let expiry else {
            throw FieldFailure(
                .invalidInput, "The account number needs 16 digits, and its expiration date year and month.")
        }
        // Google calls a card without one PAN_ONLY; Stitch takes only CRYPTOGRAM_3DS.
        guard let cryptogram, let bytes = Data(base64Encoded: cryptogram), (1...64).contains(bytes.count) else {
            throw FieldFailure(.invalidInput, "A payment needs the cryptogram of its token, in Base64.")
        }
        guard (indicator ?? "").utf8.count <= 2 else {
            throw FieldFailure(.invalidInput, "The eciIndicator has at most two digits.")
        }
        return PaymentInstrument(
            pan: pan, expiry: expiry, kind: .token(wallet, cryptogram: Secret(Array(bytes)), eci: indicator))
    }

    /// YYMM, or YYMMDD as Apple writes it.
    private static func expiry(_ text: String?) -> PaymentInstrument.Expiry? {
        guard let text, [4, 6].contains(text.utf8.count), let year = Int(text.prefix(2)),
            let month = Int(text.dropFirst(2).prefix(2))
        else { return nil }
        return PaymentInstrument.Expiry(year: 2000 + year, month: month)
    }

    private static func expiry(year: JSONValue?, month: JSONValue?) -> PaymentInstrument.Expiry? {
        guard case .number(let year) = year, case .number(let month) = month, let year = Int(year),
            let month = Int(month)
        else { return nil }
        return PaymentInstrument.Expiry(year: year < 100 ? 2000 + year : year, month: month)
    }
}

extension WalletMethod {
    /// A wallet's token as the merchant sends it: the JSON from the phone in Base64.
    func token(_ encoded: String) throws(FieldFailure) -> WalletPaymentToken {
        guard encoded.utf8.count <= Self.tokenLimit, let data = Data(base64Encoded: encoded), !data.isEmpty else {
            throw FieldFailure(.invalidInput, "The token must be the wallet's token in Base64.")
        }
        let bytes = Array(data)
        switch wallet {
        case .apple: return .apple(Self.paymentData(in: bytes))
        case .google: return .google(bytes)
        case .samsung: return .samsung(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// In characters; tokens have about 2000.
    private static let tokenLimit = 16_384

    /// Some clients send all of PKPaymentToken; its `paymentData` is the token.
    private static func paymentData(in bytes: [UInt8]) -> [UInt8] {
        guard case .object(let token)? = try? JSONValue(parsing: bytes), let data = token["paymentData"] else {
            return bytes
        }
        return data.jsonBytes
    }
}
