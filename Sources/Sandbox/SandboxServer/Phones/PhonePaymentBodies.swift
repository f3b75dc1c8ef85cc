import CardAPI
import Cards
import CardSecrets
import HTTPContract
import Sandbox
import SimulatedWallets

/// A merchant's request to a phone.
struct PhonePaymentBody: RequestBody {
    var amount: Int?
    var currencyCode: String?
    var inStore: Bool?

    static let members: [BodyMember<PhonePaymentBody>] = [
        .integer(
            "amount", \.amount, in: Int(Sandbox.payments.lowerBound)...Int(Sandbox.payments.upperBound),
            isRequired: true, example: "1250",
            "The amount in minor units: 1250 are 12.50 EUR, or 1250 JPY. 0 for a merchant that only verifies."),
        .string(
            "currencyCode", \.currencyCode, isRequired: true, pattern: TextForm.currency, example: "EUR",
            "The merchant's currency, ISO 4217."),
        .boolean(
            "inStore", \.inStore, example: "false",
            "Whether the phone is at a terminal; false if absent. Otherwise an app pays."),
    ]
}

/// The phone's answer to the merchant.
struct PhonePaymentAnswer: AnswerBody {
    let payment: TokenPayment

    static let members: [AnswerMember<PhonePaymentAnswer>] = [
        .member(
            "dpan", { $0.payment.dpan.reveal { $0 } }, isSecret: true, example: "4895370000000007",
            "The token's number, which the phone pays with in place of the card's."),
        .member(
            "expiry", { CardBody.Expiry(month: $0.payment.expiry.month, year: $0.payment.expiry.year) },
            "The last month in which the token can pay. The card's is another one."),
        .member("counter", \.payment.cryptogram.counter, example: "17", "The counter of the phone's payments (ATC)."),
        .member(
            "unpredictableNumber", { EncodedBytes.hexadecimal($0.payment.cryptogram.unpredictableNumber) },
            example: "9f37a1c4", "4 bytes, in hexadecimal digits. In a shop they stand for the terminal's."),
        .member(
            "cryptogram", { EncodedBytes.base64($0.payment.cryptogram.bytes) }, isSecret: true,
            example: "AQABAAAAAFzZPsGnyMoFyankpOo=",
            "20 bytes, in Base64. They are valid once, and only for this amount, this currency and this place."),
        .member(
            "eci", \.payment.indicator, example: "07",
            "The electronic commerce indicator, which an app passes on; absent in a shop."),
        .member(
            "requestorId", \.payment.wallet.requestorID, example: "90000000002",
            "The wallet's number at the network's token service (TRID)."),
        .member(
            "wallet", \.payment.wallet.rawValue, as: .enumeration(Vocabulary.walletTypes), example: "GOOGLE_PAY",
            "The type of the wallet."),
    ]
}
